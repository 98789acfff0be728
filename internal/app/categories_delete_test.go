package app

import (
	"testing"

	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
)

// A category named only by a rule counted as empty: its menu offered no receiver, and it could not be deleted.
func TestDeletingACategoryUsedByARuleNeedsAReplacement(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	group, name := "daily", "Presents"
	done, id, err := h.a.CreateCategory(ctx, me, h.id, CategoryFields{Group: &group, Name: &name})
	h.must(t, done, err)
	holds := func() bool {
		t.Helper()
		holds, err := h.a.CategoriesHold(ctx, me, h.id, []string{id})
		if err != nil {
			t.Fatal(err)
		}
		return holds
	}
	if holds() {
		t.Error("a new category is reported as used")
	}
	h.rule(t, payeeHas("florist"), rules.Outcome{Category: id})
	if !holds() {
		t.Error("a category named by a rule is reported as unused")
	}
	if _, err := h.a.DeleteCategory(ctx, me, h.id, id, ""); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("delete without a replacement: error %v, want a conflict", err)
	}
	done, err = h.a.DeleteCategory(ctx, me, h.id, id, "food")
	h.must(t, done, err)
	all, err := h.a.RulesOf(ctx, me, h.id)
	if err != nil || len(all) != 1 || all[0].Then != "category Food" {
		t.Errorf("rules after the deletion: %+v, want one with Food (error %v)", all, err)
	}
}
