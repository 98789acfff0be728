package rowindex

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// TestOnlyMatchingPartsOfASplitCount searches for lines of some categories and payees, and for all others, in splits
// and plain rows: of a split only the matching parts count.
func TestOnlyMatchingPartsOfASplitCount(t *testing.T) {
	t.Parallel()
	const food, rent, salary = 201, 202, 203
	const baker, landlord = 101, 102
	b := &Builder{}
	for _, r := range []Row{
		{No: 1, Account: 1, Line: Line{Amount: -1500, Payee: baker}, Parts: []Line{ // 700 of food, 900 of rent, 400 without category, 500 of income
			{Amount: -700, Category: food}, {Amount: -900, Category: rent, Payee: landlord}, {Amount: -400}, {Amount: 500, Category: salary},
		}},
		{No: 2, Account: 1, Line: Line{Amount: -30, Category: food, Payee: landlord}},
		{No: 3, Account: 1, Line: Line{Amount: -5, Payee: baker}},
		{No: 4, Account: 2, Line: Line{Amount: -10_000, Category: food, Payee: baker}}, // on an account off budget
		{No: 5, Account: 1, Line: Line{Amount: -20_000, Other: 3}},                     // a transfer between accounts on budget
	} {
		r.Date, r.Cleared = civil.MakeDate(2026, 1, int(r.No)), budget.Uncleared
		if err := b.Add(&r); err != nil {
			t.Fatal(err)
		}
	}
	x := New(&Records{
		Accounts:   []budget.Account{{No: 1, OnBudget: true}, {No: 2}, {No: 3, OnBudget: true}},
		Categories: []budget.Category{{No: food}, {No: rent}, {No: salary, Income: true}},
	}, b)
	categories := func(not bool, of ...budget.CategoryNo) MultiFilter {
		return MultiFilter{Categories: Values[budget.CategoryNo]{Of: of, Not: not}}
	}
	payees := func(not bool, of ...budget.PayeeNo) MultiFilter {
		return MultiFilter{Payees: Values[budget.PayeeNo]{Of: of, Not: not}}
	}
	for name, c := range map[string]struct {
		side  Side
		among MultiFilter
		rows  int
		sum   money.Milli
	}{
		"all":                          {Spending, MultiFilter{}, 3, -2035},
		"food":                         {Spending, categories(false, food), 2, -730},
		"all but food":                 {Spending, categories(true, food), 2, -1305},
		"all but food and rent":        {Spending, categories(true, food, rent), 2, -405},
		"all but no category":          {Spending, categories(true, 0), 2, -1630},
		"no category":                  {Spending, categories(false, 0), 2, -405},
		"the baker":                    {Spending, payees(false, baker), 2, -1105},
		"all but the baker":            {Spending, payees(true, baker), 2, -930},
		"all but the landlord":         {Spending, payees(true, landlord), 2, -1105},
		"income":                       {Income, MultiFilter{}, 1, 500},
		"income, all but food":         {Income, categories(true, food), 1, 500},
		"income, all but salary":       {Income, categories(true, salary), 0, 0},
		"income, all but the landlord": {Income, payees(true, landlord), 1, 500},
	} {
		f := Filter{Counts: c.side, Multi: &c.among}
		found := x.Find(f)
		if sum := found.SumOf(f); found.Rows != c.rows || sum != c.sum {
			t.Errorf("%s: %d rows, of which %d counts; want %d and %d", name, found.Rows, sum, c.rows, c.sum)
		}
	}
}

// TestListedRowsSumToTheTally checks that the lines that a report sums, and the rows listed for its figure, are the
// same, whichever values are included or excluded.
func TestListedRowsSumToTheTally(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := &dice{rapid.Uint64().Draw(t, "seed")}
		w := &world{records: drawRecords(t), rows: map[budget.TxNo]Row{}}
		for no := range budget.TxNo(rapid.SampledFrom([]int{20, 200}).Draw(t, "rows")) {
			w.rows[no+1] = w.row(no+1, d)
		}
		if rapid.Bool().Draw(t, "a card") {
			w.records.Categories = append(w.records.Categories, budget.Category{No: 300, Card: 1})
		}
		x, s := New(&w.records, w.builder()), drawScope(t)
		s.MonthsBefore, s.Daily, s.Until = 0, false, max(s.From, s.Until)
		for _, side := range []Side{Spending, Income} {
			f := Filter{Counts: side, From: s.From.First(), Until: s.Until.Last(), Multi: &MultiFilter{Categories: s.Categories, Accounts: s.Accounts, Payees: s.Payees, Flags: s.Flags}}
			var want money.Milli
			s.OffCards = side == Income
			for no, sums := range x.ByCategory(s) {
				isIncome := slices.ContainsFunc(w.records.Categories, func(c budget.Category) bool { return c.No == no && c.Income })
				if isIncome == (side == Income) {
					for _, sum := range sums.Periods {
						want += sum
					}
				}
			}
			if got := x.Find(f).SumOf(f); got != want {
				t.Fatalf("%s of %+v: the rows sum to %s, the tally to %s", side, s, got, want)
			}
		}
	})
}
