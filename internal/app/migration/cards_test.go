package migration_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

var threeCards = []string{"--seed", "5", "--years", "2", "--tx", "420", "--cards", "3"}

// months returns a budget's figures by month, without the ids that each import generates.
func months(t *testing.T, a *home, id string) []app.Month {
	t.Helper()
	all, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		for k := range all[i].Categories {
			c := &all[i].Categories[k]
			c.ID, c.GroupID, c.Card = "", "", ""
		}
		slices.SortFunc(all[i].Categories, func(a, b app.MonthCategory) int { return bytes.Compare([]byte(a.Group+a.Name), []byte(b.Group+b.Name)) })
	}
	return all
}

func importCards(t *testing.T, a *home, path string) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := a.Import(t.Context(), app.Machine(), file, migration.ImportOptions{FileName: "plan.json", CardEnvelopes: true})
	if err != nil {
		t.Fatal(err)
	}
	return got.Budget.ID
}

func keepCards(t *testing.T, a *home, id string, envelopes bool) app.ChangeResult {
	t.Helper()
	done, err := a.KeepCards(t.Context(), app.Machine(), id, envelopes)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// Card envelopes chosen at import or later give the same figures; the preview equals the result; after an undo or a
// change back everything is as before, including amounts budgeted to cards here.
func TestCardModeCanBeChangedAndChangedBack(t *testing.T) {
	a, who := newHome(t), app.Machine()
	path := testkit.Plan(t, threeCards...)
	id, other := importPlan(t, a, path), importCards(t, a, path)
	plain, sources := months(t, a, id), months(t, a, other)
	r := verificationOf(t, a, other)
	if !r.Sound() || r.Cells.Different > 0 {
		t.Errorf("envelopes chosen at the import: %s", r.ToBudget)
	}

	preview, err := a.PreviewCards(t.Context(), who, id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, months(t, a, id)); diff != "" {
		t.Fatalf("the preview changed the budget: %s", diff)
	}
	done := keepCards(t, a, id, true)
	if diff := cmp.Diff(sources, months(t, a, id)); diff != "" {
		t.Fatalf("envelopes chosen later give another budget: %s", diff)
	}
	for i, m := range preview.Months {
		if m.ToBudget != plain[i].ToBudget || m.Then != sources[i].ToBudget || len(m.Cards) != 3 {
			t.Errorf("preview of %s: %+v, want To Budget %s, then %s", m.Month, m, plain[i].ToBudget, sources[i].ToBudget)
		}
	}
	if r = verificationOf(t, a, id); !r.Sound() || r.Cells.Different > 0 {
		t.Errorf("envelopes chosen later: %s %s", r.Sentence, r.ToBudget)
	}
	if _, err := a.KeepCards(t.Context(), who, id, true); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("envelopes chosen twice: error %v, want a conflict", err)
	}
	for _, kind := range []cleanup.Kind{cleanup.CardDebt, cleanup.CardReserves} {
		all, err := a.ProposeCleanUp(t.Context(), who, id, migration.CleanUpsAsked(kind))
		if err != nil || !all[0].Empty || len(all[0].Items) > 0 {
			t.Errorf("%s: proposal %+v, want it empty (error %v)", kind, all, err)
		}
	}

	if _, err := a.Undo(t.Context(), who, id, done.Change); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain, months(t, a, id)); diff != "" {
		t.Errorf("undo gives another budget: %s", diff)
	}
	keepCards(t, a, id, true)
	screen, err := a.Screen(t.Context(), who, id)
	if err != nil {
		t.Fatal(err)
	}
	card := screen.Categories[slices.IndexFunc(screen.Categories, func(c budget.Category) bool { return c.Card != 0 })]
	if _, err := a.SetBudgeted(t.Context(), who, id, card.ID, sources[7].Month, 123456); err != nil {
		t.Fatal(err)
	}
	edited := months(t, a, id)
	keepCards(t, a, id, false)
	if diff := cmp.Diff(plain, months(t, a, id)); diff != "" {
		t.Errorf("changing back gives another budget: %s", diff)
	}
	if r = verificationOf(t, a, id); !r.Sound() {
		t.Errorf("verification after changing back: %s", r.ToBudget)
	}
	keepCards(t, a, id, true)
	if diff := cmp.Diff(edited, months(t, a, id)); diff != "" {
		t.Errorf("choosing envelopes again gives another budget: %s", diff)
	}
	checkSound(t, a, id, "at the end")
}

// The card mode is retained by a copy, by a document, and by another Holdover that imports the document.
func TestCardModeIsCopied(t *testing.T) {
	a, who := newHome(t), app.Machine()
	id := importCards(t, a, testkit.Plan(t, threeCards...))
	want := months(t, a, id)
	copied, err := a.Duplicate(t.Context(), who, id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, months(t, a, copied.ID)); diff != "" || !copied.CardEnvelopes {
		t.Errorf("copy differs: %s", diff)
	}
	var doc bytes.Buffer
	if err := a.Document(t.Context(), who, id, "plan", &doc); err != nil {
		t.Fatal(err)
	}
	other := newHome(t)
	got, err := other.Import(t.Context(), who, &doc, migration.ImportOptions{FileName: "copy.json"})
	if err != nil {
		t.Fatal(err)
	}
	imported := months(t, other, got.Budget.ID)
	for i := range imported { // the source's ids are those of the other Holdover
		for k := range imported[i].Categories {
			imported[i].Categories[k].SourceID = want[i].Categories[k].SourceID
		}
	}
	if diff := cmp.Diff(want, imported); diff != "" {
		t.Errorf("import into another Holdover differs: %s", diff)
	}
	if r := verificationOf(t, other, got.Budget.ID); !r.Sound() || r.Cells.Different > 0 {
		t.Errorf("verification in another Holdover: %s %s", r.Sentence, r.ToBudget)
	}
}

// Taking over a newer file in a budget with card envelopes gives the same result as importing that file.
func TestNewerFileInABudgetWithCardEnvelopes(t *testing.T) {
	a, who := newHome(t), app.Machine()
	older, err := os.ReadFile(testkit.Plan(t, threeCards...))
	if err != nil {
		t.Fatal(err)
	}
	newer := testkit.EditPlan(t, older, func(plan map[string]any) {
		for _, m := range plan["months"].([]any)[5:8] {
			for _, c := range m.(map[string]any)["categories"].([]any) {
				if c := c.(map[string]any); c["category_group_name"] == "Credit Card Payments" {
					c["budgeted"] = 77000
				}
			}
		}
		rows := plan["transactions"].([]any)
		plan["transactions"] = rows[:len(rows)-40]
	})
	for _, later := range []bool{false, true} {
		t.Run(fmt.Sprint("chosen later ", later), func(t *testing.T) {
			file := t.TempDir() + "/older.json"
			if err := os.WriteFile(file, older, 0o600); err != nil {
				t.Fatal(err)
			}
			var id string
			if later {
				id = importPlan(t, a, file)
				keepCards(t, a, id, true)
			} else {
				id = importCards(t, a, file)
			}
			if _, _, err := a.ApplyReimport(t.Context(), who, id, migration.NewerFile{Name: "newer.json"}, bytes.NewReader(newer)); err != nil {
				t.Fatal(err)
			}
			file = t.TempDir() + "/newer.json"
			if err := os.WriteFile(file, newer, 0o600); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(months(t, a, importCards(t, a, file)), months(t, a, id)); diff != "" {
				t.Error(diff)
			}
			if r := verificationOf(t, a, id); r.Ours > 0 {
				t.Errorf("verification: %s To Budget: %s", r.Sentence, r.ToBudget)
			}
		})
	}
}

// A new card gets a payment category, which is renamed and deleted with it; its group can contain nothing else.
func TestPaymentCategoryFollowsItsCard(t *testing.T) {
	a, who := newHome(t), app.Machine()
	id := importCards(t, a, testkit.Plan(t, threeCards...))
	sources := months(t, a, id)
	payments := func() (names []string) {
		screen, err := a.Screen(t.Context(), who, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range screen.Categories {
			if c.Card != 0 {
				names = append(names, c.Name)
			}
		}
		return names
	}
	if n := len(payments()); n != 3 {
		t.Fatalf("%d payment categories, want 3", n)
	}
	month := sources[len(sources)-1].Month
	_, account, err := a.AddAccount(t.Context(), who, id, app.AccountEntry{Name: "Travel card", Type: "creditCard", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	screen, err := a.Screen(t.Context(), who, id)
	if err != nil {
		t.Fatal(err)
	}
	category := screen.Categories[slices.IndexFunc(screen.Categories, func(c budget.Category) bool { return c.Name == "Travel card" })]
	if _, _, err := a.AddRow(t.Context(), who, id, rows.Entry{Account: account, Date: month.First(), Amount: -1000, Category: category.ID}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("add a row to a payment category: error %v, want it invalid", err)
	}
	if _, err := a.RenameAccount(t.Context(), who, id, account, "Holiday card"); err != nil {
		t.Fatal(err)
	}
	if names := payments(); !slices.Contains(names, "Holiday card") || slices.Contains(names, "Travel card") {
		t.Errorf("payment categories after the rename: %q", names)
	}
	if _, err := a.DeleteAccount(t.Context(), who, id, account); err != nil {
		t.Fatal(err)
	}
	if names := payments(); len(names) != 3 {
		t.Errorf("payment categories after the deletion: %q, want 3", names)
	}
	if found, err := a.Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("check: differences %v (error %v)", found, err)
	}
	if diff := cmp.Diff(sources, months(t, a, id)); diff != "" {
		t.Errorf("budget after the card was deleted differs: %s", diff)
	}
}
