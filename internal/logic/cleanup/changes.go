package cleanup

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Changes lists the writes of a proposal in order. Negative numbers stand for new records, in NewGroups and
// NewCategories; parts with number zero are new.
type Changes struct {
	NewGroups     []budget.Group
	NewCategories []budget.Category
	Rows          []MovedRow            // by date
	Cells         []envelope.Assignment // a cell's note and goal do not change
	Rollovers     []budget.Rollover     // switches to add
	PutGroups     []budget.Group        // groups with a new name
	PutCategories []budget.Category     // categories with a new name or group
	// Merges are deletions with a receiver (envelope.Outline.DeleteCategory), in order: a receiver may have received
	// before.
	Merges           []Merging
	RemoveCategories []budget.CategoryNo // no other record refers to them
	RemoveGroups     []budget.GroupNo    // empty after the other changes
	Holds            []HoldAmount
}

// Merging is the merge of a category into another.
type Merging struct {
	From, Into budget.CategoryNo
	// Note is the receiver's note afterwards, and Rollovers its switches.
	Note      string
	Rollovers []budget.Rollover
}

// HoldAmount is the total amount held in a month afterwards.
type HoldAmount struct {
	Month civil.Month
	Held  money.Milli
}

func (c *Changes) empty() bool {
	return len(c.NewGroups)+len(c.NewCategories)+len(c.Rows)+len(c.Cells)+len(c.Rollovers)+len(c.PutGroups)+
		len(c.PutCategories)+len(c.Merges)+len(c.RemoveCategories)+len(c.RemoveGroups)+len(c.Holds) == 0
}
