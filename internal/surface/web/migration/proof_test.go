package migration_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A file without categories and months has none to match, so no page shows that 0 of 0 match.
func TestVerificationOmitsWhatTheFileLacks(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	file := filepath.Join(t.TempDir(), "plan.json")
	plan := `{"data":{"budget":{"id":"7f2d8f3c-6a0b-4c59-9d0c-0a2f6f0f1a01","name":"Accounts alone","first_month":"2026-01-01","last_month":"2026-01-01",
		"accounts":[{"id":"7f2d8f3c-6a0b-4c59-9d0c-0a2f6f0f1a02","name":"Checking","type":"checking","on_budget":true,"closed":false,"balance":12340,"cleared_balance":12340,"uncleared_balance":0}],
		"transactions":[{"id":"7f2d8f3c-6a0b-4c59-9d0c-0a2f6f0f1a03","date":"2026-01-02","amount":12340,"cleared":"cleared","approved":true,"account_id":"7f2d8f3c-6a0b-4c59-9d0c-0a2f6f0f1a02"}]}}}`
	if err := os.WriteFile(file, []byte(plan), 0o600); err != nil {
		t.Fatal(err)
	}
	id := world.ImportFile(t, file)
	status, _, page := world.Person(t).Get("/budgets/" + id + "/verification")
	if status != http.StatusOK || !strings.Contains(page, "accounts match") || strings.Contains(page, "of 0") {
		i := max(strings.Index(page, "of 0"), strings.Index(page, "<h1"), 0)
		t.Errorf("status %d, want no 0 of 0: %.300s", status, page[i:])
	}
}
