package banks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

// TestFetchedAndDownloadedRowsGiveTheSameRegister imports the same rows by a connection and as a file.
func TestFetchedAndDownloadedRowsGiveTheSameRegister(t *testing.T) {
	t.Parallel()
	day := civil.DateOf(start)
	lines := []bankfile.Row{
		row(day, -12_340, "Market"), row(day, -12_340, "Market"), row(day, 1_500_000, "Employer"), row(day.AddDays(-1), -7_000, "Bakery"),
	}
	fetched := newHome(t)
	fetched.bank.book(lines...)
	fetched.firstImport(t)
	downloaded := newHome(t)
	var file strings.Builder
	file.WriteString("Date;Payee;Amount\n")
	for _, r := range lines {
		file.WriteString(r.Date.String() + ";" + r.Payee + ";" + r.Amount.String() + "\n")
	}
	_, _, err := downloaded.ImportBankFile(t.Context(), who, downloaded.id, downloaded.account, []byte(file.String()), bankimport.Options{GuessesConfirmed: true})
	testkit.NoError(t, err)
	a, b := fetched.rows(t), downloaded.rows(t)
	if len(a) != len(lines) || len(b) != len(lines) {
		t.Fatalf("%d and %d rows", len(a), len(b))
	}
	byText := func(x, y budget.Transaction) int {
		return strings.Compare(x.Date.String()+x.Amount.String(), y.Date.String()+y.Amount.String())
	}
	slices.SortFunc(a, byText)
	slices.SortFunc(b, byText)
	for i := range a {
		if a[i].Date != b[i].Date || a[i].Amount != b[i].Amount || a[i].Bank.PayeeName != b[i].Bank.PayeeName || a[i].Approved || b[i].Approved || a[i].Cleared != b[i].Cleared {
			t.Errorf("fetched %+v, downloaded %+v", a[i], b[i])
		}
	}
}

// TestTheProgramFetchesByItself lets the nights pass. A row is imported in the night after it is booked, and waits for
// approval.
func TestTheProgramFetchesByItself(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	fetch := func(want int) {
		t.Helper()
		if n := testkit.Must(h.processes[0].FetchDue(t.Context()))(t); n != want {
			t.Fatalf("%s: %d fetches, want %d", h.clock.Now(), n, want)
		}
	}
	fetch(0)
	h.clock.move(24 * time.Hour)
	fetch(0) // no first import was made
	h.firstImport(t)
	h.bank.book(row(civil.DateOf(h.clock.Now()), -5_000, "Market"))
	fetch(0)
	h.clock.move(26 * time.Hour)
	fetch(1)
	fetch(0)
	if rows := h.rows(t); len(rows) != 1 || rows[0].Approved || rows[0].Amount != -5_000 {
		t.Fatalf("rows %+v", rows)
	}
	c := h.shown(t)
	if l := c.Links[0]; l.Rows != 1 || l.Problem != "" || !l.LastFetch.Equal(h.clock.Now()) || c.NextFetch == nil || l.Balance != -5_000 {
		t.Errorf("state %+v %+v", c, c.Links)
	}
	if at := c.NextFetch.In(time.Local).Hour(); at < 2 || at > 4 {
		t.Errorf("the next fetch is at %s", c.NextFetch)
	}
	h.clock.move(-100 * 24 * time.Hour) // the clock is set back: the next fetch is far ahead
	fetch(1)
}

// TestFailuresAreShownAndTriedAgain fails in each way.
func TestFailuresAreShownAndTriedAgain(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	for code, want := range map[apperr.Code]struct {
		pause     time.Duration
		reconnect bool
	}{bankapi.Down: {time.Hour, false}, bankapi.TooOften: {6 * time.Hour, false}, bankapi.Reconnect: {0, true}} {
		h.clock.move(40 * time.Hour)
		h.bank.fail = func() error {
			return apperr.New(apperr.Unavailable, "the bank is closed").WithCode(code).WithHint("try later")
		}
		if n := testkit.Must(h.processes[0].FetchDue(t.Context()))(t); n != 1 {
			t.Fatalf("%s: %d fetches", code, n)
		}
		c := h.shown(t)
		if c.Problem != "The bank is closed. Try later." || c.NeedsReconnect != want.reconnect || (c.NextFetch == nil) != want.reconnect {
			t.Errorf("%s: %+v", code, c)
		}
		if !want.reconnect && c.NextFetch.Sub(h.clock.Now()) != want.pause {
			t.Errorf("%s: next at %s", code, c.NextFetch)
		}
		state := testkit.Must(h.processes[0].BankState(t.Context(), who, h.id))(t)
		if len(state.Attention) != 1 || len(state.Accounts) != 1 || !strings.Contains(fmt.Sprint(state.Accounts), c.Problem) {
			t.Errorf("%s: state %+v", code, state)
		}
		h.bank.fail = nil
		if h.conn != h.connect(t, h.conn) {
			t.Fatal("the renewed connection has another id")
		}
		if n := testkit.Must(h.processes[0].FetchDue(t.Context()))(t); n != 1 || h.shown(t).Problem != "" {
			t.Errorf("%s: after renewing %d fetches: %+v", code, n, h.shown(t))
		}
	}
}

// TestTwoProcessesFetchOnce lets two processes look for due connections at the same time.
func TestTwoProcessesFetchOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	h.clock.move(26 * time.Hour)
	before := len(h.bank.asked)
	done := make(chan error)
	for _, p := range h.processes {
		go func() {
			_, err := p.FetchDue(t.Context())
			done <- err
		}()
	}
	testkit.NoError(t, errors.Join(<-done, <-done))
	if n := len(h.bank.asked) - before; n != 1 {
		t.Errorf("fetched %d times", n)
	}
}

// TestAFetchThatNeverEndsLosesItsClaim ends a process in the middle of a fetch. Another one fetches later.
func TestAFetchThatNeverEndsLosesItsClaim(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	h.bank.book(row(civil.DateOf(start), -1_000, "Market"))
	h.clock.move(26 * time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	h.bank.fail = func() error { cancel(); return nil }
	if _, err := h.processes[0].FetchDue(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	h.bank.fail = nil
	if n := testkit.Must(h.processes[1].FetchDue(t.Context()))(t); n != 1 || len(h.rows(t)) != 1 {
		t.Errorf("%d fetches, %d rows", n, len(h.rows(t)))
	}
}

// TestUndecidedRowsWaitForTheUser books a row that may be one that the user typed.
func TestUndecidedRowsWaitForTheUser(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	day := civil.DateOf(h.clock.Now())
	_, _, err := h.AddRow(t.Context(), who, h.id, rows.Entry{Account: h.account, Date: day, Amount: -9_990, PayeeName: "Cinema"})
	testkit.NoError(t, err)
	h.bank.book(row(day, -9_990, "SumUp  *KINOBETRIEBE"), row(day, -1_000, "Bakery"))
	h.clock.move(26 * time.Hour)
	for range 3 {
		testkit.Must(h.processes[0].FetchDue(t.Context()))(t)
		h.clock.move(20 * 24 * time.Hour) // the undecided row is fetched again although it is old
	}
	if l := h.shown(t).Links[0]; l.Undecided != 1 || len(h.rows(t)) != 2 {
		t.Fatalf("%+v, %d rows", l, len(h.rows(t)))
	}
	key := h.shown(t).Links[0].Key
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, key, 0, banks.Browser{}))(t)
	preview := testkit.Must(h.ReadBankFile(t.Context(), who, h.id, h.account, f.Data, bankimport.Options{}))(t)
	at := slices.IndexFunc(preview.Rows, func(r bankimport.Row) bool { return r.Verdict == bankimport.VerdictAsk })
	if at < 0 {
		t.Fatalf("preview %+v", preview.Rows)
	}
	_, _, err = h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, key, f.Data, bankimport.Options{Skip: []int{preview.Rows[at].No}})
	testkit.NoError(t, err)
	if l := h.shown(t).Links[0]; l.Undecided != 0 || len(h.rows(t)) != 2 {
		t.Errorf("%+v, %d rows", l, len(h.rows(t)))
	}
}

// TestOmittedAndDeletedRowsStayAway omits a row in the preview, and deletes another one later.
func TestOmittedAndDeletedRowsStayAway(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := civil.DateOf(h.clock.Now())
	h.bank.book(row(day, -1_000, "Bakery"), row(day, -2_000, "Market"), row(day, -3_000, "Cinema"))
	key := h.shown(t).Links[0].Key
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, key, 0, banks.Browser{}))(t)
	_, _, err := h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, key, f.Data, bankimport.Options{Skip: []int{2}, Accept: []bankimport.WarningCode{bankimport.WarnBalance}})
	testkit.NoError(t, err)
	rows := h.rows(t)
	if got := amounts(rows); !slices.Equal(got, []int64{-3_000, -1_000}) {
		t.Fatalf("amounts %v", got)
	}
	_, err = h.DeleteTransaction(t.Context(), who, h.id, rows[0].ID)
	testkit.NoError(t, err)
	h.clock.move(26 * time.Hour)
	testkit.Must(h.processes[0].FetchDue(t.Context()))(t)
	if got := amounts(h.rows(t)); len(got) != 1 || h.shown(t).Links[0].Problem != "" {
		t.Errorf("amounts %v, %+v", got, h.shown(t).Links[0])
	}
}

// TestPendingRowsAreNeverImported counts them instead, and imports them once booked, under another id.
func TestPendingRowsAreNeverImported(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := civil.DateOf(h.clock.Now())
	h.bank.pending = []bankfile.Row{row(day, -4_000, "Hotel")}
	h.firstImport(t)
	h.clock.move(26 * time.Hour)
	testkit.Must(h.processes[0].FetchDue(t.Context()))(t)
	if l := h.shown(t).Links[0]; l.Pending != 1 || l.PendingAmount != -4_000 || len(h.rows(t)) != 0 {
		t.Fatalf("%+v, %d rows", l, len(h.rows(t)))
	}
	h.bank.pending = nil
	h.bank.book(row(day, -4_000, "Hotel"))
	h.clock.move(26 * time.Hour)
	testkit.Must(h.processes[0].FetchDue(t.Context()))(t)
	if l := h.shown(t).Links[0]; l.Pending != 0 || len(h.rows(t)) != 1 {
		t.Errorf("%+v, %d rows", l, len(h.rows(t)))
	}
}

// TestRenewingWithTheSameIDsNeedsNoDecision renews a connection of a bank that keeps the ids of its transactions.
func TestRenewingWithTheSameIDsNeedsNoDecision(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := civil.DateOf(h.clock.Now())
	h.bank.book(row(day, -1_000, "Bakery"))
	h.firstImport(t)
	h.bank.book(row(day, -2_000, "Market")) // booked late on the day of the last fetch
	h.connect(t, h.conn)
	testkit.Must(h.processes[0].FetchDue(t.Context()))(t)
	if l := h.shown(t).Links[0]; l.Undecided != 0 || len(h.rows(t)) != 2 {
		t.Errorf("%+v, %d rows", l, len(h.rows(t)))
	}
}

// TestAnotherCurrencyIsRefusedByName links an account in dollars with a budget in euros.
func TestAnotherCurrencyIsRefusedByName(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	h.bank.currency = "USD"
	h.clock.move(26 * time.Hour)
	h.bank.book(row(civil.DateOf(start), -4_000, "Hotel"))
	testkit.Must(h.processes[0].FetchDue(t.Context()))(t)
	if l := h.shown(t).Links[0]; !strings.Contains(l.Problem, "is in USD, the budget in EUR") || len(h.rows(t)) != 0 {
		t.Errorf("%+v, %d rows", l, len(h.rows(t)))
	}
	testkit.NoError(t, h.processes[0].ListBankAccounts(t.Context(), who, h.id, h.conn))
	if err := h.link(t, "key"); apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), "USD") {
		t.Errorf("linking: error %v", err)
	}
}

// TestSecretsAreSealed looks for a secret in the database's files and in a backup, and opens the database with another key.
func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	backup := h.keyFile + ".backup"
	testkit.NoError(t, h.Backup(t.Context(), backup))
	if bytes.Contains(testkit.Must(os.ReadFile(backup))(t), []byte("very secret")) {
		t.Error("the backup contains the secret")
	}
	info := testkit.Must(os.Stat(h.keyFile))(t)
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read the key: %s", info.Mode())
	}
	other := h.process(h.keyFile + ".other")
	h.clock.move(26 * time.Hour)
	testkit.Must(other.FetchDue(t.Context()))(t)
	if c := h.shown(t); !c.NeedsReconnect || !strings.Contains(c.Problem, "encrypted on another server") || len(c.Links) != 1 {
		t.Errorf("with another key: %+v", c)
	}
}

// TestDeletedBudgetsKeepNoSecret deletes a budget with a connection.
func TestDeletedBudgetsKeepNoSecret(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	testkit.NoError(t, h.Delete(t.Context(), who, h.id))
	h.clock.move(26 * time.Hour)
	if n, err := h.processes[0].FetchDue(t.Context()); n != 0 || err != nil {
		t.Errorf("%d fetches, error %v", n, err)
	}
	n := 0
	testkit.NoError(t, h.s.DB().Read(t.Context(), func(q *database.Session) error {
		_, err := q.One("SELECT count(*) FROM bank_connection", nil, &n)
		return err
	}))
	if n != 0 {
		t.Errorf("%d connections are left", n)
	}
}

// TestDisconnectingKeepsTheTransactions ends a connection.
func TestDisconnectingKeepsTheTransactions(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.bank.book(row(civil.DateOf(start), -4_000, "Hotel"))
	h.firstImport(t)
	ended, err := h.processes[0].DisconnectBank(t.Context(), who, h.id, h.conn)
	if err != nil || !ended || !h.bank.ended || len(h.rows(t)) != 1 {
		t.Errorf("ended %t at the bank %t, error %v, %d rows", ended, h.bank.ended, err, len(h.rows(t)))
	}
	if _, err := h.processes[0].BankConnection(t.Context(), who, h.id, h.conn); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("error %v", err)
	}
}

// TestFetchingByHandIsLimited fetches until the day's limit.
func TestFetchingByHandIsLimited(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	var err error
	for i := 0; err == nil && i < 20; i++ {
		err = h.processes[0].FetchBank(t.Context(), who, h.id, h.conn, banks.Browser{})
	}
	if apperr.KindOf(err) != apperr.TooMany {
		t.Fatalf("error %v", err)
	}
	h.clock.move(24 * time.Hour)
	testkit.NoError(t, h.processes[0].FetchBank(t.Context(), who, h.id, h.conn, banks.Browser{}))
}
