package migration_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/reimport"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// planOfAYear returns a document with a card, to make a newer one of.
func planOfAYear(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "61", "--years", "1", "--tx", "300", "--cards", "1"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// After a newer document is taken over, the budget's figures equal those of an import of that document, and an undo
// restores the state before.
func TestReimportEqualsImportAndCanBeUndone(t *testing.T) {
	text := planOfAYear(t)
	newer := testkit.EditPlan(t, text, editPlan)
	a := newHome(t)
	ctx, who := t.Context(), app.Machine()
	id := importText(t, a, text)
	same, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(text))
	if err != nil || len(same.Changes) > 0 {
		t.Fatalf("preview of the same document: %+v, want no changes (error %v)", same, err)
	}
	before, verified := wholeOf(t, a, id), verifiedAs(t, a, id)
	preview, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(newer))
	if err != nil {
		t.Fatal(err)
	}
	done, view, err := a.ApplyReimport(ctx, who, id, migration.NewerFile{}, bytes.NewReader(newer))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(preview, view) || view.New < 2 || view.Changed < 3 || view.Deleted != 1 || view.Kept != 0 {
		t.Errorf("preview: %d new, %d changed, %d deleted, %d kept; done: %+v", preview.New, preview.Changed, preview.Deleted, preview.Kept, view)
	}
	checkMoney(t, a, id, "after the takeover")
	sameFigures(t, a, id, importText(t, a, newer))
	if got := originalOf(t, a, id, 0); got != string(newer) {
		t.Error("the newer document is not the budget's document")
	}
	sameVerification(t, a, id, importText(t, a, newer))
	if again, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(newer)); err != nil || !again.Same || len(again.Changes) > 0 {
		t.Errorf("preview after the reimport: %+v, want no changes (error %v)", again, err)
	}
	if again, _, err := a.ApplyReimport(ctx, who, id, migration.NewerFile{}, bytes.NewReader(newer)); err != nil || again.Change != 0 {
		t.Errorf("same document again: %+v, want no change (error %v)", again, err)
	}
	if _, err := a.Undo(ctx, who, id, done.Change); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, wholeOf(t, a, id)) {
		t.Error("undo gives another budget")
	}
	if got := originalOf(t, a, id, 0); got != string(text) || verifiedAs(t, a, id) != verified {
		t.Error("undo gives another document or verification")
	}
	if originalOf(t, a, id, 1) != string(text) || originalOf(t, a, id, 2) != string(newer) {
		t.Error("a stored document was lost")
	}
	if _, err := a.Redo(ctx, who, id, 0); err != nil {
		t.Fatal(err)
	}
	sameVerification(t, a, id, importText(t, a, newer))
}

func originalOf(t testing.TB, a *home, id string, document int64) string {
	t.Helper()
	var text bytes.Buffer
	if err := a.Original(t.Context(), app.Machine(), id, document, &text); err != nil {
		t.Error(err)
	}
	return text.String()
}

// verifiedAs returns the whole verification as text. Lists in the order of categories, which may be ours or the
// document's, are sorted.
func verifiedAs(t testing.TB, a *home, id string) string {
	t.Helper()
	report, err := a.Verify(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	sortAsText(report.Cells.List)
	sortAsText(report.Contradictions)
	for _, list := range report.Evidence {
		sortAsText(list)
	}
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func firstDifference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	at = max(0, at-100)
	return fmt.Sprintf("…%.300s\nwant …%.300s", got[at:], want[at:])
}

func sortAsText[T any](list []T) {
	slices.SortFunc(list, func(a, b T) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
}

// sameVerification checks that a budget verifies like one imported from its document, with the same proposed
// clean-ups.
func sameVerification(t testing.TB, a *home, id, as string) {
	t.Helper()
	got, want := verifiedAs(t, a, id), verifiedAs(t, a, as)
	if got != want {
		t.Error("it verifies otherwise: " + firstDifference(got, want))
	}
	var proposed [2]migration.Matched
	for i, one := range []string{id, as} {
		all, err := a.ProposeCleanUp(t.Context(), app.Machine(), one, migration.CleanUpsAsked(migration.CleanUpKinds()[0]))
		if err != nil {
			t.Fatal(err)
		}
		proposed[i] = all[0].Matched
	}
	if proposed[0] != proposed[1] {
		t.Errorf("Make it match: %+v, want %+v", proposed[0], proposed[1])
	}
}

// Fields changed here stay.
func TestReimportKeepsFieldsChangedHere(t *testing.T) {
	text := planOfAYear(t)
	a := newHome(t)
	ctx, who := t.Context(), app.Machine()
	id := importText(t, a, text)
	newer := testkit.EditPlan(t, text, editPlan)
	preview, err := a.PreviewReimport(ctx, who, id, "", bytes.NewReader(newer))
	if err != nil {
		t.Fatal(err)
	}
	deleted := "" // the id of the row that was deleted at the source
	for _, row := range wholeOf(t, a, id).Transactions {
		for _, c := range preview.Changes {
			if c.Kind == "transaction" && c.Date == row.Date && c.Action == reimport.Deleted && c.Amount == row.Amount {
				deleted = row.ID
			}
		}
	}
	ours := func(id string) budget.Transaction {
		for _, row := range wholeOf(t, a, id).Transactions {
			if row.ID == deleted {
				return row
			}
		}
		return budget.Transaction{}
	}
	if _, err := a.change(ctx, who, id, "memo", func(e *budgetsession.ChangeTx) error {
		row, err := e.TransactionByID(deleted)
		if err != nil {
			return err
		}
		row.Memo = "ours"
		return e.PutTransaction(&row)
	}); err != nil {
		t.Fatal(err)
	}
	_, view, err := a.ApplyReimport(ctx, who, id, migration.NewerFile{}, bytes.NewReader(newer))
	if err != nil {
		t.Fatal(err)
	}
	if view.Deleted != 0 || view.Kept != 1 || ours(id).Memo != "ours" {
		t.Errorf("%d deleted, %d kept, row %+v; want the row changed here kept", view.Deleted, view.Kept, ours(id))
	}
	checkMoney(t, a, id, "after the takeover")

	other := testkit.EditPlan(t, text, func(plan map[string]any) { plan["id"] = "another-plan" })
	_, err = a.PreviewReimport(ctx, who, id, "", bytes.NewReader(other))
	testkit.WantKind(t, err, apperr.Conflict)
}

// editPlan changes a plan as a user does: a row's amount and memo, a deleted row, a new row of a new payee,
// a budgeted amount, a renamed category.
func editPlan(plan map[string]any) {
	rows := plan["transactions"].([]any)
	split := map[any]bool{}
	for _, s := range plan["subtransactions"].([]any) {
		split[s.(map[string]any)["transaction_id"]] = true
	}
	var plain []map[string]any
	for _, r := range rows {
		row := r.(map[string]any)
		if row["deleted"] == false && row["transfer_account_id"] == nil && !split[row["id"]] && row["category_id"] != nil {
			plain = append(plain, row)
		}
	}
	plain[3]["amount"], plain[3]["memo"] = -12_340, "changed at the source"
	plain[5]["deleted"] = true
	added := map[string]any{}
	for k, v := range plain[7] {
		added[k] = v
	}
	added["id"], added["payee_id"], added["import_id"], added["matched_transaction_id"] = "new-row", "new-payee", nil, nil
	plan["transactions"] = append(rows, added)
	plan["payees"] = append(plan["payees"].([]any), map[string]any{"id": "new-payee", "name": "New here", "deleted": false})
	months := plan["months"].([]any)
	cells := months[len(months)/2].(map[string]any)["categories"].([]any)
	cell := cells[len(cells)-1].(map[string]any)
	n, _ := cell["budgeted"].(json.Number).Int64()
	cell["budgeted"] = n + 5000
	for _, c := range plan["categories"].([]any) {
		if category := c.(map[string]any); category["id"] == cell["id"] {
			category["name"] = "Renamed at the source"
		}
	}
}

func importText(t testing.TB, a *home, text []byte) string {
	t.Helper()
	got, err := a.Import(t.Context(), app.Machine(), bytes.NewReader(text), migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return got.Budget.ID
}

func sameFigures(t testing.TB, a *home, id, as string) {
	t.Helper()
	got, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := a.Months(t.Context(), app.Machine(), as, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d months, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].ToBudget != want[i].ToBudget || got[i].Balance != want[i].Balance || got[i].Activity != want[i].Activity {
			t.Errorf("%s: To Budget %s, balance %s; want %s, %s", want[i].Month, got[i].ToBudget, got[i].Balance, want[i].ToBudget, want[i].Balance)
		}
	}
}
