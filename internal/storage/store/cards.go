package store

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
)

// loadCounts determines how rows count, once per change. Later writes of accounts and categories in the change update
// it.
func (w *WriteTx) loadCounts() error {
	if w.counts.Accounts != nil {
		return nil
	}
	accounts, err := w.AccountRecords()
	if err != nil {
		return err
	}
	categories, err := w.Categories()
	w.counts = figures.CountedIn(accounts, categories)
	return err
}

// moveCard counts the rows of an account as those of a card, or no longer, after a payment category of the account
// was added or removed.
func (w *WriteTx) moveCard(from, to budget.AccountNo) error {
	if from == to {
		return nil
	}
	fresh := w.counts.Accounts == nil
	if err := w.loadCounts(); err != nil {
		return err
	}
	if fresh { // the loaded counts already contain this change: restore the state before it
		w.counts.Cards[from]++
		w.counts.Cards[to]--
	}
	w.touched.AllCharges = true
	for _, side := range []struct {
		card budget.AccountNo
		sign int64
	}{{from, -1}, {to, 1}} {
		if side.card == 0 {
			continue
		}
		was := w.counts.IsCard(side.card)
		w.counts.Cards[side.card] += int(side.sign)
		if was == w.counts.IsCard(side.card) || !w.counts.OnBudget(side.card) {
			continue
		}
		for t, err := range w.Transactions(Filter{Account: side.card}) {
			if err != nil {
				return err
			}
			w.pending.AddCharges(&t, w.counts, side.sign)
		}
	}
	return nil
}

// moveTransfers counts the transfers between cards and an account again, after the account moved onto the budget or
// off it.
func (w *WriteTx) moveTransfers(no budget.AccountNo, was, is bool) error {
	w.touched.AllCharges = true
	for card := range w.counts.Cards {
		if !w.counts.IsCard(card) || card == no || !w.counts.OnBudget(card) {
			continue
		}
		for t, err := range w.Transactions(Filter{Account: card}) {
			if err != nil {
				return err
			}
			w.counts.Accounts[no] = was
			w.pending.AddCharges(&t, w.counts, -1)
			w.counts.Accounts[no] = is
			w.pending.AddCharges(&t, w.counts, 1)
		}
	}
	return nil
}

// moveTwoDates counts the other sides of an account's transfers with two dates again, after the account moved onto the
// budget or off it.
func (w *WriteTx) moveTwoDates(no budget.AccountNo, sides []budget.TxNo, was, is bool) error {
	for some := range slices.Chunk(sides, 1000) {
		others, err := w.TransactionsByNo(some)
		if err != nil {
			return err
		}
		for t := range iterutil.Pointers(others) {
			if t.Account != no && w.counts.OnBudget(t.Account) {
				w.counts.Accounts[no] = was
				w.pending.AddActivity(t, w.counts, -1)
				w.counts.Accounts[no] = is
				w.pending.AddActivity(t, w.counts, 1)
			}
		}
	}
	return nil
}

// moveCharges moves the sums of a category's unsplit rows on cards to another category, by card and month.
func (w *WriteTx) moveCharges(from, to budget.CategoryNo) error {
	if err := w.loadCounts(); err != nil {
		return err
	}
	for card := range w.counts.Cards {
		if !w.counts.IsCard(card) || !w.counts.OnBudget(card) {
			continue
		}
		w.touched.AllCharges = true
		err := w.q.Each(`SELECT date / 100, CAST(sum(amount) AS BIGINT), CAST(sum(CASE WHEN amount > 0 THEN amount ELSE 0 END) AS BIGINT) FROM tx
			WHERE budget = $1 AND category = $2 AND account = $3 GROUP BY date / 100`, []any{w.no, int64(from), int64(card)}, func(r database.Row) error {
			var yearMonth, sum, refunds int64
			err := r.Scan(&yearMonth, &sum, &refunds)
			m := civil.MakeMonth(int(yearMonth/100), int(yearMonth%100))
			for _, side := range []struct {
				category budget.CategoryNo
				sign     int64
			}{{from, -1}, {to, 1}} {
				w.pending.Add(figures.Charged.OfPair(card, side.category), m, side.sign*sum)
				w.pending.Add(figures.Refunded.OfPair(card, side.category), m, side.sign*refunds)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// touchCharges records the cells of the lines of a row on a card.
func (w *WriteTx) touchCharges(t *budget.Transaction) {
	for line := range t.Lines {
		if !w.touched.AllCharges && !w.counts.IsPayment(line) {
			w.touched.Charges = appendNew(w.touched.Charges, CategoryMonth{line.Category, t.Date.Month()})
			w.touched.AllCharges = len(w.touched.Charges) > maxCharges
		}
	}
	if w.touched.AllCharges {
		w.touched.Charges = nil
	}
}
