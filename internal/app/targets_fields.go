package app

import (
	"encoding/json"
	"fmt"

	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// TargetFields is what a program says of a category's target. What is nil it
// says nothing of.
type TargetFields struct {
	Remove    bool
	Amount    *money.Milli
	Date      *cal.Date // zero is none
	Whole     *bool     // set aside the whole amount each time; else refill up to it
	Frequency string    // weekly, monthly or yearly: again and again in place of any target; "" says nothing
}

// cadences are the source's numbers for how often a target comes.
var cadences = map[string]int{"weekly": 2, "monthly": 1, "yearly": 13}

// progress are the members that say how far a target was reached, which change
// with it.
var progress = []string{
	"goal_percentage_complete", "goal_months_to_budget", "goal_under_funded", "goal_overall_funded", "goal_overall_left", "goal_snoozed_at",
}

// after is a target as the fields make it, nil for none.
func (f *TargetFields) after(before json.RawMessage, now cal.Month) (json.RawMessage, error) {
	if f.Remove {
		return nil, nil
	}
	goal := map[string]any{}
	if len(before) > 0 {
		if err := json.Unmarshal(before, &goal); err != nil {
			return nil, fmt.Errorf("read a target: %w", err)
		}
	}
	if err := f.check(goal); err != nil {
		return nil, err
	}
	if goal["goal_type"] == nil || f.Frequency != "" {
		goal = map[string]any{
			"goal_type": "NEED", "goal_creation_month": now.First().String(), "goal_cadence": 1, "goal_cadence_frequency": 1, "goal_needs_whole_amount": true,
		}
	}
	for _, name := range progress {
		delete(goal, name)
	}
	if f.Frequency != "" {
		goal["goal_cadence"] = cadences[f.Frequency]
	}
	if f.Amount != nil {
		goal["goal_target"] = int64(*f.Amount)
	}
	if f.Whole != nil {
		goal["goal_needs_whole_amount"] = *f.Whole
	}
	if f.Date != nil {
		delete(goal, "goal_target_date")
		delete(goal, "goal_target_month")
		if *f.Date != 0 {
			goal["goal_target_date"], goal["goal_target_month"] = f.Date.String(), f.Date.Month().First().String()
		}
	}
	return json.Marshal(goal)
}

func (f *TargetFields) check(goal map[string]any) error {
	none := goal["goal_type"] == nil
	switch {
	case f.Amount != nil && (*f.Amount < 0 || *f.Amount > money.Limit):
		return fault.New(fault.Invalid, "the target is below zero or too large").AtField("goal_target")
	case f.Frequency != "" && cadences[f.Frequency] == 0:
		return fault.New(fault.Invalid, "%q is not how often a target can come", f.Frequency).AtField("goal_frequency").WithHint("it is weekly, monthly or yearly")
	case f.Frequency != "" && f.Amount == nil:
		return fault.New(fault.Invalid, "a target that comes again and again has no amount").AtField("goal_frequency").WithHint("give goal_target with it")
	case f.Frequency != "" && f.Date != nil && *f.Date != 0:
		return fault.New(fault.Invalid, "a target comes again and again or by a date, not both").AtField("goal_frequency")
	case none && f.Amount == nil && (f.Date == nil || *f.Date != 0):
		return fault.New(fault.Invalid, "the category has no target yet").AtField("goal_target").WithHint("give goal_target with it")
	case f.Whole != nil && !none && goal["goal_type"] != "NEED":
		return fault.New(fault.Invalid, "only what is needed again and again is set aside or refilled").AtField("goal_needs_whole_amount")
	}
	return nil
}
