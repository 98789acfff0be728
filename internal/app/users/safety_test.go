package users

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// failFromManyNetworks increases the failure count of a name from many networks.
func failFromManyNetworks(t *testing.T, a *house, name string) {
	t.Helper()
	for i := range 40 {
		c := Credentials{Name: name, Device: Device{Address: fmt.Sprintf("2001:db8:%x::1", i)}}
		if err := a.attempt(t.Context(), heldAgainst(c, ""), "passwords"); err != nil && apperr.KindOf(err) != apperr.TooMany {
			t.Fatal(err)
		}
	}
}

// A stranger could lock the owner out: after some 20 wrong passwords from different networks, the right one was
// refused forever. A known browser does not wait because of attempts from elsewhere.
func TestKnownBrowserIsNotLockedOutByStrangers(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	known := signIn(t, a, "Anna", annasPassword).Browser.Reveal()
	failFromManyNetworks(t, a, "Anna")
	try := func(name, password, browser, address string) error {
		_, err := a.SignIn(t.Context(), Credentials{Name: name, Password: password, Device: Device{Browser: browser, Address: address}})
		return err
	}
	failed := func(name, address string) {
		t.Helper()
		for range 4 { // the number of attempts without a wait
			testkit.WantKind(t, try(name, "a guess that is wrong", "", address), apperr.Unauthorized)
		}
	}
	failed("Anna", "192.0.2.9")
	testkit.WantKind(t, try("Anna", annasPassword, "", "192.0.2.9"), apperr.TooMany)
	testkit.WantKind(t, try("Anna", annasPassword, auth.NewSecret(browserSecret).Reveal(), "192.0.2.9"), apperr.TooMany)
	testkit.WantKind(t, try("Anna", annasPassword, known, "192.0.2.9"), "")
	failFromManyNetworks(t, a, "Ben")
	failed("Ben", "192.0.2.9")
	testkit.WantKind(t, try("Ben", bensPassword, known, "192.0.2.9"), apperr.TooMany) // it is a known browser of Anna

	// A known browser cannot be used to guess without limit.
	kinds := map[apperr.Kind]int{}
	for i := range 60 {
		kinds[apperr.KindOf(try("Anna", "a guess that is wrong", known, fmt.Sprintf("198.51.100.%d", i)))]++
	}
	if kinds[apperr.Unauthorized] > 25 || kinds[apperr.TooMany] == 0 {
		t.Error(kinds)
	}
	now = now.Add(BrowserLife + time.Hour)
	failFromManyNetworks(t, a, "Anna")
	failed("Anna", "192.0.2.10")
	testkit.WantKind(t, try("Anna", annasPassword, known, "192.0.2.10"), apperr.TooMany) // the browser is no longer known
}

// A stolen browser cookie allowed unlimited guessing by adding spaces, since each spelling had a separate count.
func TestSpellingsOfABrowserCookieShareOneLimit(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	known := signIn(t, a, "Anna", annasPassword).Browser.Reveal()
	kinds := map[apperr.Kind]int{}
	for i := range 60 {
		_, err := a.SignIn(t.Context(), Credentials{
			Name: "Anna", Password: "a guess that is wrong", Device: Device{Address: fmt.Sprintf("198.51.100.%d", i), Browser: strings.Repeat(" ", i%8) + known + strings.Repeat("\t", i/8)},
		})
		kinds[apperr.KindOf(err)]++
	}
	if kinds[apperr.Unauthorized] > 25 || kinds[apperr.TooMany] == 0 {
		t.Error(kinds)
	}
}

// Wrong passwords that strangers tried under Anna's name prevented Anna, signed in on her browser, from changing her
// password and from creating a token.
func TestWrongPasswordsOfStrangersDoNotBlockASignedInUser(t *testing.T) {
	a, anna, _ := annaAndBen(t)
	ctx := t.Context()
	known := signIn(t, a, "Anna", annasPassword).Browser.Reveal()
	failFromManyNetworks(t, a, "Anna")
	token := TokenRequest{Name: "Sheet", Scope: auth.Full, Password: annasPassword, Device: Device{Address: "192.0.2.9"}}
	token.Browser = known
	_, _, err := a.NewToken(ctx, anna, token)
	testkit.WantKind(t, err, "")
	change := PasswordChange{Present: annasPassword, New: "some new plain words", Device: Device{Address: "192.0.2.9", Browser: known}}
	testkit.WantKind(t, a.ChangePassword(ctx, anna, change), "")
}

// TestGuessesFromOneNetworkDoNotLockTheOwnerOut: while a stranger tried passwords for the owner's name from one
// /48, all 11 sign-ins of the owner in a new browser elsewhere got "too many wrong passwords".
func TestGuessesFromOneNetworkDoNotLockTheOwnerOut(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	tried := 0
	for i := range 4000 { // four hours, an attempt each few seconds
		now = now.Add(4 * time.Second)
		_, err := a.SignIn(t.Context(), Credentials{Name: "Anna", Password: "a guess that is wrong", Device: Device{Address: fmt.Sprintf("2001:db8:7:%x::1", i)}})
		if apperr.KindOf(err) == apperr.Unauthorized {
			tried++
		}
		if i%400 == 399 {
			_, err := a.SignIn(t.Context(), Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: fmt.Sprintf("198.51.100.%d", i/400)}})
			testkit.WantKind(t, err, "")
		}
	}
	if tried > 40 {
		t.Errorf("the stranger could try %d passwords, want at most 40", tried)
	}
}

// A provider may assign one customer a /48, which contains 65,536 networks of the size of a home's.
func TestGuessesFromOneProvidersNetworkAreLimited(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	tried := 0
	for i := range 200 {
		c := Credentials{Name: fmt.Sprint("nobody", i), Device: Device{Address: fmt.Sprintf("2001:db8:7:%x::1", i)}}
		if err := a.attempt(t.Context(), heldAgainst(c, ""), "passwords"); err == nil {
			tried++
		}
	}
	if tried > 61 {
		t.Errorf("%d passwords were tried from one /48, want at most 61", tried)
	}
}

func TestTooManyAttemptsReportsTheWait(t *testing.T) {
	a, _, _ := annaAndBen(t)
	failFromManyNetworks(t, a, "Anna")
	for range 4 {
		_, _ = a.SignIn(t.Context(), Credentials{Name: "Anna", Password: "a guess that is wrong", Device: Device{Address: "192.0.2.9"}})
	}
	_, err := a.SignIn(t.Context(), Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: "192.0.2.9"}})
	f, ok := err.(*apperr.Error)
	if !ok || f.Kind != apperr.TooMany || f.Retry <= 0 || f.Retry > 30*time.Second {
		t.Errorf("sign-in after too many attempts: error %v, want a wait of up to 30 s", err)
	}
}

// A name of several megabytes is unknown, and is refused quickly.
func TestLongNamesAreRefusedQuickly(t *testing.T) {
	a, _, _ := annaAndBen(t)
	_, err := a.SignIn(t.Context(), Credentials{Name: strings.Repeat("n", 9<<20), Password: "a guess that is wrong", Device: Device{Address: "192.0.2.9"}})
	testkit.WantKind(t, err, apperr.Unauthorized)
	if text := err.Error() + apperr.HintOf(err); len(text) > 200 {
		t.Error("the error repeats the long name")
	}
}

// Tokens and connections survive a changed password unless the user ends them.
func TestPasswordChangeEndsOtherAccessOnRequest(t *testing.T) {
	for _, end := range []bool{false, true} {
		a, anna, ben := annaAndBen(t)
		ctx := t.Context()
		program := register(t, a, anna)
		token := func(who Actor, password string) string {
			secret, _, err := a.NewToken(ctx, who, TokenRequest{Name: "Sheet", Scope: auth.Full, Password: password, Device: Device{Address: "192.0.2.1"}})
			if err != nil {
				t.Fatal(err)
			}
			return secret.Reveal()
		}
		tokens := map[string][]string{
			"Anna": {token(anna, annasPassword), program.connect(anna, "").AccessToken},
			"Ben":  {token(ben, bensPassword), program.connect(ben, "").AccessToken},
		}
		waiting, err := program.allowed(anna, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.ChangePassword(ctx, anna, PasswordChange{Present: annasPassword, New: "some new plain words", EndAccess: end, Device: Device{Address: "192.0.2.1"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := program.redeem(waiting.Get("code")); (err != nil) != end {
			t.Errorf("access ended: %t, redeeming an earlier code: error %v", end, err)
		}
		if !program.works(tokens["Ben"][0]) || !program.works(tokens["Ben"][1]) {
			t.Error("Anna's password change ended Ben's access")
		}
		if err := a.SetPassword(ctx, anna, PasswordReset{Name: "Ben", New: "a password from Anna", EndAccess: end}); err != nil {
			t.Fatal(err)
		}
		for name, all := range tokens {
			for i, one := range all {
				if program.works(one) == end {
					t.Errorf("access ended: %t, token %d of %s works: %t", end, i, name, !end)
				}
			}
		}
	}
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	a, _, ben := annaAndBen(t)
	ctx := t.Context()
	present, err := a.SignIn(ctx, Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: "192.0.2.1", Agent: strings.Repeat("Firefox ", 100) + "\xff"}})
	if err != nil {
		t.Fatal(err)
	}
	anna, key := present.Who, present.Key.Reveal()
	all, err := a.Sessions(ctx, anna)
	if err != nil || len(all) != 2 || all[0].Here == all[1].Here {
		t.Fatalf("sessions: %+v, want two, one of them the present one (error %v)", all, err)
	}
	other := all[0]
	if other.Here {
		other = all[1]
	} else if all[1].Agent == "" || len(all[1].Agent) > mostAgent {
		t.Errorf("browser's name has %d bytes, want 1 to %d: %q", len(all[1].Agent), mostAgent, all[1].Agent)
	}
	testkit.WantKind(t, a.EndSession(ctx, ben, other.ID), apperr.NotFound)
	testkit.WantKind(t, a.EndSession(ctx, Actor{}, other.ID), apperr.Unauthorized)
	if err := a.EndSession(ctx, anna, other.ID); err != nil {
		t.Fatal(err)
	}
	if all, err = a.Sessions(ctx, anna); err != nil || len(all) != 1 || !all[0].Here {
		t.Errorf("sessions: %+v, want only the present one (error %v)", all, err)
	}
	third := signIn(t, a, "Anna", annasPassword).Key.Reveal()
	if err := a.EndOtherSessions(ctx, anna); err != nil {
		t.Fatal(err)
	}
	_, _, err = a.Session(ctx, third)
	testkit.WantKind(t, err, apperr.Unauthorized)
	if _, _, err := a.Session(ctx, key); err != nil {
		t.Error(err)
	}
}

// A session that is used every day still ends.
func TestSessionsEndAfterALongTime(t *testing.T) {
	a, _, _ := annaAndBen(t)
	now := a.now()
	a.now = func() time.Time { return now }
	key := signIn(t, a, "Anna", annasPassword).Key.Reveal()
	days := 0
	for ; days < 200; days++ {
		now = now.Add(24 * time.Hour)
		if _, _, err := a.Session(t.Context(), key); err != nil {
			testkit.WantKind(t, err, apperr.Unauthorized)
			break
		}
	}
	if days != 90 {
		t.Errorf("session ended after %d days, want 90", days)
	}
}
