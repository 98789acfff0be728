package store

import (
	"testing"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
)

// A budget that begins and ends a month later has as many months as before: what stays where it was is not taken for what it was.
func TestFiguresStayInTheirMonths(t *testing.T) {
	w := household(5, size{accounts: 1, categories: 2, payees: 1})
	begin := cal.MakeMonth(2025, 6)
	w.Cells, w.Months, w.Rollovers = nil, nil, nil
	for i, m := range []cal.Month{begin, begin.Add(1), begin.Add(2)} {
		row := budget.Transaction{No: budget.TxNo(5000 + i), ID: string(rune('a' + i)), Cleared: budget.Uncleared, Date: m.First(), Account: w.Accounts[0].No, Amount: 1000, Category: w.Categories[len(w.Categories)-1].No}
		if i > 0 {
			row.Category = w.Categories[len(w.Categories)-2].No
		}
		w.Transactions = append(w.Transactions, row)
	}
	bothOf(t, func(t *testing.T, cfg database.Config) {
		s := open(t, cfg)
		h := imported(t, s, w)
		sound := func() {
			t.Helper()
			err := s.View(t.Context(), h.No, func(v *View) error {
				all, err := v.Whole()
				if err != nil {
					return err
				}
				return conserved(v, all)
			})
			if err != nil {
				t.Error(err)
			}
		}
		sound()
		later := w.Transactions[len(w.Transactions)-3]
		later.Date = begin.Add(3).First()
		if _, err := s.Change(t.Context(), h.No, meta("later"), func(w *Writer) error { return w.PutTransaction(&later) }); err != nil {
			t.Fatal(err)
		}
		sound()
	})
}
