package users

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
	"holdover/internal/storage/userstore"
)

// fallbackSessions stores sessions and failed sign-ins in memory while the database cannot be written. On a full disk users
// must be able to sign in, if only to view and delete data. The entries are moved to the database once it can be
// written, and are lost if the process ends first.
type fallbackSessions struct {
	mu       sync.Mutex
	sessions map[auth.Digest]*sheltered
	failures map[string]auth.Failures
}

// sheltered is a session that could not be stored in the database.
type sheltered struct {
	userstore.NewSession
	tried time.Time // the last attempt to store it in the database
}

// The limits. A session requires a correct password; failed sign-ins beyond the limit share one count.
const (
	mostSheltered = 1000
	mostFailures  = 10_000
	againEvery    = 10 * time.Second
)

// cannotWrite reports whether the database can be read but not written.
func cannotWrite(err error) bool { return apperr.CodeOf(err) == database.CannotWrite }

// shelter adds a session and drops the oldest beyond the limit.
func (r *fallbackSessions) shelter(s *sheltered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sessions == nil {
		r.sessions = map[auth.Digest]*sheltered{}
	}
	if len(r.sessions) >= mostSheltered {
		oldest := slices.MinFunc(slices.Collect(maps.Values(r.sessions)), func(a, b *sheltered) int { return a.At.Compare(b.At) })
		delete(r.sessions, oldest.Digest)
	}
	r.sessions[s.Digest] = s
}

// end deletes a session, and reports whether it existed.
func (r *fallbackSessions) end(digest auth.Digest) bool {
	return r.endAll(func(s *sheltered) bool { return s.Digest == digest })
}

// endAll deletes the sessions for which over returns true, and reports whether there were any.
func (r *fallbackSessions) endAll(over func(*sheltered) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := len(r.sessions)
	maps.DeleteFunc(r.sessions, func(_ auth.Digest, s *sheltered) bool { return over(s) })
	return len(r.sessions) < before
}

// spare sets the start of a session to now: sessions started before are ended, in every process.
func (r *fallbackSessions) spare(digest auth.Digest, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.sessions[digest]; s != nil {
		anew := *s // a copy, since readers may use the old one
		anew.At = now
		r.sessions[digest] = &anew
	}
}

// of returns a user's sessions, the newest first.
func (r *fallbackSessions) of(user userstore.UserNo) (all []*sheltered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.sessions {
		if s.User == user {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *sheltered) int { return b.At.Compare(a.At) })
	return all
}

// find returns the session of a digest, or nil. again reports whether to try to store it in the database now.
func (r *fallbackSessions) find(digest auth.Digest, now time.Time) (s *sheltered, again bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s = r.sessions[digest]; s == nil {
		return nil, false
	}
	if again = now.Sub(s.tried) >= againEvery; again {
		s.tried = now
	}
	return s, again
}

// weigh is userstore.Attempt in memory.
func (r *fallbackSessions) weigh(keys []string, forget time.Time, do func([]auth.Failures) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failures == nil {
		r.failures = map[string]auth.Failures{}
	}
	keys = slices.Clone(keys)
	all := make([]auth.Failures, len(keys))
	for i, key := range keys {
		if _, known := r.failures[key]; !known && len(r.failures) >= mostFailures {
			maps.DeleteFunc(r.failures, func(_ string, f auth.Failures) bool { return f.Last.Before(forget) })
			if len(r.failures) >= mostFailures {
				keys[i] = ""
			}
		}
		all[i] = r.failures[keys[i]]
	}
	if err := do(all); err != nil {
		return err
	}
	for i, key := range keys {
		if r.failures[key] = all[i]; all[i].Count <= 0 {
			delete(r.failures, key)
		}
	}
	return nil
}

// shelteredSession returns the user of a session that is not in the database.
func (p *Service) shelteredSession(ctx context.Context, digest auth.Digest) (userstore.User, error) {
	s, again := p.fallback.find(digest, p.now())
	if s == nil {
		return userstore.User{}, apperr.New(apperr.NotFound, "session not found")
	}
	u, err := p.store.User(ctx, s.User)
	if err != nil || u.Password != s.VerifiedHash || s.At.UnixMilli() < u.Ended.UnixMilli() || p.now().Sub(s.At) > SessionEnd {
		p.fallback.end(digest)
		return userstore.User{}, apperr.New(apperr.NotFound, "session not found").WithCause(err)
	}
	if again && p.store.AddSession(ctx, s.NewSession) == nil && !p.fallback.end(digest) { // it was ended in the meantime
		return userstore.User{}, errors.Join(apperr.New(apperr.NotFound, "session not found"), p.store.EndSession(ctx, digest))
	}
	return u, nil
}
