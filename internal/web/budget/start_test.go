package budget_test

import (
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/testkit"
	"holdover/internal/web/webtest"
)

// TestEmptyBudgetSaysWhatToDoFirst opens a new budget without categories.
func TestEmptyBudgetSaysWhatToDoFirst(t *testing.T) {
	t.Parallel()
	w := walk.NewWorld(t, webtest.Pages)
	made := testkit.Must(w.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Empty", Currency: "EUR"}))(t)
	b := walk.NewPlain(t, w)
	b.Open("/budgets/" + made.ID)
	for _, words := range []string{"This budget is empty", "Add an account", "Add a group of categories", "import a file"} {
		b.Sees(words)
	}
	b.Send("/do/new-group", "New group", url.Values{"name": {"Bills"}})
	b.Open("/budgets/" + made.ID)
	if strings.Contains(b.Page, "This budget is empty") {
		t.Error("a budget with a group is said to be empty")
	}
}

// TestNegativeToBudgetNamesTheOverspendingBefore budgets the whole of December, which November's overspending makes negative.
func TestNegativeToBudgetNamesTheOverspendingBefore(t *testing.T) {
	t.Parallel()
	w := walk.NewWorld(t, webtest.Pages)
	id := w.ImportSample(t)
	b, home := walk.NewPlain(t, w), "/budgets/"+id
	screen := testkit.Must(w.App.Screen(t.Context(), app.Machine(), id))(t)
	var groceries string
	for _, c := range screen.Categories {
		if c.Name == "Groceries" {
			groceries = c.ID
		}
	}
	menu := func(month string) {
		t.Helper()
		b.Open(home + "/menu?" + url.Values{"to-budget": {month}, "back": {home}}.Encode())
	}
	const cause = "November 2026 was overspent by €37.51, which is taken from this month."
	menu("2026-12")
	if strings.Contains(b.Page, "was overspent by") {
		t.Error("a To Budget that is not negative has a cause")
	}
	b.Open(home + "/menu?" + url.Values{"budgeted": {groceries + ".2026-12"}, "back": {home}}.Encode())
	b.Send("/do/budgeted", "Amount", url.Values{"amount": {"20"}})
	menu("2026-12")
	b.Sees(cause + " That is the whole cause")
	b.Open(home + "/menu?" + url.Values{"budgeted": {groceries + ".2026-12"}, "back": {home}}.Encode())
	b.Send("/do/budgeted", "Amount", url.Values{"amount": {"200"}})
	menu("2026-12")
	b.Sees(cause)
	if strings.Contains(b.Page, "whole cause") {
		t.Error("overspending of 37.51 is called the whole cause of more")
	}
	menu("2027-01")
	b.Sees("To Budget was already negative in December 2026")
}

// TestDeletingACategorySaysThatSchedulesAndRulesFollow opens the menu of a category that is in use.
func TestDeletingACategorySaysThatSchedulesAndRulesFollow(t *testing.T) {
	t.Parallel()
	w := walk.NewWorld(t, webtest.Pages)
	id := w.ImportSample(t)
	b := walk.NewPlain(t, w)
	screen := testkit.Must(w.App.Screen(t.Context(), app.Machine(), id))(t)
	for _, c := range screen.Categories {
		if c.Name == "Rent" {
			b.Open("/budgets/" + id + "/menu?" + url.Values{"category": {c.ID}}.Encode())
			b.Sees("Its transactions, scheduled transactions and budgeted amounts go to another category, and rules that set it set that one.")
			return
		}
	}
	t.Fatal("the sample has no category Rent")
}
