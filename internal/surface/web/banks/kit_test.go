package banks_test

import (
	"net/http"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/demobank"
	"holdover/internal/storage/bankapi/simplefin"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/simplefintest"
)

// offered is the built-in bank as a provider that the pages offer.
type offered struct{ bankapi.Provider }

// About describes the bank.
func (o offered) About() bankapi.About {
	about := o.Provider.About()
	about.IsDemo = false
	return about
}

// options returns the options of a provider with a client.
func options(client *http.Client) bankapi.Options {
	return bankapi.Options{Client: client, Now: time.Now, Zone: time.Local}
}

// connected is a budget on a server, with SimpleFIN and the built-in bank to choose from.
type connected struct {
	*walk.Env
	bank   *simplefintest.Server
	id, at string // of the budget, and the address of its banks
}

// newConnected returns a server without sign-in.
func newConnected(t *testing.T) *connected {
	t.Helper()
	return connectable(t, walk.NewEnv(t, webtest.Pages))
}

// connectable adds a budget and the providers to a server.
func connectable(t *testing.T, w *walk.Env) *connected {
	t.Helper()
	c := &connected{Env: w, bank: simplefintest.New(t), id: w.ImportSample(t)}
	c.at = "/budgets/" + c.id + "/banks"
	o := options(c.bank.Client())
	w.App.UseProviders(simplefin.New(o), offered{demobank.New(o)})
	budget, err := w.App.Budget(t.Context(), app.Machine(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c.bank.Change(func(s *simplefintest.State) {
		s.Accounts = []simplefintest.Account{
			{
				ID: "ACT-1", Name: "Everyday current account", Currency: budget.Currency, Bank: "First Bank of the Walk", Connection: "CON-1", Balance: "1234.56", Available: "1200.00", BalanceAt: now,
				Rows: []simplefintest.Row{
					{ID: "TRN-1", Posted: now.Add(-72 * time.Hour), Amount: "-12.34", Description: "MARZIPAN CORNER 0815", Payee: "Marzipan corner"},
					{ID: "TRN-2", Posted: now.Add(-48 * time.Hour), Amount: "-45.00", Description: "POWER AND LIGHT", Payee: "Power and Light"},
				},
			},
			{ID: "ACT-2", Name: "Rainy day savings", Currency: budget.Currency, Bank: "First Bank of the Walk", Connection: "CON-1", Balance: "5000.00", Available: "5000.00", BalanceAt: now},
			{ID: "ACT-3", Name: "Holiday money", Currency: "ISK", Bank: "First Bank of the Walk", Connection: "CON-1", Balance: "9000", Available: "9000", BalanceAt: now},
		}
	})
	return c
}

// book adds a booked transaction to the first account.
func (c *connected) book(id, amount, payee string) {
	c.bank.Change(func(s *simplefintest.State) {
		a := &s.Accounts[0]
		a.Rows = append(a.Rows, simplefintest.Row{ID: id, Posted: time.Now().Add(-time.Hour), Amount: amount, Description: payee, Payee: payee})
	})
}
