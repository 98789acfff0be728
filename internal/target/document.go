package target

import (
	"holdover/internal/budget"
	"holdover/internal/plandoc"
)

// Of is the target of a category of a document, as it stands in the month that the
// category is listed in. Its kind is empty where there is none.
func Of(c *plandoc.Category) budget.Target {
	return budget.Target{
		Kind: budget.TargetKind(c.GoalType), Amount: c.GoalTarget, Refill: c.Has("goal_needs_whole_amount") && !c.GoalNeedsWholeAmount,
		Day: c.GoalDay, Cadence: c.GoalCadence, Every: c.GoalCadenceFrequency, Due: c.GoalDue(), Created: c.GoalCreationMonth.Month(),
		Snoozed: c.GoalSnoozedAt != "",
	}
}

// Fill gives a category of a document the figures of its target, unless those that
// it came with still stand: what they say is funded is what is funded. Then they
// are left as the source made them.
func Fill(c *plandoc.Category, s State) {
	of := Of(c)
	made, ok := Figure(&of, s)
	if !ok || s.Month < of.Created || c.Has("goal_overall_funded") && c.GoalOverallFunded == made.Funded {
		return
	}
	c.GoalUnderFunded, c.GoalOverallFunded, c.GoalOverallLeft = made.UnderFunded, made.Funded, made.Left
	c.GoalPercentage, c.GoalMonthsToBudget = made.Percent, made.Months
	c.Give("goal_under_funded", "goal_overall_funded", "goal_overall_left", "goal_percentage_complete", "goal_months_to_budget")
}
