package files_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkNewBudget starts without any budget and adds a row and a budgeted amount.
func TestWalkNewBudget(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.Open("/budgets")
	w.See("You have no budgets yet")
	w.Click("New budget")
	walk.Check(t, w.Tab, "a new budget")
	w.Click("Create")
	w.See("A budget needs a name. Choose a name such as Household.")
	w.Fill("Name", "Our home 🏡")
	w.See("Amounts look like 1.234,56 € and −12,34 €.")
	browsertest.Shot(t, w.Tab, "walk-new-budget")
	w.Choose("Currency", "KWD")
	w.Eval(`document.querySelector('#budget-currency').dispatchEvent(new Event('input', {bubbles: true}))`)
	w.See("Amounts look like 1,234.560 KD and −12.340 KD.")
	w.Click("Create")

	w.See("Start with the account you use most.")
	w.ID = strings.Split(w.Eval(`location.pathname`), "/")[2]
	w.Click("Checking")
	w.Keys("Bank" + kb.Tab) // the name field has the focus
	w.Fill("Amount", "500")
	w.See("the account starts at 500.000 KD. To Budget rises by 500.000 KD.")
	w.Keys(kb.Enter)
	w.See("Added the account Bank")
	w.CheckConserved()
	w.Click("Add transaction")
	row := walk.RowWalker{Walker: w}
	row.Type("payee", "Baker"+kb.Tab)
	row.Type("category", "Groceries"+kb.Tab)
	row.Type("amount", "12.345"+kb.Enter)
	w.See("Added the transaction")
	w.Keys(kb.Escape)
	w.See("487.655")
	w.CheckConserved()

	w.Click("Budget")
	w.See("Now and then")
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("40" + kb.Enter + kb.Escape)
	w.CheckFigure("Groceries", "balance", "27.655")
	w.Until("To Budget 460", `document.querySelector('.to-budget strong').innerText.replace(/\s/g, ' ') === '460.000 KD'`)
	w.CheckConserved()
	browsertest.Shot(t, w.Tab, "walk-new-budget-screen")
	walk.Check(t, w.Tab, "the new budget's screen")

	// Undo back to the beginning: the first change cannot be undone, all others can.
	w.Open("/budgets/" + w.ID + "/history")
	w.See("Created the budget Our home 🏡")
	w.Open("/budgets")
	w.Click("New budget")
	w.Fill("Name", " our HOME 🏡")
	w.Click("Create")
	w.See("A budget named Our home 🏡 already exists")
}

// TestNewBudgetWithoutScripts does the same like a browser without scripts.
func TestNewBudgetWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/new")
	if status := b.Send("/budgets", "Create", url.Values{"name": {" "}, "currency": {"USD"}, "month": {"2026-10"}}); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
	b.Sees("A budget needs a name")
	b.Send("/budgets", "Create", url.Values{"name": {"Home"}, "currency": {"USD"}, "month": {"2026-10"}, "numbers": {""}, "dates": {"MM/DD/YYYY"}})
	b.Sees("What kind of account is it?")
	home := strings.TrimSuffix(b.At, "/accounts/new")
	b.Open(home + "/accounts/new?type=creditCard")
	account := url.Values{"name": {"Card"}, "place": {"on"}, "owed": {"1"}, "amount": {"250"}, "date": {"2026-10-05"}}
	account.Set("date", "soon")
	if status := b.Send("/accounts", "Add the account", account); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
	b.Sees(`"soon" is not a date`)
	account.Set("date", "2026-10-05")
	b.Send("/accounts", "Add the account", account)
	b.Sees("Added the account Card")
	b.Sees("−$250.00")
	register := strings.Split(b.At, "?")[0]

	b.Open(register + "?reconcile=1")
	b.Sees(`value="-250.00"`)
	b.Open(register + "?reconcile=1&bank=-240&on=2026-10-31")
	b.Sees("Add adjustment of $10.00")
	if status := b.Send("/do/reconcile", "Add adjustment", url.Values{"adjustment": {"9000"}}); status != http.StatusConflict {
		t.Errorf("an adjustment that is no longer the difference: status %d", status)
	}
	b.Sees("$10.00 is missing")
	b.Open(register + "?reconcile=1&bank=-240&on=2026-10-31")
	b.Send("/do/reconcile", "Add adjustment", nil)
	b.Sees("Reconciled Card at −$240.00: 2 transactions, with an adjustment of $10.00")
	if strings.Contains(b.At, "reconcile=") {
		t.Errorf("the page still reconciles at %s", b.At)
	}
	b.Open(home + "/menu?" + url.Values{"account": {strings.TrimPrefix(register, home+"/accounts/")}, "back": {register}}.Encode())
	if status := b.Send("/do/close-account", "Close account", url.Values{"to": {""}}); status != http.StatusConflict {
		t.Errorf("status %d", status)
	}
	b.Sees("Choose the account that receives it")
	b.Send("/do/close-account", "Close account", url.Values{"to": {"write-off"}, "category": {""}})
	b.Sees("Closed the account Card and wrote −$240.00 off")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Closed the account Card")
	b.Open(home + "/accounts")
}
