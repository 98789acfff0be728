package users

import (
	"sync"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// factorHouse is a house with a clock that the test sets, in which Anna has an authenticator app.
type factorHouse struct {
	*house
	t      *testing.T
	at     time.Time
	anna   Actor
	ben    Actor
	key    string // of Anna's session
	secret auth.TOTPSecret
	codes  []string // Anna's recovery codes
}

func newFactorHouse(t *testing.T) *factorHouse {
	t.Helper()
	a, _, ben := annaAndBen(t)
	h := &factorHouse{house: a, t: t, at: time.Now(), ben: ben}
	a.now = func() time.Time { return h.at }
	in := signIn(t, a, "Anna", annasPassword)
	h.anna, h.key = in.Who, in.Key.Reveal()
	offered := testkit.Must(a.OfferApp(t.Context(), h.anna, h.key, ""))(t)
	h.secret = offered.Secret
	h.codes = testkit.Must(a.SetUpApp(t.Context(), h.anna, AppSetup{Nonce: offered.Nonce, Code: h.code(), Key: h.key, Device: here}))(t)
	h.later(time.Minute)
	return h
}

var here = Device{Address: "192.0.2.1", Agent: "Firefox/1 (Linux)"}

func (h *factorHouse) later(d time.Duration) { h.at = h.at.Add(d) }

func (h *factorHouse) code() string { return h.secret.Code(h.at) }

// password returns a pending sign-in of Anna.
func (h *factorHouse) password() string {
	h.t.Helper()
	in := signIn(h.t, h.house, "Anna", annasPassword)
	if in.Next != EnterCode || in.Key.Reveal() != "" || in.Who != (Actor{}) {
		h.t.Fatalf("the password alone gave %+v, want a pending sign-in", in)
	}
	return in.Pending.Reveal()
}

func (h *factorHouse) enter(pending, code string) (EnteredCode, error) {
	return h.EnterCode(h.t.Context(), CodeStep{Pending: pending, Code: code, Device: here})
}

// refused checks that a code does not begin a session.
func (h *factorHouse) refused(name, pending, code string, kind apperr.Kind) {
	h.t.Helper()
	in, err := h.enter(pending, code)
	if apperr.KindOf(err) != kind || in.Key.Reveal() != "" {
		h.t.Errorf("%s: error %v, session %v, want %s", name, err, in.Key, kind)
	}
}

// The session begins only with the code. The keys of the steps differ, and no step's key works as the other's.
func TestSessionBeginsAfterTheSecondStep(t *testing.T) {
	h := newFactorHouse(t)
	pending := h.password()
	if _, _, err := h.Session(t.Context(), pending); apperr.KindOf(err) != apperr.Unauthorized {
		t.Errorf("the key of the pending sign-in opened a session: error %v", err)
	}
	h.refused("a session's key", h.key, h.code(), apperr.Unauthorized)
	in, err := h.enter(pending, " "+h.code()[:3]+" "+h.code()[3:]+" ")
	if err != nil || in.ByRecovery {
		t.Fatal(err)
	}
	if who, _, err := h.Session(t.Context(), in.Key.Reveal()); err != nil || who.Name != "Anna" {
		t.Errorf("the session is of %q, error %v", who.Name, err)
	}
	h.later(time.Minute)
	h.refused("the pending sign-in once more", pending, h.code(), apperr.Unauthorized)
	if in := signIn(t, h.house, "Ben", bensPassword); in.Next != Done || in.Key.Reveal() == "" {
		t.Errorf("Ben has no second factor and got %+v", in)
	}
}

func TestAttackReplayedCode(t *testing.T) {
	h := newFactorHouse(t)
	code := h.code()
	testkit.Must(h.enter(h.password(), code))(t)
	h.refused("the same code", h.password(), code, apperr.Unauthorized)
	h.later(30 * time.Second)
	h.refused("the same code in the next step", h.password(), code, apperr.Unauthorized)
	testkit.Must(h.enter(h.password(), h.secret.Code(h.at.Add(30*time.Second))))(t) // the clock of the app is fast
	h.refused("a code of a step before the last one", h.password(), h.code(), apperr.Unauthorized)
	h.later(2 * time.Minute)
	h.refused("a code that is too old", h.password(), h.secret.Code(h.at.Add(-61*time.Second)), apperr.Unauthorized)
	h.refused("a code of the future", h.password(), h.secret.Code(h.at.Add(61*time.Second)), apperr.Unauthorized)
}

// Of several requests with one code at the same time, one begins a session.
func TestAttackOneCodeAtOnce(t *testing.T) {
	h := newFactorHouse(t)
	var keys []string
	for range 6 {
		keys = append(keys, h.password())
	}
	var mu sync.Mutex
	begun, code := 0, h.code()
	var all sync.WaitGroup
	for _, pending := range append(keys, keys...) {
		all.Go(func() {
			if in, err := h.enter(pending, code); err == nil && in.Key.Reveal() != "" {
				mu.Lock()
				begun++
				mu.Unlock()
			}
		})
	}
	if all.Wait(); begun != 1 {
		t.Errorf("one code began %d sessions", begun)
	}
}

func TestAttackBruteForcedCode(t *testing.T) {
	h := newFactorHouse(t)
	pending := h.password()
	for range mostCodes {
		h.refused("a guess", pending, "000000", apperr.Unauthorized)
		h.later(time.Hour)
		if h.at.After(time.Now().Add(PendingLife)) { // the hour ended the pending sign-in, but not the count
			break
		}
	}
	h.later(24 * time.Hour)
	pending = h.password()
	for i := range mostCodes {
		_, err := h.enter(pending, "000000")
		if last := i == mostCodes-1; apperr.KindOf(err) != apperr.Unauthorized || IsStartAgain(err) != last {
			t.Errorf("guess %d: error %v", i+1, err)
		}
	}
	h.refused("the right code after the last guess", pending, h.code(), apperr.Unauthorized)
	events := testkit.Must(h.SignInLog(t.Context(), h.anna))(t)
	if events[0].Kind != CodesRefused || events[0].Address != here.Address {
		t.Errorf("the log begins with %+v, want the refused codes", events[0])
	}

	// An attacker with the password and any number of networks gets about a hundred guesses a day.
	h.later(24 * time.Hour)
	tried := 0
	for minute := range 24 * 60 {
		h.later(time.Minute)
		d := Device{Address: testAddress(minute)}
		in, err := h.SignIn(t.Context(), Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: d.Address}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.EnterCode(t.Context(), CodeStep{Pending: in.Pending.Reveal(), Code: "000000", Device: d})
		if apperr.KindOf(err) != apperr.TooMany {
			tried++
		}
	}
	if tried < 90 || tried > 120 {
		t.Errorf("%d codes were tried in a day, want about 100", tried)
	}
	// The owner of the password is not locked out: a recovery code does not wait.
	testkit.Must(h.enter(h.password(), h.codes[0]))(t)
}

func testAddress(n int) string {
	return "198." + string(rune('0'+n%10)) + "." + string(rune('0'+n/10%10)) + "." + string(rune('0'+n/100%10))
}

func TestAttackRecoveryCodeTwice(t *testing.T) {
	h := newFactorHouse(t)
	if len(h.codes) != auth.RecoveryCodes {
		t.Fatalf("%d recovery codes", len(h.codes))
	}
	in := testkit.Must(h.enter(h.password(), " "+h.codes[3]+" "))(t)
	if !in.ByRecovery {
		t.Error("the recovery code does not count as one")
	}
	h.refused("a used recovery code", h.password(), h.codes[3], apperr.Unauthorized)
	factor := testkit.Must(h.SecondFactor(t.Context(), h.anna))(t)
	if factor.Left != auth.RecoveryCodes-1 || !factor.Codes[3].Used.Equal(h.at.Truncate(time.Millisecond)) {
		t.Errorf("the second factor is %+v", factor)
	}
	made := testkit.Must(h.NewRecoveryCodes(t.Context(), h.anna, FactorChange{Device: here}))(t)
	h.refused("a code of the old set", h.password(), h.codes[4], apperr.Unauthorized)
	testkit.Must(h.enter(h.password(), made[4]))(t)
}

// A code of another user, a code of the app before its replacement, and no code at all are wrong.
func TestAttackCodeOfAnother(t *testing.T) {
	h := newFactorHouse(t)
	ctx := t.Context()
	benIn := signIn(t, h.house, "Ben", bensPassword)
	offered := testkit.Must(h.OfferApp(ctx, h.ben, benIn.Key.Reveal(), ""))(t)
	bens := testkit.Must(h.SetUpApp(ctx, h.ben, AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(h.at), Key: benIn.Key.Reveal(), Device: here}))(t)
	h.later(time.Minute)
	h.refused("Ben's code", h.password(), offered.Secret.Code(h.at), apperr.Unauthorized)
	h.refused("Ben's recovery code", h.password(), bens[0], apperr.Unauthorized)
	h.refused("no code", h.password(), "", apperr.Unauthorized)
	h.refused("a long text", h.password(), string(make([]byte, 1<<20)), apperr.Unauthorized)

	again := testkit.Must(h.OfferApp(ctx, h.anna, h.key, ""))(t)
	testkit.Must(h.SetUpApp(ctx, h.anna, AppSetup{Nonce: again.Nonce, Code: again.Secret.Code(h.at), Key: h.key, Device: here}))(t)
	h.later(time.Minute)
	h.refused("a code of the former app", h.password(), h.code(), apperr.Unauthorized)
	h.refused("a recovery code of the former app", h.password(), h.codes[0], apperr.Unauthorized)
	testkit.Must(h.enter(h.password(), again.Secret.Code(h.at)))(t)
}

// A pending sign-in ends with its time, and with a change of the password or of the second factor.
func TestPendingSignInEnds(t *testing.T) {
	h := newFactorHouse(t)
	ctx := t.Context()
	pending := h.password()
	h.later(PendingLife + time.Second)
	h.refused("after its time", pending, h.code(), apperr.Unauthorized)

	pending = h.password()
	testkit.NoError(t, h.SetPassword(ctx, Machine(), PasswordReset{Name: "Anna", New: "some new plain words"}))
	h.refused("after a change of the password", pending, h.code(), apperr.Unauthorized)
	testkit.NoError(t, h.SetPassword(ctx, Machine(), PasswordReset{Name: "Anna", New: annasPassword}))
	h.refused("after the password was set back", pending, h.code(), apperr.Unauthorized)

	pending = h.password()
	testkit.NoError(t, h.ResetSecondFactor(ctx, Machine(), "anna", true))
	h.refused("after a reset", pending, h.code(), apperr.Unauthorized)
	if in := signIn(t, h.house, "Anna", annasPassword); in.Next != Done {
		t.Errorf("after a reset the next step is %q", in.Next)
	}
}

// The app counts only after a right code, and only in the browser to which it was offered.
func TestAppCountsAfterItsFirstCode(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	ctx := t.Context()
	key := signIn(t, a, "Anna", annasPassword).Key.Reveal()
	offered := testkit.Must(a.OfferApp(ctx, anna, key, ""))(t)
	if again := testkit.Must(a.OfferApp(ctx, anna, key, offered.Nonce))(t); again.Secret.Text() != offered.Secret.Text() {
		t.Error("the page offers another app after a wrong code")
	}
	setup := AppSetup{Nonce: offered.Nonce, Code: "000000", Key: key, Device: here}
	_, err := a.SetUpApp(ctx, anna, setup)
	testkit.WantKind(t, err, apperr.Unauthorized)
	if in := signIn(t, a, "Anna", annasPassword); in.Next != Done {
		t.Errorf("an app without a right code counts: %q", in.Next)
	}
	setup.Code, setup.Key = offered.Secret.Code(a.now()), signIn(t, a, "Anna", annasPassword).Key.Reveal()
	_, err = a.SetUpApp(ctx, anna, setup)
	testkit.WantKind(t, err, apperr.Unauthorized) // another browser has another secret
	setup.Key, ben.Session = key, anna.Session
	_, err = a.SetUpApp(ctx, ben, setup)
	testkit.WantKind(t, err, apperr.Forbidden) // Anna's session does not change Ben's factor
	testkit.Must(a.SetUpApp(ctx, anna, setup))(t)
	if in := signIn(t, a, "Anna", annasPassword); in.Next != EnterCode {
		t.Errorf("next step %q", in.Next)
	}
}

// With the owner's rule a user without a second factor sets it up before the session begins.
func TestOwnerRequiresASecondFactor(t *testing.T) {
	h := newFactorHouse(t)
	ctx := t.Context()
	testkit.WantKind(t, h.RequireSecondFactor(ctx, h.ben, true), apperr.Forbidden)
	testkit.NoError(t, h.RequireSecondFactor(ctx, h.anna, true))
	testkit.NoError(t, h.RequireSecondFactor(ctx, h.anna, true)) // once more changes nothing
	in := signIn(t, h.house, "Ben", bensPassword)
	if in.Next != SetUpApp || in.Key.Reveal() != "" {
		t.Fatalf("with the rule Ben's password gave %+v", in)
	}
	pending := in.Pending.Reveal()
	h.refused("a code without an app", pending, "000000", apperr.Unauthorized)
	offered := testkit.Must(h.OfferAppAtSignIn(ctx, pending, ""))(t)
	_, _, err := h.SetUpAppAtSignIn(ctx, AppSetup{Nonce: offered.Nonce, Code: "000000", Key: pending, Device: here})
	testkit.WantKind(t, err, apperr.Unauthorized)
	other := signIn(t, h.house, "Ben", bensPassword).Pending.Reveal()
	begun, codes, err := h.SetUpAppAtSignIn(ctx, AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(h.at), Key: pending, Device: here})
	if err != nil || len(codes) != auth.RecoveryCodes {
		t.Fatalf("%d codes, error %v", len(codes), err)
	}
	if who, _, err := h.Session(ctx, begun.Key.Reveal()); err != nil || who.Name != "Ben" {
		t.Errorf("the session is of %q, error %v", who.Name, err)
	}
	// Someone with the password cannot replace the app, in a sign-in begun before it was set up.
	_, err = h.OfferAppAtSignIn(ctx, other, "")
	testkit.WantKind(t, err, apperr.Unauthorized)
	stolen := testkit.Must(offer(other, "", "Ben"))(t)
	_, _, err = h.SetUpAppAtSignIn(ctx, AppSetup{Nonce: stolen.Nonce, Code: stolen.Secret.Code(h.at), Key: other, Device: here})
	testkit.WantKind(t, err, apperr.Unauthorized)

	testkit.WantKind(t, h.RemoveApp(ctx, h.ben, FactorChange{Device: here}), apperr.Conflict)
	testkit.NoError(t, h.RequireSecondFactor(ctx, h.anna, false))
	testkit.NoError(t, h.RemoveApp(ctx, h.ben, FactorChange{Device: here}))
	testkit.WantKind(t, h.RemoveApp(ctx, h.ben, FactorChange{Device: here}), apperr.NotFound)
}

// Ways to sign in change only soon after a sign-in, or after the password and a code were entered again.
func TestChangesNeedARecentSignIn(t *testing.T) {
	h := newFactorHouse(t)
	ctx := t.Context()
	h.later(recentFor)
	change := FactorChange{Device: here}
	methods := map[string]func() error{
		"OfferApp":         func() error { _, err := h.OfferApp(ctx, h.anna, h.key, ""); return err },
		"SetUpApp":         func() error { _, err := h.SetUpApp(ctx, h.anna, AppSetup{Key: h.key, Device: here}); return err },
		"RemoveApp":        func() error { return h.RemoveApp(ctx, h.anna, change) },
		"NewRecoveryCodes": func() error { _, err := h.NewRecoveryCodes(ctx, h.anna, change); return err },
	}
	for name, do := range methods {
		if err := do(); apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("%s long after the sign-in: error %v", name, err)
		}
	}
	confirm := func(password, code string) error {
		return second(h.ConfirmIdentity(ctx, h.anna, Confirmation{Password: password, Code: code, Device: here}))
	}
	code := h.code()
	testkit.WantKind(t, confirm("a wrong password", code), apperr.Unauthorized)
	testkit.WantKind(t, confirm(annasPassword, ""), apperr.Unauthorized)
	testkit.WantKind(t, confirm(annasPassword, "000000"), apperr.Unauthorized)
	testkit.WantKind(t, h.RemoveApp(ctx, h.anna, change), apperr.Forbidden)
	testkit.NoError(t, confirm(annasPassword, code))
	h.refused("the code of the confirmation", h.password(), code, apperr.Unauthorized)
	other := testkit.Must(h.enter(h.password(), h.codes[0]))(t).Key.Reveal()
	change.EndOthers = true
	testkit.Must(h.NewRecoveryCodes(ctx, h.anna, change))(t)
	if _, _, err := h.Session(ctx, other); apperr.KindOf(err) != apperr.Unauthorized {
		t.Errorf("the other session did not end: error %v", err)
	}
	testkit.NoError(t, h.RemoveApp(ctx, h.anna, change))
}

func TestSecondFactorMethodsCheckTheirActor(t *testing.T) {
	h := newFactorHouse(t)
	ctx := t.Context()
	readOnly := h.anna
	readOnly.Scope = auth.ReadOnly
	for _, who := range []Actor{{}, readOnly, Machine()} {
		want := apperr.Forbidden
		if who.IsAnonymous() {
			want = apperr.Unauthorized
		}
		for name, err := range map[string]error{
			"SecondFactor":     second(h.SecondFactor(ctx, who)),
			"OfferApp":         second(h.OfferApp(ctx, who, h.key, "")),
			"SetUpApp":         second(h.SetUpApp(ctx, who, AppSetup{Key: h.key})),
			"RemoveApp":        h.RemoveApp(ctx, who, FactorChange{}),
			"NewRecoveryCodes": second(h.NewRecoveryCodes(ctx, who, FactorChange{})),
			"ConfirmIdentity":  second(h.ConfirmIdentity(ctx, who, Confirmation{})),
			"SignInLog":        second(h.SignInLog(ctx, who)),
		} {
			if apperr.KindOf(err) != want {
				t.Errorf("%s by %q: error %v, want %s", name, who.Name, err, want)
			}
		}
	}
	for name, err := range map[string]error{
		"ResetSecondFactor":    h.ResetSecondFactor(ctx, h.ben, "Anna", false),
		"RequiresSecondFactor": second(h.RequiresSecondFactor(ctx, h.ben)),
		"RequireSecondFactor":  h.RequireSecondFactor(ctx, h.ben, true),
	} {
		if apperr.KindOf(err) != apperr.Forbidden {
			t.Errorf("%s by Ben: error %v", name, err)
		}
	}
	testkit.WantKind(t, h.ResetSecondFactor(ctx, h.anna, "Anna", false), apperr.Invalid)
	testkit.WantKind(t, h.ResetSecondFactor(ctx, h.anna, "Eve", false), apperr.NotFound)
	users := testkit.Must(h.Users(ctx, h.anna))(t)
	if want := (FactorSummary{HasApp: true, RecoveryCodes: auth.RecoveryCodes}); users[0].SecondFactor != want || users[1].SecondFactor != (FactorSummary{}) {
		t.Errorf("the owner sees %+v and %+v", users[0].SecondFactor, users[1].SecondFactor)
	}
}

func second[T any](_ T, err error) error { return err }

// Every sign-in and change is in the log of its user, with the browser, and in no other log.
func TestSignInLog(t *testing.T) {
	h := newFactorHouse(t)
	ctx := t.Context()
	testkit.Must(h.enter(h.password(), h.code()))(t)
	testkit.NoError(t, h.ChangePassword(ctx, h.anna, PasswordChange{Present: annasPassword, New: "some new plain words", Device: Device{Address: "192.0.2.1"}}))
	testkit.NoError(t, h.ResetSecondFactor(ctx, Machine(), "Anna", false))
	var kinds []EventKind
	for _, e := range testkit.Must(h.SignInLog(ctx, h.anna))(t) {
		kinds = append(kinds, e.Kind)
	}
	want := []EventKind{FactorReset, PasswordChanged, SignedInByApp, AppSetUp, SignedInByPassword, SignedInByPassword}
	if len(kinds) != len(want) {
		t.Fatalf("the log has %v, want %v", kinds, want)
	}
	for i := range want {
		if kinds[i] != want[i] {
			t.Errorf("the log has %v, want %v", kinds, want)
		}
	}
	bens := testkit.Must(h.SignInLog(ctx, h.ben))(t)
	if len(bens) != 1 || bens[0].Kind != SignedInByPassword {
		t.Errorf("Ben's log has %+v", bens)
	}
	h.later(181 * 24 * time.Hour)
	signIn(t, h.house, "Ben", bensPassword)
	if all := testkit.Must(h.store.Events(ctx, userstore.UserNo(h.anna.User)))(t); len(all) != 0 {
		t.Errorf("after half a year the log still has %+v", all)
	}
}
