package verification

import (
	"holdover/internal/each"
	"holdover/internal/money"
)

// expected is what the budget's figures must be, worked out from the document
// alone: our arithmetic on its rows and budgeted amounts.
type expected struct {
	toBudget []money.Milli
	balances map[*category][]money.Milli
	// Where cards are envelopes: the activity of card payment categories.
	envelopes bool
	activity  map[*category][]money.Milli
}

// made is the activity that the document's rows make, but for transactions dated
// after the export.
func (e *expected) made(c *category, i int) money.Milli {
	if c.kind == cardPayment {
		return e.activity[c][i]
	}
	return c.rows[i] - c.late[i]
}

// expect works out our arithmetic, with transactions dated after the export or without.
// The source knows no holds and rollovers; those in another Holdover's document
// are taken from the budget as it was imported.
func (v *verification) expect(late bool) expected {
	if v.imported.Envelopes {
		return v.file.byCards[late]
	}
	f := v.file
	e := expected{toBudget: make([]money.Milli, len(f.months)), balances: map[*category][]money.Milli{}}
	overspent := make([]money.Milli, len(f.months)+1)
	budgeted := make([]money.Milli, len(f.months))
	for _, c := range f.ordinary() {
		e.balances[c] = v.balances(c, late, overspent)
		for i, amount := range c.budgeted {
			budgeted[i] += amount
		}
	}
	var total money.Milli
	for i := range f.months {
		m := &f.months[i]
		total += m.cashIncome + m.cardIncome + overspent[i] - budgeted[i]
		if late {
			total += m.lateIncome
		}
		e.toBudget[i] = total
		if f.holdover {
			e.toBudget[i] -= v.imported.Held(f.month(i))
		}
	}
	return e
}

// balances are a category's, and add to overspent what each month leaves to the
// next.
func (v *verification) balances(c *category, late bool, overspent []money.Milli) []money.Milli {
	row := make([]money.Milli, len(c.rows))
	here := v.imported.find(c.id)
	var carry money.Milli
	for i := range row {
		activity := c.rows[i]
		if !late {
			activity -= c.late[i]
		}
		balance := carry + c.budgeted[i] + activity
		row[i], carry = balance, balance
		if rolls := v.file.holdover && here != nil && v.imported.Cell(here.No, v.file.month(i)).Rollover; balance < 0 && !rolls {
			overspent[i+1] += balance
			carry = 0
		}
	}
	return row
}

// find is the expense category that came from that one of the source, nil where
// there is none.
func (b *Budget) find(sourceID string) *Category {
	return each.First(b.Categories, func(c Category) bool { return c.SourceID == sourceID && !c.Income && sourceID != "" })
}
