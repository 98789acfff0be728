package verification

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// contradictions notes the contradictions within the file: in a category's figures, in the totals of months, and in
// the plan's own categories, which have the figures of one month.
func (v *verification) contradictions() {
	for _, c := range v.file.list {
		for i := range c.listed {
			if c.listed[i] {
				v.checkFile(c, i)
			}
		}
	}
	for i := range v.file.months {
		doc := v.file.months[i].doc
		if doc == nil || v.file.holdover {
			continue
		}
		v.checkTotal(i, "budgeted", doc.Budgeted, func(c *category) money.Milli { return c.budgeted[i] })
		v.checkTotal(i, "activity", doc.Activity, func(c *category) money.Milli { return c.activity[i] })
		if m := &v.file.months[i]; m.mismatch() {
			v.report.contradict("%s: income is %s, its transactions make %s", doc.Month, doc.Income, m.cashIncome)
		}
	}
	for _, a := range v.file.unknownCards {
		v.report.contradict("%s: its type %q is not known, and it has a card payment category: it was treated as a card", a.Name, a.Type)
	}
	for _, id := range v.file.retyped {
		a := v.file.accounts[id]
		as := "an account that is not a card"
		if a.card {
			as = "a card"
		}
		v.report.contradict("%s: its type is %s, but the file's figures count it as %s: it was treated as one", a.doc.Name, a.doc.AccountType(), as)
	}
	for _, text := range v.file.wrongPayments {
		v.report.contradict("%s", text)
	}
	v.report.RuleDifferences = slices.Clone(v.file.otherShares)
	v.checkPlan()
}

// checkTotal compares a month's total with the sum of its categories. Some files exclude uncategorised rows from it,
// others include them.
func (v *verification) checkTotal(i int, field string, file money.Milli, of func(*category) money.Milli) {
	doc := v.file.months[i].doc
	if !doc.Has(field) {
		return
	}
	sum, without := v.file.total(i, of)
	if file != sum && file != without {
		v.report.contradict("%s: %s is %s, its categories make %s", doc.Month, field, file, sum)
	}
}

// total returns a month's sum of a figure of its categories, with and without uncategorised rows.
func (f *file) total(i int, of func(*category) money.Milli) (sum, without money.Milli) {
	for _, c := range f.list {
		if !c.listed[i] && c.kind != uncategorised {
			continue
		}
		sum += of(c)
		if c.kind != uncategorised {
			without += of(c)
		}
	}
	return sum, without
}

// checkPlan compares the figures of the plan's own categories with those of the month that they fit best.
func (v *verification) checkPlan() {
	var best []*ynabdoc.Category
	most := 0
	for i := range v.file.months {
		doc := v.file.months[i].doc
		if doc == nil {
			continue
		}
		unequal, equal := v.unlike(doc)
		if equal > most || equal == most && len(unequal) < len(best) {
			best, most = unequal, equal
		}
	}
	if most <= len(best) {
		return // the figures are of no month of the file
	}
	for _, c := range best {
		v.report.contradict("%s: the figures in the plan's list of categories are not those of its month", c.Name)
	}
}

// unlike returns the plan's categories with figures that differ from those of the month, and the number of equal
// ones.
func (v *verification) unlike(m *ynabdoc.Month) (unequal []*ynabdoc.Category, equal int) {
	own := make(map[string]*ynabdoc.Category, len(v.file.plan.Categories))
	for i := range v.file.plan.Categories {
		if c := &v.file.plan.Categories[i]; !c.Deleted && c.Has("balance") {
			own[c.ID] = c
		}
	}
	for c := range iterutil.Pointers(m.Categories) {
		switch o := own[c.ID]; {
		case o == nil:
		case o.Budgeted == c.Budgeted && o.Activity == c.Activity && o.Balance == c.Balance:
			equal++
		default:
			unequal = append(unequal, o)
		}
	}
	return unequal, equal
}
