package auth

import (
	"testing"
	"time"
)

// TestFailuresFromTheFutureLockNoUserOut: a failure recorded a year in the future made all users wait for a year. Two
// servers with slightly different clocks count alike.
func TestFailuresFromTheFutureLockNoUserOut(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	for ahead, waits := range map[time.Duration]bool{365 * 24 * time.Hour: false, 2 * time.Second: true} {
		at := ByNameAndAddress.MayTryAt(Failures{Count: 9, Last: now.Add(ahead)}, now)
		if at.After(now) != waits {
			t.Errorf("%s ahead: the next attempt is allowed at %s", ahead, at)
		}
	}
}
