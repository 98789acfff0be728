package envelope

import (
	"cmp"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Cards is what the figures of a budget that keeps its cards as envelopes follow
// from, besides what every budget has. A card is no place where money is then: the
// accounts that are no cards hold all of it. What is charged to a card in a category
// moves from the category into the card's payment category, as far as the category
// has it, and a payment to the card is spent from there.
type Cards struct {
	All []Card
	// On are the lines on cards, by their category: zero is those that have none and
	// are no transfer between budget accounts. They are in Activity too.
	On map[budget.CategoryNo][]OnCard
	// Order are the lines of the cells that Contested names, in the source's order.
	Order map[budget.CellKey][]CardLine
}

// Card is a card on budget and its payment category.
type Card struct {
	Account  budget.AccountNo
	Category budget.CategoryNo
	Paid     []money.Milli // transfers into the card from budget accounts, less those out of it
}

// OnCard are the lines of a category on one card.
type OnCard struct {
	Card    int           // in Cards.All
	Net     []money.Milli // their sums; spending is negative
	Refunds []money.Milli // of that, the lines above zero; where there are none it may be nil
}

// CardLine is a line of a category on a card.
type CardLine struct {
	Card   int
	Amount money.Milli
	Date   cal.Date
	Tx     string // the transaction's id at the source, or here
}

// SortLines puts lines in the order in which the source lets them use up what a
// category has: by date, then by the transaction's id.
func SortLines(lines []CardLine) {
	slices.SortStableFunc(lines, func(a, b CardLine) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Tx, b.Tx)) })
}

// CardRow is a card through the months.
type CardRow struct {
	Account  budget.AccountNo
	Category budget.CategoryNo
	Months   []CardMonth
}

// CardMonth is what happened to a card's payment category in a month.
type CardMonth struct {
	Moved money.Milli // out of the categories that were spent from on the card
	Debt  money.Milli // spent on the card in categories that did not have it
	Paid  money.Milli // to the card
}

// Card is a card's row, and whether the sheet has it: it has none where cards are
// kept like any other account.
func (sheet *Sheet) Card(account budget.AccountNo) (CardRow, bool) {
	i := slices.IndexFunc(sheet.Cards, func(c CardRow) bool { return c.Account == account })
	if i < 0 {
		return CardRow{}, false
	}
	return sheet.Cards[i], true
}

// purse is a category in a month as its cards see it. All cash is spent first, and
// what comes back on a card is there to be spent.
type purse struct {
	lines  []OnCard
	month  int
	before money.Milli // what it has before any line on a card counts
	debt   money.Milli // what was spent on cards without money for it; never below zero
}

// purseOf is the purse of a category that ends the month with a balance. What its
// cash overspent, no card adds to. A category that rolls over makes no debt of
// cards: it keeps what it lacks itself.
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

// contested says that the order of lines decides which card has the debt.
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

// cardDebt is what was charged to a card in a month and a category did not have.
type cardDebt struct {
	card, month int
	amount      money.Milli
}

// share adds which card has how much of the debt.
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

// move moves to the cards all that was spent on them in a category, less the debt.
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

// payment works a card's payment category out once everything has moved to it.
func (s *Snapshot) payment(c *Series, card *CardRow) Row {
	plain := Series{No: c.No, Budgeted: c.Budgeted, Activity: slices.Clone(s.apart(c)), Rollovers: c.Rollovers}
	for m, happened := range card.Months {
		plain.Activity[m] += happened.Moved - happened.Paid
	}
	none := *s
	none.Cards = nil // nothing moves on from here
	return none.row(&plain)
}

// contested are the months in which the order of a category's lines decides which card
// has the debt.
func (s *Snapshot) contested(c *Series) (months []int) {
	lines := s.on(c.No)
	c.each(s.First, func(m int, balance money.Milli, rolls bool) {
		if p := purseOf(lines, m, balance, rolls); p.contested() {
			months = append(months, m)
		}
	})
	return months
}

// pays says whether a category is a card's payment category.
func (s *Snapshot) pays(c budget.CategoryNo) bool {
	return slices.ContainsFunc(s.Cards.All, func(card Card) bool { return card.Category == c })
}

// on are a category's lines on cards.
func (s *Snapshot) on(c budget.CategoryNo) []OnCard {
	if s.Cards == nil {
		return nil
	}
	return s.Cards.On[c]
}

// order is the order of a category's lines on cards in a month, where it was asked for.
func (s *Snapshot) order(c budget.CategoryNo, m int) []CardLine {
	return s.Cards.Order[budget.CellKey{Category: c, Month: s.First.Add(m)}]
}

// uncategorised is what has no category as if it were one that nothing is budgeted
// to: so the source counts it.
func (s *Snapshot) uncategorised() *Series {
	return &Series{Budgeted: make([]money.Milli, s.Months()), Activity: s.Uncategorised}
}

// cardsOf are the rows of the cards, and which of them a category pays.
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

// apart is what of a category's activity counts for no category: lines on cards in
// an income category, which nobody can budget, and in a payment category, which
// would pay a card with itself.
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
