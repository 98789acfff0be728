package budget_test

import (
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestEmptyBudgetSaysWhatToDoFirst opens a new budget without categories.
func TestEmptyBudgetSaysWhatToDoFirst(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	made := testkit.Must(w.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Empty", Currency: "EUR"}))(t)
	b := walk.NewPlain(t, w)
	b.Open("/budgets/" + made.ID)
	for _, words := range []string{"First steps", "0 of 4 done", "Add an account", "Add a group of categories", "import a file"} {
		b.Sees(words)
	}
	b.Send("/do/new-group", "New group", url.Values{"name": {"Bills"}})
	b.Open("/budgets/" + made.ID)
	b.Sees("1 of 4 done")
	if strings.Contains(b.Page, "Add a group of categories") {
		t.Error("a budget with a group is asked for groups")
	}
	b.Send("/view", "Hide", url.Values{"start": {"leave"}})
	b.Open("/budgets/" + made.ID)
	if strings.Contains(b.Page, "First steps") {
		t.Error("the first steps are shown after the user has left them")
	}
}

// TestMoneyWithoutACategoryIsNamedBesideToBudget receives money and spends some of it without choosing categories.
func TestMoneyWithoutACategoryIsNamedBesideToBudget(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	made := testkit.Must(w.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Student", Currency: "EUR"}))(t)
	_, account, err := w.App.AddAccount(t.Context(), app.Machine(), made.ID, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	b := walk.NewPlain(t, w)
	b.Open("/budgets/" + made.ID)
	if strings.Contains(b.Page, "needs-category") {
		t.Error("a budget without such transactions mentions them")
	}
	for _, amount := range []money.Milli{934_000, -34_000} {
		if _, _, err := w.App.AddRow(t.Context(), app.Machine(), made.ID, rows.Entry{Account: account, Date: civil.MakeDate(2026, 11, 2), Amount: amount, PayeeName: "Parents"}); err != nil {
			t.Fatal(err)
		}
	}
	b.Send("/do/new-group", "New group", url.Values{"name": {"Bills"}})
	b.Open("/budgets/" + made.ID)
	b.Sees(`<a href="/budgets/` + made.ID + `/accounts/all?uncategorised=1" hx-boost="false">2 transactions need a category</a>, <strong class="fig plus">900,00`)
}

// TestNegativeToBudgetNamesEarlierOverspending overspends November and budgets more in December than is left.
func TestNegativeToBudgetNamesEarlierOverspending(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	id := w.ImportSample(t)
	b, home := walk.NewPlain(t, w), "/budgets/"+id
	const november, december = "2026-11", "2026-12"
	screen := testkit.Must(w.App.Screen(t.Context(), app.Machine(), id))(t)
	groceries := ""
	for _, c := range screen.Categories {
		if c.Name == "Groceries" {
			groceries = c.ID
		}
	}
	menu := func(month string) {
		t.Helper()
		b.Open(home + "/menu?" + url.Values{"to-budget": {month}, "back": {home}}.Encode())
	}
	budgeted := func(month, amount string) {
		t.Helper()
		b.Open(home + "/menu?" + url.Values{"budgeted": {groceries + "." + month}, "back": {home}}.Encode())
		b.Send("/do/budgeted", "Amount", url.Values{"amount": {amount}})
		b.Sees("for Groceries")
	}
	budgeted(november, "-5000")
	menu(december)
	if strings.Contains(b.Page, "was overspent by") {
		t.Error("a To Budget that is not negative is explained")
	}
	left := testkit.Must(w.App.Screen(t.Context(), app.Machine(), id))(t).Sheet.Month(civil.MakeMonth(2026, 12)).ToBudget
	if left <= 0 {
		t.Fatal("To Budget of December is not negative: ", left)
	}
	budgeted(december, screen.Budget.CurrencyFormat.Text(left+10_000))
	menu(december)
	b.Sees("November 2026 was overspent by")
	b.Sees("This is the only cause")
	budgeted(december, screen.Budget.CurrencyFormat.Text(left+90_000_000))
	menu(december)
	b.Sees("November 2026 was overspent by")
	if strings.Contains(b.Page, "only cause") {
		t.Error("the overspending is named as the only cause")
	}
	menu("2027-01")
	b.Sees("To Budget was already negative in December 2026")
}

// TestDeletingACategorySaysThatSchedulesAndRulesFollow opens the menu of a category that is in use.
func TestDeletingACategorySaysThatSchedulesAndRulesFollow(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	id := w.ImportSample(t)
	b := walk.NewPlain(t, w)
	screen := testkit.Must(w.App.Screen(t.Context(), app.Machine(), id))(t)
	for _, c := range screen.Categories {
		if c.Name == "Rent" {
			b.Open("/budgets/" + id + "/menu?" + url.Values{"category": {c.ID}}.Encode())
			b.Sees("Its transactions, scheduled transactions and budgeted amounts move to another category, and rules that set it are changed to that one.")
			return
		}
	}
	t.Fatal("the sample has no category Rent")
}
