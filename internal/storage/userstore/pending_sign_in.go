package userstore

import (
	"context"
	"time"

	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// PendingSignIn is a sign-in between the password and the second step.
type PendingSignIn struct {
	Digest   auth.Digest // of the secret in the browser's cookie
	User     UserToVerify
	Attempts int64            // codes that were tried
	Provided *ProvidedSession // set if the identity provider signed the person in; otherwise the password did
}

// NewPendingSignIn is a pending sign-in to create.
type NewPendingSignIn struct {
	Digest       auth.Digest
	User         UserNo
	VerifiedHash string // the hash of the password that was verified
	At, Expires  time.Time
	Provided     *ProvidedSession // as in PendingSignIn
}

// AddPendingSignIn stores a pending sign-in and deletes expired ones. It returns a NotFound error if the user is deleted
// or the password has changed since it was verified.
func (s *Store) AddPendingSignIn(ctx context.Context, n NewPendingSignIn) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := requireSamePassword(q, n.User, n.VerifiedHash); err != nil {
			return err
		}
		if err := q.Run("DELETE FROM pending_sign_in WHERE expires_at < $1", n.At.UnixMilli()); err != nil {
			return err
		}
		if err := q.Run("INSERT INTO pending_sign_in (digest, user_no, password, attempts, expires_at) VALUES ($1, $2, $3, 0, $4)",
			string(n.Digest), int64(n.User), n.VerifiedHash, n.Expires.UnixMilli()); err != nil || n.Provided == nil {
			return err
		}
		return q.Run("UPDATE pending_sign_in SET issuer = $2, subject = $3, id_token = $4, proved_at = $5 WHERE digest = $1",
			string(n.Digest), n.Provided.Identity.Issuer, n.Provided.Identity.Subject, n.Provided.IDToken, n.Provided.Proved.UnixMilli())
	})
}

// PendingSignIn returns a pending sign-in. It returns a NotFound error if it is unknown or has expired, or if the password
// has changed since it was verified.
func (s *Store) PendingSignIn(ctx context.Context, digest auth.Digest, now time.Time) (PendingSignIn, error) {
	return database.ReadFirst(ctx, s.db, noPendingSignIn(), func(r database.Row) (p PendingSignIn, err error) {
		var provided ProvidedSession
		var proved int64
		p.User.User, err = readUser(r, &p.Digest, &p.Attempts, &p.User.HasApp, &p.User.HasPasskey, &p.User.Required, &provided.Identity.Issuer, &provided.Identity.Subject, &provided.IDToken, &proved)
		if provided.Identity.Issuer != "" {
			provided.Proved = time.UnixMilli(proved)
			p.Provided = &provided
		}
		return p, err
	}, "SELECT "+userColumns+", p.digest, p.attempts, "+factorColumns+`, coalesce(p.issuer, ''), coalesce(p.subject, ''), p.id_token, coalesce(p.proved_at, 0)
		FROM pending_sign_in p JOIN user_account u ON u.no = p.user_no AND u.password = p.password
		WHERE p.digest = $1 AND p.expires_at >= $2`, string(digest), now.UnixMilli())
}

func noPendingSignIn() error { return database.Missing("pending sign-in") }

// CountCode counts a code that is tried in a pending sign-in, before it is verified. It returns a NotFound error if most
// were tried.
func (s *Store) CountCode(ctx context.Context, digest auth.Digest, most int64) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		return q.ExecOr(noPendingSignIn(), "UPDATE pending_sign_in SET attempts = attempts + 1 WHERE digest = $1 AND attempts < $2", string(digest), most)
	})
}

// EndPendingSignIn deletes a pending sign-in after the last wrong code, and stores the event.
func (s *Store) EndPendingSignIn(ctx context.Context, digest auth.Digest, user UserNo, e Event) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := q.ExecOr(noPendingSignIn(), "DELETE FROM pending_sign_in WHERE digest = $1", string(digest)); err != nil {
			return err
		}
		return addEvent(q, user, e)
	})
}

// SecondStep is the last step of a sign-in: a code that is used up, or a new authenticator app.
type SecondStep struct {
	Pending auth.Digest
	Code    SpentCode
	App     *NewAuthenticator
}

// FinishSignIn ends a pending sign-in, uses up its code or stores its new authenticator app, and adds the session, in
// one transaction. It returns a NotFound error if the pending sign-in has ended, the code was used, or the password
// has changed.
func (s *Store) FinishSignIn(ctx context.Context, n NewSession, step SecondStep) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := requireSamePassword(q, n.User, n.VerifiedHash); err != nil { // locks the user before the rest, like a new password
			return err
		}
		if err := q.ExecOr(noPendingSignIn(), "DELETE FROM pending_sign_in WHERE digest = $1 AND user_no = $2", string(step.Pending), int64(n.User)); err != nil {
			return err
		}
		if err := finish(q, n, step); err != nil {
			return err
		}
		return addSession(q, n)
	})
}

// finish uses up the code of a second step, or stores the first authenticator app. An app that another sign-in set up in
// the meantime is not replaced.
func finish(q *database.Session, n NewSession, step SecondStep) error {
	if step.App == nil {
		return spendCode(q, n.User, step.Code, n.At)
	}
	if has, err := hasApp(q, n.User); err != nil || has {
		return errorOr(err, noPendingSignIn())
	}
	if err := setAuthenticator(q, n.User, *step.App); err != nil {
		return err
	}
	return addEvent(q, n.User, step.App.Event)
}
