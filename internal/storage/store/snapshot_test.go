package store

import (
	"errors"
	"fmt"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// If a budget's first and last month both move by one, it has as many months as before. Figures must not be reused by
// position.
func TestFiguresAreNotReusedByPosition(t *testing.T) {
	w := household(5, size{accounts: 1, categories: 2, payees: 1})
	begin := civil.MakeMonth(2025, 6)
	w.Cells, w.Months, w.Rollovers = nil, nil, nil
	for i, m := range []civil.Month{begin, begin.Add(1), begin.Add(2)} {
		row := budget.Transaction{No: budget.TxNo(5000 + i), ID: string(rune('a' + i)), Cleared: budget.Uncleared, Date: m.First(), Account: w.Accounts[0].No, Amount: 1000, Category: w.Categories[len(w.Categories)-1].No}
		if i > 0 {
			row.Category = w.Categories[len(w.Categories)-2].No
		}
		w.Transactions = append(w.Transactions, row)
	}
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s := open(t, cfg)
		h := imported(t, s, w)
		checkSums(t, s, h.No)
		later := w.Transactions[len(w.Transactions)-3]
		later.Date = begin.Add(3).First()
		if _, err := s.Change(t.Context(), h.No, meta("later"), func(w *WriteTx) error { return w.PutTransaction(&later) }); err != nil {
			t.Fatal(err)
		}
		checkSums(t, s, h.No)
	})
}

// checkSums checks that the figures equal those computed from all rows.
func checkSums(t *testing.T, s *Store, no int64) {
	t.Helper()
	err := s.ReadTx(t.Context(), no, func(v *ReadTx) error {
		all, err := v.Whole()
		if err != nil {
			return err
		}
		return checkFigures(v, all)
	})
	if err != nil {
		t.Error(err)
	}
}

// A refund on a card that is spent again leaves a sum of zero, and still affects which card has the debt.
func TestRefundThatIsSpentAgainAffectsTheDebt(t *testing.T) {
	w := household(5, size{accounts: 2, categories: 2, payees: 1})
	keepCards(w, len(w.Accounts))
	category, day := w.Categories[1].No, civil.MakeDate(2025, 6, 1)
	for i, row := range []struct {
		card   int
		amount money.Milli
	}{{0, -4000}, {1, 4000}, {1, -4000}} {
		w.Transactions = append(w.Transactions, budget.Transaction{
			No: budget.TxNo(5000 + i), ID: fmt.Sprint("row ", i), Cleared: budget.Uncleared, Date: day.AddDays(i), Account: w.Accounts[row.card].No, Amount: row.amount, Category: category,
		})
	}
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s := open(t, cfg)
		checkSums(t, s, imported(t, s, w).No)
	})
}

// A month with cached order lies between two months that are read again. Its lines must not be read a second time: a
// card once had its debt of that month twice, until the program was restarted.
func TestCachedMonthBetweenTwoOthersIsReadOnce(t *testing.T) {
	w := household(5, size{accounts: 2, categories: 2, payees: 1})
	keepCards(w, len(w.Accounts))
	category, first := w.Categories[1].No, civil.MakeMonth(2025, 6)
	var rows []budget.Transaction
	for i := range 6 { // in each of three months both cards are charged and the category is empty
		rows = append(rows, budget.Transaction{
			No: budget.TxNo(5000 + i), ID: fmt.Sprint("row ", i), Cleared: budget.Uncleared, Date: first.Add(i / 2).DayAt(1 + i%2), Account: w.Accounts[i%2].No, Amount: -4000, Category: category,
		})
	}
	w.Transactions = append(w.Transactions, rows...)
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s := open(t, cfg)
		no := imported(t, s, w).No
		checkSums(t, s, no)
		for _, i := range []int{0, 4} {
			rows[i].Amount = -5000
		}
		if _, err := s.Change(t.Context(), no, meta("first and third"), func(w *WriteTx) error {
			return errors.Join(w.PutTransaction(&rows[0]), w.PutTransaction(&rows[4]))
		}); err != nil {
			t.Fatal(err)
		}
		checkSums(t, s, no)
	})
}
