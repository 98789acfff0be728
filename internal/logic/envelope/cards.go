package envelope

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Cards contains the additional input for a budget that handles its cards as envelopes. All money is then in the
// accounts that are not cards. A categorised charge to a card moves money from the category to the card's payment
// category, up to the category's balance, and a payment to the card is spent from the payment category.
type Cards struct {
	All []Card
	// On contains the lines on cards by category; zero is for lines without category that are not transfers between
	// budget accounts. These lines are included in Activity.
	On map[budget.CategoryNo][]OnCard
	// Order contains the lines of the cells that Contested returns, in the source's order.
	Order map[budget.CellKey][]CardLine
}

// Card is a card on budget with its payment category.
type Card struct {
	Account  budget.AccountNo
	Category budget.CategoryNo
	Paid     []money.Milli // transfers into the card from budget accounts, minus those out of it
}

// OnCard sums the lines of a category on one card.
type OnCard struct {
	Card    int           // index in Cards.All
	Net     []money.Milli // sums by month; spending is negative
	Refunds []money.Milli // the positive lines among them; may be nil if there are none
}

// CardLine is a line of a category on a card.
type CardLine struct {
	Card   int
	Amount money.Milli
	Date   civil.Date
	Tx     string // the transaction's id at the source or here
}

// SortLines sorts lines in the order in which the source lets them use up a category's balance: by date, then by the
// transaction's id.
func SortLines(lines []CardLine) {
	slices.SortStableFunc(lines, func(a, b CardLine) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Tx, b.Tx)) })
}

// CardRow contains the months of a card.
type CardRow struct {
	Account  budget.AccountNo
	Category budget.CategoryNo
	Months   []CardMonth
}

// CardMonth contains a month of a card's payment category.
type CardMonth struct {
	Moved money.Milli // from the categories of charges to the card
	Debt  money.Milli // charged to the card in categories without enough money
	Paid  money.Milli // to the card
}

// Card returns the row of a card. ok is false if cards are ordinary accounts.
func (sheet *Sheet) Card(account budget.AccountNo) (CardRow, bool) {
	i := slices.IndexFunc(sheet.Cards, func(c CardRow) bool { return c.Account == account })
	if i < 0 {
		return CardRow{}, false
	}
	return sheet.Cards[i], true
}

// purse is a category in a month from the point of view of its cards. Cash is spent first, and refunds on cards are
// available again.
type purse struct {
	lines  []OnCard
	month  int
	before money.Milli // before any line on a card counts
	debt   money.Milli // charged to cards without money; never negative
}

// purseOf returns the purse of a category that ends the month with a balance. Cash overspending is not added to
// cards. A category with rollover makes no card debt: it carries its negative balance.
func purseOf(lines []OnCard, m int, balance money.Milli, rolls bool) purse {
	p := purse{lines: lines, month: m, before: balance}
	for i := range lines {
		p.before -= lines[i].Net[m]
	}
	if !rolls {
		p.debt = max(0, min(0, p.before)-balance)
	}
	return p
}

// contested reports whether the order of the lines decides which card has the debt.
func (p *purse) contested() bool {
	if p.debt == 0 {
		return false
	}
	on := 0
	for i := range p.lines {
		if l := &p.lines[i]; l.Net[p.month] != 0 || l.Refunds != nil && l.Refunds[p.month] != 0 {
			on++
		}
	}
	return on > 1
}

// cardDebt is the amount charged to a card in a month that a category could not cover.
type cardDebt struct {
	card, month int
	amount      money.Milli
}

// share appends the debt of each card.
func (p *purse) share(debts []cardDebt, order []CardLine) []cardDebt {
	if p.debt == 0 {
		return debts
	}
	if !p.contested() {
		for i := range p.lines {
			if l := &p.lines[i]; l.Net[p.month] != 0 {
				debts = append(debts, cardDebt{l.Card, p.month, p.debt})
			}
		}
		return debts
	}
	has := max(0, p.before)
	for _, l := range order {
		has += max(0, l.Amount)
	}
	for _, l := range order {
		charge := max(0, -l.Amount)
		covered := min(has, charge)
		if has -= covered; covered < charge {
			debts = append(debts, cardDebt{l.Card, p.month, charge - covered})
		}
	}
	return debts
}

// move moves a category's charges to the cards, minus the debt.
func (sheet *Sheet) move(s *Snapshot, row *Row) {
	for _, l := range s.on(row.No) {
		months := sheet.Cards[l.Card].Months
		for m, amount := range l.Net {
			months[m].Moved -= amount
		}
	}
	for _, d := range row.debts {
		month := &sheet.Cards[d.card].Months[d.month]
		month.Moved -= d.amount
		month.Debt += d.amount
	}
}

// payment computes a card's payment category after all moves to it.
func (s *Snapshot) payment(c *Series, card *CardRow) Row {
	plain := Series{No: c.No, Budgeted: c.Budgeted, Activity: slices.Clone(s.apart(c)), Rollovers: c.Rollovers}
	for m, happened := range card.Months {
		plain.Activity[m] += happened.Moved - happened.Paid
	}
	none := *s
	none.Cards = nil // money is not moved a second time
	return none.row(&plain)
}

// contested returns the months in which the order of a category's lines decides which card has the debt.
func (s *Snapshot) contested(c *Series) (months []int) {
	lines := s.on(c.No)
	c.each(s.First, func(m int, balance money.Milli, rolls bool) {
		if p := purseOf(lines, m, balance, rolls); p.contested() {
			months = append(months, m)
		}
	})
	return months
}

// pays reports whether a category is a card payment category.
func (s *Snapshot) pays(c budget.CategoryNo) bool {
	return slices.ContainsFunc(s.Cards.All, func(card Card) bool { return card.Category == c })
}

// on returns a category's lines on cards.
func (s *Snapshot) on(c budget.CategoryNo) []OnCard {
	if s.Cards == nil {
		return nil
	}
	return s.Cards.On[c]
}

// order returns a category's lines on cards in a month in order, if they were loaded.
func (s *Snapshot) order(c budget.CategoryNo, m int) []CardLine {
	return s.Cards.Order[budget.CellKey{Category: c, Month: s.First.Add(m)}]
}

// uncategorised returns transactions without category as a category without budgeted amounts, as the source counts
// them.
func (s *Snapshot) uncategorised() *Series {
	return &Series{Budgeted: make([]money.Milli, s.Months()), Activity: s.Uncategorised}
}

// cardsOf returns the rows of the cards, and the index of the card that each payment category pays.
func cardsOf(s *Snapshot) (rows []CardRow, pays map[budget.CategoryNo]int) {
	if s.Cards == nil {
		return nil, nil
	}
	rows, pays = make([]CardRow, len(s.Cards.All)), make(map[budget.CategoryNo]int, len(s.Cards.All))
	for i := range s.Cards.All {
		c := &s.Cards.All[i]
		rows[i] = CardRow{Account: c.Account, Category: c.Category, Months: make([]CardMonth, s.Months())}
		for m := range rows[i].Months {
			rows[i].Months[m].Paid = c.Paid[m]
		}
		pays[c.Category] = i
	}
	return rows, pays
}

// apart returns the part of a category's activity that counts for no category: lines on cards in an income category,
// which cannot be budgeted, and in a payment category, which would pay a card with its own debt.
func (s *Snapshot) apart(c *Series) []money.Milli {
	lines := s.on(c.No)
	if len(lines) == 0 {
		return c.Activity
	}
	rest := slices.Clone(c.Activity)
	for _, on := range lines {
		for m := range rest {
			rest[m] -= on.Net[m]
		}
	}
	return rest
}
