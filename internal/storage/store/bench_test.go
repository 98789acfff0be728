package store

import (
	"fmt"
	"testing"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

func BenchmarkImport50k(b *testing.B) {
	var spent time.Duration
	for b.Loop() {
		b.StopTimer()
		s := open(b, database.Config{Dir: b.TempDir()})
		w := household(1, size{accounts: 12, categories: 80, payees: 600, rows: 50000, months: 120})
		b.StartTimer()
		before := testkit.ProcessorTime()
		imported(b, s, w)
		spent += testkit.ProcessorTime() - before
	}
	b.ReportMetric(float64(spent.Milliseconds())/float64(b.N), "cpu-ms/op")
}

// million returns a budget with a million rows in 240 months, 100 categories and 20 accounts.
func million(b *testing.B) (*Store, Header) {
	b.Helper()
	s := open(b, database.Config{Dir: b.TempDir()})
	w := household(1, size{accounts: 20, categories: 100, payees: 2000, rows: 1000000, months: 240})
	h := imported(b, s, w)
	return s, h
}

func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		s, err := Open(b.Context(), database.Config{Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMany changes a thousand rows in one change, and undoes it.
func BenchmarkMany(b *testing.B) {
	s := open(b, database.Config{Dir: b.TempDir()})
	w := household(1, size{accounts: 5, categories: 20, payees: 50, rows: 10000, months: 60})
	h := imported(b, s, w)
	rows := w.Transactions[:1000]
	var last Change
	b.Run("put", func(b *testing.B) {
		for b.Loop() {
			var err error
			last, err = s.Change(b.Context(), h.No, meta("many"), func(w *WriteTx) error {
				for i := range rows {
					rows[i].Approved = !rows[i].Approved
					if err := w.PutTransaction(&rows[i]); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("undoRedo", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Undo(b.Context(), h.No, last.No, meta("undo")); err != nil {
				b.Fatal(err)
			}
			if _, err := s.Redo(b.Context(), h.No, last.No, meta("redo")); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkMillion(b *testing.B) {
	s, h := million(b)
	ctx := b.Context()
	view := func(b *testing.B, fn func(*ReadTx) error) {
		for b.Loop() {
			if err := s.ReadTx(ctx, h.No, fn); err != nil {
				b.Fatal(err)
			}
		}
	}
	read := func(v *ReadTx, f Filter) error {
		for _, err := range v.Transactions(f) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	b.Run("snapshot/cold", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			s.cache.DropBudget(h.No)
			_, err := v.Sheet()
			return err
		})
	})
	b.Run("snapshot/warm", func(b *testing.B) {
		view(b, func(v *ReadTx) error { _, err := v.Sheet(); return err })
	})
	b.Run("accounts", func(b *testing.B) {
		view(b, func(v *ReadTx) error { _, err := v.Accounts(); return err })
	})
	var some []budget.Transaction
	err := s.ReadTx(ctx, h.No, func(v *ReadTx) error {
		for t, err := range v.Transactions(Filter{Account: 1, Limit: 30000}) {
			if err != nil {
				return err
			}
			some = append(some, t)
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	middle := PositionOf(&some[len(some)-1])
	b.Run("index/cold", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			s.indexes.Drop(h.No)
			_, err := v.rowIndex()
			v.index = nil
			return err
		})
	})
	b.Run("index/putAndFind", func(b *testing.B) {
		row := some[7]
		for b.Loop() {
			_, err := s.Change(ctx, h.No, meta("put"), func(w *WriteTx) error {
				row.Amount++
				return w.PutTransaction(&row)
			})
			if err == nil {
				err = s.ReadTx(ctx, h.No, func(v *ReadTx) error { _, _, err := v.Count(Filter{Text: "memo 777"}); return err })
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("register/first", func(b *testing.B) {
		view(b, func(v *ReadTx) error { return read(v, Filter{Account: 1, Descending: true, Limit: 100}) })
	})
	b.Run("register/middle", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			if _, err := v.BalanceThrough(1, middle); err != nil {
				return err
			}
			return read(v, Filter{Account: 1, Descending: true, Limit: 100, After: middle})
		})
	})
	b.Run("register/search", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			return read(v, Filter{Account: 1, Descending: true, Limit: 100, Text: "memo 777"})
		})
	})
	b.Run("register/searchNothing", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			return read(v, Filter{Account: 1, Descending: true, Limit: 100, Text: "nothing at all"})
		})
	})
	b.Run("register/count", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			_, _, err := v.Count(Filter{Account: 1, Cleared: budget.ClearedYes})
			return err
		})
	})
	b.Run("register/category", func(b *testing.B) {
		view(b, func(v *ReadTx) error {
			return read(v, Filter{Category: some[0].Category, Descending: true, Limit: 100})
		})
	})
	b.Run("register/categoryMonth", func(b *testing.B) {
		view(b, func(v *ReadTx) error { return read(v, Filter{Category: some[0].Category}.Within(middle.Date.Month())) })
	})
	for name, by := range map[string]Sort{"amount": ByAmount, "payee": ByPayee, "memo": ByMemo} {
		b.Run("register/sort/"+name, func(b *testing.B) {
			view(b, func(v *ReadTx) error { return read(v, Filter{Account: 1, Sort: by, Limit: 100}) })
		})
	}
	b.Run("all/uncategorised", func(b *testing.B) {
		view(b, func(v *ReadTx) error { return read(v, Filter{Uncategorised: true, Descending: true, Limit: 100}) })
	})
	b.Run("all/uncategorisedCount", func(b *testing.B) {
		view(b, func(v *ReadTx) error { _, _, err := v.Count(Filter{Uncategorised: true}); return err })
	})
	b.Run("all/searchNothing", func(b *testing.B) {
		view(b, func(v *ReadTx) error { return read(v, Filter{Text: "nothing at all", Descending: true, Limit: 100}) })
	})
	for name, by := range map[string]Sort{"amount": ByAmount, "payee": ByPayee, "memo": ByMemo} {
		b.Run("all/sort/"+name, func(b *testing.B) {
			view(b, func(v *ReadTx) error { return read(v, Filter{Sort: by, Offset: 500_000, Limit: 100}) })
		})
	}
	b.Run("all/first", func(b *testing.B) {
		view(b, func(v *ReadTx) error { return read(v, Filter{Descending: true, Limit: 100}) })
	})
	b.Run("put", func(b *testing.B) {
		row := some[7]
		for b.Loop() {
			_, err := s.Change(ctx, h.No, meta("put"), func(w *WriteTx) error {
				row.Amount++
				return w.PutTransaction(&row)
			})
			if err != nil {
				b.Fatal(err)
			}
			if err := s.ReadTx(ctx, h.No, func(v *ReadTx) error { _, err := v.Sheet(); return err }); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("setBudgeted", func(b *testing.B) {
		for b.Loop() {
			_, err := s.Change(ctx, h.No, meta("put"), func(w *WriteTx) error {
				c, err := w.Cell(some[0].Category, middle.Date.Month())
				if err != nil {
					return err
				}
				return w.SetBudgeted(c.Category, c.Month, c.Budgeted+10)
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("stream", func(b *testing.B) {
		view(b, func(v *ReadTx) error { return read(v, Filter{Limit: 50000}) })
	})
}

// BenchmarkDue finds the due schedules of a thousand budgets with twenty schedules each, of which one budget has a
// due one.
func BenchmarkDue(b *testing.B) {
	s := open(b, database.Config{Dir: b.TempDir()})
	for no := range 1000 {
		w := &budget.Whole{Info: budget.Info{ID: fmt.Sprint("b", no), Name: fmt.Sprint(no)}, Accounts: []budget.Account{{No: 1, ID: "a", Name: "A"}}}
		for i := range 20 {
			day := civil.MakeDate(2027, 1, 1+i)
			if no == 500 {
				day = civil.MakeDate(2026, 1, 1+i)
			}
			w.Scheduled = append(w.Scheduled, budget.Scheduled{
				No: budget.ScheduledNo(2 + i), ID: fmt.Sprint("s", i), Account: 1, DateFirst: day, DateNext: day, Frequency: "monthly", AutoEnter: true,
			})
		}
		if _, err := s.Import(b.Context(), Import{Whole: w, Meta: meta("import")}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		due, err := s.Due(b.Context(), civil.MakeDate(2026, 6, 1))
		if err != nil || len(due) != 1 {
			b.Fatalf("due schedules of %v, want one (error %v)", due, err)
		}
	}
}
