package httpx

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"holdover/internal/base/apperr"
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

// MaxNetworks is the number of networks that a limiter of a public address counts separately.
const MaxNetworks = 10_000

// maxTokens is the number of tokens that a limiter counts separately.
const maxTokens = 100_000

// NewTokenLimiter returns a limiter of the requests that each token makes in an hour; 0 means any number.
func NewTokenLimiter(hourly int) *RateLimiter { return NewRateLimiter(hourly, time.Hour, maxTokens) }

// TakeToken counts a request with a token and sets the headers of the limit. It returns a TooMany error above the
// limit. A nil limiter has no limit.
func (l *RateLimiter) TakeToken(h http.Header, token string) error {
	if l == nil {
		return nil
	}
	sum := sha256.Sum256([]byte(token)) // so that memory contains no tokens
	used, wait := l.Take(string(sum[:]), time.Now())
	if l.limit > 0 {
		h.Set("X-Rate-Limit", fmt.Sprintf("%d/%d", used, l.limit))
	}
	if wait <= 0 {
		return nil
	}
	seconds := int(wait/time.Second) + 1
	h.Set("Retry-After", strconv.Itoa(seconds))
	return apperr.New(apperr.TooMany, "the token has made %d requests within an hour", used).
		WithHint("Wait %d seconds, or raise the limit when you start Holdover", seconds)
}

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
