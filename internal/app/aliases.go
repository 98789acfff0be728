package app

import (
	"holdover/internal/app/budgetsession"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/reimport"
	"holdover/internal/logic/rule"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

// Types of lower layers that surfaces use without importing the packages.
type (
	// Sheet contains a budget's figures, category by month.
	Sheet = envelope.Sheet
	// Cell contains a category's figures in a month.
	Cell = envelope.Cell
	// ReimportChange is a record that a newer document adds, changes or deletes.
	ReimportChange = reimport.Change
	// Status is the state of a category's target in a month.
	Status = target.Status
	// MonthTargets contains the states of the targets of a month's categories.
	MonthTargets = budgetsession.MonthTargets
	// Opened is the version of a budget from which the form of a change was rendered.
	Opened = budgetsession.Opened
	// RequestKey identifies a request that a client sends again if it received no response.
	RequestKey = budgetsession.RequestKey
	// AssignAction is a way to assign money to all categories of a month at once.
	AssignAction = target.Action
)

// ChangedMeanwhile is the code of an edit of a record that another change has changed since the editor's form was
// rendered.
const ChangedMeanwhile = budgetsession.ChangedMeanwhile

// SavedBefore is the code of the error for a request that has the key of an earlier one and sends other values.
const SavedBefore = budgetsession.SavedBefore

// The results for a record of a newer document.
const (
	ReimportNew     = reimport.New
	ReimportChanged = reimport.Changed
	ReimportDeleted = reimport.Deleted
)

// DefaultHold returns the amount that Hold for next month offers; 0 if there is nothing to hold.
func DefaultHold(s *Sheet, m civil.Month) money.Milli { return envelope.DefaultHold(s, m) }

// OffersRollover reports whether a balance's menu offers to roll overspending over, and to stop that.
func OffersRollover(c *budget.Category, is Cell) (on, off bool) {
	return envelope.OffersRollover(c, is)
}

// AssignActions returns the ways to assign a month at once, in display order.
func AssignActions() []AssignAction { return target.Actions() }

// TargetDue returns the next day in or after a month on which a target needs its money, or the zero date if it has no
// day.
func TargetDue(t *budget.Target, m civil.Month, today civil.Date) civil.Date {
	return target.DueIn(t, m, today)
}

// TargetBy returns a target's date as of a month: the next one if it recurs, the zero date if it has passed.
func TargetBy(t *budget.Target, m civil.Month) civil.Date { return target.NextBy(t, m) }

// ParsePercent parses a share of a split in a rule, in hundredths of a percent: "33.33" is 3333. It returns false for
// an invalid share.
func ParsePercent(text string) (int, bool) { return rule.ParsePercent(text) }

// Percent formats such a share.
func Percent(share int) string { return rule.Percent(share) }
