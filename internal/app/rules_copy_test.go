package app

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/storage/store"
)

// A copy of a budget and a restored backup have its rules, with the same effect.
func TestRulesAreCopiedAndRestored(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, payeeHas("bak"), rules.Outcome{Payee: "Somebody new", Category: "food", Flag: "red"})
	h.rule(t, payeeHas("rent"), rules.Outcome{Transfer: "cash"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: "a baker"})
	want, err := h.a.RulesOf(ctx, me, h.id)
	if err != nil || len(want) != 2 {
		t.Fatalf("rules: %+v, want 2 (error %v)", want, err)
	}
	same := func(a *App, id string) {
		t.Helper()
		got, err := a.RulesOf(ctx, me, id)
		trial, tryErr := a.TryRules(ctx, me, id)
		if err != nil || tryErr != nil || !cmp.Equal(want, got) || trial.Looked != 1 {
			t.Errorf("rules differ: %s; test of them: %+v (errors %v, %v)", cmp.Diff(want, got), trial, err, tryErr)
		}
	}
	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	same(h.a, copied.ID)
	folder := t.TempDir()
	file := filepath.Join(folder, "backup.db")
	if err := h.a.Backup(ctx, file); err != nil {
		t.Fatal(err)
	}
	target := store.Config{Dir: filepath.Join(folder, "there")}
	if err := store.Restore(ctx, target, file); err != nil {
		t.Fatal(err)
	}
	restored := openAt(t, target)
	defer restored.Close()
	same(restored, h.id)
}
