package verification

import (
	"slices"

	"holdover/internal/money"
)

// doubt is a place where the file contradicts itself in a way that Ready to
// Assign depends on: one of its figures says this, others say that. amounts are
// what believing the others adds to To Budget - Ready to Assign from a month on.
// lo and hi are how far it can go where the figures leave it open how much was
// spent on cards.
type doubt struct {
	of      string
	about   doubted
	file    money.Milli // where Ready to Assign follows the file's own figures; may be 0
	amounts []money.Milli
	lo, hi  money.Milli
}

// doubted is the figure that a doubt is about.
type doubted uint8

const (
	incomeOf doubted = iota
	assignedIn
	overspentBefore
)

// doubts are the doubts of the file by the month from which on they count.
func (v *verification) doubts(e expected) [][]doubt {
	f := v.file
	all := make([][]doubt, len(f.months)+1)
	add := func(i int, d doubt) {
		d.amounts = slices.DeleteFunc(d.amounts, func(a money.Milli) bool { return a == 0 })
		slices.Sort(d.amounts)
		d.amounts = slices.Compact(d.amounts)
		if len(d.amounts) > 0 || d.lo != 0 || d.hi != 0 {
			all[i] = append(all[i], d)
		}
	}
	if f.holdover {
		return all
	}
	slack := f.misplaced()
	for i := range f.months {
		m := &f.months[i]
		if m.mismatch() {
			off := m.cashIncome - m.doc.Income
			add(i, doubt{of: "income", about: incomeOf, file: off, amounts: []money.Milli{off}})
		}
		if m.doc != nil && m.doc.Has("budgeted") {
			sum, without := f.total(i, func(c *category) money.Milli { return c.budgeted[i] })
			if m.doc.Budgeted != sum && m.doc.Budgeted != without {
				add(i, doubt{of: "budgeted", about: assignedIn, amounts: []money.Milli{m.doc.Budgeted - sum, m.doc.Budgeted - without}})
			}
		}
		for _, c := range f.list {
			if implied := f.follows(c, i); c.listed[i] && implied != c.balance[i] {
				add(i, doubt{of: c.name + ", budgeted", about: assignedIn, amounts: []money.Milli{c.balance[i] - implied}})
			}
			add(i+1, v.overspentDoubt(c, i, e, slack))
		}
	}
	return all
}

// overspentDoubt is the doubt about what a category was overspent in a month.
func (v *verification) overspentDoubt(c *category, i int, e expected, slack money.Milli) doubt {
	d := doubt{of: c.name + ", overspent", about: overspentBefore}
	counted := v.file.counted(&e, c, i)
	balances := []money.Milli{c.balance[i], v.file.follows(c, i)}
	var wrong money.Milli
	if ours := e.Balances[c.id]; ours != nil {
		balances = append(balances, ours[i])
		wrong = e.made(c, i) - c.activity[i]
	}
	slack += wrong.Abs()
	if wrong == 0 && slack == 0 && !slices.ContainsFunc(balances, func(b money.Milli) bool { return b != balances[0] }) {
		return d
	}
	d.file = c.cashOverspent(c.balance[i], c.cards[i]) - counted
	for _, b := range balances {
		for _, cards := range []money.Milli{c.cards[i], c.cards[i] - wrong} {
			d.amounts = append(d.amounts, c.cashOverspent(b, cards)-counted)
		}
		d.lo = min(d.lo, c.cashOverspent(b, c.cards[i]-slack)-counted)
		d.hi = max(d.hi, c.cashOverspent(b, c.cards[i]+slack)-counted)
	}
	return d
}

// counted is what To Budget and its causes together take a category to have been
// overspent in cash.
func (f *file) counted(e *expected, c *category, i int) money.Milli {
	counted := c.cashOverspent(c.balance[i], c.cards[i])
	ours := e.Balances[c.id]
	if f.envelopes && ours != nil {
		return c.cashOverspent(ours[i], c.cards[i])
	}
	if ours != nil {
		counted += overspent(ours[i]) - overspent(c.balance[i])
	}
	return counted
}

// misplaced is by how much the balances of accounts on budget differ from what
// their rows make: so much may have been spent on another account than the rows
// say.
func (f *file) misplaced() money.Milli {
	var sum money.Milli
	for _, a := range f.accounts {
		if a.onBudget && a.doc.Has("balance") && !a.doc.Deleted && a.doc.Balance != a.all && a.doc.Balance != a.all-a.late {
			sum = sum.Plus((a.all - a.late - a.doc.Balance).Abs())
		}
	}
	return sum
}

// follows is the balance that follows from a category's own figures.
func (f *file) follows(c *category, i int) money.Milli {
	var before money.Milli
	if i > 0 {
		before = c.balance[i-1]
	}
	return max(0, before) + c.budgeted[i] + c.activity[i]
}

// lacks says whether the file has no figures of the month before month i although
// something happened in it.
func (f *file) lacks(i int) bool {
	if i > 0 {
		return f.months[i-1].doc == nil
	}
	return slices.ContainsFunc(f.list, func(c *category) bool { return c.listed[0] && c.balance[0] != f.follows(c, 0) })
}
