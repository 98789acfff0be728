package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestAttackQueuedChange sends changes as an outbox does, from a page of another site, in the session of another user, and without a
// session.
func TestAttackQueuedChange(t *testing.T) {
	c := newTwoUsers(t)
	send := func(b *walk.Plain, path, key string, headers map[string]string) int {
		t.Helper()
		row := url.Values{"request": {key}, "account": {c.account}, "date": {c.today.String()}, "payee": {"Attack"}, "amount": {"12.50"}, "direction": {"out"}, "cleared": {"uncleared"}}
		req := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, c.world.Server.URL+path, strings.NewReader(row.Encode())))(t)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "application/json")
		for name, value := range headers {
			req.Header.Set(name, value)
		}
		res := testkit.Must(b.HTTP.Do(req))(t)
		status := b.Read(res, nil)
		if strings.Contains(b.Page, "change\":") || res.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v: %s", headers, b.Page)
		}
		return status
	}
	const key = "0123456789abcdef0123456789abcdef"
	add := c.home("/do/add-row")
	for i, headers := range []map[string]string{
		{"Origin": "https://evil.example"},
		{"Origin": "null"},
		{"Sec-Fetch-Site": "cross-site"},
		{"Sec-Fetch-Site": "same-site"},
		{"Origin": "https://evil.example", "Holdover-Outbox": "1", "Holdover-User": "Anna"},
	} {
		for _, path := range []string{add, "/share"} {
			if status := send(c.anna, path, key, headers); status != http.StatusForbidden {
				t.Errorf("case %d: %s: status %d", i, path, status)
			}
		}
	}
	for _, name := range []string{"Ben", "anna", "Anna%00", "%"} {
		if status := send(c.anna, add, key, map[string]string{"Holdover-User": name, "Holdover-Outbox": "1"}); status != http.StatusUnauthorized {
			t.Errorf("the outbox of %q in the session of Anna: status %d", name, status)
		}
	}
	if status := send(walk.NewPlain(t, c.world), add, key, map[string]string{"Holdover-User": "Anna"}); status != http.StatusUnauthorized {
		t.Errorf("without a session: status %d", status)
	}
	if got := c.rows("Attack"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
