package register_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A saved filter of a deleted payee led to a page with only the payee's id.
func TestASavedFilterOfADeletedPayeeIsNoLink(t *testing.T) {
	t.Parallel()
	w, anna, _, id := walk.Household(t, webtest.Pages)
	_, payee, err := w.App.AddPayee(t.Context(), app.Machine(), id, "Film house")
	if err != nil {
		t.Fatal(err)
	}
	filter := registers.OwnFilter{Name: "At the cinema", SavedRows: registers.KeptOf(&rows.Filter{Payee: payee})}
	if _, err := w.App.KeepFilter(t.Context(), app.Machine(), id, filter); err != nil {
		t.Fatal(err)
	}
	filters := func() string {
		_, _, page := anna.Get("/budgets/" + id + "/accounts/all/filter")
		return page
	}
	if page := filters(); !strings.Contains(page, "At the cinema") || !strings.Contains(page, "payee="+payee) {
		t.Fatal("the saved filter is not listed with its payee")
	}
	if _, err := w.App.DeletePayees(t.Context(), app.Machine(), id, []string{payee}); err != nil {
		t.Fatal(err)
	}
	if page := filters(); !strings.Contains(page, "At the cinema</bdi><span class=\"hint\">, what it filters by no longer exists") || strings.Contains(page, payee) || !strings.Contains(page, "Rename or delete At the cinema") {
		t.Error("the filter still has a link, or cannot be deleted")
	}
}
