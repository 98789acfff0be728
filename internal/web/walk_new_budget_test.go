package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
)

// TestWalkNewBudget begins with nothing at all and comes to a row and an amount
// that is budgeted.
func TestWalkNewBudget(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.open("/budgets")
	w.see("There is no budget here yet")
	w.click("New budget")
	checkPage(t, w.tab, "a new budget")
	w.click("Begin")
	w.see("A budget needs one. Call it what you like, such as Household.")
	w.fill("Name", "Our home 🏡")
	w.see("Amounts look like 1.234,56 € and −12,34 €.")
	browsertest.Shot(t, w.tab, "walk-new-budget")
	w.choose("Currency", "KWD")
	w.eval(`document.querySelector('#budget-currency').dispatchEvent(new Event('input', {bubbles: true}))`)
	w.see("Amounts look like 1,234.560 KD and −12.340 KD.")
	w.click("Begin")

	w.see("Begin with the account that you pay most things from.")
	w.id = strings.Split(w.eval(`location.pathname`), "/")[2]
	w.click("Checking")
	w.keys("Bank" + kb.Tab) // the name is where one begins
	w.fill("How much", "500")
	w.see("the account begins at 500.000 KD. To Budget rises by 500.000 KD.")
	w.keys(kb.Enter)
	w.see("Added the account Bank")
	w.law()
	w.click("Add transaction")
	row := rowWalker{w}
	row.put("payee", "Baker"+kb.Tab)
	row.put("category", "Groceries"+kb.Tab)
	row.put("amount", "12.345"+kb.Enter)
	w.see("Added the row")
	w.keys(kb.Escape)
	w.see("487.655")
	w.law()

	w.click("Budget")
	w.see("Now and then")
	w.clickFigure("Groceries", "budgeted")
	w.keys("40" + kb.Enter + kb.Escape)
	w.is("Groceries", "balance", "27.655")
	w.until("To Budget 460", `document.querySelector('.to-budget strong').innerText.replace(/\s/g, ' ') === '460.000 KD'`)
	w.law()
	browsertest.Shot(t, w.tab, "walk-new-budget-screen")
	checkPage(t, w.tab, "the new budget's screen")

	// Back to the beginning: the first thing done cannot be undone, all others can.
	w.open("/budgets/" + w.id + "/history")
	w.see("Began the budget Our home 🏡")
	w.open("/budgets")
	w.click("New budget")
	w.fill("Name", " our HOME 🏡")
	w.click("Begin")
	w.see("There is a budget called Our home 🏡 already")
}

// TestNewBudgetWithoutScripts goes the same way as a browser without scripts
// would.
func TestNewBudgetWithoutScripts(t *testing.T) {
	world := newWorld(t)
	b := newPlainBrowser(t, world)
	b.open("/budgets/new")
	if status := b.send("/budgets", "Begin", url.Values{"name": {" "}, "currency": {"USD"}, "month": {"2026-10"}}); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
	b.sees("A budget needs one")
	b.send("/budgets", "Begin", url.Values{"name": {"Home"}, "currency": {"USD"}, "month": {"2026-10"}, "numbers": {""}, "dates": {"MM/DD/YYYY"}})
	b.sees("What kind of account is it?")
	home := strings.TrimSuffix(b.at, "/accounts/new")
	b.open(home + "/accounts/new?type=creditCard")
	account := url.Values{"name": {"Card"}, "place": {"on"}, "owed": {"1"}, "amount": {"250"}, "date": {"2026-10-05"}}
	account.Set("date", "soon")
	if status := b.send("/accounts", "Add the account", account); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
	b.sees(`"soon" is none`)
	account.Set("date", "2026-10-05")
	b.send("/accounts", "Add the account", account)
	b.sees("Added the account Card")
	b.sees("−$250.00")
	register := strings.Split(b.at, "?")[0]

	b.open(register + "?reconcile=1")
	b.sees(`value="-250.00"`)
	b.open(register + "?reconcile=1&bank=-240&on=2026-10-31")
	b.sees("Add adjustment of $10.00")
	if status := b.send("/do/reconcile", "Add adjustment", url.Values{"adjustment": {"9000"}}); status != http.StatusConflict {
		t.Errorf("an adjustment that is not what is missing by now: %d", status)
	}
	b.sees("$10.00 is missing")
	b.open(register + "?reconcile=1&bank=-240&on=2026-10-31")
	b.send("/do/reconcile", "Add adjustment", nil)
	b.sees("Reconciled Card at −$240.00: 2 rows, with an adjustment of $10.00")
	if strings.Contains(b.at, "reconcile=") {
		t.Errorf("still reconciling at %s", b.at)
	}
	b.open(home + "/menu?" + url.Values{"account": {strings.TrimPrefix(register, home+"/accounts/")}, "back": {register}}.Encode())
	if status := b.send("/do/close-account", "Close account", url.Values{"to": {""}}); status != http.StatusConflict {
		t.Errorf("status %d", status)
	}
	b.sees("Choose the account that receives it")
	b.send("/do/close-account", "Close account", url.Values{"to": {writeOff}, "category": {""}})
	b.sees("Closed the account Card and wrote −$240.00 off")
	b.send("/undo", "Undo", nil)
	b.sees("Undone: Closed the account Card")
	b.open(home + "/accounts")
}
