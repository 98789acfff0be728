package banks_test

import (
	"testing"

	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/enabletest"
	"holdover/internal/testing/simplefintest"
)

// TestWalkABank connects a bank, links, previews, imports, fetches, approves, loses the access, connects again and disconnects, in
// wide and narrow windows and in both colours.
func TestWalkABank(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			walkABank(t, look)
		})
	}
}

// bankWalk checks and photographs each page.
type bankWalk struct {
	*walk.Walker
	look walk.Look
}

func (w *bankWalk) check(name string) {
	w.Helper()
	walk.Check(w.T, w.Tab, name)
	browsertest.Shot(w.T, w.Tab, "banks-"+name+"-"+w.look.Name)
}

func walkABank(t *testing.T, look walk.Look) {
	c := connectable(t, walk.NewEnv(t, webtest.Pages))
	w := &bankWalk{walk.New(t, c.Env, look), look}
	w.ID = c.id
	w.Open(c.at)
	w.check("none")
	w.Click("Connect with SimpleFIN Bridge")
	w.check("step")
	w.Fill("Setup token stored encrypted, never shown again", "nonsense")
	w.Click("Continue")
	w.See("This is not a setup token")
	w.check("step-refused")
	w.Fill("Setup token stored encrypted, never shown again", c.bank.SetupToken())
	w.Click("Continue")
	w.See("Connected. Choose where")
	w.check("accounts")
	w.Click("Preview the first transactions")
	w.See("2 transactions: 2 new")
	w.check("preview")
	w.Click("Import 2 transactions")
	w.See("Last fetched today at")
	w.check("register")

	c.book("TRN-3", "-7.77", "Marzipan bakery")
	w.Open(c.at)
	w.Click("Fetch now")
	w.See("Fetched.")
	w.check("list")
	w.Click("Manage SimpleFIN Bridge")
	w.Click("Change")
	w.check("change")
	w.Open("/budgets/" + c.id + "/to-approve")
	w.See("Marzipan bakery")
	w.check("approve")

	c.bank.Change(func(s *simplefintest.State) { s.Revoked = true })
	w.Open(c.at)
	w.Click("Fetch now")
	w.check("ended")
	w.Open("/budgets/" + c.id)
	w.check("budget-attention")
	account := c.AccountIDs(t, c.id)
	w.Open("/budgets/" + c.id + "/accounts/" + account[len(account)-1] + "?reconcile=1")
	w.check("register-ended")
	c.bank.Change(func(s *simplefintest.State) { s.Revoked = false })
	w.Open(c.at)
	w.Click("Manage SimpleFIN Bridge")
	w.Click("Connect again")
	w.Fill("Setup token stored encrypted, never shown again", c.bank.SetupToken())
	w.Click("Continue")
	w.See("Connected again")
	w.Click("Disconnect")
	w.check("disconnect")
	w.Click("Disconnect")
	w.See("The bank is disconnected")
	w.check("disconnected")
}

// TestWalkAVisit agrees on a bank's page and returns, in wide and narrow windows.
func TestWalkAVisit(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			walkAVisit(t, look)
		})
	}
}

func walkAVisit(t *testing.T, look walk.Look) {
	c := connectable(t, walk.NewEnv(t, webtest.Pages))
	bank := enabletest.New(t)
	bank.Change(func() {
		bank.RedirectURLs, bank.ShowsPlainPage = []string{c.Server.URL + "/banks/return"}, true
		bank.Accounts = []enabletest.Account{{Hash: "hash-1", IBAN: "FI2112345600000785", Name: "Anna", Currency: "EUR", Type: "CACC"}}
	})
	o := options(bank.Client())
	o.AllowPrivate = true // the browser does not know the certificate of the bank's page
	c.App.UseProviders(enablebanking.New(o))
	w := &bankWalk{walk.New(t, c.Env, look), look}
	w.ID = c.id
	w.Open(c.at)
	w.Click("Connect with Enable Banking")
	w.check("application")
	w.Fill("Application ID", enabletest.ApplicationID)
	w.Fill("Private key stored encrypted, never shown again", bank.PrivateKey())
	w.Choose("Country of the bank", "Finland")
	w.Click("Continue")
	w.See("Your bank")
	w.Choose("Bank", "Nordlicht Bank")
	w.check("choose-bank")
	w.Click("Continue")
	w.See("Continue at the bank")
	w.check("visit")
	w.Click("Continue at the bank")
	w.Click("Allow")
	w.See("Connected. Choose where")
	w.check("returned")
}
