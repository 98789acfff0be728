package app

import (
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/reimport"
	"holdover/internal/schedule"
	"holdover/internal/store"
)

// What surfaces need by name of the floors below: they know no store and no rules.
type (
	// Sheet is a budget's figures, category by month.
	Sheet = envelope.Sheet
	// Cell is a category's figures in a month.
	Cell = envelope.Cell
	// Position is a transaction's place among those of a register by date.
	Position = store.Position
	// ReimportChange is a record that a newer document brings, changes or takes away.
	ReimportChange = reimport.Change
	// Frequency is how often something scheduled comes.
	Frequency = schedule.Frequency
)

// What becomes of a record with a newer document.
const (
	ReimportNew     = reimport.New
	ReimportChanged = reimport.Changed
	ReimportDeleted = reimport.Deleted
)

// DefaultHold is the amount that Hold for next month offers; 0 where there is nothing to hold.
func DefaultHold(s *Sheet, m cal.Month) money.Milli { return envelope.DefaultHold(s, m) }

// OffersRollover says whether a balance's menu offers to roll overspending over, and to stop that.
func OffersRollover(c Cell) (on, off bool) { return envelope.OffersRollover(c) }

// Frequencies are those that can be chosen, in the order in which they are offered.
func Frequencies() []Frequency { return schedule.Frequencies() }
