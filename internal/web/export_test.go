package web

import (
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
