package importer

import (
	"cmp"
	"maps"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// addMonths imports the months and budgeted amounts. A category that a month lists twice with different budgeted
// amounts is an error, since either could be right.
func (im *importing) addMonths() error {
	cells := 0
	listings := make(map[civil.Month][]int, len(im.plan.Months))
	for i := range im.plan.Months {
		m := &im.plan.Months[i]
		cells += len(m.Categories)
		if m.Deleted {
			im.notes.count(inMonths).skip(wasDeleted)
			for range m.Categories {
				im.notes.count(inMonthCells).skip(ofDeletedMonth)
			}
			continue
		}
		listings[m.Month] = append(listings[m.Month], i)
	}
	im.whole.Cells = make([]budget.Cell, 0, cells/2)
	for _, month := range slices.Sorted(maps.Keys(listings)) {
		if err := im.addMonth(listings[month]); err != nil {
			return err
		}
	}
	slices.SortStableFunc(im.whole.Cells, func(a, b budget.Cell) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Month, b.Month))
	})
	return nil
}

// addMonth imports one month, which is at these indexes of the file.
func (im *importing) addMonth(places []int) error {
	first := &im.plan.Months[places[0]]
	month := budget.Month{Month: first.Month, Note: first.Note, Extra: object(first.Extra())}
	if first.Has("age_of_money") {
		month.AgeOfMoney = new(first.AgeOfMoney)
	}
	if month.Note != "" || month.AgeOfMoney != nil || month.Extra != nil {
		im.whole.Months = append(im.whole.Months, month)
	}
	seen := make(map[string]*ynabdoc.Category, len(first.Categories))
	for n, place := range places {
		m := &im.plan.Months[place]
		if n == 0 {
			im.notes.count(inMonths).keep()
		} else {
			im.notes.count(inMonths).merge(sameAgain)
			im.notes.warn("month-twice", "A month is in the file more than once; it was imported once.", "%s", m.Month)
		}
		for i := range m.Categories {
			c := &m.Categories[i]
			if twin := seen[c.ID]; twin != nil {
				if err := im.sameFigures(m, place, i, twin); err != nil {
					return err
				}
				continue
			}
			seen[c.ID] = c
			im.addCell(m, c)
		}
	}
	return nil
}

// sameFigures returns an error if a category that is listed again has other figures.
func (im *importing) sameFigures(m *ynabdoc.Month, place, i int, twin *ynabdoc.Category) error {
	c := &m.Categories[i]
	im.notes.count(inMonthCells).merge(sameAgain)
	if c.Budgeted != twin.Budgeted {
		return apperr.New(apperr.Invalid, "months[%d] (%s).categories[%d] (id %s): budgeted is %s, and %s where the month lists the category before",
			place, m.Month, i, c.ID, c.Budgeted, twin.Budgeted).
			WithHint("Export the plan again. If it stays so, remove the wrong one of the two from the file.")
	}
	if c.Activity != twin.Activity || c.Balance != twin.Balance {
		im.notes.warn("listed-twice", "A month lists a category more than once with different figures; the first ones were used.", "%s: %s", m.Month, c.Name)
	}
	return nil
}

// addCell imports a month's data about a category.
func (im *importing) addCell(m *ynabdoc.Month, c *ynabdoc.Category) {
	count := im.notes.count(inMonthCells)
	for _, extra := range c.Extra() {
		im.notes.drop(inMonthCells, extra.Name, extra.Value)
	}
	im.total.add(c.Budgeted)
	role, known := im.categories[c.ID]
	if !known {
		if c.Deleted {
			count.skip(wasDeleted)
		} else {
			count.skip(notInPlan)
		}
		return
	}
	switch role.kind {
	case ordinary:
		count.keep()
		cell := im.cell(m.Month, c)
		cell.Category = role.no
		if cell.HasContent() {
			im.whole.Cells = append(im.whole.Cells, cell)
		}
		return
	case cardPayment:
		count.merge(besides)
		cell := im.cell(m.Month, c)
		month := budget.CardPaymentMonth{
			Month: m.Month, Budgeted: c.Budgeted, Activity: c.Activity, Balance: c.Balance,
			Note: cell.Note, Target: cell.Target, Snoozed: cell.Snoozed, Shown: cell.Shown,
		}
		if month.HasContent() {
			card := &im.whole.Info.CardPayments[role.card]
			card.Months = append(card.Months, month)
		}
		return
	case income:
		count.merge(intoIncome)
	case none:
		count.merge(asNone)
	}
	if c.Budgeted != 0 {
		im.notes.warn("budgeted-special", "The file assigns money to one of YNAB's own categories; it was left out.", "%s: %s %s", m.Month, c.Name, c.Budgeted)
	}
}

// cell returns the part of a month's data about a category that differs from the category.
func (im *importing) cell(m civil.Month, c *ynabdoc.Category) budget.Cell {
	base := im.base[c.ID]
	cell := budget.Cell{Month: m, Budgeted: c.Budgeted, Target: targetBeside(target.Of(base), target.Of(c)), Snoozed: c.GoalSnoozedAt, Shown: target.ShownOf(c)}
	if c.Note != base.Note {
		cell.Note = c.Note
	}
	return cell
}

// targetBeside returns the target of a category in a month if it differs from the category's target, otherwise nil.
func targetBeside(own, is *budget.Target) *budget.Target {
	switch {
	case own == nil && is == nil || own != nil && is != nil && *own == *is:
		return nil
	case is == nil:
		return &budget.Target{} // none in that month
	}
	return is
}
