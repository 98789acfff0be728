package register_test

import (
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/model/budget"
	"holdover/internal/surface/web/register"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestDeletingATransferWarnsOfItsReconciledSide opens the confirmation before a transfer is deleted, for one
// and for several transactions.
func TestDeletingATransferWarnsOfItsReconciledSide(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	id := w.ImportSample(t)
	home, p := "/budgets/"+id, w.Person(t)
	var transfers, others []string
	testkit.NoError(t, w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{}, func(r rows.Row) error {
		if r.TransferTransactionID != "" && r.Cleared != string(budget.Reconciled) && r.Amount < 0 {
			transfers, others = append(transfers, r.ID), append(others, r.TransferTransactionID)
		}
		return nil
	}))
	if len(transfers) < 2 {
		t.Fatal("the sample has no transfers")
	}
	question := func(all ...string) string {
		t.Helper()
		status, _, page := p.Get(home + "/menu?" + url.Values{"chosen": {"delete"}, "pick": all, "back": {home + "/accounts/all"}}.Encode())
		if status != 200 {
			t.Fatalf("the menu: status %d\n%s", status, page)
		}
		return page
	}
	if page := question(transfers[0]); strings.Contains(page, "other side is reconciled") {
		t.Error("the warning is shown for a transfer whose other side is not reconciled")
	}
	for _, other := range others[:2] {
		if status, _, page := p.Post(home+"/do/rows-cleared", "pick", other, "cleared", "reconciled", "back", home+"/accounts/all"); status != 200 {
			t.Fatalf("mark as reconciled: status %d\n%s", status, page)
		}
	}
	if page := question(transfers[0]); !strings.Contains(page, "The other side is reconciled") {
		t.Errorf("the confirmation lacks the warning: %s", page)
	}
	if page := question(transfers[:2]...); !strings.Contains(page, "2 transfers are reconciled in the other account") {
		t.Errorf("the confirmation for two transfers lacks the warning: %s", page)
	}
}

// TestEmptySearchOffersAllAccounts searches an account for a text that occurs only in another account.
func TestEmptySearchOffersAllAccounts(t *testing.T) {
	t.Parallel()
	w := walk.NewEnv(t, webtest.Pages)
	id := w.ImportSample(t)
	b := walk.NewPlain(t, w)
	accounts := w.AccountIDs(t, id)
	b.Open("/budgets/" + id + "/accounts/" + accounts[len(accounts)-1] + "?search=corner+store")
	b.Sees("Nothing matches")
	b.Follow("Search all accounts")
	if !strings.Contains(b.At, "/accounts/all?search=corner+store") || strings.Contains(b.Page, "Nothing matches") {
		t.Errorf("the link leads to %s, which finds no rows", b.At)
	}
	b.Open("/budgets/" + id + "/accounts/all?search=nothing+has+this")
	if strings.Contains(b.Page, "Search all accounts") {
		t.Error("the register of all accounts offers to search all accounts")
	}
}

// TestSharedCategoryNamesSayTheirGroup checks the category column if two groups have a category with the same name.
func TestSharedCategoryNamesSayTheirGroup(t *testing.T) {
	words := register.WordsOf(map[string]rows.CategoryName{
		"a": {Group: "Home", Name: "Groceries"}, "b": {Group: "Holidays", Name: "groceries"}, "c": {Group: "Home", Name: "Rent"},
	}, nil)
	for category, want := range map[string]string{"a": "Home: Groceries", "b": "Holidays: groceries", "c": "Rent"} {
		if got := words.Category("", category, "").Text(); got != want {
			t.Errorf("%s is shown as %q, want %q", category, got, want)
		}
	}
}
