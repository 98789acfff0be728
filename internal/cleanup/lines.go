package cleanup

import (
	"cmp"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/finder"
	"holdover/internal/money"
)

// spending is a category that spending on cards overspent in a month.
type spending struct {
	month    int                  // index
	cells    []finder.BroughtCell // what it has on each card
	onCredit money.Milli          // more than zero
}

// cardRows is what the search for card debt finds.
type cardRows struct {
	starting []finder.BroughtLine // in income categories, oldest first
	toDebt   []finder.BroughtCell // in income categories, and in a debt category already
	spent    []*spending          // by month and category
}

// search goes through what the document's rows on cards come to, by category and month; receives says which categories are
// for debt.
func (w *work) search(receives func(budget.CategoryNo) bool) cardRows {
	var found cardRows
	var income [][]finder.BroughtCell
	for rest := w.in.brought(); len(rest) > 0; {
		cell := budget.CellKey{Category: rest[0].Category, Month: rest[0].Month}
		n := slices.IndexFunc(rest, func(c finder.BroughtCell) bool { return c.Category != cell.Category || c.Month != cell.Month })
		if n < 0 {
			n = len(rest)
		}
		on := rest[:n]
		rest = rest[n:]
		i, covered := w.index(cell.Month)
		switch {
		case !covered || !w.inDocument(cell.Month):
		case w.income[cell.Category]:
			income, found.toDebt = append(income, on), append(found.toDebt, on...)
		case receives(cell.Category):
			found.toDebt = append(found.toDebt, on...)
		case w.balance[cell.Category] != nil:
			if over := w.onCredit(cell, i, on); over > 0 {
				found.spent = append(found.spent, &spending{i, on, over})
			}
		}
	}
	found.starting = slices.Concat(w.in.linesOf(income)...)
	sortLines(found.starting)
	return found
}

// sortLines puts lines in the order of their dates.
func sortLines(lines []finder.BroughtLine) {
	slices.SortFunc(lines, func(a, b finder.BroughtLine) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Tx, b.Tx), cmp.Compare(a.Part, b.Part))
	})
}

// onCredit is how much of a category's overspending its spending on cards made,
// as the source reckons: at most all of that spending; zero or more. What was
// entered here has overspent nothing at the source.
func (w *work) onCredit(cell budget.CellKey, month int, on []finder.BroughtCell) money.Milli {
	over := w.overspent(cell.Category, month)
	if over >= 0 {
		return 0
	}
	net := money.Milli(0)
	for c := range each.In(on) {
		net += c.Sum
	}
	return max(0, min(-over, -over+min(0, w.in.entered()[cell]), -net))
}

// moveOverspent takes each category's card overspending into the debt category:
// of the latest rows, as they are what overspent it. A transfer, which cannot be
// split, comes last of all.
func (d *debt) moveOverspent(found cardRows) {
	shares := d.shares(found.spent)
	of := d.in.linesOf(each.To(found.spent, func(s *spending) []finder.BroughtCell { return s.cells }))
	var taken []takenOf
	for i, s := range found.spent {
		lines := slices.DeleteFunc(of[i], func(l finder.BroughtLine) bool { return l.Amount >= 0 })
		slices.SortFunc(lines, func(a, b finder.BroughtLine) int {
			return cmp.Or(cmp.Compare(min(1, a.Other), min(1, b.Other)), -cmp.Compare(a.Date, b.Date), -cmp.Compare(a.Tx, b.Tx), -cmp.Compare(a.Part, b.Part))
		})
		rest := shares[s]
		for i := range lines {
			l := &lines[i]
			if of := d.into.pool(l.Account); rest[of] > 0 {
				amount := max(l.Amount, -rest[of])
				rest[of] += amount
				taken = append(taken, takenOf{l, amount})
			}
		}
	}
	d.proposal.Items, d.moves = slices.Grow(d.proposal.Items, len(taken)+2*d.months()), slices.Grow(d.moves, len(taken))
	for _, t := range taken {
		d.move(t.line, t.amount, reasonOverspent)
	}
}

// takenOf is what is taken of a line.
type takenOf struct {
	line   *finder.BroughtLine
	amount money.Milli
}
