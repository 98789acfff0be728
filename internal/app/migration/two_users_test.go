package migration_test

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"testing"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestUndoOfCleanUpAndReimportKeepsOtherUsersChanges lets Anna clean up, or take over a newer file, and Ben make another change: her undo
// leaves his change. Then he changes a record that hers changed, and her undo is refused until his is undone. See
// also app's TestUndoKeepsOtherUsersChanges.
func TestUndoOfCleanUpAndReimportKeepsOtherUsersChanges(t *testing.T) {
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "7", "--years", "1", "--tx", "300", "--cards", "2", "--rta", "net"))
	if err != nil {
		t.Fatal(err)
	}
	newer := testkit.EditPlan(t, text, editPlan)
	a, anna, ben := annaAndBen(t)
	id := importText(t, a, text)
	if err := a.SetShare(t.Context(), anna, id, ben.Name, auth.Editor); err != nil {
		t.Fatal(err)
	}
	operations := map[string]func() (budgetsession.ChangeResult, error){
		"a newer file": func() (budgetsession.ChangeResult, error) {
			done, _, err := a.ApplyReimport(t.Context(), anna, id, migration.NewerFile{}, bytes.NewReader(newer))
			return done, err
		},
		"cards as YNAB keeps them": func() (budgetsession.ChangeResult, error) { return a.KeepCardsAsSource(t.Context(), anna, id) },
	}
	for _, kind := range []cleanup.Kind{cleanup.Duplicates, cleanup.CardDebt, cleanup.Holds, cleanup.Everything} {
		operations[string(kind)] = func() (budgetsession.ChangeResult, error) {
			done, _, err := a.ApplyCleanUp(t.Context(), anna, id, kind, cleanup.Choices{})
			return done, err
		}
	}
	for name, do := range operations {
		t.Run(name, func(t *testing.T) {
			undo := func(who users.Actor) {
				t.Helper()
				if _, err := a.Undo(t.Context(), who, id, 0); err != nil {
					t.Fatalf("undo by %s: %v", who.Name, err)
				}
			}
			wantBudget := func(when string, want *budget.Whole) {
				t.Helper()
				if !reflect.DeepEqual(wholeOf(t, a, id), want) {
					t.Errorf("%s: budget is not as expected", when)
				}
			}
			does := func() *budget.Whole {
				t.Helper()
				before := wholeOf(t, a, id)
				if _, err := do(); err != nil {
					t.Fatal(err)
				}
				after := wholeOf(t, a, id)
				if reflect.DeepEqual(before, after) {
					t.Fatal("the budget was not changed")
				}
				return after
			}
			before := wholeOf(t, a, id)
			does()
			if _, _, err := a.AddPayee(t.Context(), ben, id, "Ben's"); err != nil {
				t.Fatal(err)
			}
			undo(anna)
			if now := wholeOf(t, a, id); len(now.Payees) != len(before.Payees)+1 {
				t.Errorf("%d payees, want %d", len(now.Payees), len(before.Payees)+1)
			}
			undo(ben)
			wantBudget("both undone", before)

			after := does()
			if err := changeOneOf(t, a, ben, id, before, after); err != nil {
				t.Fatal(err)
			}
			both := wholeOf(t, a, id)
			if _, err := a.Undo(t.Context(), anna, id, 0); apperr.KindOf(err) != apperr.Conflict {
				t.Errorf("Anna's undo of a record that Ben changed since: error %v, want a conflict", err)
			}
			wantBudget("after a refused undo", both)
			undo(ben)
			wantBudget("Ben's undone", after)
			undo(anna)
			wantBudget("all undone", before)
		})
	}
}

// changeOneOf changes one of the records that exist in before.
func changeOneOf(t *testing.T, a *home, who users.Actor, id string, before, after *budget.Whole) error {
	categories := map[budget.CategoryNo]string{}
	for _, c := range after.Categories {
		categories[c.No] = c.ID
	}
	for _, cell := range after.Cells {
		if !slices.ContainsFunc(before.Cells, func(b budget.Cell) bool { return reflect.DeepEqual(b, cell) }) {
			_, err := a.SetBudgeted(t.Context(), who, id, categories[cell.Category], cell.Month, cell.Budgeted+1_000)
			return err
		}
	}
	for _, m := range after.Months {
		if !slices.ContainsFunc(before.Months, func(b budget.Month) bool { return b.Month == m.Month && b.Held == m.Held }) && m.Held > 0 {
			_, err := a.Hold(t.Context(), who, id, m.Month, m.Held/2)
			return err
		}
	}
	for _, c := range after.Categories {
		if !slices.ContainsFunc(before.Categories, func(b budget.Category) bool { return reflect.DeepEqual(b, c) }) {
			_, err := a.RenameCategory(t.Context(), who, id, c.ID, "Ben calls it so")
			return err
		}
	}
	for _, r := range after.Rollovers {
		if !slices.Contains(before.Rollovers, r) {
			_, err := a.Rollover(t.Context(), who, id, categories[r.Category], r.From, !r.On)
			return err
		}
	}
	t.Fatal("no record found that Ben can change")
	return nil
}
