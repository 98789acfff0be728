package cleanup

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Changes lists the writes of a proposal, in the order in which they are applied. New groups and categories have
// negative numbers, by which the other changes refer to them; the application assigns their final numbers. A part with
// number 0 is new.
type Changes struct {
	NewGroups     []budget.Group
	NewCategories []budget.Category
	MovedRows     []MovedRow            // by date
	Assignments   []envelope.Assignment // new budgeted amounts of cells; their notes and targets do not change
	Rollovers     []budget.Rollover     // switches to add
	PutGroups     []budget.Group        // groups with a new name
	PutCategories []budget.Category     // categories with a new name or group
	// Merges are deletions of a category with a receiver (envelope.Outline.DeleteCategory). A later merge may have the
	// receiver of an earlier one.
	Merges           []CategoryMerge
	RemoveCategories []budget.CategoryNo // no other record refers to them
	RemoveGroups     []budget.GroupNo    // they are empty after the other changes
	Holds            []MonthHold
}

// CategoryMerge is the merge of a category into another, its receiver.
type CategoryMerge struct {
	From, Into budget.CategoryNo
	Note       string            // the receiver's note afterwards
	Rollovers  []budget.Rollover // the receiver's switches afterwards
}

// MonthHold is the total amount to hold in a month for the next one.
type MonthHold struct {
	Month civil.Month
	Held  money.Milli
}

func (c *Changes) empty() bool {
	return len(c.NewGroups)+len(c.NewCategories)+len(c.MovedRows)+len(c.Assignments)+len(c.Rollovers)+len(c.PutGroups)+
		len(c.PutCategories)+len(c.Merges)+len(c.RemoveCategories)+len(c.RemoveGroups)+len(c.Holds) == 0
}
