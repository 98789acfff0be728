package verification

import (
	"slices"

	"holdover/internal/each"
	"holdover/internal/money"
)

// expected is what the budget's figures must be, worked out from the document
// alone: our arithmetic on its rows and budgeted amounts. It is kept with the document.
type expected struct {
	ToBudget []money.Milli
	Balances map[string][]money.Milli // by the ids of categories
	Activity map[string][]money.Milli // of card payment categories, where cards are envelopes
	Spent    map[string][]money.Milli // what each category takes off To Budget of the month after
}

// made is the activity that the document's rows make, but for transactions dated
// after the export.
func (e *expected) made(c *category, i int) money.Milli {
	if c.kind == cardPayment {
		return e.Activity[c.id][i]
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
	w := v.file.begin(v.imported, late)
	for _, c := range v.file.ordinary() {
		w.category(c, w.rows(c), noDebt)
	}
	return w.sum()
}

// working is our arithmetic at work: on one category after the other, then on the months.
type working struct {
	*file
	imported            Budget
	late                bool // with transactions dated after the export
	overspent, budgeted []money.Milli
	made                expected
}

func (f *file) begin(imported Budget, late bool) *working {
	n := len(f.months)
	return &working{f, imported, late, make([]money.Milli, n+1), make([]money.Milli, n), expected{ToBudget: make([]money.Milli, n), Balances: map[string][]money.Milli{}, Spent: map[string][]money.Milli{}}}
}

// rows is the activity that the rows of a category make.
func (w *working) rows(c *category) []money.Milli {
	activity := slices.Clone(c.rows)
	for i := range activity {
		if !w.late {
			activity[i] -= c.late[i]
		}
	}
	return activity
}

// category works out a category's balances, and what each month leaves to the next.
// debt is what of a balance is the debt of cards.
func (w *working) category(c *category, activity []money.Milli, debt func(i int, balance money.Milli, rolls bool) money.Milli) {
	row, spent := make([]money.Milli, len(w.months)), make([]money.Milli, len(w.months))
	here := w.imported.find(c.id)
	var carry money.Milli
	for i := range row {
		row[i] = carry + c.budgeted[i] + activity[i]
		carry = row[i]
		rolls := w.rolls(&w.imported, here, i)
		if onCards := debt(i, row[i], rolls); row[i] < 0 && !rolls {
			w.overspent[i+1] += row[i] + onCards
			spent[i] = -row[i] - onCards
			carry = 0
		}
		w.budgeted[i] += c.budgeted[i]
	}
	w.made.Balances[c.id], w.made.Spent[c.id] = row, spent
}

func noDebt(int, money.Milli, bool) money.Milli { return 0 }

// rolls says whether a category carries a negative balance into the month after.
func (f *file) rolls(imported *Budget, here *Category, i int) bool {
	return f.holdover && here != nil && imported.Cell(here.No, f.month(i)).Rollover
}

// sum works out what is left to budget.
func (w *working) sum() expected {
	var total money.Milli
	for i := range w.months {
		total += w.months[i].income(w.late, w.envelopes) + w.overspent[i] - w.budgeted[i]
		w.made.ToBudget[i] = total
		if w.holdover {
			w.made.ToBudget[i] -= w.imported.Held(w.month(i))
		}
	}
	return w.made
}

// income is what came in: on cards too, but where they are envelopes.
func (m *month) income(late, envelopes bool) money.Milli {
	cash, cards := m.cashIncome, m.cardIncome
	if late {
		cash, cards = cash+m.lateCash, cards+m.lateIncome-m.lateCash
	}
	if envelopes {
		return cash
	}
	return cash + cards
}

// find is the expense category that came from that one of the source, nil where
// there is none.
func (b *Budget) find(sourceID string) *Category {
	return each.First(b.Categories, func(c Category) bool { return c.SourceID == sourceID && !c.Income && sourceID != "" })
}
