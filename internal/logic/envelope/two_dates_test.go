package envelope_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// transfer adds a transfer between two accounts with the dates of its sides.
func (w *world) transfer(from, to budget.AccountNo, left, arrived civil.Date, amount money.Milli) {
	no := budget.TxNo(len(w.Transactions) + 1)
	two := left != arrived
	w.Transactions = append(
		w.Transactions,
		budget.Transaction{No: no, Account: from, Date: left, Amount: -amount, Transfer: budget.Transfer{Account: to, Tx: no + 1, TwoDates: two}},
		budget.Transaction{No: no + 1, Account: to, Date: arrived, Amount: amount, Transfer: budget.Transfer{Account: from, Tx: no, TwoDates: two}},
	)
}

func TestMoneyOnItsWayAtTheEndOfAMonth(t *testing.T) {
	for _, cards := range []bool{false, true} {
		w := newHousehold()
		if cards {
			w.keepCards()
		}
		const checking, card, mortgage = 1, 3, 4
		w.Transactions = append(w.Transactions, budget.Transaction{No: 1, Account: checking, Date: 20251101, Amount: 1_000_000, Category: 1})
		w.transfer(checking, card, 20251130, 20251202, 400_000)
		w.transfer(checking, card, 20251202, 20251205, 100_000)     // within a month
		w.transfer(card, checking, 20260103, 20251231, 50_000)      // arrived before it left
		w.transfer(checking, mortgage, 20251130, 20251202, 200_000) // leaves the budget, and has no category yet
		w.conserved(t)
		for month, want := range map[civil.Month]struct{ onTheWay, uncategorised, toBudget money.Milli }{
			civil.MakeMonth(2025, 11): {400_000, -200_000, 1_000_000},
			civil.MakeMonth(2025, 12): {-50_000, -200_000, 1_000_000},
			civil.MakeMonth(2026, 1):  {0, -200_000, 1_000_000},
			civil.MakeMonth(2026, 6):  {0, -200_000, 1_000_000},
		} {
			if cards && month > civil.MakeMonth(2025, 11) { // November's uncategorised spending is subtracted from December
				want.uncategorised, want.toBudget = 0, 800_000
			}
			if cards && month > civil.MakeMonth(2025, 12) { // and December's payments of the card, for which nothing is assigned
				want.toBudget = 300_000
			}
			f := w.sheet().Month(month)
			if f.OnTheWay != want.onTheWay || f.UncategorisedLeft != want.uncategorised || f.ToBudget != want.toBudget {
				t.Errorf("cards as envelopes %v, %s: %s on its way, %s uncategorised, %s to budget, want %+v", cards, month, f.OnTheWay, f.UncategorisedLeft, f.ToBudget, want)
			}
		}
	}
}

// TestTwoDatesChangeNoEnvelope compares transfers with two dates with transfers on the date of arrival: only the money on
// its way differs. It is the sum that has left and not arrived.
func TestTwoDatesChangeNoEnvelope(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &randomBudget{world: newHousehold(), next: 100}
		if rapid.Bool().Draw(t, "cards as envelopes") {
			l.keepCards()
		}
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			l.addRow(t)
		}
		one := &world{l.Whole}
		one.Transactions = slices.Clone(one.Transactions)
		type pair struct {
			left, arrived civil.Date
			amount        money.Milli
		}
		var pairs []pair
		for range rapid.IntRange(1, 6).Draw(t, "transfers") {
			accounts := rapid.Permutation([]budget.AccountNo{1, 2, 3}).Draw(t, "accounts")
			p := pair{l.date(t), l.date(t), amounts().Draw(t, "amount")}
			pairs = append(pairs, p)
			l.transfer(accounts[0], accounts[1], p.left, p.arrived, p.amount)
			one.transfer(accounts[0], accounts[1], p.arrived, p.arrived, p.amount)
			if l.isCard(accounts[0]) { // a card's side decides the month of its payment
				n := len(one.Transactions)
				one.Transactions[n-2].Date, one.Transactions[n-1].Date = p.left, p.left
			}
			if l.isCard(accounts[0]) && l.isCard(accounts[1]) {
				t.Skip("the two sides of a transfer between cards are in two months")
			}
		}
		two, same := l.sheet(), one.sheet()
		l.conserved(t)
		for m := start - 1; m < start+14; m++ {
			var onTheWay money.Milli
			for _, p := range pairs {
				if p.left.Month() <= m {
					onTheWay += p.amount
				}
				if p.arrived.Month() <= m {
					onTheWay -= p.amount
				}
			}
			got, want := two.Month(m), same.Month(m)
			if got.OnTheWay != onTheWay {
				t.Fatalf("%s: %s is on its way, want %s", m, got.OnTheWay, onTheWay)
			}
			if want.OnTheWay = got.OnTheWay; got != want {
				t.Fatalf("%s: the figures are %+v, with one date %+v", m, got, want)
			}
			for _, c := range l.Categories {
				if two.Cell(c.No, m) != same.Cell(c.No, m) {
					t.Fatalf("%s: category %d has %+v, with one date %+v", m, c.No, two.Cell(c.No, m), same.Cell(c.No, m))
				}
			}
		}
	})
}

func (w *world) isCard(no budget.AccountNo) bool {
	return slices.ContainsFunc(w.Categories, func(c budget.Category) bool { return c.Card == no && w.Info.CardEnvelopes })
}
