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

func (c cookies) request(method, target string, form url.Values) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, cookie := range c {
		r.AddCookie(cookie)
	}
	return r
}

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
	look := func() view { return viewOf(jar.request(http.MethodGet, "/budgets/b1?month=2026-03", nil), "b1", 0) }

	if rec := change(url.Values{"fold": {"aaaaaaaa-1"}, "quiet": {"1"}}); rec.Code != http.StatusNoContent {
		t.Errorf("the script's request: status %d", rec.Code)
	}
	if v := look(); !v.folded["aaaaaaaa"] || v.folded["bbbbbbbb"] || v.hidden || v.first != civil.MakeMonth(2026, 3) {
		t.Errorf("after folding a group the view is %+v", v)
	}
	change(url.Values{"folds": {"all"}})
	change(url.Values{"fold": {"aaaaaaaa-1"}})
	change(url.Values{"hidden": {"show"}})
	if v := look(); v.folded["aaaaaaaa"] || !v.folded["bbbbbbbb"] || !v.hidden {
		t.Errorf("after opening a group and showing hidden ones the view is %+v", v)
	}
	rec := change(url.Values{"folds": {"none"}, "hidden": {"hide"}, "back": {"//elsewhere.example/"}})
	if v := look(); len(v.folded) > 1 || v.folded["bbbbbbbb"] || v.hidden {
		t.Errorf("after opening all groups the view is %+v", v)
	}
	if rec.Header().Get("Location") != "/" {
		t.Errorf("the form redirected to %q", rec.Header().Get("Location"))
	}
}

func TestColumnWidthFollowsTheLongestAmount(t *testing.T) {
	t.Parallel()
	for characters, want := range map[int]string{4: "narrow", 9: "narrow", 10: "medium", 14: "wide", 15: "widest", 16: "widest", 17: "huge"} {
		if got := widthOf(characters); got != want {
			t.Errorf("%d characters: %s, want %s", characters, got, want)
		}
	}
}

// A month outside of the supported years shows the nearest supported one: 9999 was followed by the year -1.
func TestUnsupportedMonthsShowTheNearestMonth(t *testing.T) {
	for month, want := range map[string]civil.Month{"9999-12": civil.MakeMonth(2199, 12), "1899-01": civil.MakeMonth(1900, 1), "2026-03": civil.MakeMonth(2026, 3)} {
		if v := viewOf(cookies{}.request(http.MethodGet, "/budgets/b1?month="+month, nil), "b1", 0); v.first != want {
			t.Errorf("%s shows %s, want %s", month, v.first, want)
		}
	}
}
