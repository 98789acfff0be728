package api_test

import (
	"fmt"
	"testing"

	"holdover/internal/testing/testkit"
)

// Recorded responses of the source contain members that its description omits, or does not require: programs written
// from the recordings read them.
func TestResponsesHaveTheMembersOfRecordings(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "66", "--years", "1", "--tx", "40")...)
	var list struct {
		Data struct {
			Movements []object `json:"money_movements"`
			Groups    []object `json:"money_movement_groups"`
		} `json:"data"`
	}
	if s.answered(t, "GET", "/money_movements", "", 200, &list); len(list.Data.Movements) == 0 {
		t.Fatal("no money movement found")
	}
	for _, m := range list.Data.Movements {
		if m["deleted"] != false {
			t.Errorf("movement has deleted %v, want false", m["deleted"])
		}
	}
	var saved struct {
		Data object `json:"data"`
	}
	row := s.doc.Plan.Transactions[0]
	s.answered(t, "PATCH", "/transactions", fmt.Sprintf(`{"transactions":[{"id":%q,"memo":"again"}]}`, row.ID), 200, &saved)
	if none, ok := saved.Data["duplicate_import_ids"].([]any); !ok || len(none) != 0 {
		t.Errorf("duplicate_import_ids is %v, want an empty list", saved.Data["duplicate_import_ids"])
	}
}
