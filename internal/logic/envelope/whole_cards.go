package envelope

import (
	"cmp"
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// addCards gathers the lines on cards: their sums, then the order of lines in those cells where the sums do not
// decide the debt of each card.
func (g *gatherer) addCards(w *budget.Whole) {
	cards := &Cards{On: map[budget.CategoryNo][]OnCard{}, Order: map[budget.CellKey][]CardLine{}}
	g.snapshot.Cards = cards
	cards.All = CardsOf(w.Categories, func(no budget.AccountNo) bool { return g.onBudget[no] }, g.snapshot.Months())
	of := make(map[budget.AccountNo]int, len(cards.All))
	for i := range cards.All {
		of[cards.All[i].Account] = i
	}
	eachLine := func(do func(t *budget.Transaction, card int, line budget.Line)) {
		for t := range w.EachTransaction() {
			if card, ok := of[t.Account]; ok {
				for line := range t.Lines {
					if _, known := g.at[line.Category]; !known {
						line.Category = 0
					}
					do(t, card, line)
				}
			}
		}
	}
	eachLine(func(t *budget.Transaction, card int, line budget.Line) {
		m, _ := g.snapshot.Index(t.Date.Month().Near())
		if line.Category == 0 && g.onBudget[line.Transfer.Account] {
			cards.All[card].Paid[m] += line.Amount
			return
		}
		on := cards.on(line.Category, card, g.snapshot.Months())
		on.Net[m] += line.Amount
		on.Refunds[m] += max(0, line.Amount)
	})
	for _, cell := range Contested(g.snapshot) {
		cards.Order[cell] = nil
	}
	eachLine(func(t *budget.Transaction, card int, line budget.Line) {
		key := budget.CellKey{Category: line.Category, Month: t.Date.Month().Near()}
		if order, wanted := cards.Order[key]; wanted && (line.Category != 0 || !g.onBudget[line.Transfer.Account]) {
			cards.Order[key] = append(order, LineOf(t, card, line.Amount))
		}
	})
	for _, lines := range cards.Order {
		SortLines(lines)
	}
}

// LineOf returns an amount of a transaction on a card as a line that can be sorted.
func LineOf(t *budget.Transaction, card int, amount money.Milli) CardLine {
	id := t.SourceID
	if id == "" {
		id = t.ID
	}
	return CardLine{Card: card, Amount: amount, Date: t.Date, Tx: id}
}

// on returns the lines of a category on a card and creates them if needed.
func (c *Cards) on(category budget.CategoryNo, card, months int) *OnCard {
	all := c.On[category]
	for i := range all {
		if all[i].Card == card {
			return &all[i]
		}
	}
	amounts := make([]money.Milli, 2*months)
	c.On[category] = append(all, OnCard{Card: card, Net: amounts[:months], Refunds: amounts[months:]})
	return &c.On[category][len(all)]
}

// CardsOf returns the cards that categories pay, in the order of their accounts and without payments yet. If two
// categories pay one card, the older one is used.
func CardsOf(categories []budget.Category, onBudget func(budget.AccountNo) bool, months int) []Card {
	var all []Card
	for i := range categories {
		if c := &categories[i]; c.Card != 0 && onBudget(c.Card) {
			all = append(all, Card{Account: c.Card, Category: c.No, Paid: make([]money.Milli, months)})
		}
	}
	slices.SortFunc(all, func(a, b Card) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), cmp.Compare(a.Category, b.Category))
	})
	return slices.CompactFunc(all, func(a, b Card) bool { return a.Account == b.Account })
}
