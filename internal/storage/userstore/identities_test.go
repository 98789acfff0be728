package userstore_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// TestIdentities: an identity belongs to one user, the last way to sign in stays, and a session of an identity that was
// unlinked in the meantime is not stored.
func TestIdentities(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		e := userstore.Event{At: start, Kind: "linked"}
		key := func(subject string) userstore.IdentityKey {
			return userstore.IdentityKey{Issuer: "https://auth.example", Subject: subject}
		}
		identity := func(subject string) userstore.Identity {
			return userstore.Identity{IdentityKey: key(subject), Label: "at " + subject, Since: start}
		}
		_, err := s.AddUserWithIdentity(ctx, userstore.User{ID: "x", Name: "Eve", Created: start}, identity("e"), e)
		testkit.WantKind(t, err, apperr.Conflict) // the first user would be the owner
		anna := testkit.Must(s.AddUser(ctx, userstore.User{ID: "a", Name: "Anna", Password: "hash", Created: start}, true))(t)
		ben := testkit.Must(s.AddUserWithIdentity(ctx, userstore.User{ID: "b", Name: "Ben", Created: start}, identity("b"), e))(t)
		_, err = s.AddUserWithIdentity(ctx, userstore.User{ID: "c", Name: "BEN", Created: start}, identity("c"), e)
		testkit.WantKind(t, err, apperr.Conflict)
		_, err = s.IdentityUser(ctx, key("c"))
		testkit.WantKind(t, err, apperr.NotFound)

		testkit.NoError(t, s.LinkIdentity(ctx, change(anna), identity("a"), true))
		testkit.NoError(t, s.LinkIdentity(ctx, change(anna), identity("a"), false)) // again
		testkit.WantKind(t, s.LinkIdentity(ctx, change(anna), identity("a2"), true), apperr.Conflict)
		testkit.WantKind(t, s.LinkIdentity(ctx, change(anna), identity("b"), false), apperr.Conflict)
		if u := testkit.Must(s.IdentityUser(ctx, key("b")))(t); u.No != ben.No || u.Admin || u.Password != "" {
			t.Errorf("%+v", u)
		}

		session := userstore.NewSession{Digest: "s", User: anna.No, VerifiedHash: "hash", At: start, Event: e, Provided: &userstore.ProvidedSession{Identity: key("a"), IDToken: []byte("sealed"), Proved: start}}
		testkit.NoError(t, s.AddSession(ctx, session))
		if got := testkit.Must(s.SessionIDToken(ctx, "s"))(t); string(got) != "sealed" {
			t.Errorf("%q", got)
		}
		if all := testkit.Must(s.Identities(ctx, anna.No))(t); len(all) != 1 || all[0].Label != "at a" || !all[0].Used.Equal(start) {
			t.Errorf("%+v", all)
		}

		testkit.WantKind(t, s.UnlinkIdentity(ctx, change(ben), key("b"), false), apperr.Conflict)
		testkit.WantKind(t, s.UnlinkIdentity(ctx, change(anna), key("a"), true), apperr.Conflict)
		testkit.WantKind(t, s.UnlinkIdentity(ctx, change(anna), key("b"), false), apperr.NotFound)
		testkit.NoError(t, s.UnlinkIdentity(ctx, change(anna), key("a"), false))
		session.Digest = "t"
		testkit.WantKind(t, s.AddSession(ctx, session), apperr.NotFound)

		// Sessions end with the identity on request, and not if it stays.
		testkit.NoError(t, s.LinkIdentity(ctx, change(anna), identity("a"), true))
		session.Digest = "u"
		testkit.NoError(t, s.AddSession(ctx, session))
		end := userstore.WayChange{User: anna.No, Event: e, EndOthers: true}
		testkit.WantKind(t, s.UnlinkIdentity(ctx, end, key("a"), true), apperr.Conflict)
		if all := testkit.Must(s.Sessions(ctx, anna.No, userstore.SessionCutoffs{}))(t); len(all) == 0 {
			t.Error("a refused request has ended the sessions")
		}
		testkit.NoError(t, s.UnlinkIdentity(ctx, end, key("a"), false))
		if all := testkit.Must(s.Sessions(ctx, anna.No, userstore.SessionCutoffs{}))(t); len(all) != 0 {
			t.Errorf("%d sessions are left", len(all))
		}

		// Two requests unlink the last two identities: one stays.
		testkit.NoError(t, s.LinkIdentity(ctx, change(ben), identity("b2"), false))
		var all sync.WaitGroup
		var unlinked atomic.Int64
		for _, subject := range []string{"b", "b2"} {
			all.Go(func() {
				if s.UnlinkIdentity(ctx, change(ben), key(subject), false) == nil {
					unlinked.Add(1)
				}
			})
		}
		all.Wait()
		if left := testkit.Must(s.Identities(ctx, ben.No))(t); unlinked.Load() != 1 || len(left) != 1 {
			t.Errorf("%d were unlinked, %d are left", unlinked.Load(), len(left))
		}
		if all := testkit.Must(s.AllIdentities(ctx))(t); len(all) != 1 || len(all[ben.No]) != 1 || all[ben.No][0].Label != "at "+all[ben.No][0].Subject {
			t.Errorf("%+v", all)
		}
		testkit.NoError(t, s.UnlinkAll(ctx, change(ben)))
		testkit.WantKind(t, s.UnlinkAll(ctx, change(ben)), apperr.NotFound)
		testkit.NoError(t, s.LinkIdentity(ctx, change(ben), identity("b"), false))
		testkit.NoError(t, s.RemoveUser(ctx, ben.No))
		_, err = s.IdentityUser(ctx, key("b"))
		testkit.WantKind(t, err, apperr.NotFound)
	})
}
