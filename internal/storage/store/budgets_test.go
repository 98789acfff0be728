package store

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/blob"
)

func TestDuplicateAndDelete(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		original, err := blob.NewOriginal()
		if err != nil {
			t.Fatal(err)
		}
		defer original.Close()
		if _, err := original.Write([]byte("the document")); err != nil {
			t.Fatal(err)
		}
		h, err := s.Import(ctx, Import{Whole: household(2, small), Original: original, Summary: reported(`{}`), Meta: meta("import")})
		if err != nil {
			t.Fatal(err)
		}
		copied, err := s.Duplicate(ctx, h.No, "twin", func([]ExistingBudget) string { return "Twin" }, meta("duplicate"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Duplicate(ctx, h.No, "twin", func([]ExistingBudget) string { return "Twin" }, meta("duplicate"), 0); apperr.KindOf(err) != apperr.Conflict {
			t.Error(err)
		}
		verify(t, s, copied.No)
		want := whole(t, s, h.No)
		want.Info.ID, want.Info.Name = "twin", "Twin"
		if _, err := s.Change(ctx, h.No, meta("delete"), func(w *WriteTx) error { return w.DeleteTransaction(want.Transactions[0].No) }); err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(ctx, h.No); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, whole(t, s, copied.No)); diff != "" {
			t.Error(diff)
		}
		var document bytes.Buffer
		if err := s.Original(ctx, copied.No, 0, &document); err != nil || document.String() != "the document" {
			t.Errorf("document of the copy: %q, want \"the document\" (error %v)", document.String(), err)
		}
		if _, err := s.Budget(ctx, h.Info.ID); apperr.KindOf(err) != apperr.NotFound {
			t.Error(err)
		}
		if err := s.Delete(ctx, copied.No); err != nil {
			t.Fatal(err)
		}
		checkNoRows(t, s)
		again := imported(t, s, household(2, small))
		if again.No <= copied.No {
			t.Errorf("number %d of a deleted budget was used again", again.No)
		}
	})
}

// checkNoRows checks that no table has rows of a budget.
func checkNoRows(t *testing.T, s *Store) {
	t.Helper()
	err := s.db.Read(t.Context(), func(q *database.Session) error {
		tables := []string{"change", "change_row"}
		for table := range copied() {
			tables = append(tables, table)
		}
		for _, table := range tables {
			var n int
			if _, err := q.One("SELECT count(*) FROM "+table, nil, &n); err != nil || n > 0 {
				t.Errorf("%d rows left in %s (error %v)", n, table, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Many reads and changes run concurrently. Each read is consistent in itself.
func TestConcurrentReadsAndChangesAreConsistent(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, household(2, small))
		w := whole(t, s, h.No)
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				for n := range 15 {
					row := w.Transactions[(i*40+n*7)%len(w.Transactions)]
					row.Amount, row.Parts, row.Category = money.Milli(1000*n), nil, w.Categories[1].No
					if _, err := s.Change(t.Context(), h.No, meta("edit"), func(w *WriteTx) error { return w.PutTransaction(&row) }); err != nil {
						t.Error(err)
						return
					}
				}
			})
			all.Go(func() {
				for range 15 {
					err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
						w, err := v.Whole()
						if err != nil {
							return err
						}
						return checkFigures(v, w)
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		verify(t, s, h.No)
	})
}

// An import that is killed at any moment leaves the whole budget or nothing.
func TestKilledImportLeavesAllOrNothing(t *testing.T) {
	if dir := os.Getenv("STORE_TEST_IMPORT_INTO"); dir != "" {
		s := open(t, database.Config{Dir: dir})
		fmt.Println("open")
		imported(t, s, household(7, size{accounts: 5, categories: 20, payees: 50, rows: 4000, months: 20}))
		fmt.Println("done")
		time.Sleep(time.Minute)
	}
	for _, after := range []time.Duration{0, 10 * time.Millisecond, 40 * time.Millisecond, 90 * time.Millisecond, 150 * time.Millisecond} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledImportLeavesAllOrNothing$")
		cmd.Env = append(os.Environ(), "STORE_TEST_IMPORT_INTO="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 4)); err != nil { // the process has opened the database
			t.Fatal(err)
		}
		time.Sleep(after)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("end of the import: %v, want it killed", err)
		}
		s := open(t, database.Config{Dir: dir})
		budgets, err := s.Budgets(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range budgets {
			verify(t, s, h.No)
			if n := len(whole(t, s, h.No).Transactions); n != 4000 {
				t.Errorf("%d transactions, want 4000", n)
			}
		}
		if len(budgets) == 0 {
			checkNoRows(t, s)
		}
		t.Logf("killed after %s: %d budgets", after, len(budgets))
	}
}

func TestCreateEmptyBudget(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h, err := s.Import(t.Context(), Import{Whole: &budget.Whole{Info: budget.Info{ID: "b", Name: "Empty", Currency: money.DefaultFormat()}}, Meta: meta("create")})
		if err != nil {
			t.Fatal(err)
		}
		err = s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
			sheet, err := v.Sheet()
			if err == nil && len(sheet.Months) != 0 {
				t.Errorf("%d months in an empty budget, want 0", len(sheet.Months))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		a := budget.Account{ID: "a", Name: "Cash", Type: budget.Cash, OnBudget: true}
		if _, err := s.Change(t.Context(), h.No, meta("account"), func(w *WriteTx) error {
			if err := w.Put(&a); err != nil {
				return err
			}
			return w.PutTransaction(&budget.Transaction{ID: "t", Account: a.No, Date: 20260305, Amount: 10000, Cleared: budget.Uncleared})
		}); err != nil {
			t.Fatal(err)
		}
		verify(t, s, h.No)
		if h, err := s.Budget(t.Context(), "b"); err != nil || h.FirstMonth.String() != "2026-03" || h.Accounts != 1 || h.Transactions != 1 {
			t.Errorf("header after an account and a transaction: %+v (error %v)", h, err)
		}
	})
}

// Budgets are sorted by name as a reader expects, on every database: case and accents are ignored, and of two equal
// names the older budget is first.
func TestBudgetsAreSortedByName(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		var numbers []int64
		for i, name := range []string{"Zelt", "übrig", "anna", "Ältere", "Berta", "Anna"} {
			h, err := s.Import(t.Context(), Import{Whole: &budget.Whole{Info: budget.Info{ID: string(rune('a' + i)), Name: name, Currency: money.DefaultFormat()}}, Meta: meta("create")})
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, h.No)
		}
		all, err := s.Budgets(t.Context())
		some, err2 := s.BudgetsOf(t.Context(), numbers[1:])
		names := func(of []Header) (list string) {
			for i := range of {
				list += of[i].Info.Name + " "
			}
			return list
		}
		if got := names(all); err != nil || got != "Ältere anna Anna Berta übrig Zelt " {
			t.Errorf("all budgets in the order %q (error %v)", got, err)
		}
		if got := names(some); err2 != nil || got != "Ältere anna Anna Berta übrig " {
			t.Errorf("some budgets in the order %q (error %v)", got, err2)
		}
	})
}
