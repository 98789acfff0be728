package migration_test

import (
	"bytes"
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// TestVerificationByStoredFiguresEqualsVerificationByDocument: verification by the stored figures equals verification by the document and all
// rows, for consistent and contradictory files, after edits, a clean-up, a newer file, an undo and a copy.
func TestVerificationByStoredFiguresEqualsVerificationByDocument(t *testing.T) {
	t.Run("genuine", func(t *testing.T) { compareVerifications(t, testkit.RequireGenuinePlans(t)...) })
	for _, options := range [][]string{
		{"--seed", "71", "--years", "2", "--tx", "300", "--cards", "3"},
		{"--seed", "72", "--years", "1", "--tx", "200", "--plain"},
		{"--seed", "73", "--years", "3", "--tx", "400", "--cards", "1", "--rta", "net"},
	} {
		t.Run(strings.Join(options, " "), func(t *testing.T) { compareVerifications(t, testkit.Plan(t, options...)) })
	}
}

func compareVerifications(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a := newHome(t)
		got, err := a.Import(t.Context(), app.Machine(), bytes.NewReader(text), migration.ImportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		alike := func(id, when string) {
			t.Helper()
			want, err := migration.VerifyDocument(t.Context(), a.Migration, id)
			if err != nil {
				t.Fatal(err)
			}
			byFigures, byDocument := asJSON(t, ordered(verificationOf(t, a, id))), asJSON(t, ordered(want))
			for i := range min(len(byFigures), len(byDocument)) {
				if byFigures[i] != byDocument[i] {
					t.Errorf("%s: verification by stored figures\n%.300s\nby the document\n%.300s", when, byFigures[max(0, i-100):], byDocument[max(0, i-100):])
					break
				}
			}
			if len(byFigures) != len(byDocument) {
				t.Errorf("%s: verification by stored figures has %d bytes, by the document %d", when, len(byFigures), len(byDocument))
			}
		}
		id := got.Budget.ID
		alike(id, "imported")
		months, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
		if err != nil {
			t.Fatal(err)
		}
		m := months[len(months)/2]
		at := slices.IndexFunc(m.Categories, func(c app.MonthCategory) bool { return !c.Income && !c.Hidden })
		edit, err := a.SetBudgeted(t.Context(), app.Machine(), id, m.Categories[at].ID, m.Month, m.Categories[at].Budgeted+12_340)
		if err != nil {
			t.Fatal(err)
		}
		alike(id, "budgeted")
		if over := slices.IndexFunc(m.Categories, func(c app.MonthCategory) bool { return !c.Income && c.Balance < 0 }); over >= 0 {
			if _, err := a.Rollover(t.Context(), app.Machine(), id, m.Categories[over].ID, m.Month, true); err != nil {
				t.Log(err) // the last step
			}
		}
		alike(id, "rolled over")
		applyAndCheck(t, a, id, cleanup.Everything, cleanup.Choices{})
		alike(id, "cleaned up")
		copied, err := a.Duplicate(t.Context(), app.Machine(), id)
		if err != nil {
			t.Fatal(err)
		}
		alike(copied.ID, "copied")
		if _, err := a.Undo(t.Context(), app.Machine(), id, edit.Change); err != nil {
			t.Log(err) // the clean-up may have continued from it
		}
		alike(id, "undone")
		newer := bytes.ReplaceAll(text, []byte(`Groceries`), []byte(`Food`))
		if _, _, err := a.ApplyReimport(t.Context(), app.Machine(), id, migration.NewerFile{}, bytes.NewReader(newer)); err != nil {
			t.Fatal(err)
		}
		alike(id, "taken over")
	}
}

// ordered puts the lists of a report into an order that does not follow that of the
// budget's categories.
func ordered(r *verification.Report) *verification.Report {
	for _, list := range r.Evidence {
		slices.SortFunc(list, func(a, b verification.Evidence) int {
			return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.Of, b.Of), cmp.Compare(a.Amount, b.Amount))
		})
	}
	slices.SortFunc(r.Cells.List, func(a, b verification.CellLine) int {
		return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.Category, b.Category))
	})
	slices.Sort(r.Contradictions)
	return r
}
