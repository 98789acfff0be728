package actualfile

import (
	"cmp"
	"fmt"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// written contains the sums of the written transactions and the budgeted amounts, from which Actual computes its figures.
type written struct {
	rows  map[budget.CategoryNo]int // of the input, by category
	input input
}

// addCategory adds a category.
func (w *written) addCategory(c *budget.Category) {
	w.rows[c.No] = len(w.input.income)
	w.input.income = append(w.input.income, c.Income)
	w.input.activity = append(w.input.activity, map[civil.Month]money.Milli{})
}

// addLine adds an amount in a category on a budget account.
func (w *written) addLine(c budget.CategoryNo, m civil.Month, amount money.Milli) {
	if row, ok := w.rows[c]; ok {
		w.input.activity[row][m] += amount
		w.extend(m)
	}
}

func (w *written) addBudget(c budget.CategoryNo, m civil.Month, amount money.Milli, rolls bool) {
	w.input.budgets = append(w.input.budgets, cell{w.rows[c], m, amount, rolls})
}

func (w *written) extend(m civil.Month) {
	w.input.first, w.input.last = min(orLatest(w.input.first), m), max(w.input.last, m)
}

// compareFigures computes the months by Actual's arithmetic, and lists as omitted the figures that differ from Holdover's.
// They differ with card envelopes, for example.
func (w *writer) compareFigures() error {
	if w.Sheet.First != 0 {
		w.written.extend(w.Sheet.First)
	}
	slices.SortFunc(w.written.input.budgets, func(a, b cell) int { return cmp.Compare(a.month, b.month) })
	f, _, err := compute(&w.written.input)
	if err != nil {
		return err
	}
	for i, theirs := range f.toBudget {
		m := f.first.Add(i)
		if m > w.Sheet.Last() {
			break // only flags for rollover are later
		}
		if ours := w.Sheet.Month(m).ToBudget; ours != theirs {
			w.omitted.Omit("months whose To Budget differs in Actual", fmt.Sprintf("%s: %s there, %s here", m, w.Info.Currency.Text(theirs), w.Info.Currency.Text(ours)))
		}
		for j := range w.Categories {
			c := &w.Categories[j]
			if row, ok := w.written.rows[c.No]; ok && !c.Income && w.Sheet.Cell(c.No, m).Balance != f.rows[row].balance[i] {
				w.omitted.Omit("balances of categories that differ in Actual", fmt.Sprintf("%s in %s", c.Name, m))
			}
		}
	}
	return nil
}
