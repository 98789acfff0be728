package inbox_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkApproveAHundredByKeyboard approves a hundred transactions without a mouse: most with the category suggested
// for their payee, each fifth with a typed one. The duration is logged; the test waits for the page's content.
func TestWalkApproveAHundredByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = waiting(t, world)
	const hundred, typed = 100, 20
	hundredMore(t, world, w.ID, hundred, typed)
	w.Open("/budgets/" + w.ID)
	w.Click("To approve")
	w.Until("the page", fmt.Sprintf(`document.querySelectorAll('#inbox .waits').length === %d`, rows.PageSize))

	w.Press("j")
	begun := time.Now()
	for i := range hundred {
		payee := payeeAt(i, typed)
		w.Until("the focus on "+payee, `document.activeElement.closest('.waits')?.querySelector('.payee').innerText.startsWith(`+walk.Quoted(payee)+`) === true`)
		if i%(hundred/typed) == 0 {
			w.Press("c")
			w.Keys("Transp")
			w.See("Transport")
			w.Press(kb.Enter)
			w.Until("the category", `document.activeElement.value === 'Transport'`)
		}
		w.Press(kb.Enter)
	}
	w.Until("what waited before", `document.querySelectorAll('#inbox .waits:not([hidden])').length === 5`)
	t.Logf("%d transactions by keyboard in %.1f s", hundred, time.Since(begun).Seconds())
	w.CheckConserved()

	rows, err := world.App.Register(t.Context(), app.Machine(), w.ID, registers.Query{})
	if err != nil {
		t.Fatal(err)
	}
	categories := map[string]int{}
	for _, row := range rows.Rows {
		if row.Approved && row.Amount <= -10_000 && row.Amount > -11_000 {
			categories[row.CategoryName]++
		}
	}
	if categories["Transport"] != typed || categories["Groceries"] != hundred-typed {
		t.Errorf("the transactions were approved with the categories %v", categories)
	}
}

// payeeAt returns the payee of the i-th transaction from the top.
func payeeAt(i, typed int) string {
	if i%(100/typed) == 0 {
		return fmt.Sprintf("Taxi %d", i)
	}
	return "Grocer"
}

// hundredMore adds transactions, newest first: of a known payee, and some of unknown payees.
func hundredMore(t *testing.T, world *walk.Env, id string, n, typed int) {
	t.Helper()
	accounts, err := world.App.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	var list []app.NewTransaction
	for i := range n {
		payee, amount, day := payeeAt(i, typed), money.Milli(-10_000-10*i), civil.DateOf(time.Now())
		list = append(list, app.NewTransaction{ImportID: fmt.Sprint("more:", i), TransactionFields: app.TransactionFields{
			Account: &accounts[0].ID, Date: &day, Amount: &amount, PayeeName: &payee,
		}})
	}
	slices.Reverse(list) // the last one of a day is shown first
	if _, _, err := world.App.CreateTransactions(t.Context(), app.Machine(), id, list); err != nil {
		t.Fatal(err)
	}
}
