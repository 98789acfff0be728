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
		{"another host", func(r *http.Request, _ *Request, _ *app.PageVersion) { r.Host = "money.example" }},
		{"another user", func(_ *http.Request, q *Request, _ *app.PageVersion) { q.Actor.Name = "Ben" }},
		{"another day", func(_ *http.Request, q *Request, _ *app.PageVersion) { q.Today = q.Today.AddDays(1) }},
		{"the day of the budget", func(_ *http.Request, _ *Request, v *app.PageVersion) { v.Today = v.Today.AddDays(1) }},
	} {
		r := httptest.NewRequest(http.MethodGet, "/budgets/b", nil)
		q := &Request{Request: r, Site: &Site{}, Today: civil.DateOf(day)}
		v := app.PageVersion{Today: civil.DateOf(day)}
		c.change(r, q, &v)
		key := q.cacheKey(&v)
		if same, ok := seen[key]; ok {
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
		{"a page without a cache slot", func(r *Request, _ http.Header, _ *pageframe.Frame, _ *plainPage) { r.cacheSlot = nil }, false},
		{"a page that sets a cookie", func(_ *Request, h http.Header, _ *pageframe.Frame, _ *plainPage) { h.Set("Set-Cookie", "a=b") }, false},
		{"a page that sets the cookie that the browser sent", func(r *Request, h http.Header, _ *pageframe.Frame, _ *plainPage) {
			r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
			h.Set("Set-Cookie", "a=b")
		}, true},
		{"a page that deletes the cookie that the browser sent", func(r *Request, h http.Header, _ *pageframe.Frame, _ *plainPage) {
			r.AddCookie(&http.Cookie{Name: "a", Value: "b"})
			h.Set("Set-Cookie", "a=b; Max-Age=0")
		}, false},
		{"a page of a budget whose figures are not stored", func(_ *Request, _ http.Header, f *pageframe.Frame, _ *plainPage) { f.Indexed = false }, false},
		{"a page for another role", func(_ *Request, _ http.Header, f *pageframe.Frame, _ *plainPage) { f.Role = auth.Owner }, false},
		{"a page with a message about a change", func(_ *Request, _ http.Header, _ *pageframe.Frame, p *plainPage) { p.Toast = &Toast{} }, false},
		{"the response to a change", func(r *Request, _ http.Header, _ *pageframe.Frame, p *plainPage) {
			r.Request, p.Toast = r.After(r.URL, app.ChangeResult{Change: 1}), &Toast{}
		}, true},
	} {
		r, w, f, p := &Request{Request: httptest.NewRequest(http.MethodGet, "/budgets/b", nil), cacheSlot: &cacheSlot{}}, httptest.NewRecorder(), &pageframe.Frame{Indexed: true}, &plainPage{}
		c.change(r, w.Header(), f, p)
		if got := r.isCacheable(w, f, p); got != c.cached {
			t.Errorf("%s: cacheable %t, want %t", c.name, got, c.cached)
		}
	}
	for _, c := range []struct {
		name   string
		change func(*http.Request)
		want   bool
	}{
		{"a page", func(*http.Request) {}, true},
		{"a form", func(r *http.Request) { r.Method = http.MethodPost }, false},
		{"a HEAD request", func(r *http.Request) { r.Method = http.MethodHead }, false},
		{"a request of a script that has the page", func(r *http.Request) { r.Header.Set(stampsHeader, "a b") }, false},
		{"an uncompressed response", func(r *http.Request) { r.Header.Set("Accept-Encoding", "br") }, false},
		{"compression with quality 0", func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip;q=0") }, false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/budgets/b", nil)
		r.Header.Set("Accept-Encoding", "gzip")
		c.change(r)
		if got := (&Request{Request: r}).usesPageCache(); got != c.want {
			t.Errorf("%s: uses the cache %t, want %t", c.name, got, c.want)
		}
	}
	posted := httptest.NewRequest(http.MethodPost, "/budgets/b/do/budgeted", nil)
	posted.Header.Set("Accept-Encoding", "gzip")
	posted.Header.Set(stampsHeader, "a b")
	response := (&Request{Request: posted}).After(httptest.NewRequest(http.MethodGet, "/budgets/b", nil).URL, app.ChangeResult{Change: 1})
	if !(&Request{Request: response}).usesPageCache() {
		t.Error("the response to a change is not cached")
	}
}
