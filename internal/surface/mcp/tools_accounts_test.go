package mcp_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/mcp"
	"holdover/internal/testing/testkit"
)

// wrote calls a tool that makes one change, undoes it, and makes it again. applies reports whether it is in force.
func (w *walker) wrote(tool string, in object, applies func() bool) {
	w.t.Helper()
	if applies() {
		w.t.Errorf("%s: %v applies before the change", tool, in)
	}
	var done, undone mcp.ChangeResult
	w.must(tool, in, &done)
	if done.Change == 0 || !applies() {
		w.t.Errorf("%s %v: change %d does not apply", tool, in, done.Change)
	}
	if w.must("undo", object{"change": done.Change}, &undone); undone.Change != done.Change+1 || applies() {
		w.t.Errorf("%s %v: change %d applies after its undo %d", tool, in, done.Change, undone.Change)
	}
	w.must(tool, in, &done)
}

// refuses calls a tool with inputs that must fail, each with its text.
func (w *walker) refuses(tool string, all map[string]object) {
	w.t.Helper()
	for says, in := range all {
		if got := w.call(tool, in, &object{}); !strings.Contains(got, says) {
			w.t.Errorf("%s %v: %q, want it refused with %q", tool, in, got, says)
		}
	}
}

// An assistant lists account groups, and moves an account into one and out of it.
func TestAssistantGroupsAccounts(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	read := func() (all mcp.Accounts) {
		t.Helper()
		w.must("accounts", object{}, &all)
		return all
	}
	first := read().Accounts[0]
	if got := read(); len(got.Groups) != 0 || first.Group != "" {
		t.Errorf("a budget without groups has %v, and the first account is in %q", got.Groups, first.Group)
	}
	group := func() string {
		t.Helper()
		all := read().Accounts
		return all[slices.IndexFunc(all, func(acc mcp.OneAccount) bool { return acc.ID == first.ID })].Group
	}
	testkit.Must(a.NewAccountGroup(t.Context(), app.Machine(), id, "Everyday"))(t)
	if got := read().Groups; !slices.Equal(got, []string{"Everyday"}) {
		t.Errorf("the groups are %v", got)
	}
	w.wrote("group_account", object{"account": first.ID, "group": "everyday"}, func() bool { return group() == "Everyday" })
	w.wrote("group_account", object{"account": first.ID}, func() bool { return group() == "" })
	w.refuses("group_account", map[string]object{`"Elsewhere" not found`: {"account": first.ID, "group": "Elsewhere"}, `"Nowhere" not found`: {"account": "Nowhere", "group": "Everyday"}})
}

// An assistant sets the terms of a loan, and reads when it is paid off, also with larger payments.
func TestAssistantReadsAndSetsALoan(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	today := a.Today(t.Context())
	_, _, err := a.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Flat", Type: "mortgage", Balance: -100_000_000, Date: today})
	testkit.NoError(t, err)
	read := func(more object) (l mcp.Loan) {
		t.Helper()
		in := object{"account": "Flat"}
		for name, value := range more {
			in[name] = value
		}
		w.must("loan", in, &l)
		return l
	}
	if l := read(nil); l.Owed != "100000.00" || l.Planned != nil || len(l.Terms) != 0 || l.Frequency != "monthly" {
		t.Errorf("the loan without terms is %+v", l)
	}
	w.wrote("set_loan_term", object{"account": "Flat", "term": "rate", "value": "6"}, func() bool { return len(read(nil).Terms) == 1 })
	w.wrote("set_loan_term", object{"account": "Flat", "term": "payment", "value": 599.55}, func() bool { return len(read(nil).Terms) == 2 })
	l := read(nil)
	if got := l.Terms[0]; got != (mcp.LoanTerm{Term: "rate", Since: today.String(), Value: "6.000"}) {
		t.Errorf("the rate is %+v", got)
	}
	if l.Planned == nil || l.Planned.Payments != 360 || l.Planned.PaidOff != today.AddMonths(360).String() || l.Planned.Remaining != "0.00" || l.Simulated != nil {
		t.Errorf("the plan is %+v", l.Planned)
	}
	if l := read(object{"extra": "100"}); l.Simulated == nil || l.Simulated.Payments != 252 {
		t.Errorf("with 100 more each month: %+v", l.Simulated)
	}
	w.wrote("set_loan_term", object{"account": "Flat", "term": "frequency", "value": "weekly"}, func() bool { return read(nil).Frequency == "weekly" })
	w.refuses("loan", map[string]object{"below zero": {"account": "Flat", "extra": "-1"}, "not a loan": {"account": firstAccount(t, a, id)}})
	w.refuses("set_loan_term", map[string]object{
		"not a term": {"account": "Flat", "term": "fee", "value": "1"}, "not paid": {"account": "Flat", "term": "frequency", "value": "daily"},
		"rate is not between": {"account": "Flat", "term": "rate", "value": "1001"}, "not a day": {"account": "Flat", "term": "rate", "value": "1", "since": "soon"},
		"below zero": {"account": "Flat", "term": "escrow", "value": "-1"},
	})
}

func firstAccount(t *testing.T, a *app.App, id string) string {
	t.Helper()
	return testkit.Must(a.Accounts(t.Context(), app.Machine(), id))(t)[0].ID
}

// An assistant lists tags and renames one.
func TestAssistantListsAndRenamesTags(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	w.must("add_transaction", object{"account": firstAccount(t, a, id), "amount": "-12.50", "payee": "Ferry", "memo": "#calais and back"}, &mcp.ChangeResult{})
	find := func(name string) *mcp.OneTag {
		t.Helper()
		var all mcp.Tags
		w.must("tags", object{}, &all)
		if i := slices.IndexFunc(all.Tags, func(t mcp.OneTag) bool { return t.Name == name }); i >= 0 && all.Count == len(all.Tags) {
			return &all.Tags[i]
		}
		return nil
	}
	if got := find("calais"); got == nil || got.Transactions != 1 || got.Sum != "-12.50" || got.Last != a.Today(t.Context()).String() {
		t.Errorf("the tag is %+v", got)
	}
	w.wrote("rename_tag", object{"tag": "#Calais", "name": "dover"}, func() bool { return find("dover") != nil && find("calais") == nil })
	w.refuses("rename_tag", map[string]object{"no notes have this tag": {"tag": "calais", "name": "x"}, "a tag": {"tag": "dover", "name": "two words"}})
}

// An assistant sets and removes targets, and reads the needed amounts.
func TestAssistantSetsTargets(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	var all mcp.Categories
	w.must("categories", object{}, &all)
	i := slices.IndexFunc(all.Categories, func(c mcp.CategoryFigures) bool { return c.Group != "Income" })
	category := all.Categories[i].ID
	w.must("assign", object{"category": category, "amount": "0"}, &mcp.ChangeResult{})
	w.must("set_target", object{"category": category, "kind": "none"}, &mcp.ChangeResult{})
	read := func() *mcp.TargetFigures {
		t.Helper()
		var all mcp.Categories
		w.must("categories", object{"targets": true}, &all)
		return all.Categories[i].Target
	}
	w.wrote("set_target", object{"category": category, "kind": "month", "amount": 250}, func() bool {
		got := read()
		return got != nil && *got == mcp.TargetFigures{Type: "NEED", Amount: "250.00", Needed: "250.00", Missing: "250.00"}
	})
	day := a.Today(t.Context()).AddMonths(3).String()
	w.wrote("set_target", object{"category": category, "kind": "balance", "amount": "1200.50", "by": day}, func() bool {
		got := read()
		return got != nil && got.Type == "TBD" && got.Amount == "1200.50" && got.By == day
	})
	w.wrote("set_target", object{"category": category, "kind": "often", "months": 6, "amount": "60", "by": day, "refill": true}, func() bool { return read().Amount == "60.00" })
	w.wrote("set_target", object{"category": category, "kind": "income", "percent": "12.5", "last_month": true}, func() bool {
		got := read()
		return got.Type == "income_share" && got.Percent == "12.5" && got.LastMonth
	})
	w.wrote("set_target", object{"category": category, "kind": "rest", "weight": 2}, func() bool {
		got := read()
		return *got == mcp.TargetFigures{Type: "remainder", Amount: "0.00", Weight: 2, Needed: "0.00", Missing: "0.00"}
	})
	w.wrote("set_target", object{"category": category, "kind": "schedule"}, func() bool { return read().Type == "schedule" })
	if w.must("categories", object{}, &all); all.Categories[i].Target != nil {
		t.Errorf("targets are listed without being asked for")
	}
	w.wrote("set_target", object{"category": category, "kind": "none"}, func() bool { return read() == nil })
	w.refuses("set_target", map[string]object{
		"not a type of target": {"category": category, "kind": "sometimes", "amount": "1"}, "above zero": {"category": category, "kind": "month"},
		"not a percentage": {"category": category, "kind": "income"}, "whole number from 1": {"category": category, "kind": "rest"}, "transaction not found": {"category": category, "kind": "schedule", "schedule": "x"},
		"needs a date": {"category": category, "kind": "date", "amount": "5"}, "not a day": {"category": category, "kind": "date", "amount": "5", "by": "soon"},
	})
}

// An assistant sets the expected income, and reads it with what the targets cost.
func TestAssistantComparesTargetsWithTheExpectedIncome(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	read := func() (m mcp.OneMonth) {
		w.must("month", object{}, &m)
		return m
	}
	if m := read(); m.ExpectedIncome != "" {
		t.Fatalf("the expected income is %q before it was set", m.ExpectedIncome)
	}
	w.wrote("expect_income", object{"amount": "3200"}, func() bool {
		m := read()
		return m.ExpectedIncome == "3200.00" && m.TargetsCost != ""
	})
	w.refuses("expect_income", map[string]object{"below zero": {"amount": "-1"}})
}

// An assistant sorts the categories of a group by name.
func TestAssistantSortsCategories(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	names := func(group string) (in []string) {
		var all mcp.Categories
		w.must("categories", object{"group": group}, &all)
		for _, c := range all.Categories {
			in = append(in, c.Category)
		}
		return in
	}
	var all mcp.Categories
	w.must("categories", object{}, &all)
	group := ""
	for _, c := range all.Categories {
		if in := names(c.Group); !slices.IsSorted(in) {
			group = c.Group
		}
	}
	if group == "" {
		t.Fatal("the categories of each group are sorted before")
	}
	w.wrote("sort_categories", object{"group": group}, func() bool { return slices.IsSorted(names(group)) })
	w.refuses("sort_categories", map[string]object{"not found": {"group": "Nowhere"}})
}
