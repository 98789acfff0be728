package users

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// held is a key under which an attempt to sign in is counted. The longest wait of all keys applies.
type held struct {
	rule    auth.Backoff
	key     string
	isClean bool // the right password resets its failures
	isLate  bool // the key does not count while the one before it is free
}

// heldAgainst returns the counter keys of an attempt. A browser that was signed in under the name before has its own
// counter instead of the name's, which any client can increase. Elsewhere the name's counter applies only after the
// network itself has failed for the name.
func heldAgainst(c Credentials, known auth.Digest) []held {
	name, address := auth.UserKey(c.Name), c.Address
	all := []held{
		{rule: auth.ByNameAndAddress, key: attemptKey("both", name, auth.Network(address, home)), isClean: true},
		{rule: auth.ByAddress, key: attemptKey("address", auth.Network(address, home))},
		{rule: auth.ByNetwork, key: attemptKey("network", auth.Network(address, provider))},
	}
	if known != "" {
		return append(all, held{rule: auth.ByName, key: attemptKey("browser", name, string(known))})
	}
	return append(all,
		held{rule: auth.ByNameAndNetwork, key: attemptKey("name-network", name, auth.Network(address, provider)), isClean: true},
		held{rule: auth.ByName, key: attemptKey("name", name), isLate: true})
}

// heldByPlace returns the counter keys of an attempt that names no user.
func heldByPlace(address string) []held {
	return []held{
		{rule: auth.ByAddress, key: attemptKey("address", auth.Network(address, home))},
		{rule: auth.ByNetwork, key: attemptKey("network", auth.Network(address, provider))},
	}
}

// codesHeldAgainst returns the counter keys of an attempt with a code after the right password. A recovery code is too long
// to guess: the user's counter does not apply to it, so that a stranger with the password cannot block it.
func codesHeldAgainst(user userstore.UserNo, d Device, known auth.Digest, isRecovery bool) []held {
	all := heldByPlace(d.Address)
	no := strconv.FormatInt(int64(user), 10)
	switch {
	case isRecovery:
		return all
	case known != "":
		return append(all, held{rule: auth.ByCode, key: attemptKey("code-browser", no, string(known)), isClean: true})
	}
	return append(all, held{rule: auth.ByCode, key: attemptKey("code", no), isClean: true})
}

// attemptKey returns a digest, because users sometimes type their password into the name field.
func attemptKey(parts ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", parts))
	return hex.EncodeToString(sum[:])
}

// The prefix length of the IPv6 network of one customer: at home, and at providers that assign more than necessary.
const (
	home     = 64
	provider = 48
)

// attempt counts an attempt, or returns an error with the time to wait. guesses names the guessed secrets.
func (p *Service) attempt(ctx context.Context, against []held, guesses string) error {
	return p.weigh(ctx, against, func(all []auth.Failures, now time.Time) error {
		at := now
		for i, h := range against {
			if h.isLate && against[i-1].rule.IsFree(all[i-1], now) {
				continue
			}
			if t := h.rule.MayTryAt(all[i], now); t.After(at) {
				at = t
			}
		}
		if wait := at.Sub(now); wait > 0 {
			return apperr.New(apperr.TooMany, "too many wrong %s", guesses).WithHint("wait %s, then try again", WaitText(wait)).WithRetry(wait)
		}
		for i, h := range against {
			all[i] = h.rule.Add(all[i], now)
		}
		return nil
	})
}

// forgive removes the attempt after the right password. Only the counters of this name from this place are reset, so
// that a user cannot guess another user's password between their own sign-ins.
func (p *Service) forgive(ctx context.Context, against []held) error {
	return p.weigh(ctx, against, func(all []auth.Failures, _ time.Time) error {
		for i, h := range against {
			all[i].Count--
			if h.isClean {
				all[i].Count = 0
			}
		}
		return nil
	})
}

func (p *Service) weigh(ctx context.Context, against []held, do func([]auth.Failures, time.Time) error) error {
	now, keys := p.now(), iterutil.Map(against, func(h held) string { return h.key })
	forget, weighed := now.Add(-auth.ByAddress.Forget), func(all []auth.Failures) error { return do(all, now) }
	err := p.store.Attempt(ctx, keys, forget, weighed)
	if cannotWrite(err) {
		return p.fallback.weigh(keys, forget, weighed)
	}
	return err
}

// WaitText formats a wait in words, rounded up.
func WaitText(d time.Duration) string {
	unit, n := "second", int64((d+time.Second-1)/time.Second)
	if n > 90 {
		unit, n = "minute", (n+59)/60
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}
