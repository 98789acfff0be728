package web_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/bring"
	"holdover/internal/browsertest/walk"
	"holdover/internal/store"
	"holdover/internal/testkit"
	"holdover/internal/ui"
	"holdover/internal/web"
)

// TestStatementsOfARequest counts what somebody who is signed in costs PostgreSQL: each statement is a way to the server and back.
func TestStatementsOfARequest(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	a, err := app.Open(t.Context(), store.Config{URL: tap.URL}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if err := a.CreateOwner(t.Context(), "Anna", walk.AnnasPassword); err != nil {
		t.Fatal(err)
	}
	doc, err := testkit.Household()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	got, err := a.Import(t.Context(), app.Machine(), doc, bring.ImportOptions{FileName: testkit.HouseholdName})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := a.Accounts(t.Context(), app.Machine(), got.Budget.ID)
	if err != nil {
		t.Fatal(err)
	}
	months, err := a.Months(t.Context(), app.Machine(), got.Budget.ID, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	b := signedInBrowser{t, web.New(a, slog.New(slog.DiscardHandler), ui.Options{}), nil}
	b.cookies = b.send("/sign-in", url.Values{"name": {"Anna"}, "password": {walk.AnnasPassword}, "back": {"/budgets"}}).Result().Cookies()

	screen, register := "/budgets/"+got.Budget.ID, "/budgets/"+got.Budget.ID+"/accounts/"+accounts[0].ID
	month := months[len(months)/2]
	for _, c := range []struct {
		name string
		most int
		do   func(turn int) *httptest.ResponseRecorder
	}{
		{"the budget screen", 8, func(int) *httptest.ResponseRecorder { return b.send(screen, nil) }},
		{"a register", 12, func(int) *httptest.ResponseRecorder { return b.send(register, nil) }},
		{"an amount set", 29, func(turn int) *httptest.ResponseRecorder {
			return b.send(screen+"/do/budgeted", url.Values{"category": {month.Categories[0].ID}, "month": {month.Month.String()}, "amount": {fmt.Sprint(10 + turn)}, "back": {screen}})
		}},
		{"a transaction added", 31, func(turn int) *httptest.ResponseRecorder {
			return b.send(screen+"/do/add-row", url.Values{"account": {accounts[0].ID}, "date": {"2026-11-20"}, "payee": {"Tram"}, "amount": {fmt.Sprint(10 + turn)}, "direction": {"out"}, "back": {register}})
		}},
	} {
		c.do(0) // what is kept in memory is there from now on
		tap.Statements()
		answer := c.do(1)
		if said := tap.Statements(); answer.Code >= 400 || len(said) > c.most || len(said) == 0 {
			t.Errorf("%s: %d, %d statements, at most %d are due:\n%s", c.name, answer.Code, len(said), c.most, strings.Join(said, "\n"))
		}
	}
}

// signedInBrowser sends what a browser with scripts sends, with the cookies of somebody.
type signedInBrowser struct {
	t       *testing.T
	pages   http.Handler
	cookies []*http.Cookie
}

// send asks for a page, or sends a form.
func (b *signedInBrowser) send(path string, form url.Values) *httptest.ResponseRecorder {
	b.t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
	}
	for _, c := range b.cookies {
		r.AddCookie(c)
	}
	answer := httptest.NewRecorder()
	b.pages.ServeHTTP(answer, r)
	return answer
}
