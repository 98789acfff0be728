package ui

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/cal"
)

// Whatever a page may follow from besides the budget makes another page of it.
func TestWhatAPageFollowsFrom(t *testing.T) {
	day := time.Date(2026, 11, 23, 12, 0, 0, 0, time.Local)
	seen := map[string]string{}
	for _, c := range []struct {
		name   string
		change func(*http.Request, *Request, *app.Moment)
	}{
		{"nothing", func(*http.Request, *Request, *app.Moment) {}},
		{"a query", func(r *http.Request, _ *Request, _ *app.Moment) { r.URL.RawQuery = "month=2026-10" }},
		{"a path", func(r *http.Request, _ *Request, _ *app.Moment) { r.URL.Path = "/budgets/b/accounts/all" }},
		{"a cookie", func(r *http.Request, _ *Request, _ *app.Moment) {
			r.AddCookie(&http.Cookie{Name: "holdover_theme", Value: "dark"})
		}},
		{"another cookie", func(r *http.Request, _ *Request, _ *app.Moment) {
			r.AddCookie(&http.Cookie{Name: "holdover_months", Value: "dark"})
		}},
		{"an address", func(r *http.Request, _ *Request, _ *app.Moment) { r.Host = "money.example" }},
		{"a name", func(_ *http.Request, q *Request, _ *app.Moment) { q.Actor.Name = "Ben" }},
		{"a day", func(_ *http.Request, q *Request, _ *app.Moment) { q.Today = q.Today.AddDays(1) }},
		{"the day of the budget", func(_ *http.Request, _ *Request, m *app.Moment) { m.Today = m.Today.AddDays(1) }},
	} {
		r := httptest.NewRequest(http.MethodGet, "/budgets/b", nil)
		q := &Request{Request: r, Site: &Site{}, Today: cal.DateOf(day)}
		m := app.Moment{Today: cal.DateOf(day)}
		c.change(r, q, &m)
		follows := q.follows(m)
		if same, is := seen[follows]; is {
			t.Errorf("%s makes no other page than %s", c.name, same)
		}
		seen[follows] = c.name
	}
}

type keptPage struct{ Frame }

func (*keptPage) Template() string { return "" }

// What is for once, or soon another, is not kept.
func TestWhatIsNotKept(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Request, http.Header, *frame.Frame, *keptPage)
		keeps  bool
	}{
		{"a page", func(*Request, http.Header, *frame.Frame, *keptPage) {}, true},
		{"one that nobody asked plainly for", func(r *Request, _ http.Header, _ *frame.Frame, _ *keptPage) { r.keeping = nil }, false},
		{"one with a cookie", func(_ *Request, h http.Header, _ *frame.Frame, _ *keptPage) { h.Set("Set-Cookie", "a=b") }, false},
		{"one with a cookie that the browser said", func(r *Request, h http.Header, _ *frame.Frame, _ *keptPage) {
			r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
			h.Set("Set-Cookie", "a=b")
		}, true},
		{"one that ends a cookie that the browser said", func(r *Request, h http.Header, _ *frame.Frame, _ *keptPage) {
			r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
			h.Set("Set-Cookie", "a=b; Max-Age=0")
		}, false},
		{"one that is not counted yet", func(_ *Request, _ http.Header, f *frame.Frame, _ *keptPage) { f.Indexed = false }, false},
		{"one that says what was done", func(_ *Request, _ http.Header, _ *frame.Frame, p *keptPage) { p.Toast = &Toast{} }, false},
		{"one that answers a change", func(r *Request, _ http.Header, _ *frame.Frame, p *keptPage) {
			r.Request, p.Toast = r.After(r.URL, app.Done{Change: 1}), &Toast{}
		}, true},
	} {
		r, w, f, p := &Request{Request: httptest.NewRequest(http.MethodGet, "/budgets/b", nil), keeping: &keeping{}}, httptest.NewRecorder(), &frame.Frame{Indexed: true}, &keptPage{}
		c.change(r, w.Header(), f, p)
		if got := r.keeps(w, f, p); got != c.keeps {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		may    bool
	}{
		{"a page", func(*http.Request) {}, true},
		{"a form", func(r *http.Request) { r.Method = http.MethodPost }, false},
		{"the head of a page", func(r *http.Request) { r.Method = http.MethodHead }, false},
		{"for a script that has the page", func(r *http.Request) { r.Header.Set(stampsHeader, "a b") }, false},
		{"not compressed", func(r *http.Request) { r.Header.Set("Accept-Encoding", "br") }, false},
		{"rather not compressed", func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip;q=0") }, false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/budgets/b", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		c.change(r)
		if got := (&Request{Request: r}).mayBeKept(); got != c.may {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	posted := httptest.NewRequest(http.MethodPost, "/budgets/b/do/budgeted", nil)
	posted.Header.Set("Accept-Encoding", "gzip")
	posted.Header.Set(stampsHeader, "a b")
	answer := (&Request{Request: posted}).After(httptest.NewRequest(http.MethodGet, "/budgets/b", nil).URL, app.Done{Change: 1})
	if !(&Request{Request: answer}).mayBeKept() {
		t.Error("the page that answers a change is not kept")
	}
}
