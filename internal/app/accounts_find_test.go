package app

import (
	"testing"

	"holdover/internal/base/apperr"
)

// A bank's file went into the first of several accounts of a name, which could be a closed one.
func TestAccountNameMustBelongToOneOpenAccount(t *testing.T) {
	w := testBudgetRecords()
	w.Accounts[0].Name, w.Accounts[3].Name = "Giro", "giro" // the second is closed
	h := importTestBudget(t, t, newApp(t), w)
	find := func(ref string) (string, error) {
		t.Helper()
		acc, err := h.a.FindAccount(t.Context(), Machine(), h.id, ref)
		return acc.ID, err
	}
	for ref, want := range map[string]string{"Giro": "bank", " GIRO ": "bank", "BANK": "bank", "old": "old", "cash": "cash"} {
		if got, err := find(ref); got != want || err != nil {
			t.Errorf("%q means %q, %v; want %q", ref, got, err, want)
		}
	}
	if _, err := find("Nowhere"); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("find an unknown name: error %v, want not found", err)
	}
	w = testBudgetRecords()
	w.Info.ID, w.Info.Name = NewID(), "Another"
	w.Accounts[0].Name, w.Accounts[1].Name = "Giro", "Giro"
	h = importTestBudget(t, t, h.a, w)
	if _, err := find("Giro"); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("find a name of two accounts: error %v, want a conflict", err)
	}
}
