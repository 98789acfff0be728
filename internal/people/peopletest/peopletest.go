// Package peopletest has the two people that tests of several rooms share. It is for tests alone.
package peopletest

import (
	"testing"

	_ "holdover/internal/auth/authtest"
	"holdover/internal/people"
)

// The passwords of the two.
const (
	AnnasPassword = "four plain words here"
	BensPassword  = "another few plain words"
)

// AnnaAndBen makes Anna, who comes first, and Ben.
func AnnaAndBen(t testing.TB, p *people.People) (anna, ben people.Actor) {
	t.Helper()
	if err := p.CreateOwner(t.Context(), "Anna", AnnasPassword); err != nil {
		t.Fatal(err)
	}
	anna = SignIn(t, p, "Anna", AnnasPassword).Who
	if _, err := p.AddUser(t.Context(), anna, "Ben", BensPassword); err != nil {
		t.Fatal(err)
	}
	return anna, SignIn(t, p, "ben ", BensPassword).Who
}

// SignIn signs somebody in.
func SignIn(t testing.TB, p *people.People, name, password string) people.SignedIn {
	t.Helper()
	in, err := p.SignIn(t.Context(), people.Credentials{Name: name, Password: password, Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	return in
}
