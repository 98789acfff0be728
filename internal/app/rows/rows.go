// Package rows is transactions as people see, find and enter them: a Row with the
// names of what it refers to, what a Filter chooses, and the names by which records
// are meant. Package app embeds Rows, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people and desk. Start with row.go and names.go.
package rows

import (
	"holdover/internal/app/desk"
)

// Rows is what people do with transactions.
type Rows struct{ desk *desk.Desk }

// New is it on a desk.
func New(d *desk.Desk) *Rows { return &Rows{d} }
