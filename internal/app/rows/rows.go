// Package rows contains the operations on transactions: a Row with the names of its references, a Filter that selects
// rows, the lookup of records by name, entering and changing a row, and receipts. Package app embeds Rows, so that
// its methods belong to the application.
//
// Start with row.go and names.go to read rows, with edit.go to change them.
package rows

import (
	"holdover/internal/app/budgetsession"
)

// Rows contains the operations on transactions.
type Rows struct{ access *budgetsession.Access }

func New(a *budgetsession.Access) *Rows { return &Rows{a} }
