package settings_test

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/openid"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkProvider: Anna links her account at the provider, signs out of both, and signs in with it. An
// unknown person and one in no allowed group are refused.
func TestWalkProvider(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env, _, at := newProviderEnv(t, "anna@provider", func(c *openid.Config) { c.Groups = []string{"money"} })
	at.Confirm = true
	groups := []string{"money"}
	at.Claims = func(c map[string]any) { c["groups"] = groups }
	anna := walk.New(t, env, walk.WideLight)
	anna.Open("/sign-in")
	anna.Shoot("provider-sign-in")
	anna.Click("Sign in with Our provider")
	anna.Click("Yes, it is me")
	anna.See("No user of this Holdover is linked to you there")
	anna.Shoot("provider-unknown")
	anna.Fill("Name", "Anna")
	anna.Fill("Password", walk.AnnasPassword)
	anna.Click("Sign in")
	anna.See("Sign out")
	anna.Open("/settings/sign-in")
	anna.Click("Link an account at Our provider")
	anna.Click("Yes, it is me")
	anna.See("The two are linked")
	anna.Shoot("provider-linked")
	anna.Click("Sign out")
	anna.Click("Sign in with Our provider")
	if len(at.SignedOut) != 0 { // the session began with the password
		t.Errorf("%v", at.SignedOut)
	}
	anna.Click("Yes, it is me")
	anna.See("Sign out")
	anna.Click("Sign out")
	anna.See("Sign in with Our provider") // by way of the provider
	if len(at.SignedOut) != 1 || !strings.HasPrefix(at.SignedOut[0].Get("id_token_hint"), "ey") {
		t.Errorf("signed out at the provider: %v", at.SignedOut)
	}
	groups = nil
	anna.Click("Sign in with Our provider")
	anna.Click("Yes, it is me")
	anna.See("not in a group that may use this Holdover")
	anna.Shoot("provider-group")
}

// TestWalkOnlyProviderOnAnOpenPage: the session of an open page ends; the user signs in at the provider in a new window, and the
// typed text is still there.
func TestWalkOnlyProviderOnAnOpenPage(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	env, _, at := newProviderEnv(t, "dora", func(c *openid.Config) { c.Only, c.Create = true, true })
	at.Claims = func(c map[string]any) { c["auth_time"] = time.Now().Unix() } // a token needs a recent sign-in
	env.App.DisablePasswords()
	dora := walk.New(t, env, walk.WideLight)
	dora.Open("/sign-in")
	dora.See("Sign in with Our provider")
	dora.Shoot("provider-only")
	dora.Click("Sign in with Our provider")
	dora.See("Sign out")
	dora.Open("/settings/developer")
	dora.Eval(`document.querySelector('details').open = true`)
	dora.Fill("Name", "Typed before the end")
	all, err := env.App.Users(t.Context(), app.Machine())
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	who := app.Actor{User: 3, UserID: all[2].ID, Name: "dora", Scope: auth.Full}
	if log, err := env.App.SignInLog(t.Context(), who); err != nil || len(log) == 0 || log[0].Kind != users.SignedInByProvider {
		t.Errorf("%+v, %v", log, err)
	}
	if err := env.App.EndOtherSessions(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	dora.Eval(`document.querySelector('form[action="/settings/developer"]').requestSubmit()`)
	dora.See("You are signed out")
	dora.Until("the link to the provider", `!!document.querySelector('dialog a[target=_blank]') && !document.querySelector('dialog input')`)
	dora.Shoot("provider-open-page")
	dora.Click("Sign in with Our provider")
	dora.Until("the end of the dialog", `(window.dispatchEvent(new Event('focus')), !document.querySelector('dialog.signed-out'))`)
	dora.See("Your new token")
}
