package cleanup

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Card is a card with its debt at the source at the end of the document's last month.
type Card struct {
	Account budget.AccountNo `json:"-"`
	Name    string           `json:"name"`
	Balance money.Milli      `json:"balance"` // of the account
	Reserve money.Milli      `json:"reserve"` // of its payment category
	// Debt is Balance plus Reserve: negative if money was missing for a part of the debt, positive if more was set
	// aside than the card owes.
	Debt money.Milli `json:"debt"`
	// Category is the balance of its debt category after the clean-up; with one category for all cards, each card
	// shows the same.
	Category *money.Milli `json:"category,omitempty"`
	Months   []CardMonth  `json:"months"` // oldest first
}

// CardMonth is a card at the end of a month.
type CardMonth struct {
	Month   civil.Month `json:"month"`
	Balance money.Milli `json:"balance"`
	Reserve money.Milli `json:"reserve"`
	Debt    money.Milli `json:"debt"`
}

// cardMonths returns each card's figures for all months.
func (w *work) cardMonths() map[budget.AccountNo][]CardMonth {
	all := map[budget.AccountNo][]CardMonth{}
	for account, moved := range w.in.onCards().moved {
		all[account] = make([]CardMonth, w.months())
		for m, amount := range moved {
			if at, ok := w.index(m); ok {
				all[account][at].Balance += amount
			}
		}
	}
	for p := range iterutil.Pointers(w.in.Budget.Info.CardPayments) {
		for _, m := range p.Months {
			if at, ok := w.index(m.Month); ok && all[p.Account] != nil {
				all[p.Account][at].Reserve += m.Balance
			}
		}
	}
	for _, row := range all {
		for i := range row {
			row[i].Month = w.in.Figures.First.Add(i)
			if i > 0 {
				row[i].Balance += row[i-1].Balance
			}
			row[i].Debt = row[i].Balance + row[i].Reserve
		}
	}
	return all
}

// debtMade returns the overspending that became each card's debt, by month: the growth of its debt not explained by
// rows in Ready to Assign, payments, and amounts moved before.
func (d *debt) debtMade() map[int]map[budget.AccountNo]money.Milli {
	made := map[int]map[budget.AccountNo]money.Milli{}
	add := func(i int, account budget.AccountNo, amount money.Milli) {
		if made[i] == nil {
			made[i] = map[budget.AccountNo]money.Milli{}
		}
		made[i][account] += amount
	}
	for account, row := range d.cardMonths() {
		for i := range row {
			add(i, account, -row[i].Debt)
			if i > 0 {
				add(i, account, row[i-1].Debt)
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
	return made
}

// debtOfCards returns the cards with their debt at the end of the document, in the budget's order; into may be nil.
func (w *work) debtOfCards(into *receivers) []Card {
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
		row := months[a.No]
		if row == nil {
			continue
		}
		c := Card{Account: a.No, Name: a.Name, Balance: row[last].Balance, Reserve: row[last].Reserve, Debt: row[last].Debt, Months: row[:last+1]}
		if into != nil {
			if balance := w.balance[into.of(a.No)]; balance != nil {
				c.Category = &balance[last]
			}
		}
		cards = append(cards, c)
	}
	return cards
}
