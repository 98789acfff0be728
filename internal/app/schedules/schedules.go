// Package schedules contains the operations on scheduled transactions: list them with the upcoming rows, enter, skip
// and change them, and find recurring transactions that are not scheduled. Registers and reports read the upcoming
// rows from it (coming.go, ahead.go). Package app embeds Schedules, so that its methods belong to the application.
//
// Start with list.go, then enter.go.
package schedules

import (
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/logic/schedule"
)

// Schedules contains the operations on scheduled transactions.
type Schedules struct {
	access *budgetsession.Access
	rows   *rows.Rows
}

// New returns the operations, which open budgets with access and use the operations on transactions.
func New(a *budgetsession.Access, of *rows.Rows) *Schedules { return &Schedules{a, of} }

// Frequency is the interval of a scheduled transaction.
type Frequency = schedule.Frequency

// Frequencies returns the frequencies that forms offer, in display order.
func Frequencies() []Frequency { return schedule.Frequencies() }

// IntervalUnit is the unit of an interval: Days, Weeks, Months or Years.
type IntervalUnit = schedule.Unit

func IntervalUnits() []IntervalUnit { return schedule.Units() }

// EveryInterval returns the frequency of n units; false if n is out of bounds.
func EveryInterval(n int, unit IntervalUnit) (Frequency, bool) { return schedule.Every(n, unit) }

// Weekends returns the rules for dates on weekends.
func Weekends() []schedule.Weekend { return schedule.Weekends() }

// Pattern is a day of the month such as the second Friday.
type Pattern = schedule.Pattern

// ParsePattern parses a pattern such as 2-friday.
func ParsePattern(text string) (Pattern, bool) { return schedule.ParsePattern(text) }

// PatternDay is a kind of day that a pattern counts, such as a weekday.
type PatternDay = schedule.PatternDay

// PatternDays returns the kinds of days that forms offer, in display order.
func PatternDays() []PatternDay { return schedule.PatternDays() }

// PatternNths returns the numbers that forms offer, in display order.
func PatternNths() []int { return schedule.PatternNths() }

// NthLabel returns a number of a pattern in words.
func NthLabel(nth int) string { return schedule.NthLabel(nth) }
