package userstore_test

import (
	"sync"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// change returns a change of the ways in which a user signs in.
func change(u userstore.User) userstore.WayChange {
	return userstore.WayChange{User: u.No, Event: userstore.Event{At: start, Kind: "change"}}
}

// TestSecondFactorIsShared: the second factor and pending sign-ins are in the database, so that a second process finishes
// what the first began, and a code or a pending sign-in is used once among all of them.
func TestSecondFactorIsShared(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna := testkit.Must(s.AddUser(ctx, userstore.User{ID: "a", Name: "Anna", Password: "hash", Created: start}, true))(t)
		ben := testkit.Must(s.AddUser(ctx, userstore.User{ID: "b", Name: "Ben", Password: "hash", Created: start}, false))(t)
		app := userstore.NewAuthenticator{
			Authenticator: userstore.Authenticator{Secret: []byte("twenty bytes of text"), LastStep: 10, Since: start},
			Codes:         []string{"one", "two"}, Event: userstore.Event{At: start, Kind: "set-up"},
		}
		testkit.NoError(t, s.SetAuthenticator(ctx, change(anna), app))
		for name, want := range map[string]bool{"anna": true, "Ben": false} {
			if u := testkit.Must(s.UserToVerify(ctx, name))(t); u.HasApp != want || u.Required {
				t.Errorf("%s: %+v", name, u)
			}
		}
		pend := func(user userstore.UserNo, digest string) error {
			return s.AddPendingSignIn(ctx, userstore.NewPendingSignIn{Digest: auth.Digest(digest), User: user, VerifiedHash: "hash", At: start, Expires: start.Add(time.Minute)})
		}
		testkit.WantKind(t, s.AddPendingSignIn(ctx, userstore.NewPendingSignIn{Digest: "x", User: anna.No, VerifiedHash: "an old hash", At: start, Expires: start}), apperr.NotFound)

		// Eight requests in different pending sign-ins use the same code, or the same recovery code.
		for round, code := range []userstore.SpentCode{{Step: 11, Secret: app.Secret}, {Recovery: 2, Hash: "two"}} {
			var all sync.WaitGroup
			var mu sync.Mutex
			begun := 0
			for i := range 8 {
				digest := string(rune('a'+i)) + string(rune('0'+round))
				testkit.NoError(t, pend(anna.No, digest))
				all.Go(func() {
					n := userstore.NewSession{Digest: auth.Digest("session " + digest), User: anna.No, VerifiedHash: "hash", At: start}
					err := s.FinishSignIn(ctx, n, userstore.SecondStep{Pending: auth.Digest(digest), Code: code})
					if err == nil {
						mu.Lock()
						begun++
						mu.Unlock()
					} else if apperr.KindOf(err) != apperr.NotFound {
						t.Error(err)
					}
				})
			}
			if all.Wait(); begun != 1 {
				t.Errorf("the code %+v began %d sessions", code, begun)
			}
		}
		testkit.WantKind(t, s.ProveSession(ctx, anna.No, "", &userstore.SpentCode{Step: 11, Secret: app.Secret}, start), apperr.NotFound)
		testkit.WantKind(t, s.ProveSession(ctx, anna.No, "", &userstore.SpentCode{Recovery: 2, Hash: "two"}, start), apperr.NotFound)
		testkit.WantKind(t, s.ProveSession(ctx, ben.No, "", &userstore.SpentCode{Recovery: 1, Hash: "one"}, start), apperr.NotFound)
		testkit.NoError(t, s.ProveSession(ctx, anna.No, "", &userstore.SpentCode{Step: 12, Secret: app.Secret}, start))

		testkit.NoError(t, pend(anna.No, "p"))
		for range 2 {
			testkit.NoError(t, s.CountCode(ctx, auth.Digest("p"), 2))
		}
		testkit.WantKind(t, s.CountCode(ctx, auth.Digest("p"), 2), apperr.NotFound)
		if p := testkit.Must(s.PendingSignIn(ctx, auth.Digest("p"), start.Add(time.Minute)))(t); p.Attempts != 2 || !p.User.HasApp || p.User.Name != "Anna" {
			t.Errorf("the pending sign-in is %+v", p)
		}
		_, err := s.PendingSignIn(ctx, auth.Digest("p"), start.Add(time.Minute+time.Millisecond))
		testkit.WantKind(t, err, apperr.NotFound)
		testkit.NoError(t, s.SetPassword(ctx, anna.No, userstore.NewPassword{Hash: "hash", Event: userstore.Event{At: start}}))
		_, err = s.PendingSignIn(ctx, auth.Digest("p"), start)
		testkit.WantKind(t, err, apperr.NotFound)

		testkit.NoError(t, s.RequireSecondFactor(ctx, true))
		if u := testkit.Must(s.UserToVerify(ctx, "Ben"))(t); !u.Required {
			t.Error("the rule is not seen")
		}
		testkit.WantKind(t, s.RemoveAuthenticator(ctx, change(anna)), apperr.Conflict)
		testkit.NoError(t, s.ResetSecondFactor(ctx, change(anna)))
		if codes := testkit.Must(s.RecoveryCodes(ctx, anna.No))(t); len(codes) != 0 {
			t.Errorf("recovery codes stay: %+v", codes)
		}
		testkit.WantKind(t, s.ReplaceRecoveryCodes(ctx, change(anna), []string{"x"}), apperr.NotFound)

		testkit.NoError(t, s.SetAuthenticator(ctx, change(ben), app))
		testkit.NoError(t, pend(ben.No, "ben"))
		testkit.NoError(t, s.RemoveUser(ctx, ben.No))
		_, err = s.Authenticator(ctx, ben.No)
		testkit.WantKind(t, err, apperr.NotFound)
		if left := testkit.Must(s.Events(ctx, ben.No))(t); len(left) != 0 {
			t.Errorf("events of a removed user stay: %+v", left)
		}
	})
}

// TestAttackCodeOfAReplacedFactor uses a code that was compared just before its app or its set of recovery codes was replaced.
func TestAttackCodeOfAReplacedFactor(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna := testkit.Must(s.AddUser(ctx, userstore.User{ID: "a", Name: "Anna", Password: "hash", Created: start}, true))(t)
		app := func(secret string, codes ...string) userstore.NewAuthenticator {
			return userstore.NewAuthenticator{
				Authenticator: userstore.Authenticator{Secret: []byte(secret), LastStep: 10, Since: start}, Codes: codes, Event: userstore.Event{At: start, Kind: "set-up"},
			}
		}
		testkit.NoError(t, s.SetAuthenticator(ctx, change(anna), app("twenty bytes of text", "one")))
		ofApp := userstore.SpentCode{Step: 11, Secret: []byte("twenty bytes of text")}
		ofSet := userstore.SpentCode{Recovery: 1, Hash: "one"}
		testkit.NoError(t, s.ReplaceRecoveryCodes(ctx, change(anna), []string{"new"}))
		testkit.WantKind(t, s.ProveSession(ctx, anna.No, "", &ofSet, start), apperr.NotFound)
		testkit.NoError(t, s.SetAuthenticator(ctx, change(anna), app("another secret of 20", "newer")))
		testkit.WantKind(t, s.ProveSession(ctx, anna.No, "", &ofApp, start), apperr.NotFound)
		ofSet.Hash = "newer"
		testkit.NoError(t, s.ProveSession(ctx, anna.No, "", &ofSet, start))
	})
}

// TestPasskeyCountsUp: of several uses of a passkey with the same sign count, one is stored, and a challenge is taken once.
func TestPasskeyCountsUp(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *stores) {
		ctx := t.Context()
		anna := testkit.Must(s.AddUser(ctx, userstore.User{ID: "a", Name: "Anna", Password: "hash", Created: start}, true))(t)
		ben := testkit.Must(s.AddUser(ctx, userstore.User{ID: "b", Name: "Ben", Password: "hash", Created: start}, false))(t)
		key := userstore.Passkey{ID: "key", User: anna.No, Name: "Phone", Credential: []byte("{}"), SignCount: 4294967294, Created: start}

		testkit.NoError(t, s.AddPasskey(ctx, change(anna), key))
		testkit.WantKind(t, s.AddPasskey(ctx, change(anna), key), apperr.Conflict)
		if u := testkit.Must(s.UserToVerify(ctx, "Anna"))(t); !u.HasPasskey || u.HasApp {
			t.Errorf("Anna is %+v", u)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		begun, taken := 0, 0
		testkit.NoError(t, s.AddChallenge(ctx, userstore.Challenge{Digest: "c", User: anna.No, Data: []byte("data"), Expires: start.Add(time.Minute)}, start))
		_, err := s.TakeChallenge(ctx, "c", ben.No, start)
		testkit.WantKind(t, err, apperr.NotFound)
		_, err = s.TakeChallenge(ctx, "c", anna.No, start.Add(time.Hour))
		testkit.WantKind(t, err, apperr.NotFound)
		for i := range 8 {
			all.Go(func() {
				n := userstore.NewSession{Digest: auth.Digest(string(rune('a' + i))), User: anna.No, VerifiedHash: "hash", At: start}
				added := s.AddSessionByPasskey(ctx, n, userstore.PasskeyUse{ID: "key", Credential: []byte("{}"), SignCount: 4294967295})
				_, took := s.TakeChallenge(ctx, "c", anna.No, start)
				mu.Lock()
				defer mu.Unlock()
				for _, err := range []error{added, took} {
					if err != nil && apperr.KindOf(err) != apperr.NotFound {
						t.Error(err)
					}
				}
				if added == nil {
					begun++
				}
				if took == nil {
					taken++
				}
			})
		}
		if all.Wait(); begun != 1 || taken != 1 {
			t.Errorf("%d sessions began and the challenge was taken %d times", begun, taken)
		}
		testkit.WantKind(t, s.RemovePasskey(ctx, change(ben), "key"), apperr.NotFound)
		testkit.NoError(t, s.RequireSecondFactor(ctx, true))
		testkit.WantKind(t, s.RemovePasskey(ctx, change(anna), "key"), apperr.Conflict)
		if left := testkit.Must(s.Passkeys(ctx, anna.No))(t); len(left) != 1 || left[0].SignCount != 4294967295 || !left[0].Used.Equal(start) {
			t.Errorf("the passkeys are %+v", left)
		}
		factors := testkit.Must(s.SecondFactors(ctx))(t)
		if factors[anna.No].Passkeys != 1 || factors[ben.No] != (userstore.SecondFactors{}) {
			t.Errorf("the factors are %+v", factors)
		}
	})
}
