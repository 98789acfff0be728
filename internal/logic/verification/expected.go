package verification

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// expected contains the budget's correct figures, computed from the document alone: our arithmetic on its rows and
// budgeted amounts. It is stored with the document.
type expected struct {
	ToBudget []money.Milli
	Balances map[string][]money.Milli // by category id
	Activity map[string][]money.Milli // of card payment categories, if cards are envelopes
	Spent    map[string][]money.Milli // the amount that each category subtracts from To Budget of the next month
}

// made returns the activity that follows from the document's rows, without transactions dated after the export.
func (e *expected) made(c *category, i int) money.Milli {
	if c.kind == cardPayment {
		return e.Activity[c.id][i]
	}
	return c.rows[i] - c.late[i]
}

// expect computes our figures, with or without transactions dated after the export. The source has no holds and
// rollovers; those in another Holdover's document are taken from the imported budget.
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

// working is the state of the computation: first each category, then the months.
type working struct {
	*file
	imported            Budget
	late                bool // includes transactions dated after the export
	overspent, budgeted []money.Milli
	made                expected
}

func (f *file) begin(imported Budget, late bool) *working {
	n := len(f.months)
	return &working{f, imported, late, make([]money.Milli, n+1), make([]money.Milli, n), expected{ToBudget: make([]money.Milli, n), Balances: map[string][]money.Milli{}, Spent: map[string][]money.Milli{}}}
}

// rows returns the activity that follows from a category's rows.
func (w *working) rows(c *category) []money.Milli {
	activity := slices.Clone(c.rows)
	for i := range activity {
		if !w.late {
			activity[i] -= c.late[i]
		}
	}
	return activity
}

// category computes a category's balances, and the amount that each month carries into the next. debt returns the
// part of a balance that is card debt.
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

// rolls reports whether a category carries a negative balance into the next month.
func (f *file) rolls(imported *Budget, here *Category, i int) bool {
	return f.holdover && here != nil && imported.Cell(here.No, f.month(i)).Rollover
}

// sum computes To Budget.
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

// income returns the income of the month; income on cards is included unless cards are envelopes.
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

// find returns the expense category with that id at the source, or nil if the budget has no such category.
func (b *Budget) find(sourceID string) *Category {
	return iterutil.First(b.Categories, func(c Category) bool { return c.SourceID == sourceID && !c.Income && sourceID != "" })
}
