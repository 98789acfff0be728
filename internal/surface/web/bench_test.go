package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// BenchmarkEdit measures an edit of a budgeted amount on a plan of 50,000 transactions: the write to the journal, the
// computation of all figures, and the response with the screen of six months.
func BenchmarkEdit(b *testing.B) {
	w := walk.NewEnv(b, webtest.Pages)
	id := w.ImportFile(b, walk.Generated(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	months, err := w.App.Months(b.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		b.Fatal(err)
	}
	m := months[len(months)/2]
	category := m.Categories[0].ID
	back := "/budgets/" + id + "?month=" + m.Month.String() + "&months=6"
	n := 0
	for b.Loop() {
		n++
		form := url.Values{"category": {category}, "month": {m.Month.String()}, "amount": {strconv.Itoa(n)}, "back": {back}}
		r := httptest.NewRequest(http.MethodPost, "/budgets/"+id+"/do/budgeted", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
		rec := httptest.NewRecorder()
		w.Server.Config.Handler.ServeHTTP(rec, r)
		if rec.Code != http.StatusOK || !strings.Contains(rec.Body.String(), "Budgeted") {
			b.Fatal(rec.Code, rec.Body.String())
		}
	}
}

// BenchmarkScreen measures only the budget screen of the same plan.
func BenchmarkScreen(b *testing.B) {
	w := walk.NewEnv(b, webtest.Pages)
	id := w.ImportFile(b, walk.Generated(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	for b.Loop() {
		rec := httptest.NewRecorder()
		w.Server.Config.Handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/budgets/"+id+"?months=6", nil))
		if rec.Code != http.StatusOK {
			b.Fatal(rec.Code)
		}
	}
}

// BenchmarkRegister measures the whole response with a page of a register: an account of 50,000 rows, newest first,
// in other orders, filtered, and searched.
func BenchmarkRegister(b *testing.B) {
	w := walk.NewEnv(b, webtest.Pages)
	id := w.ImportFile(b, walk.Generated(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	accounts, err := w.App.Accounts(b.Context(), app.Machine(), id)
	if err != nil {
		b.Fatal(err)
	}
	one := "/budgets/" + id + "/accounts/" + accounts[0].ID
	all := "/budgets/" + id + "/accounts/all"
	for _, c := range []struct{ name, path string }{
		{"account", one},
		{"account-last", one + "?last=1"},
		{"all", all},
		{"by-payee", all + "?sort=payee"},
		{"by-notes", all + "?sort=notes"},
		{"search", all + "?search=mar"},
		{"month", all + "?month=2022-03"},
		{"filter-panel", all + "/filter"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				rec := httptest.NewRecorder()
				w.Server.Config.Handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, c.path, nil))
				if rec.Code != http.StatusOK {
					b.Fatal(rec.Code, rec.Body.String())
				}
				b.ReportMetric(float64(rec.Body.Len())/1000, "kB")
			}
		})
	}
}
