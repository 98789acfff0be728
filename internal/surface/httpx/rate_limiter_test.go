package httpx

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// No window has more events than the limit, and no event is refused that would not exceed it.
func TestRateLimiterWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		l, now := NewRateLimiter(limit, time.Hour, 10), time.Unix(1e9, 0)
		var taken []time.Time
		for _, gap := range rapid.SliceOfN(rapid.IntRange(0, 4000), 1, 40).Draw(t, "gaps in seconds") {
			now = now.Add(time.Duration(gap) * time.Second)
			recent := 0
			for _, at := range taken {
				if at.After(now.Add(-time.Hour)) {
					recent++
				}
			}
			used, wait := l.Take("token", now)
			if (wait > 0) != (recent >= limit) {
				t.Fatalf("%d events in the last hour, limit %d: used %d, wait %v", recent, limit, used, wait)
			}
			if wait > time.Hour {
				t.Fatalf("wait of %v, want at most an hour", wait)
			}
			if wait <= 0 {
				taken = append(taken, now)
			}
		}
	})
}

func TestRateLimiterKeys(t *testing.T) {
	const keys = 100
	now := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC)
	l := NewRateLimiter(3, time.Minute, keys)
	wait := func(key string, now time.Time) time.Duration {
		_, wait := l.Take(key, now)
		return wait
	}
	for i := range 5 {
		if wait := wait("anna", now.Add(time.Duration(i)*time.Second)); (wait > 0) != (i >= 3) {
			t.Errorf("event %d: wait %v, want none for the first 3", i, wait)
		}
	}
	if wait := wait("anna", now.Add(10*time.Second)); wait != 50*time.Second {
		t.Error(wait)
	}
	if wait("ben", now) != 0 || wait("anna", now.Add(time.Minute)) != 0 {
		t.Error("another key has to wait, or the same one a minute later")
	}
	for i := range 3 * keys {
		wait(fmt.Sprint(i), now)
	}
	if len(l.events) > keys+1 || wait("one more", now) == 0 {
		t.Errorf("%d keys are counted, and another one does not wait", len(l.events))
	}
	if wait("later", now.Add(time.Hour)) != 0 {
		t.Error("events of an hour ago are counted")
	}
	unlimited := NewRateLimiter(0, time.Minute, keys)
	for range 10 {
		if _, wait := unlimited.Take("anna", now); wait != 0 {
			t.Error("a limiter without limit makes a key wait")
		}
	}
}
