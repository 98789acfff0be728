package settings_test

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/storage/store"
	"holdover/internal/surface/proxyauth"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// signedInLongAgo moves all sign-ins of an hour into the past.
func signedInLongAgo(t *testing.T, env *walk.Env) {
	t.Helper()
	s := testkit.Must(store.Open(t.Context(), store.Config{Dir: env.Dir}))(t)
	defer s.Close()
	ago := time.Now().Add(-time.Hour).UnixMilli()
	testkit.NoError(t, s.DB().Exec(t.Context(), "UPDATE session SET created_at = $1, proved_at = NULL", ago))
}

// TestOwnerConfirmsToManageUsers: long after the sign-in, the page that manages users has no forms, but a link to the
// confirmation, which leads back.
func TestOwnerConfirmsToManageUsers(t *testing.T) {
	t.Parallel()
	env := webtest.NewEnvWithSignIn(t, ui.Options{})
	env.AddAnnaAndBen(t)
	anna := env.SignedIn(t, "Anna", walk.AnnasPassword)
	const page, form = "/settings/users", `action="/settings/users"`
	anna.Expect(200, page, form)(anna.Get(page))
	signedInLongAgo(t, env)
	const back = "/settings/sign-in?back=%2Fsettings%2Fusers"
	if _, _, body := anna.Get(page); strings.Contains(body, form) || !strings.Contains(body, `href="`+back+`"`) {
		t.Errorf("the page has the form, or no link to the confirmation:\n%s", body)
	}
	anna.Expect(200, back, `name="back" value="/settings/users"`)(anna.Get(back))
	anna.Expect(403, "/settings/users", "more than 10 minutes since you signed in")(anna.Post("/settings/users", "name", "Carl", "password", "four more plain words"))
	anna.Expect(401, "/settings/sign-in/confirm", `name="back" value="/settings/users"`)(anna.Post("/settings/sign-in/confirm", "back", "/settings/users", "password", "a wrong password"))
	anna.Expect(200, "/settings/users", form)(anna.Post("/settings/sign-in/confirm", "back", "/settings/users", "password", walk.AnnasPassword))
	for _, elsewhere := range []string{"//evil.example", "https://evil.example", ""} {
		anna.Expect(200, "/settings/sign-in", "Passkeys")(anna.Post("/settings/sign-in/confirm", "back", elsewhere, "password", walk.AnnasPassword))
	}
	anna.Expect(200, "/settings/users?done=user", "The user was added")(anna.Post("/settings/users", "name", "Carl", "password", "four more plain words"))
}

// TestConfirmBehindAProxy: a user that a proxy signs in confirms the identity with the password here, and then the ways to
// sign in can be changed. A user without a password sets up an app, of which the browser has the secret.
func TestConfirmBehindAProxy(t *testing.T) {
	t.Parallel()
	proxy := &proxyauth.Config{Header: "Remote-User", Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Create: true}
	env := webtest.NewEnvWithSignIn(t, ui.Options{Proxy: proxy})
	env.AddAnnaAndBen(t)
	anna, dora := env.Person(t), env.Person(t)
	anna.Header.Set("Remote-User", "Anna")
	dora.Header.Set("Remote-User", "Dora")
	const page, link = "/settings/sign-in", `href="/settings/sign-in/app"`
	if _, _, body := anna.Get(page); strings.Contains(body, link) || !strings.Contains(body, "Confirm that it is you") {
		t.Error("the header alone changes the ways to sign in", body)
	}
	anna.Expect(200, page, "Confirm that it is you")(anna.Get("/settings/sign-in/app"))
	anna.Expect(200, page, link)(anna.Post(page+"/confirm", "password", walk.AnnasPassword))
	anna.Expect(200, "/settings/users", `action="/settings/users"`)(anna.Get("/settings/users"))
	anna.Header.Set("Remote-User", "Ben") // the session of Anna is none of Ben
	if _, _, body := anna.Get(page); strings.Contains(body, link) {
		t.Error("the confirmation of another user counts")
	}

	dora.Expect(200, page, link)(dora.Get(page))
	dora.Expect(200, "/settings/sign-in/app", "")(dora.Get("/settings/sign-in/app"))
	at, _ := url.Parse(dora.Base)
	if kept := dora.Client.Jar.Cookies(at); len(kept) != 1 || kept[0].Name != "holdover_browser" || kept[0].Value == "" {
		t.Errorf("the browser has no secret: %v", kept)
	}
	if _, err := env.App.ActorByProxy(t.Context(), "Dora", false); err != nil {
		t.Error(err)
	}
}
