package verification

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// settleTypes decides, for each account of a doubtful type, whether the file's Ready to Assign counts it as a card:
// as the more months fit, or, if equally many fit, by its type.
func (f *file) settleTypes(lines []line, roles ynabdoc.Roles, imported Budget) {
	if f.holdover {
		return
	}
	for _, a := range f.numbered {
		if !f.isTypeInDoubt(a, roles) {
			continue
		}
		byType := f.misfit(imported)
		f.retype(lines, a)
		if f.misfit(imported).less(byType) {
			f.retyped = append(f.retyped, a.doc.ID)
		} else {
			f.retype(lines, a)
		}
	}
}

// isTypeInDoubt reports whether an account has a card's type and no card payment category, or has one and is not of a
// card's type.
func (f *file) isTypeInDoubt(a *accountSums, roles ynabdoc.Roles) bool {
	if !a.onBudget || slices.Contains(f.unknownCards, a.doc) {
		return false
	}
	return a.card != slices.ContainsFunc(roles.CardPayments, func(id string) bool { return f.pays[id] == a.doc.ID })
}

// misfit returns how badly the file's Ready to Assign fits with the current types of the accounts.
func (f *file) misfit(imported Budget) residual {
	v := &verification{file: f, imported: imported, now: imported, report: &Report{Evidence: map[Cause][]Evidence{}}}
	without := v.expect(false)
	best := v.readings(without.less(v.sourceCauses()), without)
	if best == nil {
		return residual{}
	}
	return best.misfit
}

// retype makes a card of an account that is not one, or the reverse.
func (f *file) retype(lines []line, a *accountSums) {
	own := func(sign int) {
		for i := range lines {
			l := &lines[i]
			switch {
			case l.account != a.no:
			case f.after == 0 || l.date < f.after:
				f.count(l, money.Milli(sign))
				if f.isIncome(l) && !a.card {
					f.months[int(l.date.Month()-f.first)].retyped -= money.Milli(sign) * l.amount
				}
			case f.isIncome(l) && !a.card:
				f.months[int(l.date.Month()-f.first)].lateCash += money.Milli(sign) * l.amount
			}
		}
	}
	own(-1)
	a.card = !a.card
	own(1)
	f.cardIncome = slices.DeleteFunc(f.cardIncome, func(k keptLine) bool { return k.Account == a.doc.ID })
	for i := range lines {
		if l := &lines[i]; a.card && l.account == a.no && f.isIncome(l) {
			f.cardIncome = append(f.cardIncome, keptLine{l.date, l.amount, f.rowID(l), a.doc.ID})
		}
	}
}
