package api_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestDeltaContainsTheGroupOfARemovedCard: the only card becomes an account of another type, and its payment category
// is deleted. The group in the delta must equal the group in the plan; the delta once contained it as one of the
// budget's own groups.
func TestDeltaContainsTheGroupOfARemovedCard(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--cards", "1", "--groups", "2", "--categories", "4")...)
	if _, err := s.app.KeepCards(t.Context(), app.Machine(), s.id, true); err != nil {
		t.Fatal(err)
	}
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	_, knowledge := s.planSince(t, 0)
	for _, a := range accounts {
		if a.Type == string(budget.CreditCard) && !a.Closed {
			if _, err := s.app.SetAccountType(t.Context(), app.Machine(), s.id, a.ID, string(budget.Cash)); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	changes, _ := s.planSince(t, knowledge)
	present, _ := s.planSince(t, 0)
	lost := false
	for _, c := range changes["categories"].([]any) {
		lost = lost || c.(object)["deleted"] == true
	}
	if !lost {
		t.Fatal("no payment category was deleted")
	}
	groups, returned := testkit.ByID(present)["category_groups"].(object), testkit.ByID(changes)["category_groups"].(object)
	for id, g := range returned {
		if diff := cmp.Diff(groups[id], g); diff != "" {
			t.Error(diff)
		}
	}
}
