package schedules

import "holdover/internal/schedule"

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
