package migration_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/cleanup/cleanuptest"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// TestCleanUpFromColumnsEqualsCleanUpFromRows: the proposals computed from columns and stored figures equal those from all rows
// and cells, for generated plans, after edits, a clean-up, an undo and a restart, on both databases.
func TestCleanUpFromColumnsEqualsCleanUpFromRows(t *testing.T) {
	for i, args := range planSeeds()[:12] {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			cfg := store.Config{Dir: databasetest.Dir(t)}
			if i%4 == 1 {
				cfg = store.Config{URL: databasetest.Postgres(t)}
			}
			a := homeAt(t, cfg)
			id := importPlan(t, a, testkit.Plan(t, args...))
			compareProposals(t, a, id, "imported")
			edit := editRows(t, a, id)
			compareProposals(t, a, id, "edited")
			kind := []cleanup.Kind{cleanup.CardDebt, cleanup.Everything, cleanup.Duplicates}[i%3]
			if _, _, err := a.ApplyCleanUp(t.Context(), app.Machine(), id, kind, cleanup.Choices{PerCard: i%2 == 1}); err != nil {
				t.Fatal(err)
			}
			compareProposals(t, a, id, "cleaned up")
			editRows(t, a, id)
			compareProposals(t, a, id, "edited once more")
			if _, err := a.Undo(t.Context(), app.Machine(), id, edit); err != nil {
				t.Log(err) // the clean-up may have continued from it
			}
			compareProposals(t, a, id, "undone")
			compareProposals(t, homeAt(t, cfg), id, "in another process")
		})
	}
}

// editRows changes, deletes and adds rows of every account and changes budgeted amounts, as one journal entry.
func editRows(t *testing.T, a *home, id string) (change int64) {
	t.Helper()
	done, err := a.change(t.Context(), app.Machine(), id, "edits", func(e *budgetsession.ChangeTx) error {
		w, err := e.Whole()
		if err != nil {
			return err
		}
		for i := range w.Transactions {
			row := &w.Transactions[i]
			switch {
			case i%17 == 3 && row.Transfer.Account == 0 && len(row.Parts) == 0:
				row.Amount -= 12_340
			case i%17 == 5 && len(row.Parts) == 0 && row.Transfer.Account == 0:
				row.Category = w.Categories[i%len(w.Categories)].No
			case i%17 == 7 && row.Transfer.Account == 0:
				row.No, row.ID, row.SourceID, row.Bank = 0, budgetsession.NewID(), "", nil // as one that is entered here
				for k := range row.Parts {
					row.Parts[k].No, row.Parts[k].ID, row.Parts[k].SourceID = 0, budgetsession.NewID(), ""
				}
			case i%17 == 9 && len(row.Parts) == 0 && row.Transfer.Account == 0:
				row.Parts = []budget.Part{
					{ID: budgetsession.NewID(), Amount: row.Amount - 10, Category: w.Categories[len(w.Categories)-1].No},
					{ID: budgetsession.NewID(), Amount: 10, Category: row.Category},
				}
				row.Category = 0
			default:
				continue
			}
			if err := e.PutTransaction(row); err != nil {
				return err
			}
		}
		for i, c := range w.Cells {
			if i%9 == 4 {
				if err := e.SetBudgeted(c.Category, c.Month, money.Milli(i%2)*(c.Budgeted-5_000)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return done.Change
}

// compareProposals compares all proposals, with all ways to make up for card debt and some items left out.
func compareProposals(t *testing.T, a *home, id, when string) {
	t.Helper()
	proposers := map[cleanup.Kind]func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal{
		cleanup.Everything: cleanup.Match, cleanup.CardDebt: cleanup.Debt, cleanup.Holds: cleanup.HoldBack, cleanup.Duplicates: cleanup.Twins,
		cleanup.CardReserves: func(in *cleanup.Input, _ cleanup.Choices) *cleanup.Proposal { return cleanup.Reserves(in) },
	}
	err := migration.CleanUpInput(t.Context(), a.Migration, id, func(columns *cleanup.Input, w *budget.Whole) {
		excluded := map[string]bool{}
		for i := range 4 {
			for kind, propose := range proposers {
				// Rows are scanned again for each proposal, without shared state.
				rows := &cleanup.Input{
					Budget: w, Rows: cleanuptest.Rows{Whole: w}, Budgeted: cleanuptest.Budgeted(w), Figures: columns.Figures,
					Source: columns.Source, Renamed: columns.Renamed,
				}
				choices := cleanup.Choices{PerCard: i%2 == 1, StayAboveZero: i >= 2, Leave: excluded}
				want, got := propose(rows, choices), propose(columns, choices)
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s, %s, %+v: proposals by rows and by columns differ\n%.2000s", when, kind, choices, diff)
				}
				if kind == cleanup.Everything && i == 1 {
					for k := range got.Items {
						if k%3 == 1 {
							excluded[got.Items[k].ID] = true
						}
					}
				}
			}
		}
	})
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", when, err))
	}
}
