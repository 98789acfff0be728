package web_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// longestAnswer is the maximum size of a page about a small budget in bytes, for any input.
const longestAnswer = 4 << 20

// changesKept is the number of changes of a fuzzed budget before it is reset.
const changesKept = 300

// FuzzForms submits the forms of all pages with arbitrary text in one field. None causes an internal error or an
// endless response, and the budget is consistent whenever it is reset. A third of the requests are like a browser's
// without scripts. The others are like a script's: their responses are parts of a page, mostly without the menu of
// the form. The handlers do the same in both cases, but render less.
func FuzzForms(f *testing.F) {
	before := walk.NewEnv(f, webtest.Pages)
	id := before.ImportFile(f, walk.Generated(f, "--seed", "5", "--years", "1", "--tx", "60", "--groups", "2", "--categories", "5", "--payees", "6"))
	known := formsOf(f, before, before.Person(f), id)
	var all []form
	for _, shape := range slices.Sorted(maps.Keys(known)) {
		if one := known[shape]; !one.whole() && len(one.fields) > 0 {
			all = append(all, one)
		}
	}
	world := &fuzzedWorld{id: id, as: filepath.Join(f.TempDir(), "as-it-was")}
	if err := before.App.Backup(f.Context(), world.as); err != nil {
		f.Fatal(err)
	}
	world.begin(f)
	f.Cleanup(func() { world.end(f) })
	var seeds []string
	for i := range all {
		for n, edge := range slices.Sorted(maps.Keys(edges)) {
			seeds = append(seeds, string([]byte{byte(i), byte(n), byte(n)})+edges[edge])
		}
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		if len(input) < 3 {
			return
		}
		one := all[int(input[0])%len(all)]
		fields := maps.Clone(one.fields)
		names := slices.Sorted(maps.Keys(fields))
		how := input[2]
		if how%3 > 0 && how%8 > 0 && one.method == http.MethodPost {
			fields.Del("menu")
			fields.Set("after", "/budgets/"+id)
		}
		fields.Set(names[int(input[1])%len(names)], string(input[3:]))
		world.send(t, one, fields, how)
	})
}

// fuzzedWorld is a budget that receives submitted forms. It is reset from time to time from a copy, in memory if
// possible. It allows one reader at a time: a handler that starts a second read within a read deadlocks.
type fuzzedWorld struct {
	id, as  string
	dir     string
	app     *app.App
	pages   http.Handler
	changes int
}

func (w *fuzzedWorld) begin(t testing.TB) {
	text, err := os.ReadFile(w.as)
	if err != nil {
		t.Fatal(err)
	}
	memory := "/dev/shm"
	if info, err := os.Stat(memory); err != nil || !info.IsDir() {
		memory = ""
	}
	if w.dir, err = os.MkdirTemp(memory, "holdover-forms-"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.dir, database.FileName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if w.app, err = app.Open(context.Background(), store.Config{Dir: w.dir, Readers: 1}, log); err != nil {
		t.Fatal(err)
	}
	w.pages, w.changes = webtest.Pages(w.app, log, app.Machine()), 0
}

// end checks that the budget is still consistent and writable.
func (w *fuzzedWorld) end(t testing.TB) {
	if err := w.app.CheckBudget(context.Background(), w.id); err != nil {
		t.Error(err)
	}
	if err := w.app.Document(context.Background(), app.Machine(), w.id, "plan", io.Discard); err != nil {
		t.Error(err)
	}
	if err := errors.Join(w.app.Close(), os.RemoveAll(w.dir)); err != nil {
		t.Error(err)
	}
}

// send submits a form. A deletion is undone at once, so that other forms keep their records, and so is a quarter of
// all other changes.
func (w *fuzzedWorld) send(t testing.TB, one form, fields url.Values, how byte) {
	path, body := one.action, fields.Encode()
	if one.method == http.MethodGet {
		path, _, _ = strings.Cut(path, "?")
		path, body = path+"?"+body, ""
	}
	rec := send(w.pages, one.method, path, body, how%3 > 0)
	if page := rec.Body.String(); rec.Code >= http.StatusInternalServerError || len(page) > longestAnswer || strings.Contains(page, "<script>alert") {
		t.Fatalf("%s %s %q: status %d, %d bytes", one.method, path, body, rec.Code, len(page))
	}
	if one.method != http.MethodPost || rec.Code >= http.StatusBadRequest {
		return
	}
	if how%4 == 0 || takesAway.MatchString(path) {
		send(w.pages, http.MethodPost, "/budgets/"+w.id+"/undo", "", false)
	}
	if w.changes++; w.changes > changesKept {
		w.end(t)
		w.begin(t)
	}
}

var takesAway = regexp.MustCompile(`/(delete|merge|close|hide|remove|duplicate)`)

func send(pages http.Handler, method, path, body string, script bool) *httptest.ResponseRecorder {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, method, "/", strings.NewReader(body))
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
	r.RequestURI, r.Host = path, "127.0.0.1"
	r.Header.Set("Accept", "text/html")
	if script {
		r.Header.Set("HX-Request", "true")
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	rec := httptest.NewRecorder()
	pages.ServeHTTP(rec, r)
	return rec
}
