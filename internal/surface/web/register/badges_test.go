package register_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestBadgesCountTransactionsWithoutCategory compares the sidebar before and after adding a transaction without a
// category.
func TestBadgesCountTransactionsWithoutCategory(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	b, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "New", Currency: "EUR", DateFormat: "YYYY-MM-DD", Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	_, account, err := world.App.AddAccount(t.Context(), app.Machine(), b.ID, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	home := "/budgets/" + b.ID
	p := world.Person(t)
	if _, _, page := p.Get(home); strings.Contains(page, "needs a category") {
		t.Error("a new budget shows a badge")
	}
	if _, _, err := world.App.AddRow(t.Context(), app.Machine(), b.ID, rows.Entry{Account: account, Date: civil.MakeDate(2026, 11, 20), Amount: -5_000, PayeeName: "Baker"}); err != nil {
		t.Fatal(err)
	}
	p.Expect(200, home, `aria-label="1 transaction needs a category"`)(p.Get(home))
	p.Expect(200, home+"/accounts/all?uncategorised=1", "Baker")(p.Get(home + "/accounts/all?uncategorised=1"))
}

// A budget without accounts offered a form with an empty list of accounts, which could not be saved.
func TestABudgetWithoutAccountsOffersToAddOne(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	b, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "New", Currency: "EUR", DateFormat: "YYYY-MM-DD"})
	if err != nil {
		t.Fatal(err)
	}
	all, p := "/budgets/"+b.ID+"/accounts/all", world.Person(t)
	_, _, page := p.Get(all)
	main := page[strings.Index(page, "<main"):]
	if strings.Contains(main, "Add transaction") || !strings.Contains(main, "No account yet") || !strings.Contains(main, `>Add account</a>`) {
		t.Errorf("without accounts the page is\n%s", main)
	}
	if _, _, err := world.App.AddAccount(t.Context(), app.Machine(), b.ID, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true}); err != nil {
		t.Fatal(err)
	}
	p.Expect(200, all, "Add transaction")(p.Get(all))
}
