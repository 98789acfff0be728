package auth

import "time"

// Failures counts wrong passwords under one key (a name, an address, or both together): the number in a row and the
// time of the last one. The zero value has no failures. A right password resets it.
type Failures struct {
	Count int
	Last  time.Time
}

// Backoff is a rule for the wait before the next attempt after wrong passwords: none after the first Free of them,
// then First, doubled for each further one up to Most. Failures expire when none was added for the duration Forget.
type Backoff struct {
	Free   int
	First  time.Duration
	Most   time.Duration
	Forget time.Duration
}

// One sign-in is counted under several keys and waits for the longest. A network is the range that a provider may
// assign to one customer, a /48 of IPv6. The first attempts for a name from a network do not wait for the failures
// from other networks, and a browser that was signed in before never does: strangers cannot lock the owner of a name
// out (docs/decisions/0075-sign-in-limits.md).
var (
	ByNameAndAddress = Backoff{Free: 4, First: time.Second, Most: 15 * time.Minute, Forget: 12 * time.Hour}
	ByAddress        = Backoff{Free: 20, First: time.Second, Most: 15 * time.Minute, Forget: 12 * time.Hour}
	ByNetwork        = Backoff{Free: 60, First: time.Second, Most: 15 * time.Minute, Forget: 12 * time.Hour}
	ByNameAndNetwork = Backoff{Free: 4, First: time.Second, Most: 15 * time.Minute, Forget: 12 * time.Hour}
	ByName           = Backoff{Free: 20, First: time.Second, Most: 30 * time.Second, Forget: 12 * time.Hour}
	// ByCode counts codes of an authenticator app after the right password. Three of a million codes are right at a
	// time, so at most 100 guesses a day.
	ByCode = Backoff{Free: 5, First: time.Second, Most: 15 * time.Minute, Forget: 12 * time.Hour}
)

// Add returns the failures after one more at now.
func (s Backoff) Add(f Failures, now time.Time) Failures {
	return Failures{Count: s.counted(f, now) + 1, Last: now}
}

// MayTryAt returns the earliest time of the next attempt, which is now if there is no wait.
func (s Backoff) MayTryAt(f Failures, now time.Time) time.Time {
	over := s.counted(f, now) - s.Free
	if over <= 0 {
		return now
	}
	if at := f.Last.Add(s.wait(over)); at.After(now) {
		return at
	}
	return now
}

// IsFree reports whether the next attempt needs no wait.
func (s Backoff) IsFree(f Failures, now time.Time) bool { return s.counted(f, now) < s.Free }

// counted returns the number of failures that apply. A failure that is further in the future than the clocks of two
// servers differ was recorded by a clock that has been set back since. It does not apply, so that no user waits until
// that time.
func (s Backoff) counted(f Failures, now time.Time) int {
	if since := now.Sub(f.Last); since >= s.Forget || since < -clocksDiffer {
		return 0
	}
	return f.Count
}

const clocksDiffer = time.Hour

// wait doubles step by step: a shift by the count would run over.
func (s Backoff) wait(over int) time.Duration {
	w := s.First
	for i := 1; i < over && w < s.Most; i++ {
		w *= 2
	}
	return min(w, s.Most)
}
