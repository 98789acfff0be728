package verification

import (
	"slices"

	"holdover/internal/base/money"
)

// doubt is a contradiction within the file that affects Ready to Assign: two of its figures disagree. amounts are the
// changes of To Budget - Ready to Assign, from a month on, if the other figure is right. lo and hi bound the change
// if the figures do not determine how much was spent on cards.
type doubt struct {
	of      string
	about   doubted
	file    money.Milli // the amount if Ready to Assign follows the file's own figures; may be 0
	amounts []money.Milli
	lo, hi  money.Milli
	balance cellAt // the balance that may be wrong, if it is about one
	earlier bool   // it is an alternative to the doubt of the month of the balance
}

// cellAt is a category in a month.
type cellAt struct {
	category *category
	month    int
}

// doubted is the kind of figure that a doubt is about.
type doubted uint8

const (
	incomeOf doubted = iota
	assignedIn
	overspentBefore
	onlyHere // a figure that does not affect the source's subtraction of later months
)

// doubts returns the doubts of the file by the month from which on they count.
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
		if m.doc == nil {
			add(i, doubt{of: "budgeted in a month that is missing", about: assignedIn, file: f.filled(i), amounts: []money.Milli{f.filled(i)}})
		}
		if f.envelopes && m.retyped != 0 {
			add(i, doubt{of: "income on an account whose type is in doubt", about: onlyHere, file: m.retyped, amounts: []money.Milli{m.retyped}})
		}
		if m.mismatch() {
			off := m.cashIncome - m.doc.Income
			add(i, doubt{of: "income", about: incomeOf, file: off, amounts: []money.Milli{off}})
		}
		if f.wrongTotal(i) {
			sum, without := f.total(i, budgetedIn(i))
			d := doubt{of: "budgeted", about: assignedIn, amounts: []money.Milli{m.doc.Budgeted - sum, m.doc.Budgeted - without}}
			if f.hasUnlisted(i) { // then the file contains only the total
				d.file = m.doc.Budgeted - without
			} else { // an amount that a balance shows is that category's
				d.amounts = slices.DeleteFunc(d.amounts, func(a money.Milli) bool { return f.balancesShow(i, a) })
			}
			add(i, d)
		}
		for _, c := range f.list {
			if off := c.balance[i] - f.follows(c, i); c.listed[i] && off != 0 {
				d := doubt{of: c.name + ", budgeted", about: assignedIn, amounts: []money.Milli{off}, balance: cellAt{c, i}}
				add(i, d)
				if i > 0 && c.listed[i-1] && c.balance[i-1] > 0 && c.balance[i-1]+off >= 0 { // or the month before has too much
					d.earlier = true
					add(i-1, d)
				}
			}
			add(i+1, v.overspentDoubt(c, i, e, slack))
		}
	}
	for _, p := range f.paymentsOff { // it may be an amount budgeted to the category of the card's spending
		add(p.Month+1, doubt{of: f.at[p.Category].name + ", activity", about: onlyHere, amounts: []money.Milli{p.Off}})
	}
	return all
}

// overspentDoubt returns the doubt about a category's overspending in a month.
func (v *verification) overspentDoubt(c *category, i int, e expected, slack money.Milli) doubt {
	d := doubt{of: c.name + ", overspent", about: overspentBefore, balance: cellAt{c, i}}
	counted := v.file.counted(&e, c, i)
	balances := []money.Milli{c.balance[i], v.file.follows(c, i)}
	var wrong money.Milli
	if ours := e.Balances[c.id]; ours != nil {
		balances = append(balances, ours[i])
		wrong = e.made(c, i) - c.activity[i]
	}
	slack += wrong.Abs()
	if v.file.months[i].doc != nil && !c.listed[i] { // the file does not determine its overspending
		d.lo, d.hi = -counted, max(0, -c.activity[i])-counted
	}
	d.file = c.cashOverspent(c.balance[i], c.cards[i]) - counted
	if wrong == 0 && slack == 0 && d.file == 0 && !slices.ContainsFunc(balances, func(b money.Milli) bool { return b != balances[0] }) {
		return d
	}
	for _, b := range balances {
		for _, cards := range []money.Milli{c.cards[i], c.cards[i] - wrong} {
			d.amounts = append(d.amounts, c.cashOverspent(b, cards)-counted)
		}
		if lo, hi := c.cashOverspent(b, c.cards[i]-slack), c.cashOverspent(b, c.cards[i]+slack); lo < hi {
			d.lo, d.hi = min(d.lo, lo-counted), max(d.hi, hi-counted)
		}
	}
	return d
}

// counted returns the overspending in cash that To Budget and its causes together count for a category.
func (f *file) counted(e *expected, c *category, i int) money.Milli {
	counted := c.cashOverspent(c.balance[i], c.cards[i])
	ours := e.Balances[c.id]
	if f.envelopes && ours != nil {
		return e.Spent[c.id][i]
	}
	if ours != nil {
		counted += overspent(ours[i]) - overspent(c.balance[i])
	}
	return counted
}

// misplaced returns the amount of spending that may be on another account than its row names: the rows of some accounts
// on budget then make more than their balances, and those of others less.
func (f *file) misplaced() money.Milli {
	var more, less money.Milli
	for _, a := range f.accounts {
		if a.onBudget && a.doc.Has("balance") && !a.doc.Deleted && a.doc.Balance != a.all && a.doc.Balance != a.all-a.late {
			off := a.all - a.late - a.doc.Balance
			more, less = more.Plus(max(0, off)), less.Plus(max(0, -off))
		}
	}
	return min(more, less)
}

// follows returns the balance that follows from a category's own figures.
func (f *file) follows(c *category, i int) money.Milli {
	var before money.Milli
	if i > 0 {
		before = c.balance[i-1]
	}
	return max(0, before) + c.budgeted[i] + c.activity[i]
}

// balancesShow reports whether one balance of a month, or all together, differ by an amount from what their figures
// make.
func (f *file) balancesShow(i int, amount money.Milli) bool {
	var sum money.Milli
	for _, c := range f.list {
		if c.listed[i] {
			off := c.balance[i] - f.follows(c, i)
			if off == amount {
				return true
			}
			sum += off
		}
	}
	return sum == amount
}

func budgetedIn(i int) func(*category) money.Milli {
	return func(c *category) money.Milli { return c.budgeted[i] }
}

// wrongTotal reports whether a month's budgeted differs from the sum of its categories.
func (f *file) wrongTotal(i int) bool {
	doc := f.months[i].doc
	if doc == nil || !doc.Has("budgeted") {
		return false
	}
	sum, without := f.total(i, budgetedIn(i))
	return doc.Budgeted != sum && doc.Budgeted != without
}

// hasUnlisted reports whether a month does not list a category.
func (f *file) hasUnlisted(i int) bool {
	return slices.ContainsFunc(f.list, func(c *category) bool { return c.kind != uncategorised && !c.listed[i] })
}

// lacks reports whether the file does not determine what happened before month i: the month before is missing
// although it has transactions, or the figures of that month or of month i contradict each other throughout.
func (f *file) lacks(i int) bool {
	if f.isUnreliable(i) || i > 0 && (f.months[i-1].doc == nil || f.isUnreliable(i-1)) {
		return true
	}
	return i == 0 && slices.ContainsFunc(f.list, func(c *category) bool { return c.listed[0] && c.balance[0] != f.follows(c, 0) })
}

// gapIn returns the month whose figures the file does not determine if lacks is true for month i: the month itself, if
// the one before is sound, or that one.
func (f *file) gapIn(i int) int {
	if i > 0 && f.months[i-1].doc != nil && !f.isUnreliable(i-1) {
		return i
	}
	return i - 1
}

// isUnreliable reports whether many figures of a month contradict the months around it or its transactions, as when
// two months are swapped, or whether it omits several categories that have transactions. Then no single figure
// explains a change of Ready to Assign.
func (f *file) isUnreliable(i int) bool {
	wrong, used, unlisted := 0, 0, 0
	for _, c := range f.list {
		if c.kind != uncategorised && !c.listed[i] && f.months[i].doc != nil && (c.rows[i] != 0 || f.wrongTotal(i)) {
			unlisted++
		}
		switch {
		case !c.listed[i]:
		case c.mismatch(i) || c.balance[i] != f.follows(c, i):
			used, wrong = used+1, wrong+1
		case c.budgeted[i] != 0 || c.activity[i] != 0 || c.rows[i] != 0:
			used++
		}
	}
	return unlisted > 1 || wrong > 1 && 3*wrong > used
}
