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
	"holdover/internal/schedule"
)

// Schedules is what people do with scheduled transactions.
type Schedules struct {
	access *access.Access
	rows   *rows.Rows
}

// New is it on access to budgets, beside what people do with transactions.
func New(a *access.Access, of *rows.Rows) *Schedules { return &Schedules{a, of} }

// Frequency is how often something scheduled comes.
type Frequency = schedule.Frequency

// Frequencies are those that can be chosen, in the order in which they are offered.
func Frequencies() []Frequency { return schedule.Frequencies() }

// IntervalUnit is what an interval counts: Days, Weeks, Months or Years.
type IntervalUnit = schedule.Unit

// IntervalUnits are all of them.
func IntervalUnits() []IntervalUnit { return schedule.Units() }

// EveryInterval is the frequency of so many units; it says no out of bounds.
func EveryInterval(n int, unit IntervalUnit) (Frequency, bool) { return schedule.Every(n, unit) }

// Weekends are the ways with days on weekends.
func Weekends() []schedule.Weekend { return schedule.Weekends() }
