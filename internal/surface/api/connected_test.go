package api_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/budgetapi"
	"holdover/internal/storage/publicnet"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// connectBudget connects a budget of another application with the plan of s, and returns the connection.
func connectBudget(t *testing.T, a *app.App, budget string, s *served) string {
	t.Helper()
	a.UseProviders(budgetapi.New(bankapi.Options{Client: publicnet.NewPrivateClient(time.Minute), Now: time.Now, Zone: time.Local, AllowPrivate: true}))
	at := testkit.Must(url.Parse(s.url))(t)
	last := testkit.Must(a.ConnectBank(t.Context(), app.Machine(), budget, budgetapi.Kind, bankapi.Input{Values: map[string]string{
		"address": at.Scheme + "://" + at.Host, "token": token,
	}}))(t)
	return testkit.Must(a.AddBankConnection(t.Context(), app.Machine(), budget, budgetapi.Kind, &last, ""))(t)
}

// TestABudgetFollowsThatOfAnotherServer connects a budget with another one over the API: its accounts get the transactions
// that are cleared there, each once.
func TestABudgetFollowsThatOfAnotherServer(t *testing.T) {
	s := serve(t, 0, "--seed", "61", "--years", "1", "--tx", "300", "--cards", "1", "--currency", "EUR", "--link-split-mirror")
	a, me := apptest.New(t), app.Machine()
	b := testkit.Must(a.NewBudget(t.Context(), me, app.BudgetEntry{Name: "Follower", Currency: "EUR", DateFormat: "DD.MM.YYYY", FirstMonth: civil.DateOf(time.Now()).Month()}))(t)
	connection := connectBudget(t, a, b.ID, s)
	links := testkit.Must(a.BankConnection(t.Context(), me, b.ID, connection))(t).Links
	if len(links) == 0 {
		t.Fatal("the other budget has no open account")
	}
	from := civil.MakeDate(1990, 1, 1)
	for _, l := range links {
		id := l.Key[strings.IndexByte(l.Key, '/')+1:]
		i := slices.IndexFunc(s.doc.Plan.Accounts, func(one ynabdoc.Account) bool { return one.ID == id })
		if i < 0 || s.doc.Plan.Accounts[i].Name != l.Name || s.doc.Plan.Accounts[i].Closed || l.Currency != "EUR" {
			t.Fatalf("the account %+v is not in the other budget", l)
		}
		_, account, err := a.AddAccount(t.Context(), me, b.ID, app.AccountEntry{Name: l.Name, Type: l.Type, OnBudget: s.doc.Plan.Accounts[i].OnBudget})
		testkit.NoError(t, err)
		testkit.NoError(t, a.LinkBankAccount(t.Context(), me, b.ID, connection, banks.LinkChoice{Key: l.Key, Account: account, From: from, Uses: bankapi.Booked}))
		f := testkit.Must(a.FetchBankFile(t.Context(), me, b.ID, connection, l.Key, from, banks.Browser{}))(t)
		_, _, err = a.ImportFetched(t.Context(), me, b.ID, connection, l.Key, f.Data, bankimport.Options{Name: f.Name, Accept: []bankimport.WarningCode{bankimport.WarnBalance}, LeaveUndecided: true})
		testkit.NoError(t, err)
	}
	for range 2 {
		testkit.NoError(t, a.FetchBank(t.Context(), me, b.ID, connection, banks.Browser{}))
	}
	links = testkit.Must(a.BankConnection(t.Context(), me, b.ID, connection))(t).Links
	for _, l := range links {
		if l.Problem != "" {
			t.Errorf("%s: %s", l.Name, l.Problem)
		}
		compareAccounts(t, l.Name, entriesHere(t, a, b.ID, l.Account), s.doc, l.Key[strings.IndexByte(l.Key, '/')+1:])
	}
	follow(t, a, b.ID, connection, s, links[0])
}

// follow enters a categorised transaction in the other budget, and expects it here in the category with the same name.
func follow(t *testing.T, a *app.App, budget, connection string, s *served, l banks.Link) {
	t.Helper()
	me := app.Machine()
	categoryIn := func(a *app.App, budget string) string {
		_, group, err := a.CreateGroup(t.Context(), me, budget, "Followed")
		testkit.NoError(t, err)
		_, category, err := a.CreateCategory(t.Context(), me, budget, app.CategoryFields{Group: new(group), Name: new("Food")})
		testkit.NoError(t, err)
		return category
	}
	there, here := categoryIn(s.app, s.id), categoryIn(a, budget)
	_, _, err := s.app.AddRow(t.Context(), me, s.id, rows.Entry{
		Account: l.Key[strings.IndexByte(l.Key, '/')+1:], Date: civil.DateOf(time.Now()).AddDays(-1), Amount: -43210, PayeeName: "Bakery of the other budget", Category: there, Cleared: "cleared",
	})
	testkit.NoError(t, err)
	testkit.NoError(t, a.FetchBank(t.Context(), me, budget, connection, banks.Browser{}))
	found := 0
	testkit.NoError(t, a.ReadTx(t.Context(), me, budget, func(v *store.ReadTx) error {
		category, err := v.CategoryByID(here)
		if err != nil {
			return err
		}
		for row, err := range v.Transactions(store.Filter{}) {
			if err != nil {
				return err
			}
			if row.Amount == -43210 && row.Category == category.No {
				found++
			}
		}
		return nil
	}))
	if found != 1 {
		t.Errorf("the transaction is %d times in the category of the same name", found)
	}
}

// entry is what a transaction has here and there.
type entry struct {
	date   civil.Date
	amount money.Milli
}

// entriesHere counts the equal transactions of an account.
func entriesHere(t *testing.T, a *app.App, budget, account string) map[entry]int {
	t.Helper()
	n := map[entry]int{}
	testkit.NoError(t, a.ReadTx(t.Context(), app.Machine(), budget, func(v *store.ReadTx) error {
		stored, err := v.AccountByID(account)
		if err != nil {
			return err
		}
		for row, err := range v.Transactions(store.Filter{Account: stored.No}) {
			if err != nil {
				return err
			}
			n[entry{row.Date, row.Amount}]++
		}
		return nil
	}))
	return n
}

// compareAccounts compares an account with its original. Each cleared transaction is here once. One that is not cleared may be
// here as the other side of a transfer.
func compareAccounts(t *testing.T, name string, here map[entry]int, there *ynabdoc.Document, id string) {
	t.Helper()
	cleared, all := map[entry]int{}, map[entry]int{}
	for i := range there.Plan.Transactions {
		x := &there.Plan.Transactions[i]
		if x.AccountID != id || x.Deleted {
			continue
		}
		e := entry{x.Date, x.Amount}
		if all[e]++; x.ClearedState() != "uncleared" {
			cleared[e]++
		}
	}
	if len(cleared) == 0 && len(all) > 0 {
		t.Errorf("%s: no transaction is cleared", name)
	}
	for e := range all {
		if here[e] < cleared[e] || here[e] > all[e] {
			t.Errorf("%s: %v is here %d times, there are %d and %d of them cleared", name, e, here[e], all[e], cleared[e])
		}
	}
	for e, n := range here {
		if all[e] == 0 {
			t.Errorf("%s: %v is here %d times only", name, e, n)
		}
	}
}
