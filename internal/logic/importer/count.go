package importer

import (
	"strings"

	"holdover/internal/model/conversion"
)

// Count contains the numbers of records of an array. InFile is always Kept + Merged + Skipped.
type Count struct {
	InFile  int      `json:"in_file"`
	Kept    int      `json:"kept"`
	Merged  int      `json:"merged"`
	Skipped int      `json:"skipped"`
	Reasons []Reason `json:"reasons"` // for those merged and skipped
}

// Deleted returns the number of records deleted at the source, or in the program that exported the file. Stored reports
// have it among their reasons.
func (c *Count) Deleted() int {
	deleted := 0
	for _, r := range c.Reasons {
		if strings.HasPrefix(r.Why, conversion.DeletedIn) {
			deleted += r.Count
		}
	}
	return deleted
}

// Reason is why some records of an array were merged or skipped.
type Reason struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
}

// The names of arrays in Notes.Arrays.
const (
	inAccounts       = "accounts"
	inPayees         = "payees"
	inLocations      = "payee_locations"
	inGroups         = "category_groups"
	inCategories     = "categories"
	inMonths         = "months"
	inMonthCells     = "month_categories"
	inRows           = "transactions"
	inParts          = "subtransactions"
	inScheduled      = "scheduled_transactions"
	inScheduledParts = "scheduled_subtransactions"
)

// User-facing reasons why records are merged or skipped.
const (
	wasDeleted     = conversion.DeletedIn + "YNAB" // stored reports contain this text: never change it
	sameAgain      = "the same record twice"
	ofDeletedRow   = "part of a deleted transaction"
	ofNoRow        = "its transaction is not in the file"
	ofDeletedMonth = "its month is deleted in YNAB"
	ofNoAccount    = "its account is not in the file"
	ofNoPayee      = "its payee is deleted or not in the file"
	asNone         = "its transactions have no category"
	intoIncome     = "one income category for all"
	besides        = "credit card payments are stored separately"
	notInPlan      = "its category is not in the plan"
)

func (c *Count) keep() { c.InFile, c.Kept = c.InFile+1, c.Kept+1 }

func (c *Count) merge(why string) {
	c.InFile, c.Merged = c.InFile+1, c.Merged+1
	c.because(why, 1)
}

func (c *Count) skip(why string) {
	c.InFile, c.Skipped = c.InFile+1, c.Skipped+1
	c.because(why, 1)
}

func (c *Count) because(why string, n int) {
	for i := range c.Reasons {
		if c.Reasons[i].Why == why {
			c.Reasons[i].Count += n
			return
		}
	}
	c.Reasons = append(c.Reasons, Reason{why, n})
}

// plus adds the numbers of another Count.
func (c *Count) plus(more Count) {
	c.InFile, c.Kept, c.Merged, c.Skipped = c.InFile+more.InFile, c.Kept+more.Kept, c.Merged+more.Merged, c.Skipped+more.Skipped
	for _, r := range more.Reasons {
		c.because(r.Why, r.Count)
	}
}
