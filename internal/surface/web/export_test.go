package web

import (
	"maps"
	"slices"
	"testing"
	"time"
)

// SetBeat sets the interval of messages to open pages until a test ends.
func SetBeat(t testing.TB, every time.Duration) {
	t.Helper()
	before := beatEvery
	beatEvery = every
	t.Cleanup(func() { beatEvery = before })
}

// ChangeNames returns the names of all changes: the last part of /budgets/{id}/do/NAME.
func ChangeNames() []string { return slices.Sorted(maps.Keys(dispatcherOf(allFeatures()).changes)) }
