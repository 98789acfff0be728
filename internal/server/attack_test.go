package server

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/people"
	"holdover/internal/store"
	"holdover/internal/testkit"
	"holdover/internal/web"
)

var (
	attackFor  = flag.Duration("attack", time.Second, "how long TestAttackRun goes on")
	attackSeed = flag.Uint64("attack-seed", 0, "the seed of TestAttackRun; 0 takes one by the clock")
)

// What an attack may take of the machine.
const (
	attackMemory = 1 << 30 // bytes that the program has of the system, above what it began with
	attackers    = 4
)

// attack is a server with people on it, and everything that can be asked of it.
type attack struct {
	t      *testing.T
	app    *app.App
	url    string
	people []*http.Client // nobody, a viewer, the owner
	tokens []string
	routes []attackRoute
	ids    []string
	calls  atomic.Int64
	most   atomic.Uint64 // bytes, the most that was seen
	status sync.Map      // of answers, counted
}

type attackRoute struct{ method, path string }

// TestAttackRun sends what nobody should send to every address there is: random
// forms, files of every format that are bombs, or cut off, or changed, random JSON
// to every call of the API, by nobody, a viewer and the owner. Nothing may answer
// 500, take memory beyond its bound, or leave temporary files.
func TestAttackRun(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	seed := *attackSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	a := newAttack(t)
	before := taken()
	ctx, stop := context.WithTimeout(t.Context(), *attackFor)
	defer stop()
	var all sync.WaitGroup
	for i := range attackers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for ctx.Err() == nil && !t.Failed() {
				a.once(r)
			}
		})
	}
	all.Go(func() { // memory is watched all the while
		for tick := time.NewTicker(50 * time.Millisecond); ctx.Err() == nil; <-tick.C {
			if now := taken(); now > a.most.Load() {
				a.most.Store(now)
			}
		}
	})
	all.Wait()
	t.Logf("seed %d: %d requests, %d MB at most", seed, a.calls.Load(), (a.most.Load()-min(before, a.most.Load()))>>20)
	a.status.Range(func(status, n any) bool {
		t.Logf("%v: %d", status, n.(*atomic.Int64).Load())
		return true
	})
	if a.most.Load() > before+attackMemory {
		t.Errorf("%d MB were taken", (a.most.Load()-before)>>20)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left in the temporary folder: %v %v", left, err)
	}
}

// taken is the memory that the program has of the system.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}

func newAttack(t *testing.T) *attack {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a := &attack{t: t}
	var err error
	if a.app, err = app.Open(t.Context(), store.Config{Dir: t.TempDir()}, log); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	handler := Handler(Config{App: a.app, Log: log, Pages: web.Options{FirstCode: "ABCDEFGHIJ"}})
	go func() { ended <- Serve(ctx, "127.0.0.1:0", handler, log, func(url string) { at <- url }) }()
	a.url = <-at
	t.Cleanup(func() {
		stop()
		<-ended
		if err := a.app.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := a.app.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	bringSample(t, a.app, "")
	if _, err := a.app.AddUser(t.Context(), app.Machine(), "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	a.learn()
	if err := a.app.SetShare(t.Context(), app.Machine(), a.ids[0], "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	a.people = []*http.Client{a.browser("", ""), a.browser("Ben", bensPassword), a.browser("Anna", password)}
	in, err := a.app.SignIn(t.Context(), people.Credentials{Name: "Anna", Password: password, Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	secret, _, err := a.app.NewToken(t.Context(), in.Who, people.TokenRequest{Name: "attack", Scope: auth.Full, Password: password, Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	a.tokens = []string{"", "holdover_pat_x", secret.Reveal()}
	return a
}

func (a *attack) browser(name, password string) *http.Client {
	a.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if name != "" {
		resp, err := c.PostForm(a.url+"/sign-in", url.Values{"name": {name}, "password": {password}})
		if err != nil || resp.StatusCode != http.StatusSeeOther {
			a.t.Fatal("cannot sign in", err)
		}
		resp.Body.Close()
	}
	return c
}

var (
	patterns  = regexp.MustCompile(`"(GET|POST) (/[^"]*)"`)
	parameter = regexp.MustCompile(`\{[^}]*\}`)
)

// learn finds every address: of the pages in the one map, of the API in its own
// description, and what is there to ask about.
func (a *attack) learn() {
	a.t.Helper()
	for _, file := range []string{"internal/web/routes.go", "internal/oauth/oauth.go"} {
		source, err := os.ReadFile(filepath.Join(testkit.RepoRoot(a.t), file))
		if err != nil {
			a.t.Fatal(err)
		}
		for _, m := range patterns.FindAllStringSubmatch(string(source), -1) {
			if strings.Contains(m[2], "/events") || strings.Contains(m[2], "/progress") || strings.HasSuffix(m[2], "/sign-out") {
				continue // they wait, or end the attack
			}
			a.routes = append(a.routes, attackRoute{m[1], strings.ReplaceAll(m[2], "{$}", "")})
		}
	}
	_, body := ask(a.t, http.MethodGet, a.url+"/v1/openapi.json")
	var described struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal([]byte(body), &described); err != nil {
		a.t.Fatal(err)
	}
	for path, methods := range described.Paths {
		for method := range methods {
			a.routes = append(a.routes, attackRoute{strings.ToUpper(method), "/v1" + strings.TrimPrefix(path, "/v1")})
		}
	}
	if len(a.routes) < 100 {
		a.t.Fatalf("%d addresses are known", len(a.routes))
	}
	all, err := a.app.Budgets(a.t.Context(), app.Machine())
	if err != nil {
		a.t.Fatal(err)
	}
	frame, err := a.app.Frame(a.t.Context(), app.Machine(), all[0].ID)
	if err != nil {
		a.t.Fatal(err)
	}
	a.ids = []string{all[0].ID, all[0].ID, all[0].ID}
	for i := range frame.Accounts {
		a.ids = append(a.ids, frame.Accounts[i].ID)
	}
}

// once makes one request.
func (a *attack) once(r *rand.Rand) {
	route := a.routes[r.IntN(len(a.routes))]
	first := true
	path := parameter.ReplaceAllStringFunc(route.path, func(string) string {
		if first {
			first = false
			return a.ids[0]
		}
		if r.IntN(3) == 0 {
			return url.PathEscape(edge(r))
		}
		return a.ids[r.IntN(len(a.ids))]
	})
	if strings.HasSuffix(path, "/delete") && strings.HasPrefix(path, "/budgets/") {
		return // what is attacked has to stay
	}
	program := strings.HasPrefix(path, "/v1")
	kind, body := content(r, program, strings.HasSuffix(route.path, "/import") || strings.HasSuffix(route.path, "-file"))
	if route.method == http.MethodGet {
		kind, body = "", http.NoBody
	}
	if r.IntN(3) == 0 {
		path += "?" + form(r).Encode()
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, route.method, a.url+path, body)
	if err != nil {
		return // it is no address at all
	}
	req.Header.Set("Content-Type", kind)
	if token := a.tokens[max(r.IntN(3*len(a.tokens)), len(a.tokens)-1)%len(a.tokens)]; token != "" && program {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for range r.IntN(3) {
		req.Header.Set([]string{"Accept", "Cookie", "If-None-Match", "Accept-Encoding", "X-Forwarded-For", "HX-Request", "Range"}[r.IntN(7)], strings.Map(printable, edge(r)))
	}
	a.calls.Add(1)
	resp, err := a.people[r.IntN(len(a.people))].Do(req)
	if err != nil {
		return // refused while it was still sending
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil && ctx.Err() != nil {
		a.t.Errorf("%s %s: no end within a minute", route.method, path)
	}
	n, _ := a.status.LoadOrStore(resp.StatusCode, new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
	if resp.StatusCode >= 500 && resp.StatusCode != http.StatusServiceUnavailable && resp.StatusCode != http.StatusBadGateway {
		a.t.Errorf("%s %s as %s: %d", route.method, path, kind, resp.StatusCode)
	}
}

func printable(r rune) rune {
	if r < ' ' || r > '~' {
		return '?'
	}
	return r
}

var fieldNames = strings.Fields(`name password again present code back theme address token held plan date month payee category amount account note notes memo
	from to rows matching count direction flag cleared row part-id part-amount part-payee menu what group type kind redirects do most ask seal choice scope
	q page sort show text shape frequency every until balance session end-access columns col1 col2 was delimiter encoding order decimal sign take box pick
	grant_type client_id client_secret redirect_uri code_verifier refresh_token response_type state since_date last_knowledge_of_server`)

// edge is a text at the edge of what somebody expects.
func edge(r *rand.Rand) string {
	edges := []string{
		"", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "1e999", "NaN", "0.0001", "1,234,567.89", "=100/3", "+25", "9999-12-31", "0001-01-01",
		"2026-02-30", "2026-11-22", "2026-11", "9999-12", "1899-01-01", "null", "true", "../../etc/passwd", "\x00", "\u202egnp.exe", "<script>alert(1)</script>",
		"' OR 1=1 --", "%00", "javascript:alert(1)", "\xff\xfe", "😀", strings.Repeat("a", 1+r.IntN(5000)), strings.Repeat("é", r.IntN(500)), "{{.}}", "${x}", "\r\nX: y",
		strconv.Itoa(int(r.Int32())), fmt.Sprintf("%x-%x", r.Uint64(), r.Uint64()), "current", "last-used", "default", "unassigned", "full", "read-only", "import", "save",
	}
	return edges[r.IntN(len(edges))]
}

func form(r *rand.Rand) url.Values {
	v := url.Values{}
	for range r.IntN(12) {
		v.Add(fieldNames[r.IntN(len(fieldNames))], edge(r))
	}
	return v
}

// content is a body of some kind, mostly of that which is due.
func content(r *rand.Rand, program, file bool) (kind string, body io.Reader) {
	which := r.IntN(6)
	switch due := r.IntN(4) > 0; {
	case due && program:
		which = 2
	case due && file:
		which = 4
	case due:
		which = 0
	}
	switch which {
	case 0, 1:
		return "application/x-www-form-urlencoded", strings.NewReader(form(r).Encode())
	case 2, 3:
		text, _ := json.Marshal(value(r, 4))
		return "application/json", bytes.NewReader(changed(r, text))
	case 4:
		var buf bytes.Buffer
		w := multipart.NewWriter(&buf)
		_ = w.WriteField("type", "ynab-json")
		if part, err := w.CreateFormFile("file", edge(r)); err == nil {
			_, _ = part.Write(changed(r, bomb(r)))
		}
		_ = w.Close()
		return w.FormDataContentType(), &buf
	}
	noise := make([]byte, r.IntN(100_000))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	return []string{"application/x-www-form-urlencoded", "text/plain", "application/json", "multipart/form-data; boundary=x", ""}[r.IntN(5)], bytes.NewReader(noise)
}

// value is JSON as programs write it, with edges where they expect something else.
func value(r *rand.Rand, depth int) any {
	switch n := r.IntN(6); {
	case n < 3 && depth > 0:
		object := map[string]any{}
		names := append([]string{"transaction", "transactions", "category", "account", "payee", "scheduled_transaction", "subtransactions", "payee_name", "category_id", "account_id", "import_id", "id", "budgeted"}, fieldNames...)
		for range 1 + r.IntN(4) {
			object[names[r.IntN(len(names))]] = value(r, depth-1)
		}
		return object
	case n == 3 && depth > 0:
		list := make([]any, r.IntN(5))
		for i := range list {
			list[i] = value(r, depth-1)
		}
		return list
	case n == 4:
		return r.Int64() >> r.IntN(64)
	}
	return edge(r)
}

// bomb is a file of some format that is small and would like to be large.
func bomb(r *rand.Rand) []byte {
	size := 1 << (10 + r.IntN(12)) // up to 2 MB
	again := func(head, piece, tail string) []byte {
		return []byte(head + strings.Repeat(piece, size/len(piece)) + tail)
	}
	switch r.IntN(9) {
	case 0:
		return again(`{"plan":{"id":"p","accounts":[],"transactions":[{}`, `,{"deleted":true}`, `]}}`)
	case 1:
		return again(`{"plan":{"id":"p","accounts":`, `[`, ``)
	case 2:
		return again(`{"plan":{"id":"p","x":`, `{"a":`, `1`)
	case 3:
		return again("Date;Payee;Amount\n", ";", "\n")
	case 4:
		return again("Date,Payee,Amount\n", "2026-03-01,Grocer,-12.50\n", "")
	case 5:
		return again("<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">", "<!ENTITY b \"&a;&a;&a;&a;\">", "]><Document>&b;</Document>")
	case 6:
		return again("!Type:Bank\n", "D1/1/2026\nT-1.00\nPx\n^\n", "")
	case 7:
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		if f, err := w.Create("bank.csv"); err == nil {
			_, _ = f.Write(bytes.Repeat([]byte(";"), 16*size))
		}
		_ = w.Close()
		return out.Bytes()
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(make([]byte, 16*size))
	_ = w.Close()
	return out.Bytes()
}

// changed cuts a text off or changes some of its bytes, now and then.
func changed(r *rand.Rand, text []byte) []byte {
	if len(text) == 0 || r.IntN(2) == 0 {
		return text
	}
	for range r.IntN(4) {
		text[r.IntN(len(text))] = byte(r.Uint32())
	}
	return text[:r.IntN(len(text)+1)]
}
