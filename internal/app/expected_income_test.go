package app

import (
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// TestExpectedIncome sets, changes and removes it, each as one step that can be undone. It is in the document, in a copy of the
// budget, in a fresh start and in an import of the document.
func TestExpectedIncome(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	check := func(what, id string, a *App, want money.Milli) {
		t.Helper()
		b, err := a.Budget(ctx, me, id)
		if err != nil || b.ExpectedIncome != want {
			t.Errorf("%s: the expected income is %s, want %s (error %v)", what, b.ExpectedIncome, want, err)
		}
	}
	for _, wrong := range []string{"-1", "much", "99999999999999999999"} {
		if _, err := h.a.SetExpectedIncome(ctx, me, h.id, wrong); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	done, err := h.a.SetExpectedIncome(ctx, me, h.id, "2400")
	h.must(t, done, err)
	check("set", h.id, h.a, 2_400_000)
	done, err = h.a.SetExpectedIncome(ctx, me, h.id, " ")
	h.must(t, done, err)
	check("removed", h.id, h.a, 0)
	if _, err := h.a.Undo(ctx, me, h.id, 0); err != nil {
		t.Fatal(err)
	}
	check("undone", h.id, h.a, 2_400_000)

	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	check("the copy", copied.ID, h.a, 2_400_000)
	fresh, err := h.a.FreshStart(ctx, me, h.id, FreshStartEntry{})
	if err != nil {
		t.Fatal(err)
	}
	check("the fresh start", fresh.ID, h.a, 2_400_000)
	there := newApp(t)
	imported := h.reimported(t, there)
	check("the import", imported, there, 2_400_000)
}
