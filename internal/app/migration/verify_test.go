package migration_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/blob"
	"holdover/internal/testing/testkit"
)

// Immediately after an import, verification returns the stored report.
func TestVerifyAfterImportReturnsTheStoredReport(t *testing.T) {
	a := newHome(t)
	for _, path := range append(testkit.RequireGenuinePlans(t), testkit.Plan(t, "--seed", "41", "--years", "2", "--tx", "300", "--cards", "3")) {
		id := importPlan(t, a, path)
		storedReport, err := a.Report(t.Context(), app.Machine(), id)
		if err != nil {
			t.Fatal(err)
		}
		now := verificationOf(t, a, id)
		if now.Unexplained != 0 || now.Ours != 0 {
			t.Errorf("%s: unexplained %s, %d errors of Holdover", filepath.Base(path), now.Unexplained, now.Ours)
		}
		now.Evidence = nil
		if stored, present := asJSON(t, storedReport.Verification), asJSON(t, *now); stored != present {
			t.Errorf("%s: stored\n%s\nnow\n%s", filepath.Base(path), stored, present)
		}
		result := applyAndCheck(t, a, id, cleanup.Everything, cleanup.Choices{})
		checkSound(t, a, id, filepath.Base(path)+" after")
		t.Logf("%s: %d of %d months match before, %d after", filepath.Base(path), result.Matched.Before, result.Matched.Of, result.Matched.After)
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Edits, holds and rollovers since the import are separated from errors of the file and of the rules; after an undo
// they are not mentioned.
func TestVerifySeparatesEditsFromErrors(t *testing.T) {
	a := newHome(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "42", "--years", "1", "--tx", "300", "--cards", "1"))
	before := asJSON(t, verificationOf(t, a, id))
	w := wholeOf(t, a, id)
	months, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	category := months[3].Categories[slices.IndexFunc(months[3].Categories, func(c app.MonthCategory) bool { return !c.Income && !c.Hidden })]
	edit, err := a.SetBudgeted(t.Context(), app.Machine(), id, category.ID, months[3].Month, category.Budgeted+12_340)
	if err != nil {
		t.Fatal(err)
	}
	row := w.Transactions[len(w.Transactions)/2]
	deleted, err := a.change(t.Context(), app.Machine(), id, "delete", func(e *budgetsession.ChangeTx) error {
		row.Amount++
		if len(row.Parts) > 0 {
			row.Parts[0].Amount++
		}
		return e.PutTransaction(&row)
	})
	if err != nil {
		t.Fatal(err)
	}
	r := checkSound(t, a, id, "after edits")
	blamed := 0
	for _, c := range r.Cells.List {
		if c.Blame == verification.ChangedHere {
			blamed++
		}
	}
	if blamed == 0 || blamed != r.Cells.Different {
		t.Errorf("%d of %d different cells are attributed to changes here", blamed, r.Cells.Different)
	}
	for _, m := range r.Months {
		changed := false
		for _, c := range m.Causes {
			changed = changed || c.Cause == verification.EditedHere
		}
		if m.Month >= months[3].Month && !changed {
			t.Errorf("%s: causes %+v, want the edit among them", m.Month, m.Causes)
		}
	}
	for _, change := range []int64{edit.Change, deleted.Change} {
		if _, err := a.Undo(t.Context(), app.Machine(), id, change); err != nil {
			t.Fatal(err)
		}
	}
	if after := asJSON(t, verificationOf(t, a, id)); after != before {
		t.Error("verification after the undo differs from that before the edits")
	}
}

// A figure that is changed in the file by one milliunit is attributed to
// the file; one that the import got wrong, to Holdover.
func TestVerifyAttributesDefectsToFileOrImport(t *testing.T) {
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "43", "--years", "1", "--tx", "200", "--cards", "1", "--plain"))
	if err != nil {
		t.Fatal(err)
	}
	month := func(plan map[string]any, i int) map[string]any { return plan["months"].([]any)[i].(map[string]any) }
	more := func(record map[string]any, field string) {
		n, _ := record[field].(json.Number).Int64()
		record[field] = n + 1
	}
	inFile := map[string]func(plan map[string]any){
		"account balance": func(p map[string]any) { more(p["accounts"].([]any)[0].(map[string]any), "balance") },
		"ready to assign": func(p map[string]any) { more(month(p, 2), "to_be_budgeted") },
		"a category's balance": func(p map[string]any) {
			categories := month(p, 2)["categories"].([]any)
			more(categories[len(categories)/2].(map[string]any), "balance")
		},
	}
	for name, change := range inFile {
		t.Run("file/"+name, func(t *testing.T) {
			a := newHome(t)
			got, err := a.Import(t.Context(), app.Machine(), bytes.NewReader(testkit.EditPlan(t, text, change)), migration.ImportOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r := checkSound(t, a, got.Budget.ID, "verifying")
			if len(r.Contradictions) == 0 {
				t.Error("the contradiction is not attributed to the file")
			}
		})
	}
	inUs := map[string]func(w *budget.Whole){
		"a row's amount": func(w *budget.Whole) { w.Transactions[len(w.Transactions)/2].Amount++ },
		"a row's date": func(w *budget.Whole) {
			t := &w.Transactions[slices.IndexFunc(w.Transactions, func(t budget.Transaction) bool { return t.Category != 0 })]
			t.Date = t.Date.AddMonths(1)
		},
		"a budgeted cell": func(w *budget.Whole) { w.Cells[len(w.Cells)/2].Budgeted++ },
		"a missing row":   func(w *budget.Whole) { w.Transactions = w.Transactions[:len(w.Transactions)-1] },
		"a rollover":      func(w *budget.Whole) { w.Rollovers = append(w.Rollovers, overspentHere(w)) },
	}
	for name, plant := range inUs {
		t.Run("ours/"+name, func(t *testing.T) {
			a := newHome(t)
			id := importWrongly(t, a, text, plant)
			r := verificationOf(t, a, id)
			if r.Sound() {
				t.Error("the planted defect is not found")
			}
			if _, err := a.SetMonthNote(t.Context(), app.Machine(), id, r.Months[0].Month, "A note"); err != nil {
				t.Fatal(err)
			}
			last := r.Months[len(r.Months)-1].Month
			if _, err := a.Hold(t.Context(), app.Machine(), id, last, 1); err != nil {
				t.Log(err) // nothing to hold there
			}
			if r := verificationOf(t, a, id); r.Sound() {
				t.Error("after other changes the defect is attributed to them")
			}
		})
	}
}

// overspentHere returns the rollover switch of the first overspent category.
func overspentHere(w *budget.Whole) budget.Rollover {
	sheet := envelope.Compute(envelope.SnapshotOf(w))
	for _, row := range sheet.Rows {
		for i, cell := range row.Cells {
			if cell.Balance < 0 && i+1 < len(row.Cells) {
				return budget.Rollover{Category: row.No, From: sheet.First, On: true}
			}
		}
	}
	return budget.Rollover{}
}

// importWrongly imports a document as an importer with a defect would.
func importWrongly(t testing.TB, a *home, text []byte, plant func(*budget.Whole)) string {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	whole, notes, err := importer.Import(doc, importer.Options{NewID: budgetsession.NewID})
	if err != nil {
		t.Fatal(err)
	}
	plant(whole)
	whole.Info.ID = budgetsession.NewID()
	original, err := blob.NewOriginal()
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	if _, err := original.Write(text); err != nil {
		t.Fatal(err)
	}
	got, err := migration.Keep(a.Migration, t.Context(), app.Machine(), doc, store.Import{Whole: whole, Original: original, Admit: func([]store.ExistingBudget) error { return nil }}, migration.ImportReport{Notes: *notes})
	if err != nil {
		t.Fatal(err)
	}
	return got.Budget.ID
}

// BenchmarkVerify must not take longer than the import of the same 50,000 transactions over ten years, which it also
// prints.
func BenchmarkVerify(b *testing.B) {
	path := testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000")
	a := newHome(b)
	begin := time.Now()
	id := importPlan(b, a, path)
	importing := time.Since(begin)
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"imported", func() error { return nil }},
		{"changed", func() error {
			_, _, err := a.ApplyCleanUp(b.Context(), app.Machine(), id, cleanup.Everything, cleanup.Choices{})
			return err
		}},
		{"reimported", func() error {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			begin := time.Now()
			_, _, err = a.ApplyReimport(b.Context(), app.Machine(), id, migration.NewerFile{}, bytes.NewReader(bytes.ReplaceAll(text, []byte(`"Groceries"`), []byte(`"Food"`))))
			b.Logf("reimport takes %s, the import took %s", time.Since(begin).Round(time.Millisecond), importing.Round(time.Millisecond))
			return err
		}},
	} {
		if err := c.do(); err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				verificationOf(b, a, id)
			}
			b.ReportMetric(float64(importing.Milliseconds()), "ms/import")
		})
	}
}

// A copy has no history of its original: changes made there are still changes, not defects of ours.
func TestVerifyTreatsChangesInACopyAsChanges(t *testing.T) {
	a := newHome(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "44", "--years", "1", "--tx", "200", "--cards", "2"))
	applyAndCheck(t, a, id, cleanup.Everything, cleanup.Choices{})
	want := asJSON(t, verificationOf(t, a, id).Months)
	copied, err := a.Duplicate(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	if r := checkSound(t, a, copied.ID, "the copy"); asJSON(t, r.Months) != want {
		t.Error("months of the copy differ from those of the original")
	}
}
