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
	"holdover/internal/app/rules"
	"holdover/internal/model/budget"
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
	inFirst := importText(t, first, text)
	written := documentOf(t, first, inFirst)
	if got, want := planIDOf(t, written), planIDOf(t, text); got != want {
		t.Fatalf("the document has the id %s, the source's was %s", got, want)
	}
	inSecond := importText(t, second, written)
	if budgetOfFile(t, second, text) != inSecond || budgetOfFile(t, second, written) != inSecond {
		t.Error("the second Holdover does not recognise the plan")
	}
	if again := planIDOf(t, documentOf(t, second, inSecond)); again != planIDOf(t, text) {
		t.Errorf("plan id in the second Holdover's document: %s, want %s", again, planIDOf(t, text))
	}

	accounts, err := first.Accounts(ctx, me, inFirst)
	if err != nil {
		t.Fatal(err)
	}
	var onBudget pageframe.Account
	for _, acc := range accounts {
		if acc.OnBudget && !acc.Closed {
			onBudget = acc
		}
	}
	list, err := first.Register(ctx, me, inFirst, registers.Query{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := first.AddRow(ctx, me, inFirst, rows.Entry{Account: onBudget.ID, Date: list.Rows[0].Date, Amount: -12_340, PayeeName: "New at the first"}); err != nil {
		t.Fatal(err)
	}
	made := saveRule(t, first, inFirst)
	newer := documentOf(t, first, inFirst)
	if budgetOfFile(t, second, newer) != inSecond {
		t.Error("the second Holdover does not recognise a newer file of the plan")
	}
	done, view, err := second.ApplyReimport(ctx, me, inSecond, migration.NewerFile{Name: "newer.json"}, bytes.NewReader(newer))
	if err != nil || view.New == 0 {
		t.Fatalf("second Holdover takes over the newer file: %+v, want new records (error %v)", view, err)
	}
	sameMonths(t, second, inSecond, first, inFirst)
	checkMoney(t, second, inSecond, "after the newer file")
	if got := rulesOf(t, second, inSecond); !reflect.DeepEqual(got, made) {
		t.Errorf("the rules in the second Holdover are %+v, want %+v", got, made)
	}
	third := newHome(t)
	if got := rulesOf(t, third, importText(t, third, newer)); !reflect.DeepEqual(got, made) {
		t.Errorf("the rules in a third Holdover are %+v, want %+v", got, made)
	}
	if _, err := second.Undo(ctx, me, inSecond, done.Change); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(planOf(t, documentOf(t, second, inSecond)), planOf(t, written)) {
		t.Error("undo gives another budget")
	}
}

// saveRule enters a rule that names a payee of the budget, and returns all rules.
func saveRule(t *testing.T, a *home, id string) []rules.Rule {
	t.Helper()
	entry := rules.Entry{
		Conditions: []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: "new at"}},
		Outcome:    rules.Outcome{Payee: "New at the first", Notes: "by a rule"},
	}
	if _, _, err := a.SaveRule(t.Context(), app.Machine(), id, entry, nil); err != nil {
		t.Fatal(err)
	}
	return rulesOf(t, a, id)
}

// rulesOf returns the rules of a budget, without the fingerprints by which changes are recognised.
func rulesOf(t *testing.T, a *home, id string) []rules.Rule {
	t.Helper()
	all, err := a.RulesOf(t.Context(), app.Machine(), id)
	if err != nil || len(all) != 1 {
		t.Fatalf("want one rule, got %+v (error %v)", all, err)
	}
	all[0].Seen = ""
	return all
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
		if p, ok := doc.Data[key].(map[string]any); ok {
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

// budgetOfFile returns the budget that a file belongs to, or "" for a new one.
func budgetOfFile(t *testing.T, a *home, document []byte) (id string) {
	t.Helper()
	_, _ = a.Import(t.Context(), app.Machine(), bytes.NewReader(document), migration.ImportOptions{Ask: func(existing []migration.ExistingBudget, _ *migration.Upload) { id = existing[0].ID }})
	return id
}
