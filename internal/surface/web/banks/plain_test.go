package banks_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/simplefintest"
	"holdover/internal/testing/testkit"
)

// TestConnectWithoutScripts connects a bank, links an account to a new account of the budget, imports its first transactions,
// fetches, lets the access end, connects again and disconnects, by forms alone.
func TestConnectWithoutScripts(t *testing.T) {
	t.Parallel()
	c := newConnected(t)
	b := walk.NewPlain(t, c.Env)
	b.Open(c.at)
	sees(b, "No bank is connected", "SimpleFIN", "Before you begin")
	b.Send(c.at+"/connect", `value="simplefin"`, nil)
	token := c.bank.SetupToken()
	b.CheckStatus(b.Send(b.At, "Setup token", url.Values{"token": {"not a token"}}), http.StatusBadRequest, "This is not a setup token")
	if strings.Contains(b.Page, "not a token</textarea>") {
		t.Error("a secret is shown again")
	}
	b.CheckStatus(b.Send(b.At, "Setup token", url.Values{"token": {token}}), http.StatusOK, "Connected.", "Everyday current account", "It is in ISK and the budget in")
	if strings.Contains(b.Page, simplefintest.Password) || strings.Contains(b.Page, token) {
		t.Error("the page contains a secret")
	}
	connection, _, _ := strings.Cut(b.At, "?")

	b.CheckStatus(b.Send(connection+"/link", "Everyday current account", url.Values{"account": {""}, "do": {"preview"}}), http.StatusBadRequest, "No account is chosen")
	b.CheckStatus(b.Send(connection+"/link", "Preview the first", url.Values{"account": {"new"}, "from": {"tomorrow"}, "do": {"preview"}}), http.StatusBadRequest, "is not a date")
	b.CheckStatus(b.Send(connection+"/link", "Preview the first", url.Values{"account": {"new"}, "from": {monthAgo(b.Page)}, "do": {"preview"}}), http.StatusOK, "2 transactions: 2 new", "After the import the account agrees with it", "Marzipan corner")
	preview := b.At
	b.Send(preview, "Import 2 transactions", url.Values{"do": {"import"}})
	sees(b, "Everyday current account", "Last fetched today at", "2 transactions", "Marzipan corner")
	register, _, _ := strings.Cut(b.At, "?")

	c.book("TRN-3", "-7.77", "Bakery")
	b.Open(connection)
	b.CheckStatus(b.Send(connection+"/fetch", "Fetch now", nil), http.StatusOK, "Last fetched today at", "1 transaction")
	b.Open(register + "?reconcile=1")
	sees(b, "The bank says", "1,234.56", `value="1,234.56"`)

	c.bank.Change(func(s *simplefintest.State) { s.Revoked = true })
	b.Open(c.at)
	b.Send(connection+"/fetch", "Fetch now", nil)
	sees(b, "no longer gives access", "1 bank needs attention")
	b.Open(register)
	sees(b, "1 bank needs attention", `<span class="sr-only">Bank: `)
	c.bank.Change(func(s *simplefintest.State) { s.Revoked = false })
	b.Open(connection)
	b.Send(c.at+"/connect", "Connect again", nil)
	b.CheckStatus(b.Send(b.At, "Setup token", url.Values{"token": {c.bank.SetupToken()}}), http.StatusOK, "Connected again", "→", "Everyday current account")
	b.Open(register)
	if strings.Contains(b.Page, "needs attention") {
		t.Error("the renewed connection still needs attention")
	}
	if n := len(c.RowsOf(t, c.id, "Marzipan corner")); n != 1 {
		t.Errorf("the transaction exists %d times", n)
	}

	b.Open(connection)
	b.Follow("Disconnect")
	sees(b, "All accounts and transactions stay")
	b.Send(connection+"/disconnect", "Disconnect", nil)
	sees(b, "The bank is disconnected", "No bank is connected")
	if n := len(c.RowsOf(t, c.id, "Marzipan corner")); n != 1 {
		t.Errorf("after disconnecting the transaction exists %d times", n)
	}
}

// monthAgo returns a first day that contains all transactions, in a format that every budget accepts.
func monthAgo(string) string { return time.Now().AddDate(0, -1, 0).Format("2006-01-02") }

// TestNothingNewStarts links an account of the budget whose bank has no transactions: the preview still starts fetching.
func TestNothingNewStarts(t *testing.T) {
	t.Parallel()
	c := newConnected(t)
	b := walk.NewPlain(t, c.Env)
	connection := c.connect(b)
	account := c.AccountIDs(t, c.id)[0]
	b.Send(connection+"/link", "", url.Values{"key": {"ACT-2"}, "account": {account}, "from": {monthAgo(b.Page)}, "do": {"preview"}})
	sees(b, "There is nothing to import", "Fetch every night from now on")
	b.Send(b.At, "Fetch every night", url.Values{"do": {"import"}})
	sees(b, "Last fetched today at", "nothing new")
	got, err := c.App.BankConnections(t.Context(), app.Machine(), c.id)
	if err != nil || len(got) != 1 || got[0].NextFetch == nil {
		t.Errorf("the program does not fetch by itself: %+v, %v", got, err)
	}
}

// sees checks that the page contains all of the words.
func sees(b *walk.Plain, words ...string) {
	b.Helper()
	for _, one := range words {
		b.Sees(one)
	}
}

// connect connects the bank and returns the address of the connection.
func (c *connected) connect(b *walk.Plain) string {
	b.Helper()
	b.Open(c.at)
	b.Send(c.at+"/connect", `value="simplefin"`, nil)
	b.Send(b.At, "Setup token", url.Values{"token": {c.bank.SetupToken()}})
	sees(b, "Connected.")
	connection, _, _ := strings.Cut(b.At, "?")
	return connection
}

// TestDecideAboutPossibleDuplicates fetches a transaction that may be one that the user typed. The user decides in the preview,
// then approves it.
func TestDecideAboutPossibleDuplicates(t *testing.T) {
	t.Parallel()
	c := newConnected(t)
	b := walk.NewPlain(t, c.Env)
	connection, account := c.connectNewAccount(b)
	_, _, err := c.App.AddRow(t.Context(), app.Machine(), c.id, rows.Entry{Account: account, Date: c.App.Today(t.Context()), Amount: -9_990, PayeeName: "Lichtspiel"})
	testkit.NoError(t, err)

	c.book("TRN-9", "-9.99", "SUMUP KINOBETRIEBE")
	c.bank.Change(func(s *simplefintest.State) { s.Accounts[0].Balance = "1224.57" })
	b.Open(connection)
	b.Send(connection+"/fetch", "Fetch now", nil)
	sees(b, "Decide about", "1 bank needs attention")
	b.Send(connection+"/preview", "Decide about", nil)
	sees(b, "SUMUP KINOBETRIEBE", "Lichtspiel")
	b.Send(b.At, "Match 1 transaction", url.Values{"do": {"import"}})
	sees(b, "Lichtspiel", "Last fetched today at")
	b.Open(connection)
	if strings.Contains(b.Page, "Decide about") || strings.Contains(b.Page, "needs attention") {
		t.Errorf("the decision is still open: %s", b.Page)
	}
	if n := len(c.RowsOf(t, c.id, "Lichtspiel")); n != 1 {
		t.Errorf("the transaction exists %d times", n)
	}
}

// TestANewNumberTakesThePlaceOfTheOldOne gives an account another number at the bank. The same account of the budget is chosen for
// it.
func TestANewNumberTakesThePlaceOfTheOldOne(t *testing.T) {
	t.Parallel()
	c := newConnected(t)
	b := walk.NewPlain(t, c.Env)
	connection, account := c.connectNewAccount(b)

	c.bank.Change(func(s *simplefintest.State) { s.Accounts[0].ID = "ACT-9" })
	b.Open(connection)
	b.Send(connection+"/accounts", "List accounts again", nil)
	sees(b, "The bank does not list this account any more")
	b.Send(connection+"/link", "", url.Values{"key": {"ACT-9"}, "account": {account}, "from": {monthAgo(b.Page)}, "do": {"save"}})
	b.Open(connection)
	b.Send(connection+"/fetch", "Fetch now", nil)
	if strings.Contains(b.Page, "does not list this account") {
		t.Errorf("the old number is still shown: %s", b.Page)
	}
	if n := len(c.RowsOf(t, c.id, "Marzipan corner")); n != 1 {
		t.Errorf("the transaction exists %d times", n)
	}
}

// connectNewAccount connects the bank and imports its first transactions into a new account of the budget. It returns the address
// of the connection and the account's id.
func (c *connected) connectNewAccount(b *walk.Plain) (connection, account string) {
	b.Helper()
	connection = c.connect(b)
	b.Send(connection+"/link", "Preview the first", url.Values{"account": {"new"}, "from": {monthAgo(b.Page)}, "do": {"preview"}})
	b.Send(b.At, "Import 2 transactions", url.Values{"do": {"import"}})
	register, _, _ := strings.Cut(b.At, "?")
	return connection, register[strings.LastIndex(register, "/")+1:]
}
