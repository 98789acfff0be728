package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// The included or excluded values of a report's filters are listed by name, in order: groups together with
// categories.
func TestReportsListTheirFilterByName(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -700, Category: "food", Payee: "baker"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -30, Payee: "bakery"})
	q := reports.Query{Span: report.Span{From: march.Month(), Until: march.Month()}}
	for _, c := range []struct {
		filters budget.ReportFilters
		want    []reports.ChosenFilter
		sum     int
	}{
		{budget.ReportFilters{}, nil, 730},
		{budget.ReportFilters{Groups: []string{"Daily"}, Payees: []string{rows.None}}, []reports.ChosenFilter{{Field: "payee", ID: rows.None, Name: "No payee"}, {Field: "group", ID: "daily", Name: "Daily"}}, 0},
		{budget.ReportFilters{Groups: []string{"daily"}, Not: []string{"category"}}, []reports.ChosenFilter{{Field: "group", ID: "daily", Name: "Daily", Not: true}}, 30},
		{budget.ReportFilters{Categories: []string{"food", rows.None}, Not: []string{"category"}}, []reports.ChosenFilter{{Field: "category", ID: "food", Name: "Food", Not: true}, {Field: "category", ID: rows.None, Name: "No category", Not: true}}, 0},
		{budget.ReportFilters{Payees: []string{"Baker"}, Not: []string{"payee"}}, []reports.ChosenFilter{{Field: "payee", ID: "baker", Name: "Baker", Not: true}}, 30},
		{budget.ReportFilters{Accounts: []string{"bank"}, Flags: []string{rows.None}, Not: []string{"account"}}, []reports.ChosenFilter{{Field: "account", ID: "bank", Name: "Bank", Not: true}, {Field: "flag", ID: rows.None, Name: "No flag"}}, 0},
	} {
		q.ReportFilters = c.filters
		got, err := h.a.Spending(t.Context(), Machine(), h.id, q, reports.ByPayee)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got.Filters); diff != "" || int(got.Whole.Total) != c.sum {
			t.Errorf("%+v: %d was spent, want %d: %s", c.filters, got.Whole.Total, c.sum, diff)
		}
	}
}
