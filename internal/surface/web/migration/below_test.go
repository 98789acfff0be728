package migration_test

import (
	"net/http"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// If budgets made here use money that YNAB reserved for card payments, the clean-up page shows the number of months
// that it makes negative, and offers the variant that does not.
func TestCleanUpCountsNegativeMonths(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "2", "--years", "2", "--tx", "300", "--cards", "2"))
	months, err := world.App.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	spend := len(months) / 2
	free := months[spend].ToBudget
	for i := range months[spend:] {
		free = min(free, months[spend+i].ToBudget)
	}
	if free <= 0 {
		t.Fatalf("no money is free: %v", free)
	}
	for _, c := range months[spend].Categories { // the first category that can be budgeted
		if _, err = world.App.SetBudgeted(t.Context(), app.Machine(), id, c.ID, months[spend].Month, free); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	status, _, page := world.Person(t).Get("/budgets/" + id + "/clean-up")
	for _, words := range []string{"To Budget goes below zero in", "Assign less to the debt category"} {
		if status != http.StatusOK || !strings.Contains(page, words) {
			t.Errorf("status %d, the page does not contain %q", status, words)
		}
	}
}
