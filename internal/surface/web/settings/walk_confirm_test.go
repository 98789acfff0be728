package settings_test

import (
	"testing"

	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkConfirm: long after the sign-in, the owner confirms the identity to manage users and comes back to their page.
func TestWalkConfirm(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			env := webtest.NewEnvWithSignIn(t, ui.Options{})
			env.AddAnnaAndBen(t)
			anna := walk.New(t, env, look)
			anna.Open("/sign-in")
			anna.Fill("Name", "Anna")
			anna.Fill("Password", walk.AnnasPassword)
			anna.Click("Sign in")
			anna.See("Sign out")
			signedInLongAgo(t, env)
			anna.Open("/settings/users")
			anna.See("To manage users, confirm that it is you.")
			anna.Shoot("confirm-users-" + look.Name)
			anna.Click("Confirm")
			anna.See("To continue, enter your password.")
			anna.Shoot("confirm-" + look.Name)
			anna.Fill("Current password", walk.AnnasPassword)
			anna.Click("Confirm")
			anna.See("Add a user")
		})
	}
}
