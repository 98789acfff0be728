package httpx

import (
	"sync"
	"time"
)

// RateLimiter allows each key a number of events in any window of time. It is safe for concurrent use.
type RateLimiter struct {
	limit, keys int
	window      time.Duration

	mu      sync.Mutex
	events  map[string][]time.Time // of the last window, oldest first
	sweepAt time.Time
}

// NewRateLimiter returns a limiter that allows limit events in a window, or any number if limit is not positive. It
// counts at most the given number of keys separately. All further keys share one count, so a client with many
// addresses gains nothing.
func NewRateLimiter(limit int, window time.Duration, keys int) *RateLimiter {
	return &RateLimiter{limit: limit, keys: keys, window: window, events: map[string][]time.Time{}}
}

// Limit returns how many events a window may have.
func (l *RateLimiter) Limit() int { return l.limit }

// Take counts an event. It returns the number of events in the window, including this one, and the time to wait if
// they are too many. An event that must wait is not counted.
func (l *RateLimiter) Take(key string, now time.Time) (used int, wait time.Duration) {
	if l.limit <= 0 {
		return 0, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	if l.events[key] == nil && len(l.events) >= l.keys {
		key = ""
	}
	events := l.recent(l.events[key], now)
	if len(events) >= l.limit {
		l.events[key] = events
		return len(events), events[len(events)-l.limit].Add(l.window).Sub(now)
	}
	l.events[key] = append(events, now)
	return len(events) + 1, 0
}

// recent returns the events of the last window.
func (l *RateLimiter) recent(events []time.Time, now time.Time) []time.Time {
	from := 0
	for from < len(events) && !events[from].After(now.Add(-l.window)) {
		from++
	}
	return events[from:]
}

// sweep removes keys without events in the last window, twelve times a window.
func (l *RateLimiter) sweep(now time.Time) {
	if now.Before(l.sweepAt) {
		return
	}
	l.sweepAt = now.Add(l.window / 12)
	for key, events := range l.events {
		if len(l.recent(events, now)) == 0 {
			delete(l.events, key)
		}
	}
}
