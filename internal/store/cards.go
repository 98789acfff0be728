package store

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
)

// counted says how rows count: which accounts there are, true for those on budget,
// and which of them are cards that are kept as envelopes.
type counted struct {
	accounts map[budget.AccountNo]bool
	cards    map[budget.AccountNo]int // by how many payment categories
}

func (c counted) onBudget(no budget.AccountNo) bool { return c.accounts[no] }
func (c counted) isCard(no budget.AccountNo) bool   { return c.cards[no] > 0 }

// countedIn is how rows count in a budget. A card is an envelope by having a
// payment category: there are none where cards are accounts like any other.
func countedIn(whole *budget.Whole) counted {
	in := counted{make(map[budget.AccountNo]bool, len(whole.Accounts)), map[budget.AccountNo]int{}}
	for i := range whole.Accounts {
		in.accounts[whole.Accounts[i].No] = whole.Accounts[i].OnBudget
	}
	for i := range whole.Categories {
		if card := whole.Categories[i].Card; card != 0 {
			in.cards[card]++
		}
	}
	return in
}

// loadCounts finds out how rows count, once a change; what it writes of accounts
// and categories is noted as it goes.
func (w *Writer) loadCounts() error {
	if w.counts.accounts != nil {
		return nil
	}
	var whole budget.Whole
	var err error
	if whole.Accounts, err = w.AccountRecords(); err != nil {
		return err
	}
	whole.Categories, err = w.Categories()
	w.counts = countedIn(&whole)
	return err
}

// categoryBits are those of the number of a figure of a card and a category that are the category's.
const categoryBits = 1<<32 - 1

// pairKey is the key of a figure of a card and a category. Numbers are far below 2^31.
func pairKey(kind figure, card budget.AccountNo, category budget.CategoryNo) seriesKey {
	return seriesKey{kind, int64(card)<<32 | int64(category)}
}

func (k seriesKey) pair() (budget.AccountNo, budget.CategoryNo) {
	return budget.AccountNo(k.no >> 32), budget.CategoryNo(k.no & categoryBits)
}

// addCharges counts a row on a card in, or with sign -1 out.
func (f figures) addCharges(t *budget.Transaction, in counted, sign int64) {
	m := t.Date.Month()
	for line := range t.Lines {
		if in.isPayment(line) {
			f.add(paid, int64(t.Account), m, sign*int64(line.Amount))
			continue
		}
		f.add(charged, pairKey(charged, t.Account, line.Category).no, m, sign*int64(line.Amount))
		f.add(refunded, pairKey(refunded, t.Account, line.Category).no, m, sign*int64(max(0, line.Amount)))
	}
}

// isPayment says whether a line on a card only moves money within the budget.
func (c counted) isPayment(line budget.Line) bool {
	return line.Category == 0 && c.onBudget(line.Transfer.Account)
}

// moveCard counts the rows of an account as those of a card, or no longer: a payment
// category of it came or went.
func (w *Writer) moveCard(from, to budget.AccountNo) error {
	if from == to {
		return nil
	}
	fresh := w.counts.accounts == nil
	if err := w.loadCounts(); err != nil {
		return err
	}
	if fresh { // they have it as it is now
		w.counts.cards[from]++
		w.counts.cards[to]--
	}
	w.touched.AllCharges = true
	for _, side := range []struct {
		card budget.AccountNo
		sign int64
	}{{from, -1}, {to, 1}} {
		if side.card == 0 {
			continue
		}
		was := w.counts.isCard(side.card)
		w.counts.cards[side.card] += int(side.sign)
		if was == w.counts.isCard(side.card) || !w.counts.onBudget(side.card) {
			continue
		}
		for t, err := range w.Transactions(Filter{Account: side.card}) {
			if err != nil {
				return err
			}
			w.pending.addCharges(&t, w.counts, side.sign)
		}
	}
	return nil
}

// moveTransfers counts the transfers between cards and an account anew that came
// onto the budget or left it.
func (w *Writer) moveTransfers(no budget.AccountNo, was, is bool) error {
	w.touched.AllCharges = true
	for card := range w.counts.cards {
		if !w.counts.isCard(card) || card == no || !w.counts.onBudget(card) {
			continue
		}
		for t, err := range w.Transactions(Filter{Account: card}) {
			if err != nil {
				return err
			}
			w.counts.accounts[no] = was
			w.pending.addCharges(&t, w.counts, -1)
			w.counts.accounts[no] = is
			w.pending.addCharges(&t, w.counts, 1)
		}
	}
	return nil
}

// moveCharges moves what whole rows of a category are on cards, by card and month.
func (w *Writer) moveCharges(from, to budget.CategoryNo) error {
	if err := w.loadCounts(); err != nil {
		return err
	}
	for card := range w.counts.cards {
		if !w.counts.isCard(card) || !w.counts.onBudget(card) {
			continue
		}
		w.touched.AllCharges = true
		err := w.q.Each(`SELECT date / 100, CAST(sum(amount) AS BIGINT), CAST(sum(CASE WHEN amount > 0 THEN amount ELSE 0 END) AS BIGINT) FROM tx
			WHERE budget = $1 AND category = $2 AND account = $3 GROUP BY date / 100`, []any{w.no, int64(from), int64(card)}, func(r database.Row) error {
			var yearMonth, sum, refunds int64
			err := r.Scan(&yearMonth, &sum, &refunds)
			m := cal.MakeMonth(int(yearMonth/100), int(yearMonth%100))
			for _, side := range []struct {
				category budget.CategoryNo
				sign     int64
			}{{from, -1}, {to, 1}} {
				w.pending.add(charged, pairKey(charged, card, side.category).no, m, side.sign*sum)
				w.pending.add(refunded, pairKey(refunded, card, side.category).no, m, side.sign*refunds)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// touchCharges notes the cells that a row on a card has lines in.
func (w *Writer) touchCharges(t *budget.Transaction) {
	for line := range t.Lines {
		if !w.touched.AllCharges && !w.counts.isPayment(line) {
			w.touched.Charges = appendNew(w.touched.Charges, Charge{line.Category, t.Date.Month()})
			w.touched.AllCharges = len(w.touched.Charges) > maxCharges
		}
	}
	if w.touched.AllCharges {
		w.touched.Charges = nil
	}
}
