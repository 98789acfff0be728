package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/rows"
	"holdover/internal/budget"
	"holdover/internal/report"
)

// What a report looks at, or leaves out, it says by name, in the order of its filters: groups are left out with categories.
func TestReportsSayWhatTheyLookAt(t *testing.T) {
	h := newHome(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -700, Category: "food", Payee: "baker"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -30, Payee: "bakery"})
	q := ReportQuery{Span: report.Span{From: march.Month(), Until: march.Month()}}
	for _, c := range []struct {
		filters budget.ReportFilters
		want    []ChosenFilter
		sum     int
	}{
		{budget.ReportFilters{}, nil, 730},
		{budget.ReportFilters{Groups: []string{"Daily"}, Payees: []string{rows.None}}, []ChosenFilter{{"payee", rows.None, "No payee", false}, {"group", "daily", "Daily", false}}, 0},
		{budget.ReportFilters{Groups: []string{"daily"}, Not: []string{"category"}}, []ChosenFilter{{"group", "daily", "Daily", true}}, 30},
		{budget.ReportFilters{Categories: []string{"food", rows.None}, Not: []string{"category"}}, []ChosenFilter{{"category", "food", "Food", true}, {"category", rows.None, "No category", true}}, 0},
		{budget.ReportFilters{Payees: []string{"Baker"}, Not: []string{"payee"}}, []ChosenFilter{{"payee", "baker", "Baker", true}}, 30},
		{budget.ReportFilters{Accounts: []string{"bank"}, Flags: []string{rows.None}, Not: []string{"account"}}, []ChosenFilter{{"account", "bank", "Bank", true}, {"flag", rows.None, "No flag", false}}, 0},
	} {
		q.ReportFilters = c.filters
		got, err := h.a.Spending(t.Context(), Machine(), h.id, q, ByPayee)
		if err != nil {
			t.Fatal(err)
		}
		if wrong := cmp.Diff(c.want, got.Filters); wrong != "" || int(got.Whole.Total) != c.sum {
			t.Errorf("%+v: %d was spent, want %d: %s", c.filters, got.Whole.Total, c.sum, wrong)
		}
	}
}
