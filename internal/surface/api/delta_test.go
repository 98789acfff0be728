package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// After any changes, an older copy of the plan with the delta applied equals the present plan.
func TestDeltasAppliedEqualThePlan(t *testing.T) {
	first := serveSmall(t)
	done := map[string]int{}
	deleted := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		own, err := first.app.Duplicate(t.Context(), app.Machine(), first.id)
		if err != nil {
			t.Fatal(err)
		}
		s := &served{url: first.url, app: first.app, id: own.ID}
		if rapid.Bool().Draw(t, "cards as envelopes") {
			if _, err := s.app.KeepCards(t.Context(), app.Machine(), s.id, true); err != nil {
				t.Fatal(err)
			}
		}
		steps := []string{s.changes(t, "overspend", done)} // before the change, since it writes its category too
		copied, knowledge := s.planSince(t, 0)
		for range rapid.IntRange(1, 5).Draw(t, "changes") {
			steps = append(steps, s.randomChange(t, done))
		}
		if diff := s.diffAfterDelta(t, copied, knowledge, deleted); diff != "" {
			t.Fatalf("after %v the copy with the delta (+) differs from the plan (-):\n%.3000s", steps, diff)
		}
	})
	for _, kind := range []string{"delete category", "delete group", "undo", "new category", "hold", "rollover"} {
		if done[kind] == 0 {
			t.Errorf("no change of the kind %s was made: %v", kind, done)
		}
	}
	if deleted["categories"] == 0 || deleted["category_groups"] == 0 {
		t.Errorf("no category or group was returned as deleted: %v", deleted)
	}
}

// With card envelopes, income moved to a card is no longer available to assign: the delta includes the category
// although its total over all accounts is unchanged.
func TestDeltaContainsIncomeMovedToACard(t *testing.T) {
	s := serveSmall(t)
	ctx, who := t.Context(), app.Machine()
	if _, err := s.app.KeepCards(ctx, who, s.id, true); err != nil {
		t.Fatal(err)
	}
	accounts, err := s.app.Accounts(ctx, who, s.id)
	if err != nil {
		t.Fatal(err)
	}
	of := func(kind string) *string {
		return &accounts[slices.IndexFunc(accounts, func(a pageframe.Account) bool { return a.Type == kind && a.OnBudget && !a.Closed })].ID
	}
	months, err := s.app.Months(ctx, who, s.id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	all := months[0].Categories
	income := all[slices.IndexFunc(all, func(c app.MonthCategory) bool { return c.Income })].ID
	day, amount := civil.DateOf(time.Now()), money.Milli(110_000)
	_, rows, err := s.app.CreateTransactions(ctx, who, s.id, []app.NewTransaction{{TransactionFields: app.TransactionFields{Account: of("checking"), Date: &day, Amount: &amount, Category: &income}}})
	if err != nil {
		t.Fatal(err)
	}
	copied, knowledge := s.planSince(t, 0)
	change := app.TransactionChange{ID: rows.IDs[0], TransactionFields: app.TransactionFields{Account: of("creditCard")}}
	if _, _, err := s.app.UpdateTransactions(ctx, who, s.id, []app.TransactionChange{change}); err != nil {
		t.Fatal(err)
	}
	if diff := s.diffAfterDelta(t, copied, knowledge, map[string]int{}); diff != "" {
		t.Fatalf("copy with the delta (+) differs from the plan (-):\n%.3000s", diff)
	}
}

// Overspending that rolls over from an earlier month on, or no longer does, changes a balance: the delta includes it
// although nothing was assigned or spent.
func TestDeltaContainsRolledOverOverspending(t *testing.T) {
	s := serveSmall(t)
	ctx, who := t.Context(), app.Machine()
	month := civil.DateOf(time.Now()).Month().Add(-3)
	months, err := s.app.Months(ctx, who, s.id, app.MonthSpan{From: month, To: month})
	if err != nil {
		t.Fatal(err)
	}
	all := months[0].Categories
	c := all[slices.IndexFunc(all, func(c app.MonthCategory) bool { return !c.Income })]
	assign(t, s, c.ID, month, c.Budgeted-c.Balance-10_000)
	done := app.ChangeResult{}
	for _, step := range []struct {
		what string
		do   func() (app.ChangeResult, error)
	}{
		{"switched on", func() (app.ChangeResult, error) { return s.app.Rollover(ctx, who, s.id, c.ID, month, true) }},
		{"undone", func() (app.ChangeResult, error) { return s.app.Undo(ctx, who, s.id, done.Change) }},
		{"redone", func() (app.ChangeResult, error) { return s.app.Redo(ctx, who, s.id, 0) }},
		{"switched off", func() (app.ChangeResult, error) { return s.app.Rollover(ctx, who, s.id, c.ID, month.Add(1), false) }},
	} {
		copied, knowledge := s.planSince(t, 0)
		if done, err = step.do(); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		if diff := s.diffAfterDelta(t, copied, knowledge, map[string]int{}); diff != "" {
			t.Errorf("%s: copy with the delta (+) differs from the plan (-):\n%.3000s", step.what, diff)
		}
	}
}

// serveSmall serves a plan of today that is small enough to be copied whole and compared after each change.
func serveSmall(t *testing.T) *served {
	t.Helper()
	return serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--cards", "1", "--groups", "4", "--categories", "10")...)
}

// diffAfterDelta applies a delta to a copy of the plan and returns the differences from the present plan. It counts deleted
// records in gone.
func (s *served) diffAfterDelta(t tester, copied object, knowledge int64, deleted map[string]int) string {
	changes, _ := s.planSince(t, knowledge)
	testkit.PutChanges(copied, changes, deleted)
	present, _ := s.planSince(t, 0)
	return differences(testkit.ByID(present), testkit.ByID(copied))
}

func (s *served) planSince(t tester, knowledge int64) (object, int64) {
	url := fmt.Sprintf("%s/plans/%s?last_knowledge_of_server=%d", s.url, s.id, knowledge)
	resp, text := exchange(t, http.MethodGet, url, "", bearer(token))
	var got struct {
		Data struct {
			Plan            object
			ServerKnowledge int64 `json:"server_knowledge"`
		}
	}
	if err := json.Unmarshal(text, &got); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("plan: %s (error %v): %s", resp.Status, err, text[:min(len(text), 300)])
	}
	return got.Data.Plan, got.Data.ServerKnowledge
}

// randomChange makes a random change to the plan, as a user might.
func (s *served) randomChange(t *rapid.T, done map[string]int) string {
	return s.changes(t, rapid.SampledFrom([]string{ // rapid selects the first ones more often
		"rollover", "undo", "delete group", "hold", "delete category", "new category", "assign", "reset hold", "move", "fill", "note", "month note",
		"rename category", "rename group", "hide", "hide group", "new group", "redo", "rename", "api create", "api split", "api update", "api delete", "api account",
		"api payee", "api rename payee", "api rename account", "api schedule", "api edit category", "api uncategorised", "api day", "account type", "cards", "overspend",
	}).Draw(t, "kind"), done)
}

// changes makes a change of a kind to a drawn month and categories and counts it in done, unless it is refused.
func (s *served) changes(t *rapid.T, kind string, done map[string]int) string {
	months, err := s.app.Months(t.Context(), app.Machine(), s.id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	m := months[rapid.IntRange(0, len(months)-1).Draw(t, "month")]
	var ordinary []app.MonthCategory
	for _, c := range m.Categories {
		if !c.Income {
			ordinary = append(ordinary, c)
		}
	}
	pick := func(what string) app.MonthCategory {
		return ordinary[rapid.IntRange(0, len(ordinary)-1).Draw(t, what)]
	}
	c, other := pick("category"), pick("other")
	amount := money.Milli(rapid.IntRange(-200, 200).Draw(t, "amount") * 1000)
	month := m.Month.Add(rapid.SampledFrom([]int{0, 0, 0, 5, -5}).Draw(t, "further")) // months between come with it
	if kind == "rollover" {
		month, c = overspentCategory(t, months, month, c) // nothing else can roll over
	}
	if kind == "delete group" {
		other = ofAnotherGroup(ordinary, c, other) // nothing else can receive its transactions
	}
	err = s.do(t, kind, month, c, other, amount)
	switch {
	case err == nil:
		done[kind]++
	case apperr.KindOf(err) == apperr.Internal:
		t.Fatalf("%s: %v", kind, err)
	}
	return fmt.Sprintf("%s in %s of %s, %s (%v)", kind, month, c.Name, other.Name, err)
}

// overspentCategory returns a category in a month that leaves it overspent, or its arguments if no such category exists.
func overspentCategory(t *rapid.T, months []app.Month, month civil.Month, c app.MonthCategory) (civil.Month, app.MonthCategory) {
	type cell struct {
		month civil.Month
		app.MonthCategory
	}
	cells := []cell{{month, c}}
	for _, m := range months {
		for _, one := range m.Categories {
			if !one.Income && one.Card == "" && one.Balance < 0 {
				cells = append(cells, cell{m.Month, one})
			}
		}
	}
	chosen := cells[min(rapid.IntRange(1, 20).Draw(t, "overspent"), len(cells)-1)]
	return chosen.month, chosen.MonthCategory
}

func ofAnotherGroup(all []app.MonthCategory, c, other app.MonthCategory) app.MonthCategory {
	for _, one := range append([]app.MonthCategory{other}, all...) {
		if one.GroupID != c.GroupID {
			return one
		}
	}
	return other
}

func (s *served) do(t *rapid.T, kind string, m civil.Month, c, other app.MonthCategory, amount money.Milli) (err error) {
	a, ctx, who := s.app, t.Context(), app.Machine()
	name := strings.ToUpper(kind) + " " + rapid.StringMatching(`[a-z]{8}`).Draw(t, "name")
	switch kind {
	case "assign":
		_, err = a.SetBudgeted(ctx, who, s.id, c.ID, m, amount)
	case "hold":
		_, err = a.Hold(ctx, who, s.id, m, max(amount, -amount))
	case "reset hold":
		_, err = a.ResetHold(ctx, who, s.id, m)
	case "overspend":
		_, err = a.SetBudgeted(ctx, who, s.id, c.ID, m, c.Budgeted-c.Balance-1000)
	case "rollover":
		_, err = a.Rollover(ctx, who, s.id, c.ID, m, !c.Rollover)
	case "move":
		_, err = a.Transfer(ctx, who, s.id, m, c.ID, other.ID, max(amount, -amount))
	case "fill":
		_, err = a.FillMonth(ctx, who, s.id, m, app.CopyLastMonth)
	case "note":
		_, err = a.SetCategoryNote(ctx, who, s.id, c.ID, name)
	case "month note":
		_, err = a.SetMonthNote(ctx, who, s.id, m, name)
	case "rename category":
		_, err = a.RenameCategory(ctx, who, s.id, c.ID, name)
	case "rename group":
		_, err = a.RenameGroup(ctx, who, s.id, c.GroupID, name)
	case "hide":
		_, err = a.HideCategory(ctx, who, s.id, c.ID, !c.Hidden)
	case "hide group":
		_, err = a.HideGroup(ctx, who, s.id, c.GroupID, amount > 0)
	case "new category":
		_, err = a.NewCategory(ctx, who, s.id, c.GroupID, name)
	case "new group":
		_, err = a.NewGroup(ctx, who, s.id, name)
	case "delete category":
		_, err = a.DeleteCategory(ctx, who, s.id, c.ID, other.ID)
	case "delete group":
		_, err = a.DeleteGroup(ctx, who, s.id, c.GroupID, other.ID)
	case "api create", "api split", "api update", "api delete", "api account", "api payee", "api rename payee", "api rename account", "api schedule", "api edit category", "api uncategorised", "api day", "account type":
		err = s.program(t, kind, name, m, c, other, amount)
	case "undo":
		_, err = a.Undo(ctx, who, s.id, 0)
	case "redo":
		_, err = a.Redo(ctx, who, s.id, 0)
	case "cards":
		var cards app.CardsPreview
		if cards, err = a.PreviewCards(ctx, who, s.id); err == nil {
			_, err = a.KeepCards(ctx, who, s.id, !cards.Envelopes)
		}
	case "rename":
		_, err = a.Rename(ctx, who, s.id, name)
	}
	return err
}

// Months that the plan no longer has are returned as deleted, also when a renamed category makes every month be
// returned; then they were missing.
func TestDeltaContainsDeletedMonthsIfEveryMonthChanges(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--groups", "2", "--categories", "4")...)
	var made oneLine
	s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1000}}`,
		s.doc.Plan.Accounts[0].ID, time.Now().AddDate(-3, 0, 0).Format(time.DateOnly)), 201, &made)
	category, _ := categorised(&s.doc.Plan)
	copied, knowledge := s.planSince(t, 0)
	s.answered(t, "DELETE", "/transactions/"+made.Data.Transaction.ID, "", 200, nil)
	s.answered(t, "PATCH", "/categories/"+category, `{"category":{"name":"Another name"}}`, 200, nil)
	deleted := map[string]int{}
	if diff := s.diffAfterDelta(t, copied, knowledge, deleted); diff != "" || deleted["months"] == 0 {
		t.Errorf("%d months were returned as deleted; copy with the delta (+) differs from the plan (-):\n%.3000s", deleted["months"], diff)
	}
}

// An amount budgeted far ahead, or a note far back, extends the plan by the empty months between, which were missing
// from the delta.
func TestDeltaContainsAddedMonths(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--groups", "2", "--categories", "4")...)
	category, _ := categorised(&s.doc.Plan)
	far := s.doc.Plan.LastMonth.Add(7)
	for _, change := range []func(){
		func() { assign(t, s, category, far, 12340) },
		func() { _, _ = s.app.Undo(t.Context(), app.Machine(), s.id, 0) },
		func() { _, _ = s.app.SetMonthNote(t.Context(), app.Machine(), s.id, far, "far ahead") },
		func() {
			_, _ = s.app.SetMonthNote(t.Context(), app.Machine(), s.id, s.doc.Plan.FirstMonth.Add(-7), "far back")
		},
	} {
		copied, knowledge := s.planSince(t, 0)
		change()
		if diff := s.diffAfterDelta(t, copied, knowledge, map[string]int{}); diff != "" {
			t.Errorf("copy with the delta (+) differs from the plan (-):\n%.3000s", diff)
		}
	}
}
