package api

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// In no window of an hour are there more requests than the limit, and none is
// refused that would not break it.
func TestRollingHour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 5).Draw(t, "limit")
		l, now := newLimiter(most), time.Unix(1e9, 0)
		var taken []time.Time
		for _, gap := range rapid.SliceOfN(rapid.IntRange(0, 4000), 1, 40).Draw(t, "gaps in seconds") {
			now = now.Add(time.Duration(gap) * time.Second)
			recent := 0
			for _, at := range taken {
				if at.After(now.Add(-time.Hour)) {
					recent++
				}
			}
			used, wait := l.take("token", now)
			if (wait > 0) != (recent >= most) {
				t.Fatalf("with %d of %d in the last hour: used %d, wait %v", recent, most, used, wait)
			}
			if wait > time.Hour {
				t.Fatalf("a wait of %v", wait)
			}
			if wait <= 0 {
				taken = append(taken, now)
			}
		}
	})
}
