package app

import (
	"holdover/internal/app/access"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/reimport"
	"holdover/internal/rule"
	"holdover/internal/target"
)

// What surfaces need by name of the rules below, which they do not import.
type (
	// Sheet is a budget's figures, category by month.
	Sheet = envelope.Sheet
	// Cell is a category's figures in a month.
	Cell = envelope.Cell
	// ReimportChange is a record that a newer document brings, changes or takes away.
	ReimportChange = reimport.Change
	// Standing is the state of a category's target in a month.
	Standing = target.Standing
	// MonthTargets contains the states of the targets of a month's categories.
	MonthTargets = access.MonthTargets
	// TargetCost is what the targets of a month ask for.
	TargetCost = target.Cost
	// Opened is a budget as the form of a change was drawn from it.
	Opened = access.Opened
	// AssignAction is one of the ways to assign a month at once.
	AssignAction = target.Action
)

// ChangedMeanwhile is the code of an edit of something that another change has changed since the editor's form was drawn.
const ChangedMeanwhile = access.ChangedMeanwhile

// What becomes of a record with a newer document.
const (
	ReimportNew     = reimport.New
	ReimportChanged = reimport.Changed
	ReimportDeleted = reimport.Deleted
)

// DefaultHold returns the amount that Hold for next month offers; 0 if there is nothing to hold.
func DefaultHold(s *Sheet, m cal.Month) money.Milli { return envelope.DefaultHold(s, m) }

// OffersRollover reports whether a balance's menu offers to roll overspending over, and to stop that.
func OffersRollover(c *budget.Category, is Cell) (on, off bool) {
	return envelope.OffersRollover(c, is)
}

// AssignActions are the ways to assign a month at once, in the order in which they are offered.
func AssignActions() []AssignAction { return target.Actions() }

// TargetDue returns the next day in or after a month on which a target needs its money, or the zero date if it has no
// day.
func TargetDue(t *budget.Target, m cal.Month, today cal.Date) cal.Date {
	return target.DueIn(t, m, today)
}

// TargetBy returns a target's date as of a month: the next one if it recurs, the zero date if it has passed.
func TargetBy(t *budget.Target, m cal.Month) cal.Date { return target.NextBy(t, m) }

// ParsePercent parses a share of a split in a rule, in hundredths of a percent: "33.33" is 3333. It returns false for
// an invalid share.
func ParsePercent(text string) (int, bool) { return rule.ParsePercent(text) }

// Percent writes such a share.
func Percent(share int) string { return rule.Percent(share) }
