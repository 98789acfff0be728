package budgetsession

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Targets computes the status of targets of a read transaction, for any month.
type Targets struct {
	outline *envelope.Outline
	sheet   *envelope.Sheet
	cells   map[budget.CellKey]*budget.Cell // cells with a snoozed or different target
	today   civil.Date
	format  money.Format
	owed    map[budget.CategoryNo]money.Milli // on cards, by their payment categories

	scheduled      []budget.Scheduled // empty if no target follows a schedule
	expectedIncome money.Milli
}

// MonthTargets holds the status of a month's targets.
type MonthTargets struct {
	Status map[budget.CategoryNo]target.Status
	Cost   target.Cost // of the visible ones
}

// NewTargets returns the targets of an outline without card envelopes and without months with different targets.
func NewTargets(o *envelope.Outline, sheet *envelope.Sheet, today civil.Date, format money.Format) *Targets {
	return &Targets{outline: o, sheet: sheet, today: today, format: format}
}

// TargetsOf returns the targets of a read transaction, with the sheet of the same snapshot.
func TargetsOf(v *store.ReadTx, o *envelope.Outline, sheet *envelope.Sheet, today civil.Date) (*Targets, error) {
	owed, err := Owed(v, o.Categories)
	if err != nil {
		return nil, err
	}
	t := NewTargets(o, sheet, today, v.Info().Currency)
	cells, err := v.TargetCells()
	t.cells, t.owed, t.expectedIncome = iterutil.PtrByKey(cells, (*budget.Cell).Key), owed, v.Info().ExpectedIncome
	if err == nil && t.followSchedules() {
		t.scheduled, err = v.Scheduled()
	}
	return t, err
}

// followSchedules reports whether a target follows a schedule in any month.
func (t *Targets) followSchedules() bool {
	if slices.ContainsFunc(t.outline.Categories, func(c budget.Category) bool { return c.Target.FollowsSchedules() }) {
		return true
	}
	for _, cell := range t.cells {
		if cell.Target.FollowsSchedules() {
			return true
		}
	}
	return false
}

// Of returns a category's target in a month, or nil, and whether it is snoozed in that month.
func (t *Targets) Of(c *budget.Category, m civil.Month) (of *budget.Target, snoozed bool) {
	says := t.cells[budget.CellKey{Category: c.No, Month: m}]
	return c.TargetIn(m, says), says != nil && says.Snoozed != ""
}

// Month returns a month with its categories except income.
func (t *Targets) Month(m civil.Month) *target.Month {
	month := t.monthOf(m)
	month.Categories = make([]target.Category, 0, len(t.outline.Categories))
	for c := range iterutil.Pointers(t.outline.Categories) {
		if !c.Income {
			month.Categories = append(month.Categories, t.category(c, m))
		}
	}
	return month
}

// Status returns the status of a category's target in a month; ok is false if it has none.
func (t *Targets) Status(c *budget.Category, m civil.Month) (s target.Status, ok bool) {
	is := t.category(c, m)
	return t.monthOf(m).Status(&is)
}

// Aim returns a category's target in a month with the inputs of its figures.
func (t *Targets) Aim(c *budget.Category, m civil.Month) target.Aim {
	is := t.category(c, m)
	return t.monthOf(m).Aim(&is)
}

// In computes the status of all targets in a month.
func (t *Targets) In(m civil.Month) MonthTargets {
	month := t.Month(m)
	all := MonthTargets{Status: make(map[budget.CategoryNo]target.Status, len(month.Categories))}
	for c := range iterutil.Pointers(month.Categories) {
		if standing, ok := month.Status(c); ok {
			all.Status[c.No] = standing
		}
	}
	for _, no := range t.outline.Visible() {
		if standing, ok := all.Status[no]; ok {
			all.Cost.Add(&standing)
		}
	}
	return all
}

// monthOf returns a month without its categories.
func (t *Targets) monthOf(m civil.Month) *target.Month {
	return &target.Month{Sheet: t.sheet, Month: m, Today: t.today, Format: t.format, Owed: t.owed, Scheduled: t.scheduled, ExpectedIncome: t.expectedIncome}
}

func (t *Targets) category(c *budget.Category, m civil.Month) target.Category {
	of, snoozed := t.Of(c, m)
	return target.Category{No: c.No, Target: of, Snoozed: snoozed}
}
