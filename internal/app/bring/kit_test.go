package bring_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/desk"
	"holdover/internal/fault"
	"holdover/internal/people"
	"holdover/internal/store"
)

// home is the application over a new database, and what lies below it.
type home struct {
	*app.App
	store *store.Store
}

func newHome(t testing.TB) *home {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	h := &home{app.On(s, slog.New(slog.DiscardHandler)), s}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// change changes a budget with no rule of the application in between.
func (h *home) change(ctx context.Context, who people.Actor, id, action string, do func(*desk.Editing) error) (desk.Done, error) {
	return (&desk.Desk{Store: h.store, People: h.People, Now: time.Now}).Change(ctx, who, id, action, do)
}

const (
	annasPassword = "four plain words here"
	bensPassword  = "another few plain words"
)

// annaAndBen has Anna, who came first, and Ben.
func annaAndBen(t testing.TB) (a *home, anna, ben people.Actor) {
	t.Helper()
	a = newHome(t)
	if err := a.CreateOwner(t.Context(), "Anna", annasPassword); err != nil {
		t.Fatal(err)
	}
	anna = signIn(t, a, "Anna", annasPassword).Who
	if _, err := a.AddUser(t.Context(), anna, "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	return a, anna, signIn(t, a, "ben ", bensPassword).Who
}

func signIn(t testing.TB, a *home, name, password string) people.SignedIn {
	t.Helper()
	in, err := a.SignIn(t.Context(), people.Credentials{Name: name, Password: password, Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func wantKind(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if fault.KindOf(err) != kind {
		t.Errorf("%v, want %s", err, kind)
	}
}
