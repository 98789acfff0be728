package web_test

import (
	"bufio"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestStatementsOfARequest counts the PostgreSQL statements and round trips of a signed-in user's request, with warm
// caches.
func TestStatementsOfARequest(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	a, id := openSample(t, tap.URL)
	accounts, err := a.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	months, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.CreateOwner(t.Context(), "Anna", walk.AnnasPassword); err != nil {
		t.Fatal(err)
	}
	b := signedInBrowser{t, web.New(a, slog.New(slog.DiscardHandler), ui.Options{}), nil}
	b.cookies = b.send("/sign-in", url.Values{"name": {"Anna"}, "password": {walk.AnnasPassword}, "back": {"/budgets"}}).Result().Cookies()

	screen, register := "/budgets/"+id, "/budgets/"+id+"/accounts/"+accounts[0].ID
	month := months[len(months)/2]
	for _, c := range []struct {
		name             string
		statements, ways int
		do               func(turn int) *httptest.ResponseRecorder
	}{
		{"the budget screen", 4, 3, func(int) *httptest.ResponseRecorder { return b.send(screen, nil) }},
		{"the list of budgets", 3, 3, func(int) *httptest.ResponseRecorder { return b.send("/budgets", nil) }},
		{"a register", 6, 5, func(int) *httptest.ResponseRecorder { return b.send(register, nil) }},
		{"a budget screen that a browser gets for the first time", 5, 4, func(turn int) *httptest.ResponseRecorder { return b.askGzipped(fmt.Sprint(screen, "?turn=", turn)) }},
		{"a register that a browser gets for the first time", 7, 6, func(turn int) *httptest.ResponseRecorder {
			return b.askGzipped(fmt.Sprint(register, "?turn=", turn))
		}},
		{"a cached register", 2, 2, func(int) *httptest.ResponseRecorder { return b.askGzipped(register) }},
		{"a budgeted amount set", 13, 6, func(turn int) *httptest.ResponseRecorder {
			return b.send(screen+"/do/budgeted", url.Values{"category": {month.Categories[0].ID}, "month": {month.Month.String()}, "amount": {fmt.Sprint(10 + turn)}, "back": {screen}})
		}},
		{"a transaction added, with its register rendered", 21, 11, func(turn int) *httptest.ResponseRecorder {
			return b.send(screen+"/do/add-row", url.Values{"account": {accounts[0].ID}, "date": {"2026-11-20"}, "payee": {"Tram"}, "amount": {fmt.Sprint(10 + turn)}, "direction": {"out"}, "back": {register}})
		}},
		{"a transaction added by a script, then its register once more", 24, 14, func(turn int) *httptest.ResponseRecorder {
			b.changes(register, screen+"/do/add-row", url.Values{"account": {accounts[0].ID}, "date": {"2026-11-20"}, "payee": {"Tram"}, "amount": {fmt.Sprint(20 + turn)}, "direction": {"out"}})
			return b.askGzipped(register)
		}},
		{"the settings of a user with a password", 4, 4, func(int) *httptest.ResponseRecorder { return b.send("/settings", nil) }},
		{"the developer settings of a user with a password", 4, 4, func(int) *httptest.ResponseRecorder { return b.send("/settings/developer", nil) }},
		{"the history", 9, 7, func(int) *httptest.ResponseRecorder { return b.send(screen+"/history", nil) }},
		{"a transaction undone, with its register rendered", 22, 12, func(int) *httptest.ResponseRecorder {
			return b.send(screen+"/undo", url.Values{"back": {register}})
		}},
	} {
		c.do(0) // this fills the caches,
		c.do(1) // and this prepares the statements
		tap.Statements()
		tap.SentToSeveralNodes(t)
		rec := c.do(2)
		sent, roundTrips := tap.Traffic()
		if several := tap.SentToSeveralNodes(t); len(several) > 0 && c.name != "the list of budgets" {
			t.Errorf("%s queries more than one machine: %s", c.name, strings.Join(several, "\n"))
		}
		if slices.ContainsFunc(sent, func(s string) bool { return strings.HasSuffix(s, " FROM budget ORDER BY name, no") }) {
			t.Errorf("%s reads the records of other budgets", c.name)
		}
		if rec.Code >= 400 || len(sent) == 0 || len(sent) > c.statements || roundTrips > c.ways {
			t.Errorf("%s: status %d, %d statements in %d round trips, the limit is %d in %d:\n%s", c.name, rec.Code, len(sent), roundTrips, c.statements, c.ways, strings.Join(sent, "\n"))
		} else {
			t.Logf("%s: %d statements in %d ways, at most %d in %d", c.name, len(sent), roundTrips, c.statements, c.ways)
		}
	}
	if testkit.OnCitus() {
		asksOneMachine(t, &b, tap, screen)
	}
}

// asksOneMachine follows links from a page, a few of each kind. It checks that no linked page sends requests to
// several machines, except pages without a budget.
func asksOneMachine(t *testing.T, b *signedInBrowser, tap *testkit.PostgresTap, from string) {
	links, number := regexp.MustCompile(`href="(/[^"#]*)`), regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]+|[0-9]+`)
	known, left := map[string]int{}, []string{from}
	for looked := 0; len(left) > 0 && looked < 300; looked++ {
		at := left[0]
		left = left[1:]
		page := b.send(at, nil)
		tap.SentToSeveralNodes(t)
		b.send(at, nil)
		if several := tap.SentToSeveralNodes(t); len(several) > 0 && strings.HasPrefix(at, from) {
			t.Errorf("%s queries more than one machine: %s", at, strings.Join(several, "\n"))
		}
		for _, link := range links.FindAllStringSubmatch(page.Body.String(), -1) {
			to := html.UnescapeString(link[1])
			if kind := number.ReplaceAllString(to, "n"); known[kind] < 2 && !strings.HasPrefix(to, "/dist/") {
				known[kind]++
				left = append(left, to)
			}
		}
	}
	if len(known) < 100 {
		t.Errorf("%d kinds of pages were found", len(known))
	}
}

// TestOpenPagesShareOneStatement checks that open, idle pages do not send separate statements: one statement reads
// other processes' changes for all pages, and every page then gets its change.
func TestOpenPagesShareOneStatement(t *testing.T) {
	t.Parallel()
	const pages = 20
	tap := testkit.TapPostgres(t)
	a, id := openSample(t, tap.URL)
	server := httptest.NewServer(web.New(a, slog.New(slog.DiscardHandler), ui.Options{As: app.Machine()}))
	t.Cleanup(server.Close)
	var events []*bufio.Scanner
	next := func(page *bufio.Scanner) string {
		for page.Scan() {
			if number, ok := strings.CutPrefix(page.Text(), "data: "); ok {
				return number
			}
		}
		t.Fatal("the events end: ", page.Err())
		return ""
	}
	for range pages {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/budgets/"+id+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Body.Close()
		events = append(events, bufio.NewScanner(rec.Body))
		next(events[len(events)-1])
	}
	const together = "SELECT no, knowledge FROM budget WHERE no IN"
	others := 1
	for turn := 0; others > 0; turn++ { // first they get the current state once more
		tap.Statements()
		tap.Wait(together, 3)
		statements := tap.Statements()
		others = len(slices.DeleteFunc(statements, func(s string) bool { return strings.HasPrefix(s, together) }))
		if turn == 20 {
			t.Fatalf("%d idle pages send\n%s", pages, strings.Join(statements, "\n"))
		}
	}
	elsewhere := apptest.Open(t, store.Config{URL: tap.URL})
	done, err := elsewhere.Rename(t.Context(), app.Machine(), id, "Renamed elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range events {
		if got := next(page); got != fmt.Sprint(done.Change) {
			t.Errorf("the page got change %s, want %d", got, done.Change)
		}
	}
}

// openSample opens a database and imports the sample.
func openSample(t *testing.T, address string) (a *app.App, id string) {
	t.Helper()
	a = apptest.Open(t, store.Config{URL: address})
	return a, apptest.Household(t, a, app.Machine())
}

// signedInBrowser sends the requests of a browser with scripts, with the cookies of a user.
type signedInBrowser struct {
	t       *testing.T
	pages   http.Handler
	cookies []*http.Cookie
}

// send requests a page or submits a form.
func (b *signedInBrowser) send(path string, form url.Values) *httptest.ResponseRecorder {
	b.t.Helper()
	if form == nil {
		return b.ask(httptest.NewRequest(http.MethodGet, path, nil))
	}
	return b.ask(posted(path, form))
}

// posted returns the request with which a script submits a form.
func posted(path string, form url.Values) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("HX-Request", "true")
	return r
}

func (b *signedInBrowser) ask(r *http.Request) *httptest.ResponseRecorder {
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	rec := httptest.NewRecorder()
	b.pages.ServeHTTP(rec, r)
	return rec
}
