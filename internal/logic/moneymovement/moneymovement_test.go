package moneymovement

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// For any imported amounts and changes, the movements into a category in a month minus those out of it equal its
// budgeted amount.
func TestMovementsSumToTheBudgetedAmount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		has := map[budget.CellKey]money.Milli{}
		key := func() budget.CellKey {
			return budget.CellKey{Category: budget.CategoryNo(rapid.IntRange(1, 4).Draw(t, "category")), Month: civil.MakeMonth(2026, rapid.IntRange(1, 2).Draw(t, "month"))}
		}
		amount := func() money.Milli {
			return money.Milli(rapid.Int64Range(1, 5).Draw(t, "amount")) * rapid.SampledFrom([]money.Milli{1, -1}).Draw(t, "sign")
		}
		for range rapid.IntRange(0, 5).Draw(t, "brought") {
			has[key()] += amount()
		}
		var since []Budgeted
		for change := range rapid.IntRange(0, 6).Draw(t, "changes") {
			for range rapid.IntRange(1, 4).Draw(t, "rows") {
				k, more := key(), amount()
				has[k] += more
				since = append(since, Budgeted{Change: int64(change), Category: k.Category, Month: k.Month, Amount: more})
			}
		}
		var cells []budget.Cell
		for k, budgeted := range has {
			cells = append(cells, budget.Cell{Category: k.Category, Month: k.Month, Budgeted: budgeted})
		}
		all := Brought(cells, since, time.Time{})
		for _, change := range Changes(since) {
			for _, m := range change {
				if m.Month != change[0].Month || m.Change != change[0].Change {
					t.Fatalf("the movements %v differ in month or change", change)
				}
			}
			all = append(all, change...)
		}
		for _, m := range all {
			if m.Amount <= 0 || m.From == m.To {
				t.Fatalf("the movement %+v moves no money", m)
			}
			has[budget.CellKey{Category: m.To, Month: m.Month}] -= m.Amount
			has[budget.CellKey{Category: m.From, Month: m.Month}] += m.Amount
		}
		for k, rest := range has {
			if rest != 0 && k.Category != 0 {
				t.Fatalf("the movements do not sum to the amount of %[2]v: %[1]v is left", rest, k)
			}
		}
	})
}

func TestMovementsNameBothCategories(t *testing.T) {
	change := func(amounts ...money.Milli) (all []Budgeted) {
		for i, a := range amounts {
			all = append(all, Budgeted{Change: 7, Category: budget.CategoryNo(i + 1), Amount: a})
		}
		return all
	}
	for _, c := range []struct {
		all  []Budgeted
		want []Movement
	}{
		{change(5), []Movement{{Change: 7, To: 1, Amount: 5}}},
		{change(-5), []Movement{{Change: 7, From: 1, Amount: 5}}},
		{change(-5, 5), []Movement{{Change: 7, From: 1, To: 2, Amount: 5}}},
		{change(-5, 3, 4), []Movement{{Change: 7, From: 1, To: 2, Amount: 3}, {Change: 7, From: 1, To: 3, Amount: 2}, {Change: 7, To: 3, Amount: 2}}},
		{change(-5, 3), []Movement{{Change: 7, From: 1, To: 2, Amount: 3}, {Change: 7, From: 1, Amount: 2}}},
	} {
		got := Changes(c.all)
		if len(got) != 1 || len(got[0]) != len(c.want) {
			t.Errorf("%v became the movements %v", c.all, got)
			continue
		}
		for i, m := range got[0] {
			if m != c.want[i] {
				t.Errorf("%v became %+v, want %+v", c.all, m, c.want[i])
			}
		}
	}
}
