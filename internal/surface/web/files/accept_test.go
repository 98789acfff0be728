package files_test

import (
	"net/http"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// The list of budgets asks once whether a shared budget is accepted, and handles both answers.
func TestListAsksToAcceptAShare(t *testing.T) {
	t.Parallel()
	world, _, ben, first := walk.Household(t, webtest.Pages)
	ids := []string{first, world.ImportFile(t, walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "60"))}
	for _, id := range ids {
		if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", auth.Editor); err != nil {
			t.Fatal(err)
		}
	}
	asks := func(want ...bool) {
		t.Helper()
		status, _, page := ben.Get("/budgets")
		for i, id := range ids {
			if got := strings.Contains(page, `action="/budgets/`+id+`/accept"`); status != http.StatusOK || got != want[i] {
				t.Errorf("status %d, budget %d needs acceptance: %t", status, i, got)
			}
		}
	}
	asks(true, true)
	ben.Post("/budgets/" + ids[0] + "/accept")
	asks(false, true)
	ben.Post("/settings/sharing/"+ids[1]+"/remove", "user", "Ben")
	asks(false, false)
	if status, _, _ := ben.Get("/budgets/" + ids[1]); status != http.StatusNotFound {
		t.Errorf("a declined budget opens with status %d", status)
	}
}
