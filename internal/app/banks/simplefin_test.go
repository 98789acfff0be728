package banks_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/base/civil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/simplefin"
	"holdover/internal/testing/simplefintest"
	"holdover/internal/testing/testkit"
)

// TestSimpleFINFromTheTokenToTheRegister connects to a server of SimpleFIN, imports, and connects again after the access was
// ended there. Each booked transaction is in the register once.
func TestSimpleFINFromTheTokenToTheRegister(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	server, b := simplefintest.New(t), h.processes[0]
	noon := civil.DateOf(start).Time().Add(12 * time.Hour)
	server.Change(func(s *simplefintest.State) {
		s.Now = h.clock.Now
		s.Accounts = []simplefintest.Account{{
			ID: "ACT-1", Name: "Checking", Bank: "First Bank", Connection: "CON-1", Currency: "EUR", Balance: "-5.00", BalanceAt: noon,
			Rows: []simplefintest.Row{{ID: "t-1", Posted: noon, Amount: "-5.00", Description: "Bakery"}, {ID: "p-1", Amount: "-40.00", Description: "Restaurant"}},
		}}
	})
	testkit.NoError(t, b.LinkBankAccount(t.Context(), who, h.id, h.conn, banks.LinkChoice{Key: "key"})) // the account is free again
	b.UseProviders(simplefin.New(bankapi.Options{Client: server.Client(), Now: h.clock.Now, Zone: time.Local}))
	connect := func(renewed string) string {
		t.Helper()
		first := testkit.Must(b.ConnectBank(t.Context(), who, h.id, "simplefin", bankapi.Input{}))(t)
		last := testkit.Must(b.ConnectBank(t.Context(), who, h.id, "simplefin", bankapi.Input{Values: map[string]string{first.Fields[0].Name: server.SetupToken()}}))(t)
		return testkit.Must(b.AddBankConnection(t.Context(), who, h.id, "simplefin", &last, renewed))(t)
	}
	fetch := func() error { return b.FetchBank(t.Context(), who, h.id, h.conn, banks.Browser{}) }
	h.conn = connect("")
	testkit.NoError(t, h.link(t, "ACT-1"))
	importFirst := func(key string) {
		t.Helper()
		f := testkit.Must(b.FetchBankFile(t.Context(), who, h.id, h.conn, key, 0, banks.Browser{}))(t)
		_, _, err := b.ImportFetched(t.Context(), who, h.id, h.conn, key, f.Data, bankimport.Options{Name: f.Name})
		testkit.NoError(t, err)
	}
	importFirst("ACT-1")
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-5_000}) {
		t.Errorf("the first import gives %v", got)
	}

	h.clock.move(24 * time.Hour)
	server.Change(func(s *simplefintest.State) { // the pending one is booked with another id and amount
		s.Accounts[0].Balance, s.Accounts[0].BalanceAt = "-51.00", noon.Add(24*time.Hour)
		s.Accounts[0].Rows[1] = simplefintest.Row{ID: "t-2", Posted: noon.Add(24 * time.Hour), Amount: "-46.00", Description: "Restaurant"}
		s.Errors = []simplefintest.Problem{{Code: "gen.api", Message: "<b>Fetch</b> less often"}}
	})
	testkit.NoError(t, fetch())
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-46_000, -5_000}) {
		t.Errorf("a day later there are %v", got)
	}
	if c := h.shown(t); !slices.Equal(c.Messages, []string{"Fetch less often"}) {
		t.Errorf("the messages are %q", c.Messages)
	}

	server.Change(func(s *simplefintest.State) { s.Revoked = true })
	if err := fetch(); err == nil || !h.shown(t).NeedsReconnect {
		t.Errorf("after the access was ended the error is %v, the state %+v", err, h.shown(t))
	}
	server.Change(func(s *simplefintest.State) { s.Revoked = false })
	if renewed := connect(h.conn); renewed != h.conn {
		t.Errorf("the connection %s became %s", h.conn, renewed)
	}
	testkit.NoError(t, fetch())
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-46_000, -5_000}) {
		t.Errorf("after connecting again there are %v", got)
	}
	if shown := string(testkit.Must(json.Marshal(h.shown(t)))(t)); strings.Contains(shown, simplefintest.User) || h.shown(t).NeedsReconnect {
		t.Errorf("the connection is %s", shown)
	}

	// The bank is connected again at the server: account and transactions have other ids.
	server.Change(func(s *simplefintest.State) {
		s.Accounts[0].ID = "ACT-9"
		for i := range s.Accounts[0].Rows {
			s.Accounts[0].Rows[i].ID += "-new"
		}
	})
	if err := fetch(); err != nil || !strings.Contains(h.shown(t).Links[0].Problem, "does not list this account any more") {
		t.Errorf("an account that is gone gives the error %v and the state %+v", err, h.shown(t).Links)
	}
	testkit.NoError(t, b.ListBankAccounts(t.Context(), who, h.id, h.conn))
	testkit.NoError(t, b.LinkBankAccount(t.Context(), who, h.id, h.conn, banks.LinkChoice{Key: "ACT-1"}))
	testkit.NoError(t, h.link(t, "ACT-9"))
	importFirst("ACT-9")
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-46_000, -5_000}) {
		t.Errorf("after linking the account with another id there are %v", got)
	}
}
