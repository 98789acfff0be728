// Package schedules is what people do with scheduled transactions: look at them and at
// what comes, enter, skip and change them, and what is found to come again and again.
// Registers and reports ask it what comes (coming.go, ahead.go). Package app embeds
// Schedules, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people, access, frame and rows. Start with list.go,
// then enter.go.
package schedules

import (
	"holdover/internal/app/access"
	"holdover/internal/app/rows"
)

// Schedules is what people do with scheduled transactions.
type Schedules struct {
	access *access.Access
	rows   *rows.Rows
}

// New is it on access to budgets, beside what people do with transactions.
func New(a *access.Access, of *rows.Rows) *Schedules { return &Schedules{a, of} }
