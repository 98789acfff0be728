package users

import (
	"context"
	"time"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

type BrowserSession struct {
	ID    string // for EndSession; it does not identify the session to the server
	Agent string // the browser's User-Agent; may be empty
	Since time.Time
	Seen  time.Time // the last use, precise to an hour
	Here  bool      // the session of this request
}

// Sessions returns the actor's sessions, the last used first.
func (p *Service) Sessions(ctx context.Context, who Actor) ([]BrowserSession, error) {
	if err := who.person(); err != nil {
		return nil, err
	}
	all, err := p.store.Sessions(ctx, userstore.UserNo(who.User), p.SessionCutoffs())
	views := iterutil.Map(p.fallback.of(userstore.UserNo(who.User)), func(s *sheltered) BrowserSession {
		return BrowserSession{ID: string(s.Digest), Agent: s.Agent, Since: s.At, Seen: s.At, Here: s.Digest == who.Session}
	})
	return append(views, iterutil.Map(all, func(s userstore.Session) BrowserSession {
		return BrowserSession{ID: string(s.Digest), Agent: s.Agent, Since: s.Begun, Seen: s.Seen, Here: s.Digest == who.Session}
	})...), err
}

// EndSession ends a session of the actor. It returns a NotFound error, also for a session of another user.
func (p *Service) EndSession(ctx context.Context, who Actor, id string) error {
	if err := who.person(); err != nil {
		return err
	}
	user, digest := userstore.UserNo(who.User), auth.Digest(id)
	if p.fallback.endAll(func(s *sheltered) bool { return s.User == user && s.Digest == digest }) {
		return nil
	}
	return p.store.EndSessionOf(ctx, user, digest)
}

// EndOtherSessions ends all sessions of the actor but the one of this request, and the pending sign-ins.
func (p *Service) EndOtherSessions(ctx context.Context, who Actor) error {
	if err := who.person(); err != nil {
		return err
	}
	user, keep := userstore.UserNo(who.User), who.Session
	now := p.now()
	p.endInMemory(user, keep, now)
	return p.store.EndOtherSessions(ctx, user, keep, now)
}

// endInMemory ends the sessions of a user in memory but one.
func (p *Service) endInMemory(user userstore.UserNo, keep auth.Digest, now time.Time) {
	p.fallback.endAll(func(s *sheltered) bool { return s.User == user && s.Digest != keep })
	p.fallback.spare(keep, now)
}

// SessionDigest returns the digest under which the session of a key is stored, or "" for an invalid key.
func SessionDigest(key string) auth.Digest { return digestOf(key) }

// digestOf returns "" for an invalid key.
func digestOf(key string) auth.Digest {
	secret, err := auth.ParseSecret(sessionSecret, key)
	if err != nil {
		return ""
	}
	return secret.Digest()
}
