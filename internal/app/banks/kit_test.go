package banks_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// bank is a provider with one bank account; tests change its content.
type bank struct {
	mu       sync.Mutex
	clock    *clock
	currency string
	// epoch counts how often the bank was linked again: all its ids differ in each.
	epoch int
	// renumbers reports that linking again also changes the key of the account.
	renumbers bool
	rows      []bankRow
	pending   []bankfile.Row
	fail      func() error // called before each fetch, if set
	asked     []civil.Date // the first day of each fetch
	ended     bool
}

// bankRow is a row that the bank shows from a time on.
type bankRow struct {
	since time.Time
	bankfile.Row
}

func (b *bank) About() bankapi.About { return bankapi.About{Kind: "test", Name: "Test bank"} }

func (b *bank) Connect(_ context.Context, in bankapi.Input) (bankapi.Step, error) {
	if in.Values == nil {
		return bankapi.Step{Title: "Token", Fields: []bankapi.Field{{Name: "token", Label: "Token", Secret: true}}}, nil
	}
	if in.Values["token"] == "" {
		return bankapi.Step{}, apperr.New(apperr.Invalid, "the token is missing").AtField("token")
	}
	return bankapi.Step{Secret: []byte(in.Values["token"]), Name: "Test bank"}, nil
}

func (b *bank) Open(secret []byte) (bankapi.Connection, error) {
	if len(secret) == 0 {
		return nil, fmt.Errorf("no secret")
	}
	return b, nil
}

func (b *bank) key() string {
	if b.renumbers {
		return fmt.Sprintf("key-%d", b.epoch)
	}
	return "key"
}

func (b *bank) Accounts(context.Context) (bankapi.Accounts, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bankapi.Accounts{Accounts: []bankapi.Account{{Key: b.key(), Handle: fmt.Sprintf("handle-%d", b.epoch), Name: "Current account", Bank: "Test bank", Currency: b.currency, Balances: b.balances()}}}, nil
}

func (b *bank) balances() []bankapi.Balance {
	sum := money.Milli(0)
	for _, r := range b.rows {
		if !r.since.After(b.clock.Now()) {
			sum += r.Amount
		}
	}
	return []bankapi.Balance{{Kind: bankapi.Booked, Amount: sum, Date: civil.DateOf(b.clock.Now())}}
}

func (b *bank) Fetch(ctx context.Context, wanted []bankapi.Wanted) (bankapi.Fetched, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		if err := b.fail(); err != nil {
			return bankapi.Fetched{}, err
		}
	}
	got := bankapi.Fetched{Statements: map[string]bankapi.Statement{}}
	for _, w := range wanted {
		if w.Key != b.key() || w.Handle != fmt.Sprintf("handle-%d", b.epoch) {
			continue
		}
		b.asked = append(b.asked, w.From)
		s := bankapi.Statement{Balances: b.balances(), Pending: b.pending}
		s.Currency = b.currency
		s.Closing = &bankfile.Balance{Date: s.Balances[0].Date, Amount: s.Balances[0].Amount}
		for _, r := range b.rows {
			if r.Date >= w.From && !r.since.After(b.clock.Now()) {
				r.BankID = fmt.Sprintf("%d-%s", b.epoch, r.BankID)
				s.Rows = append(s.Rows, r.Row)
			}
		}
		got.Statements[w.Key] = s
	}
	return got, ctx.Err()
}

func (b *bank) Disconnect(context.Context) error {
	b.ended = true
	return nil
}

// book adds rows that the bank shows from now on.
func (b *bank) book(rows ...bankfile.Row) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range rows {
		if r.BankID == "" {
			r.BankID = fmt.Sprint(len(b.rows))
		}
		b.rows = append(b.rows, bankRow{b.clock.Now(), r})
	}
}

// clock is a clock that tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// home is a budget with one account, on a server of several processes.
type home struct {
	*app.App
	s         *store.Store
	clock     *clock
	bank      *bank
	processes []*banks.Banks
	id        string
	account   string
	conn      string
	keyFile   string
}

var (
	who   = users.Machine()
	start = time.Date(2026, 3, 2, 12, 0, 0, 0, time.Local)
)

// newHome makes a budget with an account that is linked with the bank from March on.
func newHome(t testing.TB) *home {
	t.Helper()
	h := &home{clock: &clock{at: start}, keyFile: filepath.Join(t.TempDir(), "server.key")}
	log := slog.New(slog.DiscardHandler)
	h.s = testkit.Must(store.Open(t.Context(), store.Config{Dir: databasetest.Dir(t), KeyFile: h.keyFile}))(t)
	t.Cleanup(func() { testkit.NoError(t, h.s.Close()) })
	h.App = app.On(h.s, log)
	h.bank = &bank{clock: h.clock, currency: "EUR"}
	for range 2 {
		h.processes = append(h.processes, h.process(h.keyFile))
	}
	b, err := h.NewBudget(t.Context(), who, app.BudgetEntry{Name: "Household", Currency: "EUR", DateFormat: "DD.MM.YYYY", FirstMonth: civil.DateOf(start).Month()})
	testkit.NoError(t, err)
	h.id = b.ID
	_, h.account, err = h.AddAccount(t.Context(), who, h.id, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true})
	testkit.NoError(t, err)
	h.conn = h.connect(t, "")
	testkit.NoError(t, h.link(t, "key"))
	return h
}

// process returns the connections as a new process uses them.
func (h *home) process(keyFile string) *banks.Banks {
	log := slog.New(slog.DiscardHandler)
	access := budgetsession.New(h.s, users.New(userstore.On(h.s.DB()), log, h.clock.Now), log, h.clock.Now)
	b := banks.New(access, bankimport.New(access), keyFile)
	b.UseProviders(h.bank)
	return b
}

func (h *home) connect(t testing.TB, renewed string) string {
	t.Helper()
	step := testkit.Must(h.processes[0].ConnectBank(t.Context(), who, h.id, "test", bankapi.Input{Values: map[string]string{"token": "very secret"}}))(t)
	return testkit.Must(h.processes[0].AddBankConnection(t.Context(), who, h.id, "test", &step, renewed))(t)
}

func (h *home) link(t testing.TB, key string) error {
	t.Helper()
	return h.processes[0].LinkBankAccount(t.Context(), who, h.id, h.conn, banks.LinkChoice{Key: key, Account: h.account, From: civil.DateOf(start).AddDays(-1), Uses: bankapi.Booked})
}

// firstImport makes the first import, after which the program fetches automatically.
func (h *home) firstImport(t testing.TB) {
	t.Helper()
	f := testkit.Must(h.processes[0].FetchBankFile(t.Context(), who, h.id, h.conn, h.shown(t).Links[0].Key, 0, banks.Browser{}))(t)
	if f.Account != h.account {
		t.Fatalf("fetched for %q", f.Account)
	}
	_, _, err := h.processes[0].ImportFetched(t.Context(), who, h.id, h.conn, h.shown(t).Links[0].Key, f.Data, bankimport.Options{Name: f.Name})
	testkit.NoError(t, err)
}

func (h *home) shown(t testing.TB) banks.Connection {
	t.Helper()
	return testkit.Must(h.processes[0].BankConnection(t.Context(), who, h.id, h.conn))(t)
}

// rows returns the transactions of the account.
func (h *home) rows(t testing.TB) (all []budget.Transaction) {
	t.Helper()
	testkit.NoError(t, h.ReadTx(t.Context(), who, h.id, func(v *store.ReadTx) error {
		for tx, err := range v.Transactions(store.Filter{}) {
			if err != nil {
				return err
			}
			all = append(all, tx)
		}
		return nil
	}))
	return all
}

// amounts returns the sorted amounts of transactions.
func amounts(rows []budget.Transaction) (all []int64) {
	for i := range rows {
		all = append(all, int64(rows[i].Amount))
	}
	slices.Sort(all)
	return all
}

func row(day civil.Date, amount money.Milli, payee string) bankfile.Row {
	return bankfile.Row{Date: day, Amount: amount, Payee: payee}
}
