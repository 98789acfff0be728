// Package userstest creates the two users that tests of several packages share. Only tests import it.
package userstest

import (
	"testing"

	"holdover/internal/app/users"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/testing/testkit"
)

// The passwords of the two users.
const (
	AnnasPassword = "four plain words here"
	BensPassword  = "another few plain words"
)

// AnnaAndBen creates Anna, the admin, and Ben, and signs both in.
func AnnaAndBen(t testing.TB, p *users.Service) (anna, ben users.Actor) {
	t.Helper()
	testkit.NoError(t, p.CreateOwner(t.Context(), "Anna", AnnasPassword))
	anna = SignIn(t, p, "Anna", AnnasPassword).Who
	testkit.Must(p.AddUser(t.Context(), anna, "Ben", BensPassword))(t)
	return anna, SignIn(t, p, "ben ", BensPassword).Who
}

// SignIn signs a user in.
func SignIn(t testing.TB, p *users.Service, name, password string) users.SignedIn {
	t.Helper()
	return testkit.Must(p.SignIn(t.Context(), users.Credentials{Name: name, Password: password, Device: users.Device{Address: "192.0.2.1"}}))(t)
}
