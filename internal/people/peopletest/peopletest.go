// Package peopletest has the two people that tests of several rooms share. It is for tests alone.
package peopletest

import (
	"testing"

	_ "holdover/internal/auth/authtest"
	"holdover/internal/people"
	"holdover/internal/testkit"
)

// The passwords of the two.
const (
	AnnasPassword = "four plain words here"
	BensPassword  = "another few plain words"
)

// AnnaAndBen makes Anna, who comes first, and Ben.
func AnnaAndBen(t testing.TB, p *people.People) (anna, ben people.Actor) {
	t.Helper()
	testkit.NoError(t, p.CreateOwner(t.Context(), "Anna", AnnasPassword))
	anna = SignIn(t, p, "Anna", AnnasPassword).Who
	testkit.Must(p.AddUser(t.Context(), anna, "Ben", BensPassword))(t)
	return anna, SignIn(t, p, "ben ", BensPassword).Who
}

// SignIn signs somebody in.
func SignIn(t testing.TB, p *people.People, name, password string) people.SignedIn {
	t.Helper()
	return testkit.Must(p.SignIn(t.Context(), people.Credentials{Name: name, Password: password, Address: "192.0.2.1"}))(t)
}
