package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// Extreme values for a query, a part of a path and a header, as sent.
var (
	queryEdges = map[string]string{
		"empty text": "", "zero byte": "a%00b", "invalid UTF-8": "%ff%fe", "truncated UTF-8": "%c3", "truncated escape": "%zz", "a semicolon": "1;2", "markup": "%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "text written from right to left": "%e2%80%aegpj",
		"the largest number": "9223372036854775807", "number out of range": "9223372036854775808", "smallest number": "-9223372036854775808", "fraction": "1e999", "invalid date": "2026-02-30", "last date": "9999-12-31", "first date": "0001-01-01",
		"last month": "9999-12", "month 13": "2026-13", "a quotation mark": "'%20OR%201=1--", "parent folder": "../../etc/passwd", "address on another server": "//example.org/x", "script address": "javascript:alert(1)", "line breaks": "a%0d%0aX-Set:%20b", "long text": strings.Repeat("%c3%b1", 400),
	}
	pathEdges = []string{"%00", "%ff%fe", "..%2f..%2fetc%2fpasswd", "%20", "a%0d%0ab", strings.Repeat("%c3%b1", 5000), "-1", "9223372036854775808", "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"}
	// Headers that programs and browsers send.
	headerEdges = map[string][]string{
		"Accept": {strings.Repeat("text/html;q=0.1,", 3000), "\xff/\xff", ";;,,"}, "Accept-Language": {strings.Repeat("de-x-a,", 8000), "\xff"}, "Accept-Encoding": {strings.Repeat("gzip;q=0,", 6000), "gzip;q=NaN"},
		"If-None-Match": {strings.Repeat(`W/"a",`, 9000), `"`, "\xff"}, "If-Modified-Since": {"Sun, 31 Feb 9999 25:61:61 GMT"}, "If-Range": {`"a"`}, "Range": {"bytes=0-0" + strings.Repeat(",0-0", 12000), "bytes=-9223372036854775808", "bytes=9223372036854775807-", "bytes=a-b"},
		"Authorization": {"Bearer " + strings.Repeat("a", 60000), "Bearer", "Bearer \xff", "Basic ====", "Bearer holdover_pat_" + strings.Repeat("a", 40)}, "Cookie": {strings.Repeat("holdover_theme=dark; ", 2800), strings.Repeat("a=b; ", 10000), "holdover_session=\"", "=;;=\xff"},
		"Origin": {"null", "\xff", strings.Repeat("a", 60000)}, "Referer": {"http://%zz/", strings.Repeat("a", 60000)}, "Hx-Request": {"\xff"}, "Hx-Current-Url": {"http://%zz/", "//example.org"}, "Hx-Target": {strings.Repeat("a", 60000)},
		"X-Forwarded-For": {strings.Repeat("1.2.3.4,", 7000), "::::", "\xff"}, "X-Forwarded-Host": {"evil.example\"><script>alert(1)</script>"}, "X-Forwarded-Proto": {"javascript"}, "Forwarded": {strings.Repeat("for=\"[::1]\",", 5000)}, "Last-Event-Id": {"9223372036854775808"}, "Content-Type": {"multipart/form-data", "a/b; " + strings.Repeat("c=d; ", 9000), "\xff"}, "Content-Encoding": {"gzip"},
	}
	asked  = regexp.MustCompile(`(?:Get|FormValue|Has|Cookie)\("([A-Za-z_-]+)"\)`)
	called = regexp.MustCompile(`"(holdover_[a-z_]+)"`)
)

// TestExtremeValuesAtEveryAddressAreHandled requests every address with extreme values: each query parameter that any page reads,
// once and a thousand times, each part of the path, each header and cookie. No response has status 500, is invalid
// text, echoes markup, or is larger than a page. It also runs on PostgreSQL, which refuses a zero byte.
func TestExtremeValuesAtEveryAddressAreHandled(t *testing.T) {
	for name, config := range map[string]func(*testing.T) store.Config{
		"sqlite":     func(t *testing.T) store.Config { return store.Config{Dir: databasetest.Dir(t)} },
		"postgresql": func(t *testing.T) store.Config { return store.Config{URL: testkit.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			e := &edges{attack: newAttack(t, config(t)), names: namesIn(t, asked), cookies: namesIn(t, called)}
			if len(e.names) < 80 || len(e.cookies) < 5 {
				t.Fatalf("%d parameters and %d cookies found, want at least 80 and 5", len(e.names), len(e.cookies))
			}
			var all sync.WaitGroup
			next := make(chan int)
			for range 4 {
				all.Go(func() {
					for i := range next {
						e.address(i)
					}
				})
			}
			for i := range e.routes {
				next <- i
			}
			close(next)
			all.Wait()
			t.Logf("%d addresses, %d parameters, %d requests", len(e.routes), len(e.names), e.calls.Load())
		})
	}
}

type edges struct {
	*attack
	names, cookies []string
	failed         atomic.Int64
}

// namesIn returns the names of parameters that the surfaces read.
func namesIn(t *testing.T, pattern *regexp.Regexp) (names []string) {
	t.Helper()
	for _, dir := range []string{"web", "ui", "oauth", "api"} {
		err := filepath.WalkDir(filepath.Join(testkit.RepoRoot(t), "internal", "surface", dir), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, m := range pattern.FindAllSubmatch(source, -1) {
				names = append(names, string(m[1]))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// address sends all kinds of requests to one address.
func (e *edges) address(i int) {
	route := e.routes[i]
	path := e.fill(route.path, "")
	if route.method == http.MethodGet {
		values := slices.Sorted(maps.Keys(queryEdges))
		for j, name := range e.names {
			if e.isSkipped(i + j) {
				continue
			}
			e.ask(i, path, name+"="+queryEdges[values[(i+j)%len(values)]])
		}
		for j, value := range values {
			if e.isSkipped(i + j) {
				continue
			}
			var all []string
			for _, name := range e.names {
				if all = append(all, name+"="+queryEdges[value]); len(strings.Join(all, "&")) > 40_000 {
					break
				}
			}
			e.ask(i, path, strings.Join(all, "&"))
		}
		name := e.names[i%len(e.names)]
		e.ask(i, path, strings.Repeat(name+"=1&", 1000))
		e.ask(i, path, name+"="+strings.Repeat("a", 50_000))
		e.ask(i, path, strings.Repeat("&", 50_000))
	}
	if strings.Contains(route.path, "{") {
		for j, edge := range pathEdges {
			if !e.isSkipped(i + j) {
				e.ask(i, e.fill(route.path, edge), "")
			}
		}
	}
	for name, values := range headerEdges {
		for j, value := range values {
			if !e.isSkipped(i + j) {
				e.ask(i, path, "", name, value)
			}
		}
	}
	for j, name := range e.cookies {
		for k, value := range []string{"", "9223372036854775808", "%00", "\xff", "../..", strings.Repeat("a", 50_000)} {
			if !e.isSkipped(i + j + k) {
				e.ask(i, path, "", "Cookie", name+"="+value)
			}
		}
	}
}

// isSkipped skips three of four combinations in a normal run; a longer attack runs all.
func (e *edges) isSkipped(n int) bool { return n%4 > 0 && *attackFor <= time.Second }

// fill replaces the placeholders of a path by ids of existing records, and the last one by the extreme value.
func (e *edges) fill(path, edge string) string {
	places := parameter.FindAllStringIndex(path, -1)
	for i, place := range slices.Backward(places) {
		value := map[bool]string{true: e.ids[0], false: e.ids[3]}[i == 0]
		if edge != "" && i == len(places)-1 {
			value = edge
		}
		path = path[:place[0]] + value + path[place[1]:]
	}
	return path
}

// ask sends a request with an additional header as the owner and checks the response.
func (e *edges) ask(i int, path, query string, header ...string) {
	route := e.routes[i]
	if e.failed.Load() > 20 || deletesTarget(path, e.ids[0]) || strings.HasPrefix(path, "/import/from-source") {
		return
	}
	ctx, cancel := context.WithTimeout(e.t.Context(), *attackPatience)
	defer cancel()
	var body io.Reader = http.NoBody
	if route.method != http.MethodGet && !strings.HasPrefix(path, "/v1") {
		body = strings.NewReader("none=1")
	}
	req, err := http.NewRequestWithContext(ctx, route.method, e.url+path, body)
	if err != nil {
		e.t.Errorf("request of %s: %v", path, err)
		return
	}
	req.URL.RawQuery = query
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasPrefix(path, "/v1") {
		req.Header.Set("Authorization", "Bearer "+e.tokens[2])
	}
	for j := 0; j < len(header); j += 2 {
		req.Header.Set(header[j], header[j+1])
	}
	e.calls.Add(1)
	resp, err := e.people[2].Do(req)
	what := route.method + " " + route.path + " " + strconv.Quote(query + strings.Join(header, ": "))[:min(120, len(strconv.Quote(query+strings.Join(header, ": "))))]
	if err != nil {
		if !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
			e.failed.Add(1)
			e.t.Errorf("request of %s: %v", what, err)
		}
		return
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	text := strings.HasPrefix(resp.Header.Get("Content-Type"), "text/") || strings.Contains(resp.Header.Get("Content-Type"), "json")
	switch {
	case err != nil:
		e.t.Errorf("%s: response did not end: %v", what, err)
	case resp.StatusCode >= http.StatusInternalServerError:
		e.t.Errorf("%s: status %d: %.300s", what, resp.StatusCode, page)
	case len(page) > 4<<20:
		e.t.Errorf("%s: response has %d bytes, want at most 4 MiB", what, len(page))
	case resp.Header.Get("X-Set") != "" || strings.HasPrefix(resp.Header.Get("Location"), "//"):
		e.t.Errorf("%s: the request's text became a header: %v", what, resp.Header)
	case text && (!utf8.Valid(page) || bytes.ContainsRune(page, 0)):
		e.t.Errorf("%s: response is invalid text", what)
	case bytes.Contains(page, []byte("<script>alert")) && strings.Contains(resp.Header.Get("Content-Type"), "html"):
		e.t.Errorf("%s: response repeats markup of the request", what)
	default:
		return
	}
	e.failed.Add(1)
}
