package settings_test

import (
	"encoding/base32"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var (
	nonceField   = regexp.MustCompile(`name="nonce" value="([^"]+)"`)
	keyText      = regexp.MustCompile(`class="qr-key">([A-Z2-7 ]+)<`)
	recoveryCode = regexp.MustCompile(`<li><code>([a-z2-7]{4}(?:-[a-z2-7]{4}){3})</code>`)
)

// onPage returns the first group of a pattern on a page.
func onPage(t testing.TB, pattern *regexp.Regexp, page string) string {
	t.Helper()
	m := pattern.FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("%s is not on the page: %s", pattern, page)
	}
	return html.UnescapeString(m[1])
}

// secretOn returns the secret that a page offers for an authenticator app.
func secretOn(t testing.TB, page string) auth.TOTPSecret {
	t.Helper()
	return parseSecret(t, onPage(t, keyText, page))
}

func parseSecret(t testing.TB, text string) auth.TOTPSecret {
	t.Helper()
	secret, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// setUpApp sets up an authenticator app on the settings pages, and returns its secret and the recovery codes. Its first
// code is that of the step before, so that the present one still works.
func setUpApp(t testing.TB, p *walk.Person) (auth.TOTPSecret, []string) {
	t.Helper()
	_, _, page := p.Get("/settings/sign-in/app")
	secret := secretOn(t, page)
	_, at, page := p.Post("/settings/sign-in/app", "nonce", onPage(t, nonceField, page), "code", secret.Code(time.Now().Add(-30*time.Second)))
	return secret, codesOn(t, at, page)
}

func codesOn(t testing.TB, at, page string) (codes []string) {
	t.Helper()
	for _, m := range recoveryCode.FindAllStringSubmatch(page, -1) {
		codes = append(codes, m[1])
	}
	if len(codes) != auth.RecoveryCodes || !strings.HasPrefix(at, "/settings/sign-in/codes?") {
		t.Fatalf("%d recovery codes at %s: %s", len(codes), at, page)
	}
	return codes
}

// TestSecondStepOfSignIn signs in with an app, with every refusal on the way.
func TestSecondStepOfSignIn(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	anna := w.SignedIn(t, "Anna", walk.AnnasPassword)
	_, _, page := anna.Get("/settings/sign-in/app")
	secret, nonce := secretOn(t, page), onPage(t, nonceField, page)
	status, at, page := anna.Post("/settings/sign-in/app", "nonce", nonce, "code", "000000")
	if status != http.StatusUnauthorized || secretOn(t, page).Text() != secret.Text() || !strings.Contains(page, "does not count yet") {
		t.Fatalf("a wrong first code: %d at %s: %s", status, at, page)
	}
	_, at, page = anna.Post("/settings/sign-in/app", "nonce", nonce, "code", secret.Code(time.Now().Add(-30*time.Second)))
	codes := codesOn(t, at, page)
	anna.Expect(200, at, "were shown before")(anna.Get(at))

	p := w.Person(t)
	p.Expect(401, "/sign-in", "the name or the password is wrong")(p.Post("/sign-in", "name", "Anna", "password", "wrong", "back", "/settings"))
	p.Expect(200, "/sign-in/code?back=%2Fsettings", "Code of your authenticator app")(p.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword, "back", "/settings"))
	p.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(p.Get("/budgets")) // the password alone opens nothing
	p.Expect(401, "/settings/sign-in/app/remove", "not signed in")(p.Post("/settings/sign-in/app/remove"))
	p.Expect(200, "/sign-in/code?back=%2Fsettings", "Code of your")(p.Get("/sign-in/set-up?back=/settings")) // no way around the app
	p.Expect(401, "/sign-in/set-up", "the sign-in has ended")(p.Post("/sign-in/set-up", "nonce", "x", "code", "000000"))
	p.Expect(200, "/sign-in?back=%2F", "Sign in")(p.Get("/sign-in/code")) // that attempt ended the sign-in in this browser
	p.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword, "back", "/settings")
	p.Expect(401, "/sign-in/code", "the code is wrong")(p.Post("/sign-in/code", "code", "000000", "back", "/settings"))
	p.Expect(200, "/settings", "Your account")(p.Post("/sign-in/code", "code", secret.Code(time.Now()), "back", "/settings"))
	p.Expect(200, "/sign-in?back=%2F", "Sign in")(w.Person(t).Get("/sign-in/code")) // no pending sign-in in this browser

	lost := w.Person(t)
	lost.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword, "back", "/budgets")
	lost.Expect(200, "/settings/sign-in?back=%2Fbudgets&done=recovery", "9 of 10 are left")(lost.Post("/sign-in/code", "code", codes[0], "back", "/budgets"))
	again := w.Person(t)
	again.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword)
	again.Expect(401, "/sign-in/code", "the code is wrong")(again.Post("/sign-in/code", "code", codes[0], "back", "/budgets"))
	for _, code := range codes[1:7] {
		again.Post("/sign-in/code", "code", code)
		again.Post("/sign-out")
		again.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword)
	}
	anna.Expect(200, "/settings/sign-in", "3 of 10 are left. Make new ones")(anna.Get("/settings/sign-in"))
	anna.Expect(200, "/settings/sign-in", "a recovery code")(anna.Get("/settings/sign-in"))
}

// Five wrong codes end the pending sign-in: the password is needed again.
func TestFiveWrongCodesEndASignIn(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	secret, _ := setUpApp(t, w.SignedIn(t, "Anna", walk.AnnasPassword))
	p := w.Person(t)
	p.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword, "back", "/settings")
	for range 4 {
		p.Expect(401, "/sign-in/code", "the code is wrong")(p.Post("/sign-in/code", "code", "000000", "back", "/settings"))
	}
	p.Expect(401, "/sign-in/code", "too many wrong codes")(p.Post("/sign-in/code", "code", "000000", "back", "/settings"))
	p.Expect(401, "/sign-in/code", "the sign-in has ended")(p.Post("/sign-in/code", "code", secret.Code(time.Now()), "back", "/settings"))
}

// TestAttackFixedKeysAtSignIn: a session key and a key of a pending sign-in that an attacker put into the browser, or read from
// it before the sign-in, open nothing afterwards.
func TestAttackFixedKeysAtSignIn(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	secret, _ := setUpApp(t, w.SignedIn(t, "Anna", walk.AnnasPassword))
	p := w.SignedIn(t, "Ben", walk.BensPassword)
	home := mustURL(t, p.Base)
	fixed := cookie(p.Client.Jar.Cookies(home), "holdover_session")
	p.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	p.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword)
	pending := cookie(p.Client.Jar.Cookies(home), "holdover_pending")
	if pending == "" || cookie(p.Client.Jar.Cookies(home), "holdover_session") != fixed {
		t.Error("the password alone changed the session of the browser")
	}
	p.Post("/sign-in/code", "code", secret.Code(time.Now()))
	if now := cookie(p.Client.Jar.Cookies(home), "holdover_session"); now == fixed || now == "" || cookie(p.Client.Jar.Cookies(home), "holdover_pending") != "" {
		t.Error("the second step kept the session key or the key of the pending sign-in")
	}
	for name, value := range map[string]string{"holdover_session": fixed, "holdover_pending": pending} {
		thief := w.Person(t)
		thief.Client.Jar.SetCookies(home, []*http.Cookie{{Name: name, Value: value, Path: "/"}, {Name: "holdover_session", Value: pending, Path: "/"}})
		thief.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(thief.Get("/budgets"))
		thief.Expect(401, "/sign-in/code", "the sign-in has ended")(thief.Post("/sign-in/code", "code", secret.Code(time.Now().Add(30*time.Second))))
	}
}

func cookie(all []*http.Cookie, name string) string {
	for _, c := range all {
		if c.Name == name {
			return c.Value
		}
	}
	return ""
}

// The cookie of a pending sign-in is as safe as that of a session, and short-lived.
func TestPendingSignInCookie(t *testing.T) {
	t.Parallel()
	for _, behind := range []bool{false, true} {
		w := webtest.NewEnvWithSignIn(t, ui.Options{BehindProxy: behind})
		w.AddAnnaAndBen(t)
		if err := w.App.RequireSecondFactor(t.Context(), users.Machine(), true); err != nil {
			t.Fatal(err)
		}
		got := cookiesByProxy(t, w.Server.URL+"/sign-in", url.Values{"name": {"Anna"}, "password": {walk.AnnasPassword}})
		if len(got) != 1 || got[0].Secure != behind || !got[0].HttpOnly || got[0].SameSite != http.SameSiteLaxMode || got[0].MaxAge != int(users.PendingLife.Seconds()) ||
			strings.HasPrefix(got[0].Name, "__Host-") != behind {
			t.Errorf("behind a proxy %v: the cookies are %+v", behind, got)
		}
	}
}

// With the owner's rule, Ben sets up an app before he sees a page.
func TestRequiredSecondFactor(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	anna := w.SignedIn(t, "Anna", walk.AnnasPassword)
	ben := w.SignedIn(t, "Ben", walk.BensPassword)
	ben.Expect(403, "/settings/users/second-factor", "only the owner")(ben.Post("/settings/users/second-factor", "required", "1"))
	anna.Expect(200, "/settings/users?done=required", "all users need a second factor")(anna.Post("/settings/users/second-factor", "required", "1"))
	ben.Expect(200, "/budgets", "Budgets")(ben.Get("/budgets")) // his session goes on
	ben.Post("/sign-out")
	status, at, page := ben.Post("/sign-in", "name", "Ben", "password", walk.BensPassword, "back", "/settings")
	if status != http.StatusOK || at != "/sign-in/set-up?back=%2Fsettings" {
		t.Fatalf("%d at %s", status, at)
	}
	ben.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(ben.Get("/budgets"))
	secret, nonce := secretOn(t, page), onPage(t, nonceField, page)
	ben.Expect(401, "/sign-in/set-up", "the code is wrong")(ben.Post("/sign-in/set-up", "nonce", nonce, "code", "000000", "back", "/settings"))
	_, at, page = ben.Post("/sign-in/set-up", "nonce", nonce, "code", secret.Code(time.Now()), "back", "/settings")
	codesOn(t, at, page)
	ben.Expect(200, "/settings/sign-in", "requires a second factor")(ben.Get("/settings/sign-in"))
	ben.Expect(409, "/settings/sign-in/app/remove", "requires a second factor")(ben.Post("/settings/sign-in/app/remove"))

	anna.Expect(200, "/settings/users", "10 recovery codes left")(anna.Get("/settings/users"))
	anna.Expect(200, "/settings/users?done=factor", "was reset")(anna.Post("/settings/users/reset-second-factor", "name", "Ben", "end-sessions", "yes"))
	ben.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(ben.Get("/budgets"))
	anna.Expect(200, "/settings/users?done=optional", "no longer required")(anna.Post("/settings/users/second-factor", "required", "0"))
	ben.Expect(200, "/settings", "Your account")(ben.Post("/sign-in", "name", "Ben", "password", walk.BensPassword, "back", "/settings"))
}
