package cleanup

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Card is a credit card with its figures at the end of the document's last month, by the source's rules. A negative
// balance is what the card owes; a positive reserve is money set aside to pay it.
type Card struct {
	Account budget.AccountNo `json:"-"`
	Name    string           `json:"name"`
	Balance money.Milli      `json:"balance"` // of the account
	Reserve money.Milli      `json:"reserve"` // of its payment category
	// Net is Balance plus Reserve: negative if the card owes more than was set aside, positive if more was set aside.
	Net money.Milli `json:"debt"`
	// CategoryBalance is the balance of the card's debt category after the clean-up. With one category for all cards,
	// each card shows the same. It is nil without debt categories.
	CategoryBalance *money.Milli `json:"category,omitempty"`
	Months          []CardMonth  `json:"months"` // oldest first
}

// CardMonth contains a card's figures at the end of a month, as in Card.
type CardMonth struct {
	Month   civil.Month `json:"month"`
	Balance money.Milli `json:"balance"`
	Reserve money.Milli `json:"reserve"`
	Net     money.Milli `json:"debt"`
}

// cardMonths returns each card's figures for all months of the figures, oldest first.
func (w *work) cardMonths() map[budget.AccountNo][]CardMonth {
	all := map[budget.AccountNo][]CardMonth{}
	for account, sums := range w.in.onCards().moved {
		all[account] = make([]CardMonth, w.months())
		for m, sum := range sums {
			if i, ok := w.index(m); ok {
				all[account][i].Balance += sum // of the month alone, accumulated below
			}
		}
	}
	for p := range iterutil.Pointers(w.in.Budget.Info.CardPayments) {
		for _, m := range p.Months {
			if i, ok := w.index(m.Month); ok && all[p.Account] != nil {
				all[p.Account][i].Reserve += m.Balance
			}
		}
	}
	for _, series := range all {
		for i := range series {
			series[i].Month = w.in.Figures.First.Add(i)
			if i > 0 {
				series[i].Balance += series[i-1].Balance
			}
			series[i].Net = series[i].Balance + series[i].Reserve
		}
	}
	return all
}

// overspendingOnCards returns by month, as an index into the figures, and by card how much overspending became debt: a
// positive amount. It is the decrease of the card's net, without the part that lines in Ready to Assign, payments and
// amounts moved before explain.
func (d *debt) overspendingOnCards() map[int]map[budget.AccountNo]money.Milli {
	overspent := map[int]map[budget.AccountNo]money.Milli{}
	add := func(i int, account budget.AccountNo, amount money.Milli) {
		if overspent[i] == nil {
			overspent[i] = map[budget.AccountNo]money.Milli{}
		}
		overspent[i][account] += amount
	}
	for account, series := range d.cardMonths() {
		for i := range series {
			add(i, account, -series[i].Net)
			if i > 0 {
				add(i, account, series[i-1].Net)
			}
		}
	}
	for _, c := range d.search(d.into.all()).toDebt {
		i, _ := d.index(c.Month)
		add(i, c.Account, c.Sum)
	}
	for _, p := range d.payments() {
		i, _ := d.index(p.month)
		add(i, p.account, p.amount)
	}
	return overspent
}

// cards returns the cards with their figures at the end of the document, in the budget's order. into contains the debt
// categories; it is nil if the proposal has none.
func (w *work) cards(into *receivers) []Card {
	if len(w.in.Source) == 0 || w.in.Budget.Info.CardEnvelopes {
		return nil
	}
	last, ok := w.index(w.in.Source[len(w.in.Source)-1].Month)
	if !ok {
		return nil
	}
	months := w.cardMonths()
	var cards []Card
	for a := range iterutil.Pointers(w.in.Budget.Accounts) {
		series := months[a.No]
		if series == nil {
			continue
		}
		c := Card{Account: a.No, Name: a.Name, Balance: series[last].Balance, Reserve: series[last].Reserve, Net: series[last].Net, Months: series[:last+1]}
		if into != nil {
			if balance := w.balance[into.of(a.No)]; balance != nil {
				c.CategoryBalance = &balance[last]
			}
		}
		cards = append(cards, c)
	}
	return cards
}
