package verification

import (
	"cmp"
	"fmt"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// outsideCards contains the figures of the card payment categories, computed from the document's lines. On purpose the
// method differs from that of package envelope.
type outsideCards struct {
	moved map[string][]money.Milli // into the payment category of each card, by the account's id
	paid  map[string][]money.Milli
}

// newAside returns an aside that contains the payments, with or without transactions dated after the export.
func (f *file) newAside(late bool) *outsideCards {
	a := &outsideCards{map[string][]money.Milli{}, map[string][]money.Milli{}}
	for id, account := range f.accounts {
		if account.card && account.onBudget {
			a.moved[id], a.paid[id] = make([]money.Milli, len(f.months)), make([]money.Milli, len(f.months))
		}
	}
	for i := range f.payments {
		if p := &f.payments[i]; late || f.after == 0 || p.date < f.after {
			a.paid[f.accountOf(p).doc.ID][int(p.date.Month()-f.first)] += p.amount
		}
	}
	return a
}

// spend moves a category's amounts on cards of a month to the cards' payment categories. balance is the category's
// balance at the end of the month. It returns the part of the balance that is card debt and not overspending. Cash is
// spent first, then each charge by its date and row. ours includes the rests of splits, which only count here.
func (f *cardFile) spend(a *outsideCards, c *category, i int, balance money.Milli, late, rolls, ours bool) (debt money.Milli) {
	lines := f.lines[c][f.month(i)]
	if ours {
		lines = append(lines[:len(lines):len(lines)], f.restsOf(c, i)...)
		f.sortLines(lines)
	}
	if !late && f.after != 0 {
		lines = slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.date >= f.after })
	}
	has := balance
	for k := range lines {
		has -= lines[k].amount
	}
	has = max(0, has) // an amount overspent in cash does not reduce it
	for k := range lines {
		if l := &lines[k]; rolls || l.amount > 0 { // refunds can be spent
			has += l.amount
			a.moved[f.accountOf(l).doc.ID][i] -= l.amount
		}
	}
	for k := range lines {
		if l := &lines[k]; !rolls && l.amount < 0 {
			covered := min(has, -l.amount)
			has, debt = has-covered, debt-l.amount-covered
			a.moved[f.accountOf(l).doc.ID][i] += covered
		}
	}
	return debt
}

// restsOf returns the amounts that the parts of splits on cards leave of their rows in a month. They count for the
// category of lines that have none.
func (f *cardFile) restsOf(c *category, i int) []line {
	if c != f.withoutCategory() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f.rests), func(l line) bool {
		return !f.accountOf(&l).card || l.date.Month() != f.month(i)
	})
}

// withBeside adds the other amounts without category here to the activity of uncategorised rows.
func (f *cardFile) withBeside(c *category, activity []money.Milli, late bool) []money.Milli {
	if c != f.withoutCategory() {
		return activity
	}
	for _, list := range [][]line{f.between, f.rests} {
		for i := range list {
			if l := &list[i]; late || f.after == 0 || l.date < f.after {
				activity[int(l.date.Month()-f.first)] += l.amount
			}
		}
	}
	return activity
}

// expect is verification.expect for a budget with cards as envelopes.
func (f *cardFile) expect(late bool) expected {
	w := f.begin(f.imported, late)
	w.made.Activity = map[string][]money.Milli{}
	a := f.newAside(late)
	for _, c := range f.list {
		if c.kind != cardPayment {
			w.category(c, f.withBeside(c, w.rows(c), late), func(i int, balance money.Milli, rolls bool) money.Milli {
				return f.spend(a, c, i, balance, late, rolls, true)
			})
		}
	}
	for _, c := range f.list {
		if c.kind == cardPayment {
			w.made.Activity[c.id] = a.activity(f.pays[c.id], len(f.months))
			w.category(c, w.made.Activity[c.id], noDebt)
		}
	}
	return w.sum()
}

// activity returns the activity of an account's payment category.
func (a *outsideCards) activity(account string, months int) []money.Milli {
	all := make([]money.Milli, months)
	moved, paid := a.moved[account], a.paid[account]
	for i := range all {
		if moved != nil {
			all[i] = moved[i] - paid[i]
		}
	}
	return all
}

// cardFile is a document with card payment categories that are being computed.
type cardFile struct {
	*file
	imported Budget
	lines    map[*category]map[civil.Month][]line // on cards, in the order in which they count
}

// readCards computes the figures that follow from the rows of cards, whether cards are envelopes or not.
func (f *file) readCards(lines []line, imported Budget) {
	c := &cardFile{f, imported, map[*category]map[civil.Month][]line{}}
	for i := range lines {
		l := &lines[i]
		if !f.accountOf(l).card || f.isIncome(l) {
			continue
		}
		of := f.of(l)
		if c.lines[of] == nil {
			c.lines[of] = map[civil.Month][]line{}
		}
		c.lines[of][l.date.Month()] = append(c.lines[of][l.date.Month()], *l)
	}
	for _, months := range c.lines {
		for _, list := range months {
			f.sortLines(list)
		}
	}
	if f.envelopes {
		f.byCards = map[bool]expected{true: c.expect(true), false: c.expect(false)}
	}
	c.checkPayments()
}

// sortLines sorts lines by date and, on one day, by the ids of their rows.
func (f *file) sortLines(list []line) {
	ids := map[int32]string{}
	id := func(l *line) string {
		if _, read := ids[l.row]; !read {
			ids[l.row] = f.rowID(l)
		}
		return ids[l.row]
	}
	slices.SortStableFunc(list, func(a, b line) int {
		if a.date != b.date || a.row == b.row {
			return cmp.Compare(a.date, b.date)
		}
		return cmp.Compare(id(&a), id(&b))
	})
}

// paymentOff is the difference between a card payment category's activity in a month and the sum of its card's rows.
type paymentOff struct {
	Category string
	Month    int
	Off      money.Milli
}

// checkPayments sets the activity of card payment categories in months that do not list them, and notes the
// activities that do not follow from the card's rows and the file's own balances.
func (f *cardFile) checkPayments() {
	if f.holdover && !f.imported.Envelopes {
		return // such a document repeats the figures of the document it was made from
	}
	with, without := f.newAside(true), f.newAside(false)
	for _, c := range f.list {
		for i := range c.balance {
			if here := f.imported.find(c.id); c.kind != cardPayment {
				rolls := f.rolls(&f.imported, here, i)
				f.spend(without, c, i, c.balance[i], false, rolls, false)
				f.spend(with, c, i, c.balance[i]+c.late[i], true, rolls, false)
			}
		}
	}
	late, due := map[string][]money.Milli{}, map[string][]money.Milli{}
	for id, account := range f.pays {
		late[id], due[id] = with.activity(account, len(f.months)), without.activity(account, len(f.months))
	}
	for _, c := range f.list {
		if c.kind == cardPayment && due[c.id] != nil {
			f.checkPayment(c, late, due)
		}
	}
}

func (f *cardFile) checkPayment(c *category, allLate, allDue map[string][]money.Milli) {
	late, due := allLate[c.id], allDue[c.id]
	for i := range c.listed {
		switch {
		case !c.listed[i]:
			c.rows[i] = due[i] // no other figure contains its activity
		case c.activity[i] == due[i] || c.activity[i] == late[i]:
		case f.sharedOtherwise(i, allDue) || f.sharedOtherwise(i, allLate):
			f.otherShares = append(f.otherShares, fmt.Sprintf("%s, %s: YNAB has an activity of %s; by its published rules it would be %s", f.month(i), c.name, c.activity[i], due[i]))
		default:
			f.paymentsOff = append(f.paymentsOff, paymentOff{c.id, i, c.activity[i] - due[i]})
			f.wrongPayments = append(f.wrongPayments, fmt.Sprintf("%s, %s: activity is %s, the transactions of the card make %s", f.month(i), c.name, c.activity[i], due[i]))
		}
	}
}
