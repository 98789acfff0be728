package web

import (
	"maps"
	"slices"
	"testing"
	"time"
)

// SetBeat lets open pages hear more often from the server until a test ends.
func SetBeat(t testing.TB, every time.Duration) {
	t.Helper()
	before := beatEvery
	beatEvery = every
	t.Cleanup(func() { beatEvery = before })
}

// ChangeNames are the names of all changes, the last part of /budgets/{id}/do/NAME.
func ChangeNames() []string { return slices.Sorted(maps.Keys(dispatcherOf(allRooms()).changes)) }
