package journal

import (
	"holdover/internal/base/civil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// envelopes contains the card envelopes and the notes that the entries of months need.
type envelopes struct {
	payments map[budget.AccountNo]string // the envelope that pays each card, with card envelopes
	pays     map[budget.CategoryNo]bool  // the categories of these envelopes
	notes    map[budget.CellKey]string
	months   map[civil.Month]string // their notes
}

func newEnvelopes(j *journal) envelopes {
	e := envelopes{map[budget.AccountNo]string{}, map[budget.CategoryNo]bool{}, map[budget.CellKey]string{}, map[civil.Month]string{}}
	for i := range j.Sheet.Cards {
		c := &j.Sheet.Cards[i]
		e.payments[c.Account], e.pays[c.Category] = j.envelopes[c.Category], true
	}
	for i := range j.Cells {
		if c := &j.Cells[i]; c.Note != "" {
			e.notes[c.Key()] = c.Note
		}
	}
	for i := range j.Months {
		if m := &j.Months[i]; m.Note != "" {
			e.months[m.Month] = m.Note
		}
	}
	return e
}

// overspentMoves returns the moves at the beginning of the month after a month with overspending. A negative balance that
// is not rolled over is taken from To Budget, except for the part that became debt of cards.
func (j *journal) overspentMoves(before civil.Month) []posting {
	moved := newMoves(j)
	debt := j.Sheet.Month(before).CardDebt
	reset := func(name string, c envelope.Cell) {
		if carried := envelope.Carried(c.Balance, c.Rollover); carried != c.Balance {
			moved.add(name, carried-c.Balance)
			moved.add(j.cardDebt, -c.CardDebt)
			moved.add(j.unassigned, c.Overspent())
		}
		debt -= c.CardDebt
	}
	for i := range j.Categories {
		if c := &j.Categories[i]; !c.Income {
			reset(j.envelopes[c.No], j.Sheet.Cell(c.No, before))
		}
	}
	if j.Info.CardEnvelopes { // transactions without category can be overspent like a category
		reset(j.withoutCategory, envelope.Cell{Balance: j.Sheet.Month(before).UncategorisedLeft, CardDebt: debt})
	}
	return moved.postings()
}

// releasedMoves returns the moves of the money that the month before held, at the beginning of a month.
func (j *journal) releasedMoves(before civil.Month) []posting {
	moved := newMoves(j)
	held := j.Sheet.Month(before).Held
	moved.add(j.held, -held)
	moved.add(j.unassigned, held)
	return moved.postings()
}

// budgetedMoves returns the moves of a month's budgeted amounts.
func (j *journal) budgetedMoves(m civil.Month) []posting {
	var list []posting
	sum := j.Sheet.Month(m).Budgeted
	for i := range j.Categories {
		c := &j.Categories[i]
		amount, note := j.Sheet.Cell(c.No, m).Budgeted, j.envelope.notes[budget.CellKey{Category: c.No, Month: m}]
		if !c.Income && (amount != 0 || note != "") {
			list = append(list, posting{account: j.envelopes[c.No], amount: amount, tags: nonEmpty([]tag{{"note", note}})})
		}
	}
	if sum != 0 {
		list = append(list, posting{account: j.unassigned, amount: -sum})
	}
	return list
}

// chargedMoves returns the moves at the end of a month in which cards were charged in categories without enough money.
// These charges are not set aside to pay the cards.
func (j *journal) chargedMoves(m civil.Month) []posting {
	moved := newMoves(j)
	for i := range j.Sheet.Cards {
		c := &j.Sheet.Cards[i]
		if at := int(m - j.Sheet.First); at < len(c.Months) {
			moved.add(j.envelopes[c.Category], -c.Months[at].Debt)
			moved.add(j.cardDebt, c.Months[at].Debt)
		}
	}
	return moved.postings()
}

// heldMoves returns the moves of the money that a month holds for the next one.
func (j *journal) heldMoves(m civil.Month) []posting {
	moved := newMoves(j)
	held := j.Sheet.Month(m).Held
	moved.add(j.unassigned, -held)
	moved.add(j.held, held)
	return moved.postings()
}
