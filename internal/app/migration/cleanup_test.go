package migration_test

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// go test -seeds 200 tries more than the suite does.
var seedCount = flag.Int("seeds", 24, "how many generated plans to try")

// planSeeds are generated plans of all kinds.
func planSeeds() [][]string {
	currencies := []string{"USD", "EUR", "JPY", "KWD"}
	var all [][]string
	for seed := 1; seed <= *seedCount; seed++ {
		args := []string{
			"--seed", fmt.Sprint(300 + seed), "--years", fmt.Sprint(1 + seed%2), "--tx", fmt.Sprint(150 + 37*seed%300),
			"--cards", fmt.Sprint(seed % 4), "--currency", currencies[seed%4], "--future-months", fmt.Sprint(seed % 5),
		}
		if seed%3 == 0 {
			args = append(args, "--plain")
		}
		if seed%4 >= 2 {
			args = append(args, "--rta", "net")
		}
		all = append(all, args)
	}
	return all
}

func importPlan(t testing.TB, a *home, path string) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := a.Import(t.Context(), app.Machine(), file, migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return got.Budget.ID
}

func verificationOf(t testing.TB, a *home, id string) *verification.Report {
	t.Helper()
	r, err := a.Verify(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// checkSound fails if something is unexplained or a defect of ours.
func checkSound(t testing.TB, a *home, id, when string) *verification.Report {
	t.Helper()
	r := verificationOf(t, a, id)
	if !r.Sound() {
		t.Errorf("%s: unexplained %s, %d errors of Holdover", when, r.Unexplained, r.Ours)
	}
	return r
}

func wholeOf(t testing.TB, a *home, id string) *budget.Whole {
	t.Helper()
	var whole *budget.Whole
	if err := a.ReadTx(t.Context(), app.Machine(), id, func(v *store.ReadTx) (err error) {
		whole, err = v.Whole()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return whole
}

// checkMoney fails unless in every month the accounts' money is in the budget.
func checkMoney(t testing.TB, a *home, id, when string) {
	t.Helper()
	w := wholeOf(t, a, id)
	on := map[budget.AccountNo]bool{}
	for _, acc := range w.Accounts {
		on[acc.No] = acc.OnBudget
	}
	moved := map[civil.Month]money.Milli{}
	for _, row := range w.Transactions {
		if on[row.Account] {
			moved[row.Date.Month()] += row.Amount
		}
	}
	months, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	var accounts, uncategorised money.Milli
	for _, m := range months {
		accounts += moved[m.Month]
		uncategorised += m.Uncategorised
		if in := m.ToBudget + m.Held + m.Balance + uncategorised; in != accounts {
			t.Fatalf("%s, %s: accounts hold %s, the budget %s", when, m.Month, accounts, in)
		}
	}
}

func proposalOf(t testing.TB, a *home, id string, kind cleanup.Kind, choices cleanup.Choices) migration.CleanUp {
	t.Helper()
	all, err := a.ProposeCleanUp(t.Context(), app.Machine(), id, []migration.CleanUpAsked{{Kind: kind, Choices: choices}})
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

// applyAndCheck applies a clean-up and checks that the result equals the proposal, that nothing is lost, that nothing more
// is proposed, and that an undo restores the budget. Finally it redoes the clean-up.
func applyAndCheck(t testing.TB, a *home, id string, kind cleanup.Kind, choices cleanup.Choices) migration.CleanUp {
	t.Helper()
	first, again := proposalOf(t, a, id, kind, choices), proposalOf(t, a, id, kind, choices)
	if !reflect.DeepEqual(first.Items, again.Items) || !reflect.DeepEqual(first.Months, again.Months) {
		t.Errorf("%s: two proposals of the same budget differ", kind)
	}
	before := wholeOf(t, a, id)
	done, result, err := a.ApplyCleanUp(t.Context(), app.Machine(), id, kind, choices)
	if err != nil {
		t.Fatalf("apply %s: %v", kind, err)
	}
	if !reflect.DeepEqual(result.Items, first.Items) || (done.Change == 0) != first.Empty {
		t.Errorf("%s: the result differs from the proposal", kind)
	}
	checkMoney(t, a, id, string(kind))
	checkPromised(t, a, id, &first)
	if more := proposalOf(t, a, id, kind, choices); !more.Empty {
		t.Errorf("%s: proposal after it was applied: %+v, want it empty", kind, more.Changes)
	}
	if done.Change == 0 {
		return result
	}
	if _, err := a.Undo(t.Context(), app.Machine(), id, done.Change); err != nil {
		t.Fatalf("undo %s: %v", kind, err)
	}
	if after := wholeOf(t, a, id); !reflect.DeepEqual(before, after) {
		t.Errorf("%s: undo gives another budget", kind)
	}
	if _, err := a.Redo(t.Context(), app.Machine(), id, done.Change); err != nil {
		t.Fatalf("redo %s: %v", kind, err)
	}
	checkPromised(t, a, id, &first)
	return result
}

func checkPromised(t testing.TB, a *home, id string, p *migration.CleanUp) {
	t.Helper()
	months, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	toBudget := map[civil.Month]money.Milli{}
	for _, m := range months {
		toBudget[m.Month] = m.ToBudget
	}
	for _, m := range p.Months {
		if got, known := toBudget[m.Month]; known && got != m.After {
			t.Errorf("%s: To Budget of %s is %s, the proposal said %s", p.Kind, m.Month, got, m.After)
		}
	}
}

// Make it match changes To Budget to the source's figure in every month, except for Uncategorized overspending;
// nothing is unexplained before or after.
func TestMakeItMatchReachesTheSourcesToBudget(t *testing.T) {
	for i, args := range planSeeds() {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			a := newHome(t)
			id := importPlan(t, a, testkit.Plan(t, args...))
			before := checkSound(t, a, id, "before")
			if before.Cells.Different > 0 {
				t.Errorf("%d cells differ before, want 0", before.Cells.Different)
			}
			result := applyAndCheck(t, a, id, cleanup.Everything, cleanup.Choices{PerCard: i%2 == 1})
			after := checkSound(t, a, id, "after")
			held := map[civil.Month]money.Milli{}
			for _, m := range wholeOf(t, a, id).Months {
				held[m.Month] = m.Held
			}
			for i, m := range after.Months {
				var uncategorised money.Milli
				for _, c := range before.Months[i].Causes {
					if c.Cause == verification.Uncategorized {
						uncategorised = c.Amount
					}
				}
				asIs := m.Difference == uncategorised && m.ToBudget <= 0
				allHeld := m.Source < 0 && m.ToBudget == 0 && held[m.Month] > 0
				if m.Difference != 0 && !asIs && !allHeld {
					t.Errorf("%s: To Budget %s, at the source %s, uncategorised %s", m.Month, m.ToBudget, m.Source, uncategorised)
				}
			}
			t.Logf("%d of %d months match before, %d after", result.Matched.Before, result.Matched.Of, result.Matched.After)
		})
	}
}

// All clean-ups in sequence preserve the conservation law and can be undone; the report lists the changes made here.
func TestCleanUpsConserveMoneyAndCanBeUndone(t *testing.T) {
	for _, args := range planSeeds()[:8] {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			a := newHome(t)
			id := importPlan(t, a, testkit.Plan(t, args...))
			for _, kind := range []cleanup.Kind{cleanup.Duplicates, cleanup.CardDebt, cleanup.Holds} {
				applyAndCheck(t, a, id, kind, cleanup.Choices{})
				checkSound(t, a, id, string(kind))
			}
			if p := proposalOf(t, a, id, cleanup.Everything, cleanup.Choices{}); !p.Empty {
				t.Errorf("Make it match after all three clean-ups proposes %+v, want nothing", p.Changes)
			}
			if p := proposalOf(t, a, id, cleanup.CardReserves, cleanup.Choices{}); !p.Empty {
				t.Error("the explanation of card reserves changes the budget")
			}
		})
	}
}

// withDuplicates returns a budget with a category that is to be merged with another of its name.
func withDuplicates(t *testing.T) (a *home, id string, duplicate migration.CleanUpItem) {
	t.Helper()
	a = newHome(t)
	id = importPlan(t, a, testkit.Plan(t, "--seed", "7", "--years", "1", "--tx", "300", "--cards", "2", "--rta", "net"))
	all := proposalOf(t, a, id, cleanup.Duplicates, cleanup.Choices{})
	i := slices.IndexFunc(all.Items, func(it migration.CleanUpItem) bool {
		return it.Action == cleanup.Merge && !it.Left && it.Category != ""
	})
	if i < 0 {
		t.Fatal("the plan has no duplicate categories")
	}
	return a, id, all.Items[i]
}

// TestCleanUpPreviewRefusesInvalidChoices: a preview took ids that are not proposed and names that cannot be, which are refused when it is
// applied.
func TestCleanUpPreviewRefusesInvalidChoices(t *testing.T) {
	a, id, duplicate := withDuplicates(t)
	for name, c := range map[string]struct {
		choices cleanup.Choices
		good    bool
	}{
		"item to exclude": {cleanup.Choices{Leave: map[string]bool{"category:999999": true}}, false},
		"item to include": {cleanup.Choices{Take: map[string]bool{"category:999999": true}}, false},
		"item to rename":  {cleanup.Choices{Rename: map[string]string{"category:999999": "Other"}}, false},
		"empty name":      {cleanup.Choices{Rename: map[string]string{duplicate.ID: "  "}}, false},
		"new name":        {cleanup.Choices{Rename: map[string]string{duplicate.ID: "Quite another name"}}, true},
	} {
		_, err := a.ProposeCleanUp(t.Context(), app.Machine(), id, []migration.CleanUpAsked{{Kind: cleanup.Duplicates, Choices: c.choices, Strict: true}})
		if c.good && err != nil || !c.good && apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: error %v, want it accepted: %t", name, err, c.good)
		}
	}
}

// Excluded items stay unchanged, and an unknown id is refused.
func TestExcludedCleanUpsAreNotApplied(t *testing.T) {
	a, id, duplicate := withDuplicates(t)
	_, _, err := a.ApplyCleanUp(t.Context(), app.Machine(), id, cleanup.Duplicates, cleanup.Choices{Leave: map[string]bool{"category:999999": true}})
	testkit.WantKind(t, err, apperr.Invalid)
	if !strings.Contains(err.Error(), "category:999999") {
		t.Error(err)
	}
	_, _, err = a.ApplyCleanUp(t.Context(), app.Machine(), id, cleanup.Duplicates, cleanup.Choices{Rename: map[string]string{duplicate.ID: "  "}})
	testkit.WantKind(t, err, apperr.Invalid)
	_, _, err = a.ApplyCleanUp(t.Context(), app.Machine(), id, "everything", cleanup.Choices{})
	testkit.WantKind(t, err, apperr.NotFound)

	applyAndCheck(t, a, id, cleanup.Duplicates, cleanup.Choices{Rename: map[string]string{duplicate.ID: "Quite another name"}})
	named := func(name string) bool {
		return slices.ContainsFunc(wholeOf(t, a, id).Categories, func(c budget.Category) bool { return c.Name == name })
	}
	if named(duplicate.Category) || !named("Quite another name") {
		t.Error("the duplicate category was not renamed")
	}
	done, err := a.CleanUpsDone(t.Context(), app.Machine(), id)
	if err != nil || done[cleanup.Duplicates].Label == "" || len(done) != 1 {
		t.Errorf("applied clean-ups: %+v, want one, of duplicates (error %v)", done, err)
	}
	if _, err := a.Undo(t.Context(), app.Machine(), id, done[cleanup.Duplicates].Change); err != nil {
		t.Fatal(err)
	}
	applyAndCheck(t, a, id, cleanup.Duplicates, cleanup.Choices{Leave: map[string]bool{duplicate.ID: true}})
	if !named(duplicate.Category) {
		t.Error("the excluded category was changed")
	}
}

// A budget that was created here has no figures to match, but a proposal can be requested.
func TestCleanUpWithoutImport(t *testing.T) {
	a := newHome(t)
	id := budgetsession.NewID()
	if _, err := a.store.Import(t.Context(), store.Import{Whole: &budget.Whole{Info: budget.Info{ID: id, Name: "Begun here", Currency: money.DefaultFormat()}}, Meta: store.Meta{At: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	for _, kind := range migration.CleanUpKinds() {
		if p := proposalOf(t, a, id, kind, cleanup.Choices{}); !p.Empty {
			t.Errorf("%s in a budget without import proposes %+v, want nothing", kind, p.Changes)
		}
	}
	_, err := a.Verify(t.Context(), app.Machine(), id)
	testkit.WantKind(t, err, apperr.NotFound)
}

// Holds entered manually, month by month, lead to the same figures.
func TestManualHoldsGiveTheSameFigures(t *testing.T) {
	a := newHome(t)
	path := testkit.Plan(t, "--seed", "7", "--years", "2", "--tx", "300", "--cards", "2", "--rta", "net")
	byHand, atOnce := importPlan(t, a, path), importPlan(t, a, path)
	for _, id := range []string{byHand, atOnce} {
		applyAndCheck(t, a, id, cleanup.CardDebt, cleanup.Choices{})
	}
	p := applyAndCheck(t, a, atOnce, cleanup.Holds, cleanup.Choices{})
	held := 0
	for _, it := range p.Items {
		if it.Action == cleanup.Hold {
			held++
			if _, err := a.Hold(t.Context(), app.Machine(), byHand, it.Month, it.Amount); err != nil {
				t.Fatal(err)
			}
		}
	}
	if held == 0 {
		t.Fatal("no month has a hold")
	}
	want, err := a.Months(t.Context(), app.Machine(), atOnce, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Months(t.Context(), app.Machine(), byHand, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if want[i].ToBudget != got[i].ToBudget || want[i].Held != got[i].Held || want[i].Funds != got[i].Funds {
			t.Errorf("%s: by hand %s held %s, at once %s held %s", want[i].Month, got[i].ToBudget, got[i].Held, want[i].ToBudget, want[i].Held)
		}
	}
}

// BenchmarkProposeCleanUp measures the proposal on the page of a budget with 50,000 transactions.
func BenchmarkProposeCleanUp(b *testing.B) {
	a := newHome(b)
	id := importPlan(b, a, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	for b.Loop() {
		if _, err := a.ProposeCleanUp(b.Context(), app.Machine(), id, migration.CleanUpsAsked(append(migration.CleanUpKinds(), cleanup.CardReserves)...)); err != nil {
			b.Fatal(err)
		}
	}
}
