package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/surface/api"
)

// TestChosenDefault requests "default" with a default that the user chose, without one, and with a deleted one.
func TestChosenDefault(t *testing.T) {
	a, older, newer := twoBudgets(t)
	who := app.Machine()
	server := httptest.NewServer(api.New(api.Config{
		App: a, Log: slog.New(slog.DiscardHandler),
		Authenticate: func(context.Context, string) (app.Actor, error) { return who, nil },
	}))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		name, chosen, want string
		status             int
	}{
		{"no default", "", newer, http.StatusOK},
		{"older budget", older, older, http.StatusOK},
		{"newer budget", newer, newer, http.StatusOK},
		{"deleted budget", "11111111-1111-4111-8111-111111111111", "", http.StatusNotFound},
	} {
		who.Default = c.chosen
		status, got := planOf(t, server.URL+"/v1/plans/default")
		if status != c.status || got != c.want {
			t.Errorf("%s: default plan: status %d, %s; want %d, %s", c.name, status, got, c.status, c.want)
		}
		if _, got := planOf(t, server.URL+"/v1/plans/last-used"); got != newer {
			t.Errorf("%s: last-used plan is %s, want %s", c.name, got, newer)
		}
		if _, got := planOf(t, server.URL+"/v1/plans"); got != c.want {
			t.Errorf("%s: default plan in the list is %q, want %q", c.name, got, c.want)
		}
	}
}

// twoBudgets returns an application with two budgets.
func twoBudgets(t *testing.T) (a *app.App, older, newer string) {
	t.Helper()
	a = apptest.New(t)
	older, newer = apptest.Household(t, a, app.Machine()), apptest.Household(t, a, app.Machine())
	if _, err := a.Rename(t.Context(), app.Machine(), newer, "Newer"); err != nil {
		t.Fatal(err)
	}
	return a, older, newer
}

// planOf returns the id of the plan in a response, or of a list's default.
func planOf(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, body := exchange(t, http.MethodGet, url, "", bearer(token))
	var answer struct {
		Data struct {
			Plan        struct{ ID string }
			DefaultPlan *struct{ ID string } `json:"default_plan"`
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		t.Fatalf("response %.200s: %v", body, err)
	}
	if d := answer.Data.DefaultPlan; d != nil {
		return resp.StatusCode, d.ID
	}
	return resp.StatusCode, answer.Data.Plan.ID
}
