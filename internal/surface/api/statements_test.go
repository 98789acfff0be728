package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/app/apptest"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/surface/httpx"
	"holdover/internal/testing/testkit"
)

// TestCallsSendFewStatements counts the cost of calls with a token in PostgreSQL, once the caches are filled: statements,
// and round trips.
func TestCallsSendFewStatements(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	a := apptest.Open(t, store.Config{URL: tap.URL})
	const password = "four plain words here"
	if err := a.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	in, err := a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	id := apptest.Household(t, a, in.Who)
	accounts, err := a.Accounts(t.Context(), in.Who, id)
	if err != nil {
		t.Fatal(err)
	}
	token, _, err := a.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "Sheet", Scope: auth.Full, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	calls := New(Config{App: a, Log: slog.New(slog.DiscardHandler), Authenticate: a.ActorOfBearer, Limit: httpx.NewTokenLimiter(1000)})
	send := func(method, path, body string) int {
		r := httptest.NewRequest(method, "/v1/plans"+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token.Reveal())
		r.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		calls.ServeHTTP(answer, r)
		return answer.Code
	}
	plan := "/" + id
	for _, c := range []struct {
		name             string
		statements, ways int
		do               func(turn int) int
	}{
		{"the plans", 3, 3, func(int) int { return send(http.MethodGet, "", "") }},
		{"a plan's settings", 2, 2, func(int) int { return send(http.MethodGet, plan+"/settings", "") }},
		{"the whole plan", 11, 10, func(int) int { return send(http.MethodGet, plan, "") }},
		{"all months", 4, 3, func(int) int { return send(http.MethodGet, plan+"/months", "") }},
		{"one month", 5, 4, func(int) int { return send(http.MethodGet, plan+"/months/current", "") }},
		{"the accounts", 4, 3, func(int) int { return send(http.MethodGet, plan+"/accounts", "") }},
		{"the categories", 5, 4, func(int) int { return send(http.MethodGet, plan+"/categories", "") }},
		{"the transactions of an account", 8, 7, func(int) int { return send(http.MethodGet, plan+"/accounts/"+accounts[0].ID+"/transactions", "") }},
		{"a new transaction", 15, 7, func(turn int) int {
			return send(http.MethodPost, plan+"/transactions", fmt.Sprintf(`{"transaction": {"account_id": %q, "date": "2026-11-20", "amount": %d, "payee_name": "Tram"}}`, accounts[0].ID, -1000*turn-1000))
		}},
	} {
		c.do(0)
		c.do(1) // prepares the statements
		tap.Traffic()
		tap.SentToSeveralNodes(t)
		code := c.do(2)
		sent, roundTrips := tap.Traffic()
		if several := tap.SentToSeveralNodes(t); len(several) > 0 && c.name != "the plans" {
			t.Errorf("%s asks more than one machine: %s", c.name, strings.Join(several, "\n"))
		}
		if code >= http.StatusBadRequest || len(sent) == 0 || len(sent) > c.statements || roundTrips > c.ways {
			t.Errorf("%s: status %d, %d statements in %d round trips, want at most %d in %d:\n%s", c.name, code, len(sent), roundTrips, c.statements, c.ways, strings.Join(sent, "\n"))
		} else {
			t.Logf("API: %s: %d statements in %d ways, at most %d in %d", c.name, len(sent), roundTrips, c.statements, c.ways)
		}
	}
}
