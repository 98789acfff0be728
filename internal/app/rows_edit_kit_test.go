package app

import (
	"bytes"
	"os"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// testBudget is a small budget to live in: two accounts on budget, one off, and a
// closed one.
type testBudget struct {
	testingT
	a  *App
	id string
	no int64
}

// testingT is the common interface of tests of packages testing and rapid.
type testingT interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

const march civil.Date = 20260315

func newTestBudget(t *testing.T) *testBudget {
	t.Helper()
	return openTestBudget(t, t, newApp(t))
}

func openTestBudget(t *testing.T, c testingT, a *App) *testBudget {
	t.Helper()
	return importTestBudget(t, c, a, testBudgetRecords())
}

func testBudgetRecords() *budget.Whole {
	return &budget.Whole{
		Info: budget.Info{ID: NewID(), Name: "Home", Currency: money.DefaultFormat(), DateFormat: "DD.MM.YYYY"},
		Accounts: []budget.Account{
			{No: 1, ID: "bank", Name: "Bank", Type: budget.Checking, OnBudget: true, TransferPayee: 1, Sort: 1},
			{No: 2, ID: "cash", Name: "Cash", Type: budget.Cash, OnBudget: true, Sort: 2}, // as older files have it: without payee
			{No: 3, ID: "house", Name: "House", Type: budget.Mortgage, TransferPayee: 2, Sort: 3},
			{No: 4, ID: "old", Name: "Old", Type: budget.Savings, OnBudget: true, Closed: true, Sort: 4},
		},
		Groups: []budget.Group{{No: 1, ID: "income", Name: "Income", Income: true}, {No: 2, ID: "daily", Name: "Daily", Sort: 1}},
		Categories: []budget.Category{
			{No: 1, ID: "salary", Group: 1, Name: "Salary", Income: true},
			{No: 2, ID: "food", Group: 2, Name: "Food"},
			{No: 3, ID: "rent", Group: 2, Name: "Rent", Sort: 1},
		},
		Payees: []budget.Payee{
			{No: 1, ID: "to-bank", Name: "Transfer : Bank", TransferAccount: 1},
			{No: 2, ID: "to-house", Name: "Transfer : House", TransferAccount: 3},
			{No: 3, ID: "baker", Name: "Baker"},
			{No: 4, ID: "bakery", Name: "Bakery"},
		},
	}
}

func importTestBudget(t *testing.T, c testingT, a *App, w *budget.Whole) *testBudget {
	t.Helper()
	h, err := a.store.Import(t.Context(), store.Import{Whole: w, Meta: store.Meta{Action: "test", At: a.now()}})
	if err != nil {
		t.Fatal(err)
	}
	return &testBudget{c, a, w.Info.ID, h.No}
}

// must fails on an error, and if the budget is no longer consistent.
func (h *testBudget) must(t *testing.T, done ChangeResult, err error) ChangeResult {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	h.checkConsistent(t)
	return done
}

// add adds a row and returns its id.
func (h *testBudget) add(t *testing.T, entry rows.Entry) string {
	t.Helper()
	done, id, err := h.a.AddRow(t.Context(), Machine(), h.id, entry)
	h.must(t, done, err)
	return id
}

func (h *testBudget) row(t *testing.T, id string) budget.Transaction {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		if row.ID == id {
			return row
		}
	}
	t.Fatalf("no row %q", id)
	return budget.Transaction{}
}

func (h *testBudget) whole(t *testing.T) *budget.Whole {
	t.Helper()
	return wholeOf(t, h.a, h.id)
}

// reimported imports the plan document of the budget into an app, and returns the id of the new budget.
func (h *testBudget) reimported(t *testing.T, into *App) string {
	t.Helper()
	var document bytes.Buffer
	testkit.NoError(t, h.a.Document(t.Context(), Machine(), h.id, "plan", &document))
	got, err := into.Import(t.Context(), Machine(), &document, migration.ImportOptions{})
	testkit.NoError(t, err)
	return got.Budget.ID
}

// checkConsistent checks all that is true of a budget at any time: the stored figures,
// the conservation law, splits, both sides of transfers, running balances.
func (h *testBudget) checkConsistent(t *testing.T) *budget.Whole {
	h.Helper()
	if found, err := h.a.store.Verify(t.Context(), h.no); err != nil || len(found) > 0 {
		h.Fatalf("verify: differences %v (error %v)", found, err)
	}
	w := h.whole(t)
	byNo := map[budget.TxNo]*budget.Transaction{}
	for i := range w.Transactions {
		byNo[w.Transactions[i].No] = &w.Transactions[i]
	}
	for i := range w.Transactions {
		row := &w.Transactions[i]
		var sum money.Milli
		for l := range row.Lines {
			sum += l.Amount
			if l.Transfer.Account != 0 {
				h.checkTransfer(byNo, row, l)
			}
		}
		if sum != row.Amount {
			h.Fatalf("parts of %s sum to %s, want %s", row.ID, sum, row.Amount)
		}
	}
	h.checkMoney(t, w)
	h.checkRegisters(t, w)
	return w
}

func (h *testBudget) checkTransfer(rows map[budget.TxNo]*budget.Transaction, row *budget.Transaction, l budget.Line) {
	h.Helper()
	other := rows[l.Transfer.Tx]
	if other == nil {
		h.Fatalf("other side of %s (%s) is missing: %+v", row.ID, row.Date, l)
		return
	}
	for o := range other.Lines {
		if o.Part == l.Transfer.Part && o.Transfer.Tx == row.No && o.Transfer.Part == l.Part {
			if o.Amount != -l.Amount || o.Transfer.TwoDates != l.Transfer.TwoDates || l.Transfer.TwoDates == (other.Date == row.Date) || other.Account != l.Transfer.Account || o.Transfer.Account != row.Account {
				h.Fatalf("sides of a transfer differ:\n%+v\n%+v", row, other)
			}
			return
		}
	}
	h.Fatalf("other side of %s refers to another row: %+v", row.ID, other)
}

func (h *testBudget) checkMoney(t *testing.T, w *budget.Whole) {
	h.Helper()
	months, err := h.a.Months(t.Context(), Machine(), h.id, MonthSpan{})
	if err != nil {
		h.Fatalf("read the months: %v", err)
	}
	onBudget := map[budget.AccountNo]bool{}
	for _, a := range w.Accounts {
		onBudget[a.No] = a.OnBudget
	}
	for i := range w.Categories {
		delete(onBudget, w.Categories[i].Card) // no money is on a card that is an envelope
	}
	for _, m := range months {
		var hold money.Milli
		for i := range w.Transactions {
			if row := &w.Transactions[i]; onBudget[row.Account] && row.Date.Month() <= m.Month {
				hold += row.Amount
			}
		}
		if inBudget := m.ToBudget + m.Held + m.Balance + m.UncategorisedLeft + m.CardDebt; inBudget != hold+m.OnTheWay {
			h.Fatalf("%s: accounts hold %s, %s is on its way, the budget has %s", m.Month, hold, m.OnTheWay, inBudget)
		}
	}
}

// checkRegisters checks the running balances of every register.
func (h *testBudget) checkRegisters(t *testing.T, w *budget.Whole) {
	h.Helper()
	for _, acc := range w.Accounts {
		r, err := h.a.Register(t.Context(), Machine(), h.id, registers.Query{Filter: rows.Filter{Account: acc.ID}})
		if err != nil {
			h.Fatalf("read the register of %s: %v", acc.ID, err)
		}
		var balance money.Milli
		if oldest := len(r.Rows) - 1; r.Total > len(r.Rows) { // the page is not the whole account
			balance = r.Rows[oldest].Balance - r.Rows[oldest].Amount
		}
		for i := len(r.Rows) - 1; i >= 0; i-- {
			balance += r.Rows[i].Amount
			if r.Rows[i].Balance != balance {
				h.Fatalf("%s on %s: running balance %s, want %s", acc.Name, r.Rows[i].Date, r.Rows[i].Balance, balance)
			}
		}
		if r.Account.Balance != balance {
			h.Fatalf("%s has %s, its rows sum to %s", acc.Name, r.Account.Balance, balance)
		}
	}
}

func importPlan(t testing.TB, a *App, path string) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := a.Import(t.Context(), Machine(), file, migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return got.Budget.ID
}

func wholeOf(t testing.TB, a *App, id string) *budget.Whole {
	t.Helper()
	var whole *budget.Whole
	if err := a.ReadTx(t.Context(), Machine(), id, func(v *store.ReadTx) (err error) {
		whole, err = v.Whole()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return whole
}
