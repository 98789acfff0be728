package api_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/users/userstest"
	"holdover/internal/model/auth"
	"holdover/internal/surface/api"
)

// Another user shares a budget with Anna and changes it. The plan that her program calls last-used,
// default or nothing is still the budget that she changed last herself, also after she has accepted the share, until
// she changes the shared one.
func TestLastUsedPlanIgnoresOtherUsersChanges(t *testing.T) {
	a, ctx := apptest.New(t), t.Context()
	anna, eve := userstest.AnnaAndBen(t, a.Service)
	annas, eves := apptest.Household(t, a, anna), apptest.Household(t, a, eve)
	program := anna
	program.Token = "import"
	server := httptest.NewServer(api.New(api.Config{
		App: a, Log: slog.New(slog.DiscardHandler),
		Authenticate: func(context.Context, string) (app.Actor, error) { return program, nil },
	}))
	t.Cleanup(server.Close)
	means := func(when, want string) {
		t.Helper()
		for _, path := range []string{"/v1/plans/default", "/v1/plans/last-used", "/v1/plans"} {
			if status, got := planOf(t, server.URL+path); status != http.StatusOK || got != want {
				t.Errorf("%s, %s is %d %s, want %s", when, path, status, got, want)
			}
		}
	}
	rename := func(who app.Actor, id, name string) {
		t.Helper()
		if _, err := a.Rename(ctx, who, id, name); err != nil {
			t.Fatal(err)
		}
	}
	wantPending := func(want ...string) {
		t.Helper()
		all, err := a.Budgets(ctx, anna)
		var pending []string
		for _, b := range all {
			if b.Pending {
				pending = append(pending, b.ID)
			}
		}
		if err != nil || !slices.Equal(pending, want) {
			t.Errorf("%v is to be accepted, want %v, %v", pending, want, err)
		}
	}
	means("alone", annas)
	if err := a.SetShare(ctx, eve, eves, anna.Name, auth.Owner); err != nil {
		t.Fatal(err)
	}
	rename(eve, eves, "Trap")
	means("shared and changed by Eve", annas)
	rename(anna, eves, "Looked at")
	means("changed by Anna before she accepts", annas)
	wantPending(eves)
	if err := a.AcceptShare(ctx, anna, eves); err != nil {
		t.Fatal(err)
	}
	rename(anna, annas, "Home")
	rename(eve, eves, "Trap")
	means("accepted", annas)
	rename(program, eves, "Ours")
	means("changed by Anna's program", eves)
	if err := a.SetShare(ctx, eve, eves, anna.Name, auth.Viewer); err != nil {
		t.Fatal(err)
	}
	wantPending() // another role does not ask again
	if err := a.RemoveShare(ctx, eve, eves, anna.Name); err != nil {
		t.Fatal(err)
	}
	means("removed", annas)
}
