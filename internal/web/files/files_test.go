package files_test

import (
	"net/http"
	"strings"
	"testing"

	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// TestTrySample begins where there is nothing: the sample is one button away, comes once, and is where / leads to then.
func TestTrySample(t *testing.T) {
	t.Parallel()
	p := walk.NewWorld(t, webtest.Pages).Person(t)
	if _, at, page := p.Get("/"); at != "/budgets" || !strings.Contains(page, "From YNAB directly") || !strings.Contains(page, "Try a sample") {
		t.Fatalf("the first page, at %s: %s", at, page)
	}
	status, at, page := p.Post("/budgets/sample")
	if status != http.StatusOK || !strings.HasPrefix(at, "/budgets/") || !strings.Contains(page, "Groceries") {
		t.Fatalf("%d at %s: %s", status, at, page)
	}
	if _, again, _ := p.Post("/budgets/sample"); again != at {
		t.Errorf("a second time it is at %s, not %s", again, at)
	}
	if _, home, _ := p.Get("/"); home != at {
		t.Errorf("/ leads to %s, the one budget is at %s", home, at)
	}
}
