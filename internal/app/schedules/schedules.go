// Package schedules is what people do with scheduled transactions: look at them and at
// what comes, enter, skip and change them, and what is found to come again and again.
// Registers and reports ask it what comes (coming.go, ahead.go). Package app embeds
// Schedules, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people, desk, frame and rows. Start with list.go,
// then enter.go.
package schedules

import (
	"holdover/internal/app/desk"
	"holdover/internal/app/rows"
)

// Schedules is what people do with scheduled transactions.
type Schedules struct {
	desk *desk.Desk
	rows *rows.Rows
}

// New is it on a desk, beside what people do with transactions.
func New(d *desk.Desk, of *rows.Rows) *Schedules { return &Schedules{d, of} }
