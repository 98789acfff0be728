package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/offline"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestSnapshotsAreConditional requests the snapshot of a budget as a browser does that stores it, with the entity tag of
// the stored one.
func TestSnapshotsAreConditional(t *testing.T) {
	c := newTwoUsers(t)
	get := func(b *walk.Plain, tag string) (*http.Response, string) {
		t.Helper()
		req := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, b.Env.Server.URL+c.home("/offline"), http.NoBody))(t)
		req.Header.Set("Accept", "application/json")
		req.Header.Set("If-None-Match", tag)
		res := testkit.Must(b.HTTP.Do(req))(t)
		status := b.Read(res, nil)
		if kind := res.Header.Get("Content-Type"); status != http.StatusNotModified && !strings.HasPrefix(kind, "application/json") || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("status %d, headers %v", status, res.Header)
		}
		return res, b.Page
	}
	snapshot := func(b *walk.Plain, tag string) (s offline.Snapshot, newTag string) {
		t.Helper()
		res, body := get(b, tag)
		if err := json.Unmarshal([]byte(body), &s); err != nil || res.StatusCode != http.StatusOK || s.Budget.ID != c.id {
			t.Fatalf("status %d: %s (error %v)", res.StatusCode, body, err)
		}
		return s, res.Header.Get("ETag")
	}
	first, tag := snapshot(c.anna, "")
	if res, body := get(c.anna, tag); res.StatusCode != http.StatusNotModified || body != "" || res.Header.Get("ETag") != tag {
		t.Errorf("unchanged budget: status %d, %q", res.StatusCode, body)
	}
	c.add("New", -1_000)
	second, next := snapshot(c.anna, tag)
	if next == tag || second.Knowledge <= first.Knowledge || second.Rows[0].PayeeName != "New" {
		t.Errorf("after a change: tag %s, version %d, first transaction %+v", next, second.Knowledge, second.Rows[0])
	}
	_, bens := snapshot(c.ben, "")
	testkit.NoError(t, c.world.App.SetShare(t.Context(), app.Machine(), c.id, "Ben", "viewer"))
	if s, _ := snapshot(c.ben, bens); s.MayChange {
		t.Error("a viewer's snapshot permits changes")
	}
	testkit.NoError(t, c.world.App.RemoveShare(t.Context(), app.Machine(), c.id, "Ben"))
	if res, _ := get(c.ben, bens); res.StatusCode != http.StatusNotFound {
		t.Errorf("without a role: status %d", res.StatusCode)
	}
	if res, _ := get(walk.NewPlain(t, c.world), next); res.StatusCode != http.StatusUnauthorized || res.Header.Get("ETag") != "" {
		t.Errorf("without a session: status %d", res.StatusCode)
	}
}
