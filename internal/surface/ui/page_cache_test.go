package ui

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
)

// Everything that a page depends on besides the budget is part of its cache key.
func TestPageCacheKey(t *testing.T) {
	day := time.Date(2026, 11, 23, 12, 0, 0, 0, time.Local)
	seen := map[string]string{}
	for _, c := range []struct {
		name   string
		change func(*http.Request, *Request, *app.PageVersion)
	}{
		{"nothing", func(*http.Request, *Request, *app.PageVersion) {}},
		{"a query", func(r *http.Request, _ *Request, _ *app.PageVersion) { r.URL.RawQuery = "month=2026-10" }},
		{"a path", func(r *http.Request, _ *Request, _ *app.PageVersion) { r.URL.Path = "/budgets/b/accounts/all" }},
		{"a cookie", func(r *http.Request, _ *Request, _ *app.PageVersion) {
			r.AddCookie(&http.Cookie{Name: "holdover_theme", Value: "dark"})
		}},
		{"another cookie", func(r *http.Request, _ *Request, _ *app.PageVersion) {
			r.AddCookie(&http.Cookie{Name: "holdover_months", Value: "dark"})
		}},
		{"an address", func(r *http.Request, _ *Request, _ *app.PageVersion) { r.Host = "money.example" }},
		{"a name", func(_ *http.Request, q *Request, _ *app.PageVersion) { q.Actor.Name = "Ben" }},
		{"a day", func(_ *http.Request, q *Request, _ *app.PageVersion) { q.Today = q.Today.AddDays(1) }},
		{"the day of the budget", func(_ *http.Request, _ *Request, v *app.PageVersion) { v.Today = v.Today.AddDays(1) }},
	} {
		r := httptest.NewRequest(http.MethodGet, "/budgets/b", nil)
		q := &Request{Request: r, Site: &Site{}, Today: civil.DateOf(day)}
		v := app.PageVersion{Today: civil.DateOf(day)}
		c.change(r, q, &v)
		key := q.cacheKey(&v)
		if same, is := seen[key]; is {
			t.Errorf("%s and %s have the same key", c.name, same)
		}
		seen[key] = c.name
	}
}

type plainPage struct{ Frame }

func (*plainPage) Template() string { return "" }

// A page that is valid once, or changes soon, is not cached.
func TestCacheablePages(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Request, http.Header, *pageframe.Frame, *plainPage)
		cached bool
	}{
		{"a page", func(*Request, http.Header, *pageframe.Frame, *plainPage) {}, true},
		{"one without a slot in the cache", func(r *Request, _ http.Header, _ *pageframe.Frame, _ *plainPage) { r.cacheSlot = nil }, false},
		{"one with a cookie", func(_ *Request, h http.Header, _ *pageframe.Frame, _ *plainPage) { h.Set("Set-Cookie", "a=b") }, false},
		{"one with a cookie that the browser said", func(r *Request, h http.Header, _ *pageframe.Frame, _ *plainPage) {
			r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
			h.Set("Set-Cookie", "a=b")
		}, true},
		{"one that ends a cookie that the browser said", func(r *Request, h http.Header, _ *pageframe.Frame, _ *plainPage) {
			r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
			h.Set("Set-Cookie", "a=b; Max-Age=0")
		}, false},
		{"one that is not counted yet", func(_ *Request, _ http.Header, f *pageframe.Frame, _ *plainPage) { f.Indexed = false }, false},
		{"one for another role", func(_ *Request, _ http.Header, f *pageframe.Frame, _ *plainPage) { f.Role = auth.Owner }, false},
		{"one that says what was done", func(_ *Request, _ http.Header, _ *pageframe.Frame, p *plainPage) { p.Toast = &Toast{} }, false},
		{"one that answers a change", func(r *Request, _ http.Header, _ *pageframe.Frame, p *plainPage) {
			r.Request, p.Toast = r.After(r.URL, app.ChangeResult{Change: 1}), &Toast{}
		}, true},
	} {
		r, w, f, p := &Request{Request: httptest.NewRequest(http.MethodGet, "/budgets/b", nil), cacheSlot: &cacheSlot{}}, httptest.NewRecorder(), &pageframe.Frame{Indexed: true}, &plainPage{}
		c.change(r, w.Header(), f, p)
		if got := r.isCacheable(w, f, p); got != c.cached {
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
		if got := (&Request{Request: r}).usesPageCache(); got != c.may {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	posted := httptest.NewRequest(http.MethodPost, "/budgets/b/do/budgeted", nil)
	posted.Header.Set("Accept-Encoding", "gzip")
	posted.Header.Set(stampsHeader, "a b")
	answer := (&Request{Request: posted}).After(httptest.NewRequest(http.MethodGet, "/budgets/b", nil).URL, app.ChangeResult{Change: 1})
	if !(&Request{Request: answer}).usesPageCache() {
		t.Error("the page that answers a change is not cached")
	}
}
