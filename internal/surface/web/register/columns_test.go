package register

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/surface/ui"
)

// TestColumnsAreStoredByKindOfRegister chooses columns of two kinds of registers; other values of the form and the
// cookie have no effect.
func TestColumnsAreStoredByKindOfRegister(t *testing.T) {
	t.Parallel()
	var cookie *http.Cookie
	choose := func(kind string, columns ...string) {
		t.Helper()
		form := url.Values{"kind": {kind}, "column": columns, "back": {"/budgets/b"}}
		r := httptest.NewRequest(http.MethodPost, "/register-columns", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if cookie != nil {
			r.AddCookie(cookie)
		}
		rec := httptest.NewRecorder()
		if err := SetColumns(rec, &ui.Request{Request: r, Site: &ui.Site{}}); err != nil {
			t.Fatal(err)
		}
		cookie = rec.Result().Cookies()[0]
	}
	without := func(p *registers.Page) string {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(cookie)
		return columnChoice(r, p).Without
	}
	every, bank, house := &registers.Page{}, &registers.Page{Account: &pageframe.Account{OnBudget: true}}, &registers.Page{Account: &pageframe.Account{}}
	choose("all", "flagged", "account", "cat", "mark", "payee", `"><script>`)
	choose("one", "cat", "notes")
	choose("none", "cat")
	for _, c := range []struct {
		page *registers.Page
		want string
	}{{every, " without-notes"}, {bank, " without-flagged without-running without-mark"}, {house, ""}} {
		if got := without(c.page); got != c.want {
			t.Errorf("the table has the classes %q, want %q", got, c.want)
		}
	}
	cookie.Value = url.Values{"one": {`x"><script>.cat.cat`}, "all": {strings.Repeat("cat.", 999)}}.Encode()
	if got := without(bank); got != " without-cat" {
		t.Errorf("a forged cookie gives the classes %q", got)
	}
	choose("tracking", "flagged", "cat", "notes", "running", "mark")
	if len(cookie.Value) > 200 || without(bank) != " without-cat" {
		t.Errorf("the cookie is %.300s", cookie.Value)
	}
}
