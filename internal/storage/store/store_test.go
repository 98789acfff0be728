package store

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store/blob"
	"holdover/internal/storage/store/tables"
)

// onBothDatabases runs a contract test on SQLite and on PostgreSQL.
func onBothDatabases(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Helper()
	onBothConfigs(t, func(t *testing.T, cfg database.Config) { test(t, open(t, cfg)) })
}

// onBothConfigs is like both, for tests that open the database themselves, or twice.
func onBothConfigs(t *testing.T, test func(t *testing.T, cfg database.Config)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, database.Config{Dir: databasetest.Dir(t)}) })
	t.Run("postgres", func(t *testing.T) { test(t, database.Config{URL: databasetest.Postgres(t)}) })
}

func open(t testing.TB, cfg database.Config) *Store {
	t.Helper()
	s, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func meta(label string) Meta { return Meta{Actor: "u1", Action: "test", Label: label, At: start} }

// size is the number of records in a generated household.
type size struct{ accounts, categories, payees, rows, months int }

// household generates a budget. The same seed gives the same budget.
func household(seed uint64, n size) *budget.Whole {
	r := rand.New(rand.NewPCG(seed, 1))
	var last int64
	next := func() int64 { last++; return last }
	id := func() string {
		var u uuid.UUID
		for i := range u {
			u[i] = byte(r.UintN(256))
		}
		return u.String()
	}
	w := &budget.Whole{Info: budget.Info{ID: id(), SourceID: "plan-1", Name: "Home", Currency: money.DefaultFormat(), DateFormat: "DD.MM.YYYY"}}
	for i := range n.accounts {
		a := budget.Account{No: budget.AccountNo(next()), ID: id(), Name: fmt.Sprintf("Account %d", i), Type: budget.Checking, OnBudget: i%4 != 3, Sort: i}
		p := budget.Payee{No: budget.PayeeNo(next()), ID: id(), Name: "Transfer : " + a.Name, TransferAccount: a.No}
		a.TransferPayee, a.SourceID = p.No, a.ID
		w.Accounts, w.Payees = append(w.Accounts, a), append(w.Payees, p)
	}
	w.Groups = []budget.Group{{No: budget.GroupNo(next()), ID: id(), Name: "Income", Income: true}, {No: budget.GroupNo(next()), ID: id(), Name: "Bills", Sort: 1}}
	for i := range n.categories {
		c := budget.Category{No: budget.CategoryNo(next()), ID: id(), Group: w.Groups[min(i, 1)].No, Name: fmt.Sprintf("Category %d", i), Income: i == 0, Sort: i}
		w.Categories = append(w.Categories, c)
	}
	for i := range n.payees {
		w.Payees = append(w.Payees, budget.Payee{No: budget.PayeeNo(next()), ID: id(), Name: fmt.Sprintf("Payee %d", i)})
	}
	first := civil.MakeMonth(2026, 12).Add(1 - n.months)
	for i := range n.rows {
		m := first.Add(i * n.months / n.rows)
		t := budget.Transaction{
			No: budget.TxNo(next()), ID: id(), Account: w.Accounts[r.IntN(n.accounts)].No, Date: m.DayAt(1 + r.IntN(31)),
			Amount: money.Milli(r.IntN(200000) - 100000), Payee: w.Payees[r.IntN(len(w.Payees))].No,
			Memo: fmt.Sprintf("memo %d", r.IntN(1000)), Cleared: tables.ClearedCodes[r.IntN(3)], Approved: r.IntN(9) > 0,
		}
		if i%5 != 4 { // the others were entered by a user
			t.SourceID = t.ID
		}
		switch {
		case i%12 == 5:
			half := t.Amount / 2
			for k, amount := range []money.Milli{half, t.Amount - half} {
				t.Parts = append(t.Parts, budget.Part{No: budget.PartNo(next()), ID: id(), Amount: amount, Category: w.Categories[r.IntN(n.categories)].No, Memo: fmt.Sprint("part ", k)})
			}
		case i%7 != 3:
			t.Category = w.Categories[r.IntN(n.categories)].No
		}
		if i%3 == 0 {
			t.Bank = &budget.Bank{ImportID: fmt.Sprintf("YNAB:%d:%s:1", t.Amount, t.Date)}
		}
		if i%50 == 0 {
			t.FlagColour, t.FlagName, t.Bank = "red", "look", &budget.Bank{PayeeName: "ACME", PayeeNameOriginal: "ACME GMBH"}
		}
		w.Transactions = append(w.Transactions, t)
	}
	for m := range n.months {
		for i, c := range w.Categories {
			if i > 0 && r.IntN(3) > 0 {
				w.Cells = append(w.Cells, budget.Cell{Category: c.No, Month: first.Add(m), Budgeted: money.Milli(1 + r.IntN(100000))})
			}
		}
	}
	w.Months = []budget.Month{{Month: first, Note: "begun"}}
	return w
}

var small = size{accounts: 5, categories: 6, payees: 7, rows: 300, months: 14}

func imported(t testing.TB, s *Store, w *budget.Whole) Header {
	t.Helper()
	h, err := s.Import(t.Context(), Import{Whole: w, Meta: meta("import")})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func verify(t testing.TB, s *Store, no int64) {
	t.Helper()
	found, err := s.Verify(t.Context(), no)
	if err != nil || len(found) > 0 {
		t.Fatalf("verify: differences %v (error %v)", found, err)
	}
}

func whole(t testing.TB, s *Store, no int64) *budget.Whole {
	t.Helper()
	var w *budget.Whole
	if err := s.ReadTx(t.Context(), no, func(v *ReadTx) (err error) { w, err = v.Whole(); return err }); err != nil {
		t.Fatal(err)
	}
	return w
}

// byDate sorts a generated budget in the store's order.
func byDate(w *budget.Whole) *budget.Whole {
	sorted := *w
	sorted.Transactions = append([]budget.Transaction(nil), w.Transactions...)
	sortRows(sorted.Transactions)
	sorted.Payees = append([]budget.Payee(nil), w.Payees...)
	sortPayees(sorted.Payees)
	sorted.Cells = append([]budget.Cell(nil), w.Cells...)
	sortCells(sorted.Cells)
	return &sorted
}

func TestImportedBudgetIsReadBackCompletely(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		w := household(1, small)
		document := bytes.Repeat([]byte(`{"plan":"the document"}`), 200000)
		original, err := blob.NewOriginal()
		if err != nil {
			t.Fatal(err)
		}
		defer original.Close()
		for chunk := range slices.Chunk(document, 4096) {
			if _, err := original.Write(chunk); err != nil {
				t.Fatal(err)
			}
		}
		h, err := s.Import(t.Context(), Import{Whole: w, Original: original, Summary: reported(`{"kept": 1}`), Meta: meta("import")})
		if err != nil {
			t.Fatal(err)
		}
		if h.Knowledge != 1 || h.Accounts != 5 || h.Transactions != 300 || h.FirstMonth.String() != "2025-11" || h.LastMonth.String() != "2026-12" {
			t.Errorf("header after the import: %+v", h)
		}
		if diff := cmp.Diff(byDate(w), whole(t, s, h.No)); diff != "" {
			t.Error(diff)
		}
		verify(t, s, h.No)
		var stored bytes.Buffer
		if err := s.Original(t.Context(), h.No, 0, &stored); err != nil || !bytes.Equal(stored.Bytes(), document) {
			t.Errorf("document has %d bytes, want %d (error %v)", stored.Len(), len(document), err)
		}
		if report := reportOf(t, s, h.No); string(report.Report) != `{"kept": 1}` || report.No != 1 || !report.At.Equal(start) {
			t.Errorf("stored report: %+v", report)
		}
		all, err := s.Budgets(t.Context())
		if err != nil || len(all) != 1 || !cmp.Equal(all[0].Info, w.Info) {
			t.Errorf("budgets: %+v, want only the imported one (error %v)", all, err)
		}
	})
}

func TestChangeUndoRedo(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		h := imported(t, s, household(2, small))
		before := whole(t, s, h.No)
		row := before.Transactions[10]
		change, err := s.Change(ctx, h.No, meta("new amount"), func(w *WriteTx) error {
			row.Amount += 1000
			row.Parts, row.Category = nil, before.Categories[2].No
			return w.PutTransaction(&row)
		})
		if err != nil || change.No != 2 || change.Rows != 1 || change.Touched.From != row.Date.Month() {
			t.Fatalf("change of one row: %+v (error %v)", change, err)
		}
		verify(t, s, h.No)
		after := whole(t, s, h.No)
		if top, err := s.Undoable(ctx, h.No, "u1"); err != nil || top.No != 2 {
			t.Errorf("change to undo: %+v, want number 2 (error %v)", top, err)
		}
		if _, err := s.Undo(ctx, h.No, 2, meta("undo")); err != nil {
			t.Fatal(err)
		}
		verify(t, s, h.No)
		if diff := cmp.Diff(before, whole(t, s, h.No)); diff != "" {
			t.Error(diff)
		}
		if top, err := s.Redoable(ctx, h.No, "u1"); err != nil || top.No != 2 {
			t.Errorf("change to redo: %+v, want number 2 (error %v)", top, err)
		}
		if _, err := s.Redo(ctx, h.No, 2, meta("redo")); err != nil {
			t.Fatal(err)
		}
		verify(t, s, h.No)
		if diff := cmp.Diff(after, whole(t, s, h.No)); diff != "" {
			t.Error(diff)
		}
		if _, err := s.Redoable(ctx, h.No, "u1"); apperr.KindOf(err) != apperr.NotFound {
			t.Error(err)
		}
		if c, err := s.Change(ctx, h.No, meta("the same"), func(w *WriteTx) error { return w.PutTransaction(&row) }); err != nil || c.No != 0 {
			t.Errorf("writing the same row again: change %+v, want none (error %v)", c, err)
		}
	})
}
