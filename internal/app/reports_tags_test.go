package app

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// TestSpendingByTag sums two transactions, one of them split, by their tags: an expense counts for each of its tags and once
// in the total.
func TestSpendingByTag(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -500, Category: "food", Payee: "baker", Memo: "ferry #Holiday #family"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -300, Memo: "#market", Parts: []rows.PartEntry{{Amount: -100, Memo: "#holiday"}, {Amount: -200, Category: "food"}}})
	h.add(t, rows.Entry{Account: "cash", Date: march.AddDays(30), Amount: -7, Category: "food", Memo: "##holiday"})
	span := report.Span{From: march.Month(), Until: march.Month().Add(1)}
	for _, c := range []struct {
		name       string
		filters    budget.ReportFilters
		by, across string
	}{
		{
			"all",
			budget.ReportFilters{},
			"#Holiday 0.600; #family 0.500; #market 0.300; No tag 0.007; total 0.807 true",
			"#Holiday 0.500 0.100; #family 0.500 0.000; #market 0.200 0.100; No tag 0.007 0.000; Food 0.707, No category 0.100, total 0.807 true",
		},
		{
			"one tag",
			budget.ReportFilters{Tags: []string{"HOLIDAY"}},
			"#Holiday 0.600; #family 0.500; #market 0.100; total 0.600 true",
			"#Holiday 0.500 0.100; #family 0.500 0.000; #market 0.000 0.100; Food 0.500, No category 0.100, total 0.600 true",
		},
		{
			"all but two tags",
			budget.ReportFilters{Tags: []string{"#family", "#market"}, Not: []string{"tag"}},
			"No tag 0.007; total 0.007 false", "No tag 0.007; Food 0.007, total 0.007 false",
		},
		{"no tag", budget.ReportFilters{Tags: []string{rows.None}}, "No tag 0.007; total 0.007 false", "No tag 0.007; Food 0.007, total 0.007 false"},
		{"an unused tag", budget.ReportFilters{Tags: []string{"#nowhere"}}, "total 0.000 false", "total 0.000 false"},
	} {
		q := reports.Query{Span: span, ReportFilters: c.filters}
		one, err := h.a.Spending(t.Context(), Machine(), h.id, q, reports.ByTag)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range one.Lines {
			got += fmt.Sprint(l.Name, " ", l.Total, "; ")
		}
		if got += fmt.Sprint("total ", one.Whole.Total, " ", one.Overlaps); got != c.by {
			t.Errorf("%s, by tag:\n%s, want\n%s", c.name, got, c.by)
		}
		two, err := h.a.SpendingAcross(t.Context(), Machine(), h.id, q, reports.ByTag, reports.ByCategory)
		if err != nil {
			t.Fatal(err)
		}
		got = ""
		for i, row := range two.Rows {
			got += row.Name
			for _, amount := range two.Cells[i] {
				got += " " + amount.String()
			}
			got += "; "
		}
		for _, column := range two.Columns {
			got += fmt.Sprint(column.Name, " ", column.Total, ", ")
		}
		if got += fmt.Sprint("total ", two.Total, " ", two.Overlaps); got != c.across {
			t.Errorf("%s, by tag and category:\n%s, want\n%s", c.name, got, c.across)
		}
	}
	if _, err := h.a.Spending(t.Context(), Machine(), h.id, reports.Query{Span: span, ReportFilters: budget.ReportFilters{Tags: []string{"two words"}}}, reports.ByTag); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("a filter by a text that is no tag: error %v, want Invalid", err)
	}
}

// TestSpendingByAccountGroup sums spending by groups of accounts, alone and with another dimension; other accounts are "No
// account group".
func TestSpendingByAccountGroup(t *testing.T) {
	h := newTestBudget(t)
	everyday := h.newAccountGroup(t, "Everyday")
	done, err := h.a.GroupAccount(t.Context(), Machine(), h.id, "bank", everyday, "")
	h.must(t, done, err)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -500, Category: "food"})
	h.add(t, rows.Entry{Account: "cash", Date: march, Amount: -30, Category: "food"})
	q := reports.Query{Span: report.Span{From: march.Month(), Until: march.Month()}}
	one, err := h.a.Spending(t.Context(), Machine(), h.id, q, reports.ByAccountGroup)
	if err != nil || len(one.Lines) != 2 || one.Lines[0].Name != "Everyday" || one.Lines[0].Total != 500 || one.Lines[1].ID != rows.None || one.Lines[1].Total != 30 {
		t.Errorf("by account group: %+v, error %v", one.Lines, err)
	}
	two, err := h.a.SpendingAcross(t.Context(), Machine(), h.id, q, reports.ByCategory, reports.ByAccountGroup)
	if err != nil || len(two.Columns) != 2 || two.Columns[0].ID != everyday || two.Columns[1].Name != "No account group" || fmt.Sprint(two.Cells) != "[[0.500 0.030]]" {
		t.Errorf("by category and account group: %+v, error %v", two.Cross, err)
	}
	if _, err := h.a.SpendingAcross(t.Context(), Machine(), h.id, q, reports.ByAccount, reports.ByAccountGroup); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("by account and account group: error %v, want Invalid", err)
	}
}

// TestReportsByRegexpsAndAnyCondition filters by regular expressions, of which a part of a split can meet one, and by any of
// several conditions, which a whole transaction meets. The filter is saved with a report.
func TestReportsByRegexpsAndAnyCondition(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -500, Category: "food", Payee: "baker", Memo: "bread and Bütter"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -300, Memo: "market", Parts: []rows.PartEntry{{Amount: -100, Memo: "butter"}, {Amount: -200, Category: "food"}}})
	h.add(t, rows.Entry{Account: "cash", Date: march, Amount: -7, Category: "food", Memo: "#lunch"})
	butter, baker := budget.Regexp{Text: "b[uü]tter$"}, budget.Regexp{Text: "^BAK"}
	not := func(r budget.Regexp) budget.Regexp { return budget.Regexp{Text: r.Text, Not: true} }
	span := report.Span{From: march.Month(), Until: march.Month()}
	for _, c := range []struct {
		name    string
		filters budget.ReportFilters
		want    int
	}{
		{"notes", budget.ReportFilters{NotesRegexp: butter}, 600},
		{"other notes", budget.ReportFilters{NotesRegexp: not(butter)}, 207},
		{"payee", budget.ReportFilters{PayeeRegexp: baker}, 500},
		{"another payee or none", budget.ReportFilters{PayeeRegexp: not(baker)}, 307},
		{"both", budget.ReportFilters{PayeeRegexp: not(baker), NotesRegexp: butter}, 100},
		{"any of notes and a tag", budget.ReportFilters{Any: true, NotesRegexp: budget.Regexp{Text: "^butter"}, Tags: []string{"#lunch"}}, 307},
		{"any of an amount and a payee, in an account", budget.ReportFilters{Any: true, Accounts: []string{"bank"}, Most: new(money.Milli(300)), Payees: []string{"baker"}}, 800},
		{"any of no category and a payee", budget.ReportFilters{Any: true, Categories: []string{rows.None}, Payees: []string{"baker"}}, 800},
		{"any of no payee and an unknown tag", budget.ReportFilters{Any: true, Payees: []string{rows.None}, Tags: []string{"#x"}}, 307},
		{"any of all but a group and all but a payee", budget.ReportFilters{Any: true, Groups: []string{"daily"}, Payees: []string{"baker"}, Not: []string{"category", "payee"}}, 307},
		{"any of nothing", budget.ReportFilters{Any: true, Accounts: []string{"cash"}}, 7},
	} {
		got, err := h.a.Spending(t.Context(), Machine(), h.id, reports.Query{Span: span, ReportFilters: c.filters}, reports.ByCategory)
		if err != nil || int(got.Whole.Total) != c.want {
			t.Errorf("%s: %d was spent, want %d (error %v)", c.name, got.Whole.Total, c.want, err)
		}
		own := reports.SavedReport{ID: NewID(), Name: c.name, Ask: reports.Ask{Kind: report.KindSpending, ReportFilters: c.filters}}
		if _, err := h.a.KeepReport(t.Context(), Machine(), h.id, own); err != nil {
			t.Fatal(err)
		}
		saved, err := h.a.OwnReports(t.Context(), Machine(), h.id)
		if err != nil {
			t.Fatal(err)
		}
		if again := saved[len(saved)-1]; again.Any != c.filters.Any || again.NotesRegexp != c.filters.NotesRegexp || again.PayeeRegexp != c.filters.PayeeRegexp {
			t.Errorf("%s is saved as %+v", c.name, again.ReportFilters)
		}
	}
	for _, wrong := range []budget.ReportFilters{{PayeeRegexp: budget.Regexp{Text: "(a"}}, {NotesRegexp: budget.Regexp{Text: strings.Repeat("a", 300)}}, {Any: true, NotesRegexp: budget.Regexp{Text: "*"}}} {
		if _, err := h.a.Spending(t.Context(), Machine(), h.id, reports.Query{Span: span, ReportFilters: wrong}, reports.ByCategory); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%+v: error %v, want Invalid", wrong, err)
		}
		if _, err := h.a.KeepReport(t.Context(), Machine(), h.id, reports.SavedReport{Name: "Wrong", Ask: reports.Ask{Kind: report.KindSpending, ReportFilters: wrong}}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%+v was saved: error %v", wrong, err)
		}
	}
}
