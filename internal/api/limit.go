package api

import (
	"sync"
	"time"
)

// limiter counts the requests of each token over a rolling hour.
type limiter struct {
	most int
	mu   sync.Mutex
	seen map[string][]time.Time // oldest first, none older than an hour when looked at
	tidy time.Time
}

const window = time.Hour

func newLimiter(most int) *limiter {
	return &limiter{most: most, seen: map[string][]time.Time{}}
}

// take counts a request at a time. It says how many the hour has had, this one
// included, and how long to wait where it is too many; that one is not counted.
func (l *limiter) take(key string, now time.Time) (used int, wait time.Duration) {
	if l.most <= 0 {
		return 0, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	times := within(l.seen[key], now)
	if len(times) >= l.most {
		l.seen[key] = times
		return len(times), times[len(times)-l.most].Add(window).Sub(now)
	}
	l.seen[key] = append(times, now)
	return len(times) + 1, 0
}

// within drops what is older than an hour.
func within(times []time.Time, now time.Time) []time.Time {
	from := 0
	for from < len(times) && !times[from].After(now.Add(-window)) {
		from++
	}
	return times[from:]
}

// forget lets go of tokens that were not used for an hour, every few minutes.
func (l *limiter) forget(now time.Time) {
	if now.Before(l.tidy) {
		return
	}
	l.tidy = now.Add(window / 12)
	for key, times := range l.seen {
		if len(within(times, now)) == 0 {
			delete(l.seen, key)
		}
	}
}
