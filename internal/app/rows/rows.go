// Package rows is transactions as people see, find and enter them: a Row with the
// names of what it refers to, what a Filter chooses, the names by which records are
// meant, a row as it is entered and changed, and the receipts kept with it. Package
// app embeds Rows, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people, access, frame, payees and rules. Start with
// row.go and names.go to read rows, with edit.go to change them.
package rows

import (
	"holdover/internal/app/access"
)

// Rows is what people do with transactions.
type Rows struct{ access *access.Access }

// New is it on access to budgets.
func New(a *access.Access) *Rows { return &Rows{a} }
