package api_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/surface/api"
	"holdover/internal/testing/testkit"
)

// Four calls checked their body before the permission, and importTransactions answered
// 200 to a viewer. Every writing call answers 403 to a viewer and 404 to a stranger, for any body.
func TestEveryWriteChecksPermissionFirst(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "52", "--years", "1", "--tx", "30")...)
	users := map[string]app.Actor{}
	for _, name := range []string{"Owner", "Viewer", "Stranger"} {
		testkit.Must(s.app.AddUser(t.Context(), app.Machine(), name, "correct horse battery "+name))(t)
		all := testkit.Must(s.app.Users(t.Context(), app.Machine()))(t)
		for i, u := range all {
			users[u.Name] = app.Actor{User: int64(i + 1), UserID: u.ID, Name: u.Name, Scope: auth.Full}
		}
	}
	testkit.NoError(t, s.app.SetShare(t.Context(), app.Machine(), s.id, "Viewer", auth.Viewer))
	calls := httptest.NewServer(api.New(api.Config{App: s.app, Log: slog.New(slog.DiscardHandler), Authenticate: func(_ context.Context, token string) (app.Actor, error) {
		return users[token], nil
	}}))
	defer calls.Close()

	var described struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	_, text := exchange(t, http.MethodGet, s.url+"/openapi.json", "", nil)
	testkit.NoError(t, json.Unmarshal(text, &described))
	writes := 0
	for path, methods := range described.Paths {
		for method, call := range methods {
			if method == "get" {
				continue
			}
			writes++
			at := strings.NewReplacer("{plan_id}", s.id, "{month}", "never", "{", "", "}", "").Replace(path)
			for token, want := range map[string]int{"Viewer": http.StatusForbidden, "Stranger": http.StatusNotFound} {
				for _, body := range []string{"", "{", "{}", `{"transaction":{},"transactions":[{}]}`, `{"category":{"name":""}}`} {
					r := testkit.Must(http.NewRequestWithContext(t.Context(), strings.ToUpper(method), calls.URL+"/v1"+at, strings.NewReader(body)))(t)
					r.Header.Set("Authorization", "Bearer "+token)
					r.Header.Set("Content-Type", "application/json")
					resp := testkit.Must(http.DefaultClient.Do(r))(t)
					answer := testkit.Must(io.ReadAll(resp.Body))(t)
					resp.Body.Close()
					if resp.StatusCode != want {
						t.Errorf("%s by %s with %s: %d, want %d: %s", call.OperationID, token, body, resp.StatusCode, want, answer)
					}
				}
			}
		}
	}
	if writes < 17 {
		t.Fatalf("%d writing calls are described, want at least 17", writes)
	}
}
