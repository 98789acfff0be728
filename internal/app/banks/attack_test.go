package banks_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/testing/testkit"
)

// fetchDuring fetches at night while something else happens.
func (h *home) fetchDuring(t testing.TB, meanwhile func() error) {
	t.Helper()
	h.clock.move(40 * time.Hour)
	h.bank.fail = meanwhile
	if n := testkit.Must(h.processes[0].FetchDue(t.Context()))(t); n != 1 {
		t.Fatalf("%d fetches", n)
	}
	h.bank.fail = nil
}

// linkFrom links the bank account with an account, from a day on.
func (h *home) linkFrom(t testing.TB, account string, from civil.Date) error {
	return h.processes[1].LinkBankAccount(t.Context(), who, h.id, h.conn, banks.LinkChoice{Key: "key", Account: account, From: from})
}

// TestAttackLinkMovedDuringAFetch moves the link to another account while a process fetches. The other account starts with its own
// first import, of all its days.
func TestAttackLinkMovedDuringAFetch(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	h.bank.book(row(civil.DateOf(start), -1_000, "Market"))
	_, other, err := h.AddAccount(t.Context(), who, h.id, app.AccountEntry{Name: "Other", Type: "checking", OnBudget: true})
	testkit.NoError(t, err)
	h.fetchDuring(t, func() error { return h.linkFrom(t, other, civil.DateOf(start).AddDays(-60)) })
	if l := h.shown(t).Links[0]; l.IsStarted || l.LastFetch != nil || l.Account != other || l.Rows != 0 {
		t.Errorf("the moved link has the state of the one before: %+v", l)
	}
}

// TestAttackEarlierDaysDuringAFetch asks for earlier days while a process fetches. The next fetch begins there.
func TestAttackEarlierDaysDuringAFetch(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	earlier := civil.DateOf(start).AddDays(-60)
	h.fetchDuring(t, func() error { return h.linkFrom(t, h.account, earlier) })
	h.fetchDuring(t, nil)
	if got := h.bank.asked[len(h.bank.asked)-1]; got != earlier {
		t.Errorf("the next fetch begins on %s, want %s", got, earlier)
	}
}

// TestAttackRenewalDuringAFetch renews the access while a process still fetches with the old one, which fails. The connection is
// fetched with the new access.
func TestAttackRenewalDuringAFetch(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	h.fetchDuring(t, func() error {
		h.bank.mu.Unlock()
		defer h.bank.mu.Lock()
		h.connect(t, h.conn)
		return apperr.New(apperr.Unavailable, "the access has ended").WithCode(bankapi.Reconnect)
	})
	if c := h.shown(t); c.NeedsReconnect || c.Problem != "" || c.IsFetching {
		t.Errorf("the old access has changed the state: %+v", c)
	}
	if n := testkit.Must(h.processes[1].FetchDue(t.Context()))(t); n != 1 {
		t.Errorf("%d fetches with the new access", n)
	}
}

// TestAttackNewKeyWithoutRenewing connects the bank again at its provider, so that the account has another key and other ids here. A row that
// the user has deleted does not come back, and an old possible duplicate stays undecided.
func TestAttackNewKeyWithoutRenewing(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.bank.renumbers = true
	testkit.NoError(t, h.processes[0].ListBankAccounts(t.Context(), who, h.id, h.conn))
	testkit.NoError(t, h.link(t, "key-0"))
	day := civil.DateOf(start)
	h.bank.book(row(day, -1_000, "Bakery"), row(day, -2_000, "Market"))
	h.firstImport(t)
	_, _, err := h.AddRow(t.Context(), who, h.id, rows.Entry{Account: h.account, Date: day, Amount: -9_990, PayeeName: "Cinema"})
	testkit.NoError(t, err)
	h.bank.book(row(day, -9_990, "SumUp  *KINOBETRIEBE"))
	h.fetchDuring(t, nil)
	all := h.rows(t)
	gone := slices.IndexFunc(all, func(r budget.Transaction) bool { return r.Amount == -1_000 })
	_, err = h.DeleteTransaction(t.Context(), who, h.id, all[gone].ID)
	testkit.NoError(t, err)
	h.clock.move(20 * 24 * time.Hour)
	h.fetchDuring(t, nil)
	h.bank.epoch++
	testkit.NoError(t, h.processes[0].ListBankAccounts(t.Context(), who, h.id, h.conn))
	testkit.NoError(t, h.link(t, "key-1"))
	if l := h.shown(t).Links[0]; l.Undecided != 1 {
		t.Errorf("after linking %+v", l)
	}
	h.fetchDuring(t, nil)
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-9_990, -2_000}) || h.shown(t).Links[0].Undecided == 0 {
		t.Errorf("amounts %v, %+v", got, h.shown(t).Links[0])
	}
}

// TestAttackLaterPreviewKeepsOldQuestions imports a preview of the last days while an older possible duplicate is undecided.
func TestAttackLaterPreviewKeepsOldQuestions(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	day := civil.DateOf(start)
	_, _, err := h.AddRow(t.Context(), who, h.id, rows.Entry{Account: h.account, Date: day, Amount: -9_990, PayeeName: "Cinema"})
	testkit.NoError(t, err)
	h.bank.book(row(day, -9_990, "SumUp  *KINOBETRIEBE"))
	h.fetchDuring(t, nil)
	h.clock.move(20 * 24 * time.Hour)
	today := civil.DateOf(h.clock.Now())
	h.bank.book(row(today, -1_000, "Bakery"))
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, "key", today, banks.Browser{}))(t)
	_, _, err = h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, "key", f.Data, bankimport.Options{Accept: []bankimport.WarningCode{bankimport.WarnBalance}})
	testkit.NoError(t, err)
	if l := h.shown(t).Links[0]; l.Undecided != 1 {
		t.Errorf("the possible duplicate is forgotten: %+v", l)
	}
}

// TestAttackOmittedRowTakesNoTypedOne omits a row, then types another purchase of the same amount. The next fetch does not match
// the two, so the purchase's own row finds it later.
func TestAttackOmittedRowTakesNoTypedOne(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := civil.DateOf(start)
	h.bank.book(row(day, -9_990, "SumUp  *KINOBETRIEBE"))
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, "key", 0, banks.Browser{}))(t)
	_, _, err := h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, "key", f.Data, bankimport.Options{Skip: []int{1}})
	testkit.NoError(t, err)
	_, _, err = h.AddRow(t.Context(), who, h.id, rows.Entry{Account: h.account, Date: day, Amount: -9_990, PayeeName: "Cinema"})
	testkit.NoError(t, err)
	h.fetchDuring(t, nil)
	if all := h.rows(t); len(all) != 1 || all[0].Bank != nil || all[0].Cleared != "uncleared" {
		t.Errorf("the omitted row was matched: %+v", all)
	}
	if l := h.shown(t).Links[0]; l.Undecided != 0 || l.Problem != "" {
		t.Errorf("%+v", l)
	}
}

// TestAttackManyOmittedRows omits more rows than are remembered, and the bank lists the newest first. The newest stay away.
func TestAttackManyOmittedRows(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	day := civil.DateOf(start)
	var skip []int
	for i := range 1010 {
		date := day
		if i >= 10 {
			date = day.AddDays(-1)
		}
		h.bank.book(row(date, -1_000-10*money.Milli(i), "Market"))
		skip = append(skip, i+1)
	}
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, "key", 0, banks.Browser{}))(t)
	_, _, err := h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, "key", f.Data, bankimport.Options{Skip: skip})
	testkit.NoError(t, err)
	h.fetchDuring(t, nil)
	all := h.rows(t)
	if len(all) != 10 {
		t.Errorf("%d rows", len(all))
	}
	for _, r := range all {
		if r.Date == day {
			t.Errorf("the newest are forgotten first: %s %s", r.Date, r.Amount)
		}
	}
}

// TestAttackSlowProviderDelaysNoOther fetches a connection whose provider does not answer, and another one.
func TestAttackSlowProviderDelaysNoOther(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	p := h.processes[0]
	p.UseProviders(h.bank, &quickBank{bank{clock: h.clock, currency: "EUR"}})
	step := testkit.Must(p.ConnectBank(t.Context(), who, h.id, "quick", bankapi.Input{Values: map[string]string{"token": "x"}}))(t)
	quick := testkit.Must(p.AddBankConnection(t.Context(), who, h.id, "quick", &step, ""))(t)
	_, other, err := h.AddAccount(t.Context(), who, h.id, app.AccountEntry{Name: "Other", Type: "checking", OnBudget: true})
	testkit.NoError(t, err)
	testkit.NoError(t, p.LinkBankAccount(t.Context(), who, h.id, quick, banks.LinkChoice{Key: "key", Account: other, From: civil.DateOf(start)}))
	data := testkit.Must(bankfile.EncodeFetched(&bankfile.Statement{Currency: "EUR"}))(t)
	_, _, err = p.ImportFetched(t.Context(), who, h.id, quick, "key", data, bankimport.Options{})
	testkit.NoError(t, err)
	h.clock.move(40 * time.Hour)
	entered, answer, done := make(chan struct{}), make(chan struct{}), make(chan error)
	h.bank.fail = func() error {
		close(entered)
		<-answer
		return nil
	}
	go func() {
		_, err := p.FetchDue(t.Context())
		done <- err
	}()
	<-entered
	for h.conn = quick; h.shown(t).LastFetch == nil; { // until the test's time limit
		time.Sleep(time.Millisecond)
	}
	close(answer)
	testkit.NoError(t, <-done)
}

// quickBank is another bank.
type quickBank struct{ bank }

func (b *quickBank) About() bankapi.About { return bankapi.About{Kind: "quick", Name: "Quick bank"} }

// TestAttackDamagedConnectionStopsNoOther damages the stored body of a connection. The others are fetched and shown.
func TestAttackDamagedConnectionStopsNoOther(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	testkit.NoError(t, connectionstore.On(h.s.DB()).Add(t.Context(), &connectionstore.Connection{ID: "damaged", Budget: 99, Provider: "test", Secret: []byte{1}, Body: "{", NextAt: start}))
	h.fetchDuring(t, nil)
	if state := testkit.Must(h.processes[0].BankState(t.Context(), who, h.id))(t); len(state.Accounts) != 1 {
		t.Errorf("state %+v", state)
	}
}

// crowdedBank is a bank that lists its accounts.
type crowdedBank struct {
	bank
	accounts []bankapi.Account
}

func (b *crowdedBank) Open([]byte) (bankapi.Connection, error) { return b, nil }

func (b *crowdedBank) Accounts(context.Context) (bankapi.Accounts, error) {
	return bankapi.Accounts{Accounts: b.accounts, Messages: slices.Repeat([]string{"message"}, 5_000)}, nil
}

// TestAttackHostileListOfAccounts lists two accounts with one key, one with an endless key, and many. The first of a key is the one that
// is fetched, and what is stored is bounded.
func TestAttackHostileListOfAccounts(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	crowd := &crowdedBank{bank: bank{clock: h.clock}, accounts: []bankapi.Account{
		{Key: "one", Handle: "1", Name: "First"}, {Key: "one", Handle: "2", Name: "Second"}, {Key: strings.Repeat("x", 1<<20), Name: "Endless"},
	}}
	for i := range 5_000 {
		crowd.accounts = append(crowd.accounts, bankapi.Account{Key: fmt.Sprint(i), Handle: fmt.Sprint(i), Name: "Other"})
	}
	h.processes[0].UseProviders(crowd)
	testkit.NoError(t, h.processes[0].ListBankAccounts(t.Context(), who, h.id, h.conn))
	c := h.shown(t)
	if len(c.Links) > 201 || len(c.Messages) > 51 || !strings.Contains(c.Messages[0], "cannot be used") {
		t.Errorf("%d accounts, %d messages: %s", len(c.Links), len(c.Messages), c.Messages[0])
	}
	if i := slices.IndexFunc(c.Links, func(l banks.Link) bool { return l.Key == "one" }); i < 0 || c.Links[i].Name != "First" {
		t.Errorf("the first account is missing or replaced")
	}
}

// busyBank is a bank that cannot list its accounts once.
type busyBank struct {
	bank
	wasAsked bool
}

func (b *busyBank) Open([]byte) (bankapi.Connection, error) { return b, nil }

func (b *busyBank) Accounts(ctx context.Context) (bankapi.Accounts, error) {
	if !b.wasAsked {
		b.wasAsked = true
		return bankapi.Accounts{}, apperr.New(apperr.Unavailable, "the bank is closed").WithCode(bankapi.Down)
	}
	return b.bank.Accounts(ctx)
}

// TestAttackAccessIsKeptIfTheListFails connects with a token that works once, at a moment in which the accounts cannot be listed.
func TestAttackAccessIsKeptIfTheListFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.processes[0].UseProviders(&busyBank{bank: bank{clock: h.clock, currency: "EUR"}})
	h.conn = h.connect(t, "")
	if c := h.shown(t); c.Problem != "The bank is closed." || len(c.Links) != 0 {
		t.Errorf("%+v", c)
	}
	testkit.NoError(t, h.processes[0].ListBankAccounts(t.Context(), who, h.id, h.conn))
	if c := h.shown(t); c.Problem != "" || len(c.Links) != 1 {
		t.Errorf("after listing again: %+v", c)
	}
}

// TestAttackUndoneImport undoes the import of a fetch, and fetches again: the row comes back once.
func TestAttackUndoneImport(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	h.bank.book(row(civil.DateOf(start), -1_000, "Market"))
	h.fetchDuring(t, nil)
	history := testkit.Must(h.History(t.Context(), who, h.id, 0, 1))(t)
	testkit.Must(h.Undo(t.Context(), who, h.id, history[0].Change))(t)
	if n := len(h.rows(t)); n != 0 {
		t.Fatalf("%d rows after undoing", n)
	}
	h.fetchDuring(t, nil)
	h.fetchDuring(t, nil)
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-1_000}) {
		t.Errorf("amounts %v, %+v", got, h.shown(t).Links[0])
	}
}

// TestAttackDeletedAccount deletes the linked account while the bank books, and takes that back. The row comes once.
func TestAttackDeletedAccount(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	deleted := testkit.Must(h.DeleteAccount(t.Context(), who, h.id, h.account))(t)
	h.bank.book(row(civil.DateOf(start), -1_000, "Market"))
	h.fetchDuring(t, nil)
	h.clock.move(20 * 24 * time.Hour)
	h.fetchDuring(t, nil)
	if l := h.shown(t).Links[0]; !strings.Contains(l.Problem, "deleted") {
		t.Errorf("%+v", l)
	}
	testkit.Must(h.Undo(t.Context(), who, h.id, deleted.Change))(t)
	h.fetchDuring(t, nil)
	h.fetchDuring(t, nil)
	if got := amounts(h.rows(t)); !slices.Equal(got, []int64{-1_000}) || h.shown(t).Links[0].Problem != "" {
		t.Errorf("amounts %v, %+v", got, h.shown(t).Links[0])
	}
}

// TestAttackFarDateWaits books a row two months ahead. The others come, and this one waits for the user, who sees the usual warning.
func TestAttackFarDateWaits(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.firstImport(t)
	day := civil.DateOf(start)
	h.bank.book(row(day.AddDays(60), -2_000, "Instalment"), row(day, -1_000, "Market"))
	h.fetchDuring(t, nil)
	if l := h.shown(t).Links[0]; l.Undecided != 1 || l.Problem != "" || !slices.Equal(amounts(h.rows(t)), []int64{-1_000}) {
		t.Fatalf("%+v, %v", l, amounts(h.rows(t)))
	}
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, "key", 0, banks.Browser{}))(t)
	options := bankimport.Options{Accept: []bankimport.WarningCode{bankimport.WarnBalance}}
	if _, _, err := h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, "key", f.Data, options); apperr.CodeOf(err) != bankimport.Warned {
		t.Errorf("error %v", err)
	}
	options.Accept = append(options.Accept, bankimport.WarnDates)
	_, _, err := h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, "key", f.Data, options)
	if got := amounts(h.rows(t)); err != nil || !slices.Equal(got, []int64{-2_000, -1_000}) || h.shown(t).Links[0].Undecided != 0 {
		t.Errorf("amounts %v, error %v", got, err)
	}
}
