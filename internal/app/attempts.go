package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/netip"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
)

// An attempt to sign in is held against the name from this address, against the
// address and against the name; the longest wait of the three counts.
var held = []struct {
	rule auth.Slowdown
	key  func(name, address string) string
}{
	{auth.ByNameAndAddress, func(name, address string) string { return attemptKey("both", name, address) }},
	{auth.ByAddress, func(_, address string) string { return attemptKey("address", address) }},
	{auth.ByName, func(name, _ string) string { return attemptKey("name", name) }},
}

// attemptKey is a digest: people type their password where the name belongs.
func attemptKey(parts ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", parts))
	return hex.EncodeToString(sum[:])
}

func attemptKeys(c Credentials) []string {
	keys := make([]string, len(held))
	for i, h := range held {
		keys[i] = h.key(auth.UserKey(c.Name), network(c.Address))
	}
	return keys
}

// network is the address as far as one person has it: whoever has an IPv6
// address has all those with the same first half.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is6() {
		if half, err := ip.Prefix(64); err == nil {
			return half.String()
		}
	}
	return ip.String()
}

// attempt counts one, or says how long to wait.
func (a *App) attempt(ctx context.Context, c Credentials) error {
	return a.weigh(ctx, c, func(all []auth.Failures, now time.Time) error {
		at := now
		for i, h := range held {
			if t := h.rule.MayTryAt(all[i], now); t.After(at) {
				at = t
			}
		}
		if at.After(now) {
			return fault.New(fault.TooMany, "too many wrong passwords").WithHint("wait %s, then try again", waitText(at.Sub(now)))
		}
		for i, h := range held {
			all[i] = h.rule.Add(all[i], now)
		}
		return nil
	})
}

// forgive takes the attempt back after the right password; only the name from
// this address begins anew, so that a user cannot guess another's password
// between sign-ins of their own.
func (a *App) forgive(ctx context.Context, c Credentials) error {
	return a.weigh(ctx, c, func(all []auth.Failures, _ time.Time) error {
		all[0].Count = 0
		for i := range all[1:] {
			all[1+i].Count--
		}
		return nil
	})
}

func (a *App) weigh(ctx context.Context, c Credentials, do func([]auth.Failures, time.Time) error) error {
	now := a.now()
	return a.store.Attempt(ctx, attemptKeys(c), now.Add(-auth.ByAddress.Forget), func(all []auth.Failures) error { return do(all, now) })
}

// waitText says a wait in words, rounded up.
func waitText(d time.Duration) string {
	unit, n := "second", int64((d+time.Second-1)/time.Second)
	if n > 90 {
		unit, n = "minute", (n+59)/60
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
