package banks_test

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/testkit"
)

// returnAddress is the address to which the bank's page returns.
const returnAddress = "https://budget.example/banks/return"

// visitBank makes the steps of connecting from a form or from the state of a renewed connection, and stores the connection.
func visitBank(t *testing.T, a *app.App, s *enabletest.Server, budget, renewed string) string {
	t.Helper()
	in := bankapi.Input{ReturnTo: returnAddress, Visit: "visit"}
	next := func(values map[string]string) (step bankapi.Step) {
		t.Helper()
		in.Values = values
		step = testkit.Must(a.ConnectBank(t.Context(), users.Machine(), budget, enablebanking.Kind, in))(t)
		in.State = step.State
		return step
	}
	var visit bankapi.Step
	if renewed != "" {
		in.State = testkit.Must(a.RenewState(t.Context(), users.Machine(), budget, renewed))(t)
		visit = next(nil)
	} else {
		next(nil)
		next(map[string]string{"application": enabletest.ApplicationID, "key": s.PrivateKey(), "country": "FI"})
		visit = next(map[string]string{"bank": s.Banks[0].Name})
	}
	end := next(s.Visit(visit.VisitTo, "allow"))
	return testkit.Must(a.AddBankConnection(t.Context(), users.Machine(), budget, enablebanking.Kind, &end, renewed))(t)
}

// TestRenewedEnableBankingDoublesNothing connects, imports, lets the consent be revoked, and connects again. The bank names its
// account and its transactions of that time differently afterwards, and repeats its last page. The new transaction is not after the
// last fetch, so it waits for the user.
func TestRenewedEnableBankingDoublesNothing(t *testing.T) {
	t.Parallel()
	today := civil.DateOf(time.Now())
	day := func(ago int) civil.Date { return today.AddDays(-ago) }
	s := enabletest.New(t)
	s.RedirectURLs, s.RepeatsLastPage = []string{returnAddress}, true
	s.Accounts = []enabletest.Account{{Hash: "hash", IBAN: "FI2112345600000785", Details: "Giro", Currency: "EUR", Booked: []enabletest.Transaction{
		{Date: day(3).String(), Amount: "-12.30", Party: "Market", Lines: []string{"Card"}},
		{Date: day(3).String(), Amount: "-12.30", Party: "Market", Lines: []string{"Card"}},
		{Date: day(1).String(), Amount: "1500.00", Party: "Employer"},
	}}}
	dir := t.TempDir()
	db := testkit.Must(store.Open(t.Context(), store.Config{Dir: databasetest.Dir(t), KeyFile: filepath.Join(dir, "server.key")}))(t)
	t.Cleanup(func() { testkit.NoError(t, db.Close()) })
	a := app.On(db, slog.New(slog.DiscardHandler))
	a.UseProviders(enablebanking.New(bankapi.Options{Client: s.Client(), Now: time.Now, Zone: time.Local}))
	me := users.Machine()
	b := testkit.Must(a.NewBudget(t.Context(), me, app.BudgetEntry{Name: "Household", Currency: "EUR", DateFormat: "DD.MM.YYYY", FirstMonth: day(40).Month()}))(t)
	_, account, err := a.AddAccount(t.Context(), me, b.ID, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true})
	testkit.NoError(t, err)
	count := func() (n int) {
		testkit.NoError(t, a.ReadTx(t.Context(), me, b.ID, func(v *store.ReadTx) error {
			for _, err := range v.Transactions(store.Filter{}) {
				if err != nil {
					return err
				}
				n++
			}
			return nil
		}))
		return n
	}

	connection := visitBank(t, a, s, b.ID, "")
	testkit.NoError(t, a.LinkBankAccount(t.Context(), me, b.ID, connection, banks.LinkChoice{Key: "hash", Account: account, From: day(30), Uses: bankapi.Booked}))
	f := testkit.Must(a.FetchBankFile(t.Context(), me, b.ID, connection, "hash", 0, banks.Browser{}))(t)
	_, _, err = a.ImportFetched(t.Context(), me, b.ID, connection, "hash", f.Data, bankimport.Options{Name: f.Name})
	testkit.NoError(t, err)
	if n := count(); n != 3 {
		t.Fatalf("the first import made %d transactions", n)
	}

	s.EndSessions(enabletest.Revoked)
	if err := a.FetchBank(t.Context(), me, b.ID, connection, banks.Browser{}); apperr.CodeOf(err) != bankapi.Reconnect {
		t.Fatalf("the error of an ended access is %v", err)
	}
	if c := testkit.Must(a.BankConnection(t.Context(), me, b.ID, connection))(t); !c.NeedsReconnect {
		t.Errorf("the connection is %+v", c)
	}
	s.Account("hash", func(x *enabletest.Account) {
		for i := range x.Booked {
			x.Booked[i].Reference = "new " + x.Booked[i].Amount
		}
		x.Booked = append(x.Booked, enabletest.Transaction{Reference: "later", Date: day(0).String(), Amount: "-1.00", Party: "Bakery"})
	})
	if again := visitBank(t, a, s, b.ID, connection); again != connection {
		t.Errorf("renewing made the connection %s", again)
	}
	testkit.NoError(t, a.FetchBank(t.Context(), me, b.ID, connection, banks.Browser{}))
	c := testkit.Must(a.BankConnection(t.Context(), me, b.ID, connection))(t)
	if n := count(); n != 3 || c.NeedsReconnect || len(c.Links) != 1 || c.Links[0].Problem != "" || c.Links[0].Undecided != 1 {
		t.Errorf("after connecting again there are %d transactions, and the connection is %+v", n, c)
	}
}
