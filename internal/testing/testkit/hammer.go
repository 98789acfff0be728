package testkit

import (
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Fuzz checks a property of a parser for any input. `go test -fuzz` searches for inputs by coverage; with
// HAMMER=10000000 in the environment that many are generated from the seeds and earlier findings, some hundred times
// as fast, and with HAMMER=10m as many as fit into ten minutes. An interrupt ends it early with the results so far.
func Fuzz(f *testing.F, seeds []string, holds func(t testing.TB, input []byte)) {
	f.Helper()
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	if n, err := strconv.Atoi(os.Getenv("HAMMER")); err == nil {
		hammer(f, append(earlierFindings(f), seeds...), func(done int, _ time.Duration) bool { return done < n }, holds)
	} else if duration, err := time.ParseDuration(os.Getenv("HAMMER")); err == nil {
		hammer(f, append(earlierFindings(f), seeds...), func(_ int, elapsed time.Duration) bool { return elapsed < duration }, holds)
	}
	f.Fuzz(func(t *testing.T, input []byte) { holds(t, input) })
}

// maxInput is the maximum length of an input.
const maxInput = 4096

// inputTimeout is the time limit for one input, on a busy machine.
const inputTimeout = time.Minute

// maxMemory is the memory limit of a parser's process in bytes: inputs are short, so exceeding it is a finding.
const maxMemory = 1 << 30

func hammer(f *testing.F, seeds []string, more func(done int, elapsed time.Duration) bool, holds func(t testing.TB, input []byte)) {
	f.Helper()
	seed := uint64(time.Now().UnixNano())
	m := &mutator{r: rand.New(rand.NewPCG(seed, 0)), tokens: tokensOf(seeds)}
	for _, s := range seeds {
		m.pool = append(m.pool, []byte(s))
	}
	var input []byte
	var slowest time.Duration
	done, whole := 0, false
	defer func() {
		if !whole {
			f.Logf("input %d of seed %d: %q", done, seed, input)
		}
	}()
	began := time.Now()
	ctx, stop := signal.NotifyContext(f.Context(), os.Interrupt)
	defer stop()
	for ; more(done, time.Since(began)) && ctx.Err() == nil; done++ {
		input = m.next()
		at := time.Now()
		holds(f, input)
		elapsed := time.Since(at)
		if slowest = max(slowest, elapsed); elapsed > inputTimeout {
			f.Fatalf("%d bytes took %v", len(input), elapsed)
		}
		if done%1024 == 0 && PeakMemory() > maxMemory {
			f.Fatalf("%d MB of memory were taken by one of the last 1024 inputs", PeakMemory()>>20)
		}
	}
	whole = true
	elapsed := time.Since(began)
	f.Logf("%s: %d inputs in %v (%.0f a second), slowest %v, at most %d MB of memory, seed %d, %d beginnings",
		f.Name(), done, elapsed.Round(time.Second), float64(done)/elapsed.Seconds(), slowest, PeakMemory()>>20, seed, len(seeds))
}

var foundLine = regexp.MustCompile(`(?m)^\[\]byte\((".*")\)$`)

// earlierFindings returns the inputs that `go test -fuzz` stored in the build cache.
func earlierFindings(f *testing.F) (inputs []string) {
	cache := os.Getenv("GOCACHE")
	if home, err := os.UserCacheDir(); cache == "" && err == nil {
		cache = filepath.Join(home, "go-build")
	}
	dir := Must(os.Getwd())(f)
	inModule := Must(filepath.Rel(RepoRoot(f), dir))(f)
	files := Must(filepath.Glob(filepath.Join(cache, "fuzz", "holdover", inModule, f.Name(), "*")))(f)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // other processes clean the cache too
		}
		if line := foundLine.FindSubmatch(text); line != nil {
			if one, err := strconv.Unquote(string(line[1])); err == nil && len(one) <= maxInput {
				inputs = append(inputs, one)
			}
		}
	}
	return inputs
}

// edges are values that parsers often mishandle.
var edges = []string{
	"", "0", "-", "-0", "9", "00", "0.001", "0.0005", "1e9", "1e999999999", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "999999999999999",
	"NaN", "null", "true", "[]", "{}", "\"", "'", "\\", "\x00", "\xff", "\xef\xbb\xbf", "\u202e", "\u2212", "\u00a0", "é", "e\u0301", "İ", "😀", "٣", "\r\n", "\n", "\t", " ",
	"9999-12-31", "0000-00-00", "0001-01-01", "2026-02-29", "2024-02-29", "31.12.1999", "12", "%00", "%", "&", "=", "+", ";", ",", ".", "..", "/", "//", ":", "@", "#", "?", "*", "(", ")", "<", ">", "<!--", "]]>",
}

var word = regexp.MustCompile(`[\pL\pN]+|[^\pL\pN\s]`)

func tokensOf(seeds []string) []string {
	tokens := append([]string(nil), edges...)
	for _, s := range seeds {
		if len(tokens) > 5000 {
			break
		}
		tokens = append(tokens, word.FindAllString(s[:min(len(s), maxInput)], 200)...)
	}
	return tokens
}

// mutator mutates the seeds and its own results.
type mutator struct {
	r      *rand.Rand
	tokens []string
	pool   [][]byte
}

const mostPool = 4096

func (m *mutator) next() []byte {
	b := append([]byte(nil), m.pool[m.r.IntN(len(m.pool))]...)
	for range 1 + m.r.IntN(4) {
		b = m.change(b)
	}
	b = b[:min(len(b), maxInput)]
	switch at := m.r.IntN(64); {
	case at > 0:
	case len(m.pool) < mostPool:
		m.pool = append(m.pool, b)
	default:
		m.pool[len(m.pool)/2+m.r.IntN(len(m.pool)/2)] = b // the first half stays unchanged
	}
	return b
}

func (m *mutator) change(b []byte) []byte {
	from := m.r.IntN(len(b) + 1)
	to := from + m.r.IntN(min(len(b)-from, 16)+1)
	switch m.r.IntN(8) {
	case 0:
		if from < len(b) {
			b[from] = byte(m.r.Uint32())
		}
	case 1:
		if from < len(b) {
			b[from] ^= 1 << m.r.IntN(8)
		}
	case 2:
		return append(b[:from:from], b[to:]...)
	case 3:
		return append(b[:to:to], b[from:]...) // a piece twice
	case 4:
		other := m.pool[m.r.IntN(len(m.pool))]
		return append(b[:from:from], other[m.r.IntN(len(other)+1):]...)
	case 5:
		return append(b[:from:from], strings.Repeat(m.tokens[m.r.IntN(len(m.tokens))], 1+m.r.IntN(8))+string(b[to:])...)
	default:
		return append(b[:from:from], m.tokens[m.r.IntN(len(m.tokens))]+string(b[to:])...)
	}
	return b
}
