package target

import (
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Of returns the target of a document's category, as of the month in which the category is listed, or nil.
func Of(c *ynabdoc.Category) *budget.Target {
	of := budget.Target{
		Kind: budget.TargetKind(c.GoalType), Amount: c.GoalTarget, Day: c.GoalDay, Cadence: c.GoalCadence, Every: c.GoalCadenceFrequency,
		Due: c.GoalTargetDate, DueMonth: c.GoalTargetMonth, Created: c.GoalCreationMonth,
	}
	of.Uncadenced = of.Kind != budget.Need && c.Has("goal_cadence") && c.GoalCadence == 0
	if c.Has("goal_needs_whole_amount") {
		of.Filling = budget.RefillUpTo
		if c.GoalNeedsWholeAmount {
			of.Filling = budget.SetAside
		}
	}
	if r := c.GoalRule; r != nil {
		ruled, ok := FromRule(r)
		if !ok {
			return nil
		}
		ruled.Created = of.Created
		return &ruled
	}
	if of == (budget.Target{}) {
		return nil
	}
	return &of
}

// FromRule returns the target that a document's rule describes. It returns false for an unknown type, and for a share or weight
// out of range.
func FromRule(r *ynabdoc.GoalRule) (t budget.Target, ok bool) {
	t.Kind = budget.TargetKind(r.Type)
	switch t.Kind {
	case budget.IncomeShare:
		t.Share, t.LastMonth = r.Share, r.LastMonth
		return t, t.Share > 0 && t.Share <= budget.WholeShare
	case budget.Remainder:
		t.Weight = r.Weight
		return t, t.Weight > 0 && t.Weight <= budget.MaxWeight
	case budget.BySchedule:
		t.Schedule = r.ScheduleID
		return t, true
	}
	return t, false
}

// ShownOf returns the target's progress by the document's figures, or nil. Figures that follow from a rule are always computed.
func ShownOf(c *ynabdoc.Category) *budget.TargetShown {
	if c.GoalRule != nil {
		return nil
	}
	s := budget.TargetShown{
		Percent: ynabdoc.Given(c, "goal_percentage_complete", c.GoalPercentage), Months: ynabdoc.Given(c, "goal_months_to_budget", c.GoalMonthsToBudget),
		UnderFunded: ynabdoc.Given(c, "goal_under_funded", c.GoalUnderFunded), Funded: ynabdoc.Given(c, "goal_overall_funded", c.GoalOverallFunded),
		Left: ynabdoc.Given(c, "goal_overall_left", c.GoalOverallLeft),
	}
	if s == (budget.TargetShown{}) {
		return nil
	}
	return &s
}

// Write sets the target of a category of a document.
func Write(c *ynabdoc.Category, of *budget.Target) {
	if of.Kind.HasRule() {
		c.GoalCreationMonth = of.Created
		c.GoalRule = &ynabdoc.GoalRule{Type: string(of.Kind), Share: of.Share, LastMonth: of.LastMonth, Weight: of.Weight, ScheduleID: of.Schedule}
		return
	}
	c.GoalType, c.GoalTarget, c.GoalDay, c.GoalCadence, c.GoalCadenceFrequency = string(of.Kind), of.Amount, of.Day, of.Cadence, of.Every
	c.GoalTargetDate, c.GoalTargetMonth, c.GoalCreationMonth = of.Due, of.DueMonth, of.Created
	c.GoalNeedsWholeAmount = of.Filling == budget.SetAside
	for field, has := range map[string]bool{
		"goal_type": of.Kind != "", "goal_target": of.Kind != "" || of.Amount != 0, "goal_needs_whole_amount": of.Filling != "",
		"goal_day": of.IsWeekly() || of.Day != 0, "goal_cadence": of.Kind == budget.Need || of.Cadence != 0 || of.Uncadenced, "goal_cadence_frequency": of.Every != 0,
		"goal_target_date": of.Due != 0, "goal_target_month": of.DueMonth != 0, "goal_creation_month": of.Created != 0,
	} {
		if has {
			c.AlwaysWrite(field)
		}
	}
}

// WriteFigures sets the figures of a category's target. It uses those that a file showed if there are no others, or
// if stands is set because their inputs are unchanged.
func WriteFigures(c *ynabdoc.Category, of *budget.Target, s State, shown *budget.TargetShown, stands bool) {
	made, ok := Figure(of, s)
	ok = ok && s.Month >= of.Created.Month()
	if shown != nil && (!ok || stands && (shown.Funded == nil || *shown.Funded == made.Funded)) {
		writeShown(c, shown)
	} else if ok && s.Today != 0 {
		writeShown(c, made.shown(of.Kind))
	}
}

// shown returns figures as the source shows them: a target that is more than met lacks nothing. A spending target is
// at most 100 percent met, as in recordings of 2024 to 2026; other kinds were recorded only in 2018 and exceeded 100.
func (f *Figures) shown(kind budget.TargetKind) *budget.TargetShown {
	left, percent := max(0, f.Left), f.Percent
	if kind == budget.Need {
		percent = min(100, percent)
	}
	return &budget.TargetShown{Percent: &percent, Months: &f.Months, UnderFunded: &f.UnderFunded, Funded: &f.Funded, Left: &left}
}

func writeShown(c *ynabdoc.Category, s *budget.TargetShown) {
	give(c, "goal_percentage_complete", s.Percent, &c.GoalPercentage)
	give(c, "goal_months_to_budget", s.Months, &c.GoalMonthsToBudget)
	give(c, "goal_under_funded", s.UnderFunded, &c.GoalUnderFunded)
	give(c, "goal_overall_funded", s.Funded, &c.GoalOverallFunded)
	give(c, "goal_overall_left", s.Left, &c.GoalOverallLeft)
}

func give[T int | money.Milli](c *ynabdoc.Category, field string, value, to *T) {
	if value != nil {
		*to = *value
		c.AlwaysWrite(field)
	}
}

// RoundAnew rounds the remainder of a target again in a document with multiplied amounts, if it had been rounded
// (R28). Any other figure stays.
func RoundAnew(c, was *ynabdoc.Category, step money.Milli) {
	type rounding struct{ step, budgeted money.Milli } // as the rules have it, and as the source was seen to
	for _, by := range []rounding{{step, 1}, {cent, 1}, {cent, 0}} {
		lacks := func(c *ynabdoc.Category) money.Milli {
			budgeted := by.budgeted * c.Budgeted
			return max(0, share(c.GoalOverallLeft+budgeted, c.GoalMonthsToBudget, by.step)-budgeted)
		}
		if was.GoalMonthsToBudget > 0 && lacks(was) == was.GoalUnderFunded {
			c.GoalUnderFunded = lacks(c)
			return
		}
	}
}
