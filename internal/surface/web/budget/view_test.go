package budget

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// cookies are the cookies of a browser.
type cookies map[string]*http.Cookie

// request returns a form's request with the cookies.
func (c cookies) request(method, target string, form url.Values) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, cookie := range c {
		r.AddCookie(cookie)
	}
	return r
}

// keep stores the cookies of a response.
func (c cookies) keep(rec *httptest.ResponseRecorder) {
	for _, cookie := range rec.Result().Cookies() {
		c[cookie.Name] = cookie
	}
}

func asRequest(r *http.Request) *ui.Request { return &ui.Request{Request: r, Site: &ui.Site{}} }

func TestViewIsRemembered(t *testing.T) {
	t.Parallel()
	jar := cookies{}
	groups := []budget.Group{{ID: "aaaaaaaa-1"}, {ID: "bbbbbbbb-2"}}
	change := func(form url.Values) *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		if err := changeView(rec, asRequest(jar.request(http.MethodPost, "/budgets/b1/view", form)), "b1", groups); err != nil {
			t.Error(err)
		}
		jar.keep(rec)
		return rec
	}
	stored := func() view { return viewOf(jar.request(http.MethodGet, "/budgets/b1?month=2026-03", nil), "b1", 0) }

	if rec := change(url.Values{"fold": {"aaaaaaaa-1"}, "quiet": {"1"}}); rec.Code != http.StatusNoContent {
		t.Errorf("request of the script: status %d, want %d", rec.Code, http.StatusNoContent)
	}
	if v := stored(); !v.folded["aaaaaaaa"] || v.folded["bbbbbbbb"] || v.showHidden || v.first != civil.MakeMonth(2026, 3) {
		t.Errorf("view after folding a group: %+v, want March 2026 with only that group folded and hidden categories not shown", v)
	}
	change(url.Values{"folds": {"all"}})
	change(url.Values{"fold": {"aaaaaaaa-1"}})
	change(url.Values{"hidden": {"show"}})
	if v := stored(); v.folded["aaaaaaaa"] || !v.folded["bbbbbbbb"] || !v.showHidden {
		t.Errorf("view after folding all groups, unfolding the first and showing hidden categories: %+v, want only the second folded", v)
	}
	change(url.Values{"folds": {"none"}, "hidden": {"hide"}})
	if v := stored(); len(v.folded) > 1 || v.folded["bbbbbbbb"] || v.showHidden { // the key "" of an empty list may be there
		t.Errorf("view after unfolding all groups and hiding hidden categories: %+v, want no group folded", v)
	}
}

// A form cannot redirect to another site.
func TestViewFormRedirectsOnlyWithinTheSite(t *testing.T) {
	t.Parallel()
	rec := httptest.NewRecorder()
	form := url.Values{"folds": {"none"}, "back": {"//elsewhere.example/"}}
	if err := changeView(rec, asRequest(cookies{}.request(http.MethodPost, "/budgets/b1/view", form)), "b1", nil); err != nil {
		t.Fatal(err)
	}
	if target := rec.Header().Get("Location"); target != "/" {
		t.Errorf("form redirected to %q, want /", target)
	}
}

func TestColumnWidthFollowsTheLongestAmount(t *testing.T) {
	t.Parallel()
	for characters, want := range map[int]string{4: "narrow", 9: "narrow", 10: "medium", 14: "wide", 15: "widest", 16: "widest", 17: "huge"} {
		if got := widthOf(characters); got != want {
			t.Errorf("column for %d characters: %s, want %s", characters, got, want)
		}
	}
}

// A month outside of the supported years shows the nearest supported one. Earlier 9999 was followed by the year -1.
func TestUnsupportedMonthsShowTheNearestMonth(t *testing.T) {
	for month, want := range map[string]civil.Month{"9999-12": civil.MakeMonth(2199, 12), "1899-01": civil.MakeMonth(1900, 1), "2026-03": civil.MakeMonth(2026, 3)} {
		if v := viewOf(cookies{}.request(http.MethodGet, "/budgets/b1?month="+month, nil), "b1", 0); v.first != want {
			t.Errorf("request for %s shows %s, want %s", month, v.first, want)
		}
	}
}
