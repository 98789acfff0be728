package migration_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/testing/testkit"
)

// A document written by Holdover contains the id that the plan had at its source. A second Holdover recognises the
// plan, in the first one's file and in the source's own, and takes over a newer file.
func TestSecondHoldoverRecognisesThePlan(t *testing.T) {
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "62", "--years", "1", "--tx", "200", "--cards", "1"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, me := t.Context(), app.Machine()
	first, second := newHome(t), newHome(t)
	here := bringBytes(t, first, text)
	written := documentOf(t, first, here)
	if got, want := planIDOf(t, written), planIDOf(t, text); got != want {
		t.Fatalf("the document has the id %s, the source's was %s", got, want)
	}
	there := bringBytes(t, second, written)
	if knows(t, second, text) != there || knows(t, second, written) != there {
		t.Error("the second Holdover does not know the plan again")
	}
	if again := planIDOf(t, documentOf(t, second, there)); again != planIDOf(t, text) {
		t.Errorf("at the second Holdover the plan has the id %s", again)
	}

	accounts, err := first.Accounts(ctx, me, here)
	if err != nil {
		t.Fatal(err)
	}
	var onBudget pageframe.Account
	for _, acc := range accounts {
		if acc.OnBudget && !acc.Closed {
			onBudget = acc
		}
	}
	list, err := first.Register(ctx, me, here, registers.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := first.AddRow(ctx, me, here, rows.Entry{Account: onBudget.ID, Date: list.Rows[0].Date, Amount: -12_340, PayeeName: "New at the first"}); err != nil {
		t.Fatal(err)
	}
	newer := documentOf(t, first, here)
	if knows(t, second, newer) != there {
		t.Error("a newer file is another plan to the second Holdover")
	}
	done, view, err := second.ApplyReimport(ctx, me, there, migration.NewerFile{Name: "newer.json"}, bytes.NewReader(newer))
	if err != nil || view.New == 0 {
		t.Fatalf("%+v, %v", view, err)
	}
	sameMonths(t, second, there, first, here)
	conserved(t, second, there, "after the newer file")
	if _, err := second.Undo(ctx, me, there, done.Change); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(planOf(t, documentOf(t, second, there)), planOf(t, written)) {
		t.Error("taking it back leaves another budget")
	}
}

func sameMonths(t *testing.T, a *home, id string, b *home, other string) {
	t.Helper()
	got, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := b.Months(t.Context(), app.Machine(), other, app.MonthSpan{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant\n%+v", err, got, want)
	}
}

func documentOf(t *testing.T, a *home, id string) []byte {
	t.Helper()
	var text bytes.Buffer
	if err := a.Document(t.Context(), app.Machine(), id, "plan", &text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

func planOf(t *testing.T, document []byte) (plan map[string]any) {
	t.Helper()
	var doc struct{ Data map[string]any }
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"plan", "budget"} {
		if p, is := doc.Data[key].(map[string]any); is {
			plan = p
		}
	}
	delete(plan, "last_modified_on")
	return plan
}

func planIDOf(t *testing.T, document []byte) string {
	t.Helper()
	id, _ := planOf(t, document)["id"].(string)
	return id
}

// knows returns the budget that a file belongs to, or "" for a new one.
func knows(t *testing.T, a *home, document []byte) (id string) {
	t.Helper()
	_, _ = a.Import(t.Context(), app.Machine(), bytes.NewReader(document), migration.ImportOptions{Ask: func(known []migration.SamePlan, _ *migration.Upload) { id = known[0].ID }})
	return id
}
