package cleanup

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// spending is a category that was overspent in a month by spending on cards.
type spending struct {
	month    int                    // index
	cells    []rowindex.BroughtCell // by card
	onCredit money.Milli            // positive
}

// cardRows is the result of the search for card debt.
type cardRows struct {
	starting []rowindex.BroughtLine // in income categories, oldest first
	toDebt   []rowindex.BroughtCell // in income categories, and already in a debt category
	spent    []*spending            // by month and category
}

// search reads the sums of the document's rows on cards by category and month; receives contains the debt categories.
func (w *work) search(receives map[budget.CategoryNo]bool) cardRows {
	var found cardRows
	var income []rowindex.BroughtCell
	for rest := w.in.onCards().brought; len(rest) > 0; {
		cell := budget.CellKey{Category: rest[0].Category, Month: rest[0].Month}
		n := slices.IndexFunc(rest, func(c rowindex.BroughtCell) bool { return c.Category != cell.Category || c.Month != cell.Month })
		if n < 0 {
			n = len(rest)
		}
		on := rest[:n]
		rest = rest[n:]
		i, covered := w.index(cell.Month)
		switch {
		case !covered || !w.inDocument(cell.Month):
		case w.income[cell.Category]:
			income, found.toDebt = append(income, on...), append(found.toDebt, on...)
		case receives[cell.Category]:
			found.toDebt = append(found.toDebt, on...)
		case w.balance[cell.Category] != nil:
			if over := w.onCredit(cell, i, on); over > 0 {
				found.spent = append(found.spent, &spending{i, on, over})
			}
		}
	}
	found.starting = w.in.linesOf(income)
	return found
}

// onCredit returns the part of a category's overspending caused by spending on cards, by the source's rule: at most
// all of that spending, never negative. Amounts entered here did not overspend anything at the source.
func (w *work) onCredit(cell budget.CellKey, month int, on []rowindex.BroughtCell) money.Milli {
	over := w.overspent(cell.Category, month)
	if over >= 0 {
		return 0
	}
	net := money.Milli(0)
	for c := range iterutil.Pointers(on) {
		net += c.Sum
	}
	return max(0, min(-over, -over+min(0, w.in.onCards().entered[cell]), -net))
}

// moveOverspent moves each category's card overspending to the debt category, from the latest rows, which caused it.
// Transfers, which cannot be split, are used last.
func (d *debt) moveOverspent(spent []*spending) {
	shares, wants := d.shares(spent), make([]want, len(spent))
	of := make(map[budget.CellKey]*want, len(spent))
	var cells []rowindex.BroughtCell
	for i, s := range spent {
		wants[i].rest = shares[s]
		of[cellOf(&s.cells[0])] = &wants[i]
		cells = append(cells, s.cells...)
	}
	for _, l := range slices.Backward(d.in.linesOf(cells)) {
		w := of[budget.CellKey{Category: l.Category, Month: l.Date.Month()}]
		switch {
		case l.Amount >= 0:
		case l.Other != 0:
			w.transfers = append(w.transfers, l)
		default:
			w.take(d.into.pool(l.Account), l)
		}
	}
	for w := range iterutil.Pointers(wants) {
		for _, l := range w.transfers {
			w.take(d.into.pool(l.Account), l)
		}
		d.move(w.taken, reasonOverspent)
	}
}

// want is the amount wanted from a category's spending in a month, by card, and the lines to take it from.
type want struct {
	rest      map[budget.AccountNo]money.Milli
	taken     []takenOf
	transfers []rowindex.BroughtLine // used only if no other line is left
}

// takenOf is the part taken from a line.
type takenOf struct {
	line   rowindex.BroughtLine
	amount money.Milli
}

// take takes the wanted part of a line.
func (w *want) take(of budget.AccountNo, l rowindex.BroughtLine) {
	if rest := w.rest[of]; rest > 0 {
		amount := max(l.Amount, -rest)
		w.rest[of] += amount
		w.taken = append(w.taken, takenOf{l, amount})
	}
}
