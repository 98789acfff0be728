package users

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/argon2"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

func TestFirstUserIsCreatedOnce(t *testing.T) {
	a := newHouse(t)
	ctx := t.Context()
	h, err := a.budgets.Import(ctx, store.Import{Whole: &budget.Whole{Info: budget.Info{ID: uuid.NewString(), Name: "From the command line", Currency: money.DefaultFormat()}}, Meta: store.Meta{At: a.now()}})
	if err != nil {
		t.Fatal(err)
	}
	if has, err := a.HasUsers(ctx); has || err != nil {
		t.Fatalf("new database has users: %t (error %v)", has, err)
	}
	testkit.WantKind(t, a.CreateOwner(ctx, " ", annasPassword), apperr.Invalid)
	testkit.WantKind(t, a.CreateOwner(ctx, "Anna", "short"), apperr.Invalid)
	if err := a.CreateOwner(ctx, " Anna ", annasPassword); err != nil {
		t.Fatal(err)
	}
	testkit.WantKind(t, a.CreateOwner(ctx, "Eve", annasPassword), apperr.Conflict)
	in := signIn(t, a, "anna", annasPassword)
	if all, err := a.store.BudgetsOf(ctx, userstore.UserNo(in.Who.User)); err != nil || len(all) != 1 || all[0] != h.Info.ID {
		t.Errorf("budgets of the first user: %v, want the existing one (error %v)", all, err)
	}
	if me, err := a.Account(ctx, in.Who); err != nil || me.Name != "Anna" || !me.Admin || me.Budgets != 1 || me.ID != in.Who.UserID {
		t.Errorf("account: %+v, want the admin Anna with one budget (error %v)", me, err)
	}
}

func TestSessionsAreExtendedAndExpire(t *testing.T) {
	a, _, _ := annaAndBen(t)
	ctx := t.Context()
	now := a.now()
	a.now = func() time.Time { return now }
	in := signIn(t, a, "Anna", annasPassword)
	key := in.Key.Reveal()
	if who, renewed, err := a.Session(ctx, key); err != nil || renewed || who != in.Who {
		t.Errorf("session: %+v, renewed %t; want Anna's, not renewed (error %v)", who, renewed, err)
	}
	for range 3 { // used every three weeks, it stays valid
		now = now.Add(21 * 24 * time.Hour)
		if _, renewed, err := a.Session(ctx, key); err != nil || !renewed {
			t.Errorf("session after three weeks: renewed %t, want true (error %v)", renewed, err)
		}
	}
	if err := a.SignOut(ctx, key); err != nil {
		t.Fatal(err)
	}
	_, _, err := a.Session(ctx, key)
	testkit.WantKind(t, err, apperr.Unauthorized)

	key = signIn(t, a, "Anna", annasPassword).Key.Reveal()
	now = now.Add(SessionLife + time.Minute)
	for _, bad := range []string{key, "", "nonsense", auth.NewSecret(sessionSecret).Reveal(), auth.NewSecret(auth.PersonalToken).Reveal()} {
		_, _, err := a.Session(ctx, bad)
		testkit.WantKind(t, err, apperr.Unauthorized)
	}
}

func TestChangePassword(t *testing.T) {
	a, _, ben := annaAndBen(t)
	ctx := t.Context()
	in, other := signIn(t, a, "Anna", annasPassword), signIn(t, a, "Anna", annasPassword).Key.Reveal()
	anna, present := in.Who, in.Key.Reveal()
	change := PasswordChange{Present: "wrong", New: "some new plain words", Device: Device{Address: "192.0.2.1"}}
	testkit.WantKind(t, a.ChangePassword(ctx, anna, change), apperr.Unauthorized)
	testkit.WantKind(t, a.ChangePassword(ctx, Actor{}, change), apperr.Unauthorized)
	change.Present, change.New = annasPassword, "short"
	testkit.WantKind(t, a.ChangePassword(ctx, anna, change), apperr.Invalid)
	change.New = "some new plain words"
	if err := a.ChangePassword(ctx, anna, change); err != nil {
		t.Fatal(err)
	}
	_, _, err := a.Session(ctx, present)
	testkit.WantKind(t, err, "")
	_, _, err = a.Session(ctx, other)
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.SignIn(ctx, Credentials{Name: "Anna", Password: annasPassword})
	testkit.WantKind(t, err, apperr.Unauthorized)
	signIn(t, a, "Anna", "some new plain words")

	// The admin sets a new password for Ben, and his sessions end.
	bens := signIn(t, a, "Ben", bensPassword).Key.Reveal()
	testkit.WantKind(t, a.SetPassword(ctx, ben, PasswordReset{Name: "Anna", New: "a word that is Ben's"}), apperr.Forbidden)
	testkit.WantKind(t, a.SetPassword(ctx, anna, PasswordReset{Name: "Anna", New: "without the old one"}), apperr.Invalid)
	if err := a.SetPassword(ctx, anna, PasswordReset{Name: "Ben", New: "a password from Anna"}); err != nil {
		t.Fatal(err)
	}
	_, _, err = a.Session(ctx, bens)
	testkit.WantKind(t, err, apperr.Unauthorized)
}

// A sign-in that had verified the old password while it was changed created a session, which remained after the
// change.
func TestSignInWithAPasswordChangedMeanwhileIsRefused(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	ctx := t.Context()
	c := Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: "192.0.2.1"}}
	u, err := a.prove(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.ChangePassword(ctx, anna, PasswordChange{Present: annasPassword, New: "some new plain words", Device: Device{Address: "192.0.2.1"}}); err != nil {
		t.Fatal(err)
	}
	_, err = a.begin(ctx, u.User, c.Device)
	testkit.WantKind(t, err, apperr.Unauthorized)
	if all, err := a.Sessions(ctx, anna); err != nil || len(all) != 1 || !all[0].Here {
		t.Errorf("sessions: %+v, want the one that changed the password (error %v)", all, err)
	}
}

// Concurrent sign-ins with a password that must be hashed again all succeed with the hash that is finally stored.
func TestConcurrentSignInsThatRehashAllSucceed(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	salt := []byte("sixteen bytes of")
	stale := fmt.Sprintf("$argon2id$v=19$m=16,t=1,p=1$%s$%s", base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(argon2.IDKey([]byte(annasPassword), salt, 1, 16, 1, 32)))
	if !auth.PasswordIsStale(stale) {
		t.Fatal("the hash is not reported as outdated")
	}
	for range 5 {
		if err := a.store.SetPassword(t.Context(), userstore.UserNo(anna.User), userstore.NewPassword{Hash: stale, Event: userstore.Event{At: a.now()}}); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if _, err := a.SignIn(t.Context(), Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: fmt.Sprintf("192.0.2.%d", i)}}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if u, err := a.store.User(t.Context(), userstore.UserNo(anna.User)); err != nil || auth.PasswordIsStale(u.Password) {
			t.Errorf("stored hash %s is outdated (error %v)", u.Password, err)
		}
	}
}

func TestPasswordGuessesAreLimited(t *testing.T) {
	a, _, _ := annaAndBen(t)
	ctx := t.Context()
	now := a.now()
	a.now = func() time.Time { return now }
	guess := func(name, password, address string) error {
		_, err := a.SignIn(ctx, Credentials{Name: name, Password: password, Device: Device{Address: address}})
		return err
	}
	var all sync.WaitGroup
	var wrong, refused atomic.Int32
	for range 12 { // concurrently
		all.Go(func() {
			switch err := guess("Anna", "a guess", "192.0.2.7"); apperr.KindOf(err) {
			case apperr.Unauthorized:
				wrong.Add(1)
			case apperr.TooMany:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if wrong.Load() != 5 || refused.Load() != 7 {
		t.Errorf("%d passwords were tried, %d refused with a wait; want 5 and 7", wrong.Load(), refused.Load())
	}
	err := guess("ANNA", annasPassword, "192.0.2.7")
	if apperr.KindOf(err) != apperr.TooMany || !strings.Contains(apperr.HintOf(err), "wait 1 second,") {
		t.Errorf("right password during the wait: error %v (hint %q), want too many", err, apperr.HintOf(err))
	}
	testkit.WantKind(t, guess("Anna", annasPassword, "192.0.2.8"), "") // another address
	now = now.Add(time.Second)
	testkit.WantKind(t, guess("Anna", annasPassword, "192.0.2.7"), "")
	for range 4 { // a clean slate
		testkit.WantKind(t, guess("Anna", "a guess", "192.0.2.7"), apperr.Unauthorized)
	}
	testkit.WantKind(t, guess("Anna", annasPassword, "192.0.2.7"), "")
}

// Guesses of many names from one IPv6 /64 network count as one client, and unknown names get the same response as
// known ones.
func TestGuessesOfManyNamesCountAsOneClient(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	var kinds []apperr.Kind
	for i := range 23 {
		c := Credentials{Name: strings.Repeat("x", i+1), Password: "a guess", Device: Device{Address: "2001:db8::" + strings.Repeat("a", i%4+1)}}
		_, err := a.SignIn(t.Context(), c)
		kinds = append(kinds, apperr.KindOf(err))
	}
	if kinds[0] != apperr.Unauthorized || kinds[20] != apperr.Unauthorized || kinds[21] != apperr.TooMany {
		t.Error(kinds)
	}
}

func TestWaitText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Millisecond: "1 second", time.Second: "1 second", 1500 * time.Millisecond: "2 seconds", 90 * time.Second: "90 seconds",
		91 * time.Second: "2 minutes", 15 * time.Minute: "15 minutes",
	} {
		if got := WaitText(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
