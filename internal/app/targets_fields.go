package app

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// TargetFields contains a program's values for a category's target. A nil field leaves the value unchanged.
type TargetFields struct {
	Remove    bool
	Amount    *money.Milli
	Date      *civil.Date       // zero for none: the interval of a target that recurs after several months then starts in this month
	Whole     *bool             // set aside the whole amount each time; else refill up to it
	Rule      *ynabdoc.GoalRule // a target without an amount, instead of one with an amount; its type NoRule removes one
	Frequency string            // weekly, monthly or yearly: makes any target recur at this interval; "" leaves it unchanged
}

// NoRule is the type of a rule that removes a target without an amount.
const NoRule = "none"

// cadences contains the source's numbers of a target's intervals.
var cadences = map[string]int{"weekly": budget.Weekly, "monthly": budget.Monthly, "yearly": budget.Yearly}

// after applies the fields to the former target and returns the new one, or nil.
func (f *TargetFields) after(before *budget.Target, now civil.Month) (*budget.Target, error) {
	if err := f.check(before); err != nil {
		return nil, err
	}
	ruled := before != nil && before.Kind.HasRule()
	switch {
	case f.Rule != nil && f.Rule.Type != NoRule:
		to, _ := target.FromRule(f.Rule) // it was checked
		if to.Created = now.First(); ruled {
			to.Created = before.Created
		}
		return &to, nil
	case ruled && f.Rule == nil && f.Amount == nil: // a program that does not know rules sends null for the amount
		return before, nil
	case ruled:
		before = nil
	}
	if f.Remove || f.Amount == nil && (before == nil || before.Kind == "") {
		return nil, nil
	}
	to := budget.Target{Kind: budget.Need, Created: now.First(), Cadence: budget.Monthly, Every: 1, Filling: budget.SetAside}
	if before != nil && before.Kind != "" && f.Frequency == "" {
		to = *before
	}
	if f.Frequency != "" {
		to.Cadence = cadences[f.Frequency]
		if to.Cadence == budget.Yearly { // a yearly target needs a date: its first year starts this month
			to.Due = now.Add(11).Last()
		}
	}
	if f.Amount != nil {
		to.Amount, to.Loan = *f.Amount, 0 // it no longer follows a loan
	}
	if f.Whole != nil {
		to.Filling = budget.RefillUpTo
		if *f.Whole {
			to.Filling = budget.SetAside
		}
	}
	if f.Date != nil && *f.Date != to.By() { // a target of an older document has only a month, which programs receive as its first day and send back
		if err := nearAhead(*f.Date, now, "goal_target_date"); err != nil {
			return nil, err
		}
		to.Due, to.DueMonth = *f.Date, *f.Date
		if period := to.Period(); *f.Date == 0 && period > 1 { // without a date it would need the whole amount every month
			to.Due = now.Add(period - 1).Last()
		}
	}
	return &to, nil
}

func (f *TargetFields) check(before *budget.Target) error {
	none := before == nil || before.Kind == "" || before.Kind.HasRule()
	if f.Rule != nil && f.Rule.Type != NoRule {
		if _, ok := target.FromRule(f.Rule); !ok {
			return apperr.New(apperr.Invalid, "the rule of the target has an unknown type, or a share or weight out of range").AtField("goal_rule").
				WithHint("its type is income_share with a share from 1 to %d, remainder with a weight from 1 to %d, or schedule", budget.WholeShare, budget.MaxWeight)
		}
		if f.Amount != nil || f.Frequency != "" || f.Date != nil && *f.Date != 0 {
			return apperr.New(apperr.Invalid, "a target has an amount or a rule, not both").AtField("goal_rule").WithHint("leave out goal_target, goal_target_date and goal_frequency")
		}
		return nil
	}
	switch {
	case f.Amount != nil && (*f.Amount < 0 || *f.Amount > money.Limit):
		return apperr.New(apperr.Invalid, "the target is below zero or too large").AtField("goal_target")
	case f.Frequency != "" && cadences[f.Frequency] == 0:
		return apperr.New(apperr.Invalid, "%q is not a frequency of a target", f.Frequency).AtField("goal_frequency").WithHint("it is weekly, monthly or yearly")
	case f.Frequency != "" && f.Amount == nil:
		return apperr.New(apperr.Invalid, "a repeating target needs an amount").AtField("goal_frequency").WithHint("give goal_target with it")
	case f.Frequency != "" && f.Date != nil && *f.Date != 0:
		return apperr.New(apperr.Invalid, "a target either repeats or has a date, not both").AtField("goal_frequency")
	case none && f.Amount == nil && !f.Remove && f.Rule == nil && (f.Date == nil || *f.Date != 0):
		return apperr.New(apperr.Invalid, "the category has no target yet").AtField("goal_target").WithHint("give goal_target with it")
	case f.Whole != nil && !none && before.Kind != budget.Need:
		return apperr.New(apperr.Invalid, "only a repeating target can be set aside or refilled").AtField("goal_needs_whole_amount")
	}
	return nil
}

// aim sets a category's target from a month on, nil for none. It refuses a target that follows a scheduled transaction which takes
// nothing from the category.
func (e *changeTx) aim(c *budget.Category, to *budget.Target, from civil.Month) error {
	if to != nil && to.Schedule != "" {
		s, err := e.ScheduledByID(to.Schedule)
		if err == nil && target.Takes(&s, c.No) == 0 {
			err = apperr.New(apperr.Invalid, "the scheduled transaction takes no money from %s", c.Name).WithHint("choose another one, or give it this category")
		}
		if err != nil {
			return apperr.Placed(err, func(at *apperr.Error) { at.Field = "schedule" })
		}
	}
	c.Target = c.Target.Changed(to, from)
	return e.ForgetTargets(c.No, from)
}
