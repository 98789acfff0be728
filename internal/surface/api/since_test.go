package api_test

import (
	"fmt"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

type ids struct {
	ID, Month string
	Deleted   bool
}

// A delta contains exactly the changed records.
func TestDeltaContainsOnlyChangedRecords(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "35", "--years", "1", "--tx", "200", "--plain")...)
	c := newCaller(t, s)
	list := func(path, member string, since int64) ([]ids, int64) {
		t.Helper()
		var got struct {
			Data map[string]any `json:"data"`
		}
		c.must(fmt.Sprintf("/plans/%s/%s?last_knowledge_of_server=%d", s.id, path, since), &got)
		var out []ids
		records, _ := got.Data[member].([]any)
		for _, r := range records {
			m := r.(map[string]any)
			id, _ := m["id"].(string)
			month, _ := m["month"].(string)
			deleted, _ := m["deleted"].(bool)
			out = append(out, ids{ID: id, Month: month, Deleted: deleted})
		}
		return out, int64(got.Data["server_knowledge"].(float64))
	}
	_, before := list("accounts", "accounts", 0)
	for path, member := range map[string]string{
		"accounts": "accounts", "payees": "payees", "transactions": "transactions", "months": "months", "categories": "category_groups",
		"scheduled_transactions": "scheduled_transactions",
	} {
		if all, _ := list(path, member, 0); len(all) == 0 {
			t.Errorf("GET %s: empty list", path)
		}
		if changed, _ := list(path, member, before); len(changed) != 0 {
			t.Errorf("GET %s: delta without a change has %d records", path, len(changed))
		}
	}
	category, _ := categorised(&s.doc.Plan)
	last := s.doc.Plan.LastMonth
	assign(t, s, category, last, 12340)
	groups, after := list("categories", "category_groups", before)
	if len(groups) != 1 || after <= before {
		t.Errorf("groups after assigning: %v, want 1; change %d, before %d", groups, after, before)
	}
	for _, m := range must(list("months", "months", before)) {
		if m.Month < last.First().String() {
			t.Errorf("delta contains the month %s, which did not change", m.Month)
		}
	}
	if rows, _ := list("transactions", "transactions", before); len(rows) != 0 {
		t.Errorf("delta contains rows, which did not change: %v", rows)
	}
	var moved struct {
		Data struct {
			Movements []struct {
				From   string `json:"from_category_id"`
				To     string `json:"to_category_id"`
				Note   string
				Month  string
				Amount int64
			} `json:"money_movements"`
		}
	}
	c.must("/plans/"+s.id+"/money_movements", &moved)
	sums, madeHere := map[[2]string]int64{}, 0
	for _, m := range moved.Data.Movements {
		sums[[2]string{m.To, m.Month}] += m.Amount
		sums[[2]string{m.From, m.Month}] -= m.Amount
		if m.Note != "Brought with the budget" {
			if madeHere++; m.Month != last.First().String() {
				t.Errorf("movement %+v is in the wrong month", m)
			}
		}
	}
	if madeHere != 1 {
		t.Errorf("%d movements were made here, want 1", madeHere)
	}
	var assigned month
	c.must("/plans/"+s.id+"/months/"+last.First().String(), &assigned)
	for _, category := range assigned.Data.Month.Categories {
		if sum := sums[[2]string{category.ID, last.First().String()}]; sum != category.Budgeted && category.Budgeted != 0 && !s.isKeptCardCategory(category.ID) {
			t.Errorf("%s has %d budgeted, its movements sum to %d", category.Name, category.Budgeted, sum)
		}
	}
}

func must[T any](v T, _ int64) T { return v }

func assign(t *testing.T, s *served, category string, m civil.Month, amount money.Milli) {
	t.Helper()
	if _, err := s.app.SetBudgeted(t.Context(), app.Machine(), s.id, category, m, amount); err != nil {
		t.Fatal(err)
	}
}

// A delta of uncategorised rows contains those that need a category: none of tracking accounts, no transfers between
// accounts on budget.
func TestUncategorizedDeltaOmitsRowsThatNeedNoCategory(t *testing.T) {
	s := serve(t, 0, "--seed", "36", "--years", "2", "--tx", "600", "--accounts", "6")
	c := newCaller(t, s)
	type answer struct {
		Data struct {
			Transactions    []ids
			ServerKnowledge int64 `json:"server_knowledge"`
		}
	}
	var every, before, changed answer
	c.must("/plans/"+s.id+"/transactions?since_date=1990-01-01", &every)
	list := make([]string, len(every.Data.Transactions))
	for i, row := range every.Data.Transactions {
		list[i] = row.ID
	}
	blue, empty := "blue", ""
	if _, err := s.app.SetOnRows(t.Context(), app.Machine(), s.id, rows.These(list[:50]...), rows.Setting{Category: &empty}, true); err != nil {
		t.Fatal(err)
	}
	c.must("/plans/"+s.id+"/transactions?type=uncategorized&since_date=1990-01-01", &before)
	for _, flag := range []*string{&empty, &blue} { // so that each row changes
		if _, err := s.app.SetOnRows(t.Context(), app.Machine(), s.id, rows.These(list...), rows.Setting{FlagColour: flag}, true); err != nil {
			t.Fatal(err)
		}
	}
	c.must(fmt.Sprintf("/plans/%s/transactions?type=uncategorized&last_knowledge_of_server=%d", s.id, before.Data.ServerKnowledge), &changed)
	want := map[string]bool{}
	for _, row := range before.Data.Transactions {
		want[row.ID] = true
	}
	for _, row := range changed.Data.Transactions {
		if !want[row.ID] {
			t.Errorf("delta contains the row %s, which needs no category", row.ID)
		}
		delete(want, row.ID)
	}
	if len(want) != 0 || len(before.Data.Transactions) == 0 || len(before.Data.Transactions) == len(list) {
		t.Errorf("%d of %d rows are listed, %d that need a category are missing", len(before.Data.Transactions), len(list), len(want))
	}
}

// isKeptCardCategory reports whether the id is that of a card payment category kept from the import.
func (s *served) isKeptCardCategory(id string) bool {
	for i := range s.doc.Plan.Categories {
		if c := &s.doc.Plan.Categories[i]; c.ID == id {
			return c.GroupName == "Credit Card Payments"
		}
	}
	return false
}

// A knowledge that the server has not reached is from another server, or from after the backup that was restored. The
// response was an empty delta, permanently.
func TestUnknownServerKnowledgeReturnsEverything(t *testing.T) {
	s := serve(t, 0, "--seed", "35", "--years", "1", "--tx", "60", "--plain")
	c := newCaller(t, s)
	all, knowledge := s.planSince(t, 0)
	for _, ahead := range []int64{knowledge + 1, 1 << 40} {
		if plan, _ := s.planSince(t, ahead); len(plan["transactions"].([]any)) != len(all["transactions"].([]any)) {
			t.Errorf("plan since %d, which is %d ahead: %d transactions, want %d", ahead, ahead-knowledge, len(plan["transactions"].([]any)), len(all["transactions"].([]any)))
		}
		for path, member := range map[string]string{
			"accounts": "accounts", "payees": "payees", "transactions": "transactions", "months": "months", "categories": "category_groups",
			"scheduled_transactions": "scheduled_transactions",
		} {
			var got struct{ Data map[string]any }
			c.must(fmt.Sprintf("/plans/%s/%s?last_knowledge_of_server=%d", s.id, path, ahead), &got)
			if records, _ := got.Data[member].([]any); len(records) == 0 || got.Data["server_knowledge"] != float64(knowledge) {
				t.Errorf("GET %s since %d: %d records at the knowledge %v, want all at %d", path, ahead, len(records), got.Data["server_knowledge"], knowledge)
			}
		}
	}
	if delta, _ := s.planSince(t, knowledge); len(delta["transactions"].([]any)) != 0 {
		t.Error("delta since the present knowledge has transactions")
	}
}
