package exporter_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
)

// An exported budget is imported as an exact copy, including holds and rollovers, and its export has the same bytes.
func TestAnExportedBudgetIsImportedAsAnExactCopy(t *testing.T) {
	for name, text := range plans(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, _ := importDocument(t, decode(t, text))
			addLocalData(before, rand.New(rand.NewPCG(1, uint64(len(text)))))
			opts := exporter.Options{Month: civil.MakeMonth(2026, 6), LastModified: moment, Knowledge: 7}
			written := export(t, before, opts)
			after, notes := importDocument(t, decode(t, written))
			if diff := cmp.Diff(withoutImportedProgress(copied(before)), withoutImportedProgress(after), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(budget.Info{}, "ID", "Extra")); diff != "" {
				t.Fatalf("the copy differs:\n%s", diff)
			}
			var oldExtra, newExtra any
			if len(before.Info.Extra) > 0 {
				unmarshal(t, before.Info.Extra, &oldExtra)
				unmarshal(t, after.Info.Extra, &newExtra)
			}
			if !containsAll(oldExtra, newExtra) {
				t.Errorf("the data beside the budget was\n%s, is\n%s", before.Info.Extra, after.Info.Extra)
			}
			if len(notes.Renames)+len(notes.Revived)+len(notes.Contradictions) > 0 || !notes.Holdover {
				t.Errorf("the copy has the notes %+v", notes)
			}
			after.Info.ID = before.Info.ID
			if again := export(t, after, opts); !bytes.Equal(written, again) {
				t.Error("the export of the copy differs from the budget's")
			}
		})
	}
}

func unmarshal(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// containsAll reports whether is contains everything in was; exports have members that older files lack.
func containsAll(before, after any) bool {
	switch before := before.(type) {
	case map[string]any:
		now, ok := after.(map[string]any)
		for name, value := range before {
			ok = ok && containsAll(value, now[name])
		}
		return ok
	case []any:
		now, ok := after.([]any)
		if !ok || len(now) != len(before) {
			return false
		}
		for i := range before {
			if !containsAll(before[i], now[i]) {
				return false
			}
		}
		return true
	}
	return before == after
}

// withoutImportedProgress removes the imported progress of targets, which is valid only while its inputs are unchanged.
func withoutImportedProgress(w *budget.Whole) *budget.Whole {
	c := *w
	c.Cells = nil
	for _, cell := range w.Cells {
		if cell.Shown = nil; cell.HasContent() {
			c.Cells = append(c.Cells, cell)
		}
	}
	return &c
}

// copied returns a budget as its copy has it: records with another id at the source, or none, are identified by their
// id here.
func copied(w *budget.Whole) *budget.Whole {
	c := *w
	c.Accounts, c.Payees, c.Locations = each(w.Accounts), each(w.Payees), each(w.Locations)
	c.Groups, c.Categories = each(w.Groups), each(w.Categories)
	c.Transactions, c.Scheduled = each(w.Transactions), each(w.Scheduled)
	for i := range c.Accounts {
		c.Accounts[i].SourceID = c.Accounts[i].ID
	}
	for i := range c.Payees {
		c.Payees[i].SourceID = c.Payees[i].ID
	}
	for i := range c.Locations {
		c.Locations[i].SourceID = c.Locations[i].ID
	}
	for i := range c.Groups {
		c.Groups[i].SourceID = c.Groups[i].ID
	}
	for i := range c.Categories {
		c.Categories[i].SourceID = c.Categories[i].ID
	}
	for i := range c.Transactions {
		c.Transactions[i].SourceID = c.Transactions[i].ID
		c.Transactions[i].Parts = parts(c.Transactions[i].Parts)
	}
	for i := range c.Scheduled {
		c.Scheduled[i].SourceID = c.Scheduled[i].ID
		c.Scheduled[i].Parts = parts(c.Scheduled[i].Parts)
	}
	return &c
}

func parts(list []budget.Part) []budget.Part {
	list = each(list)
	for i := range list {
		list[i].SourceID = list[i].ID
	}
	return list
}

func each[T any](list []T) []T { return append([]T(nil), list...) }

// rules returns rules that use all fields, with the last records of a budget.
func rules(w *budget.Whole) []budget.Rule {
	account, category := w.Accounts[len(w.Accounts)-1].No, w.Categories[len(w.Categories)-1].No
	var payee budget.PayeeNo
	for i := range w.Payees {
		if w.Payees[i].TransferAccount == 0 {
			payee = w.Payees[i].No
		}
	}
	schedule := "deleted"
	if len(w.Scheduled) > 0 {
		schedule = w.Scheduled[0].ID
	}
	return []budget.Rule{
		{No: 1, ID: "rule 1", Any: true, When: []budget.Condition{
			{Field: budget.RulePayee, Test: budget.RuleMatches, Text: "shop$"},
			{Field: budget.RuleSpent, Test: budget.RuleBetween, Min: 10_000, Max: 25_500},
		}, Then: budget.Outcome{Payee: payee, Category: category, Notes: "by a rule", Flag: "red"}},
		{No: 2, ID: "rule 2", Sort: 1, Off: true, When: []budget.Condition{
			{Field: budget.RuleAccount, Test: budget.RuleIs, Account: account},
			{Field: budget.RuleDate, Test: budget.RuleBetween, From: civil.MakeDate(2026, 1, 31), Until: civil.MakeDate(2027, 1, 1)},
		}, Then: budget.Outcome{Shares: []budget.Share{{Category: category, Share: 3333, Notes: "a third"}, {Category: category, Share: 6667}}}},
		{
			No: 3, ID: "rule 3", Sort: 2, When: []budget.Condition{{Field: budget.RuleNotes, Test: budget.RuleIs, Text: "to savings"}},
			Then: budget.Outcome{Transfer: account},
		},
		{
			No: 4, ID: "rule 4", Sort: 3, When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleOneOf, Not: true, Text: "Shop; Kiosk"}},
			Then: budget.Outcome{LeaveOut: true},
		},
		{No: 5, ID: "rule 5", Sort: 4, When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleIs, Text: "Rent"}}, Then: budget.Outcome{Schedule: schedule, AnyAmount: true}},
	}
}

// addLocalData adds local data to a budget: holds, rollovers, rules, names, another income category, records without
// source id.
func addLocalData(w *budget.Whole, rng *rand.Rand) {
	w.Info.ExpectedIncome = money.Milli(rng.IntN(3)) * 1_234_560
	for i := range w.Months {
		if rng.IntN(3) == 0 {
			w.Months[i].Held = money.Milli(rng.IntN(100) * 1000)
		}
	}
	for i := range w.Scheduled {
		w.Scheduled[i].AutoEnter, w.Scheduled[i].Interest = rng.IntN(2) == 0, rng.IntN(4) == 0
		if rng.IntN(2) == 0 {
			w.Scheduled[i].Until, w.Scheduled[i].Weekend, w.Scheduled[i].Pattern, w.Scheduled[i].SpreadPercent = civil.MakeDate(2031, 1, 31), "after", "last-day", 10
		}
	}
	var income budget.GroupNo
	for _, g := range w.Groups {
		if g.Income {
			income = g.No
		}
	}
	for i := range w.Categories {
		c := &w.Categories[i]
		if c.Income {
			c.Name = "Salary"
			continue
		}
		if rng.IntN(4) == 0 && len(w.Cells) > 0 {
			from := w.Cells[rng.IntN(len(w.Cells))].Month
			w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: from, On: true})
			if rng.IntN(2) == 0 {
				w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: from.Add(3), On: false})
			}
		}
	}
	for p := range iterutil.Pointers(w.Payees) {
		if p.TransferAccount == 0 {
			p.Hidden, p.Favourite, p.LearningOff = rng.IntN(3) == 0, rng.IntN(3) == 0, rng.IntN(3) == 0
		}
	}
	w.Rules = rules(w)
	for i, name := range []string{"Everyday", "Empty", "Savings"} {
		w.AccountGroups = append(w.AccountGroups, budget.AccountGroup{No: budget.AccountGroupNo(i + 1), ID: name, Name: name, Sort: i})
	}
	for i := range w.Accounts {
		w.Accounts[i].Group = []budget.AccountGroupNo{0, 1, 3}[rng.IntN(3)]
	}
	if loan := iterutil.First(w.Accounts, func(a budget.Account) bool { return !a.OnBudget }); loan != nil {
		since := civil.MakeDate(2024, 2, 29)
		loan.Debt = &budget.Debt{
			Frequency: budget.PaidWeekly, InterestRates: map[civil.Date]int64{since: 5125},
			MinimumPayments: map[civil.Date]money.Milli{since: 123_450}, EscrowAmounts: map[civil.Date]money.Milli{since: 10_010},
		}
	}
	w.Tags = []budget.Tag{{No: 1, ID: "tag 1", Name: "holiday", Colour: "teal"}, {No: 2, ID: "tag 2", Name: "mission-2026", Description: "What the club pays"}}
	for i := range w.Transactions {
		t := &w.Transactions[i]
		if t.Transfer.Tx == 0 || t.Transfer.Part != 0 || len(t.Parts) > 0 || t.Transfer.TwoDates || rng.IntN(2) == 0 {
			continue
		}
		o := iterutil.First(w.Transactions, func(o budget.Transaction) bool { return o.No == t.Transfer.Tx })
		if len(o.Parts) == 0 && o.Transfer.Tx == t.No && o.Transfer.Part == 0 && t.Category+o.Category == 0 && t.Date == o.Date { // the sides have dates of their own
			o.Date, t.Transfer.TwoDates, o.Transfer.TwoDates = t.Date.AddDays(2), true, true
		}
	}
	no := budget.CategoryNo(len(w.Categories) + 1)
	w.Categories = append(w.Categories, budget.Category{No: no, ID: "gifts", Group: income, Name: "Gifts received", Income: true, Sort: len(w.Categories)})
	if len(w.Transactions) > 0 {
		t := &w.Transactions[rng.IntN(len(w.Transactions))]
		if len(t.Parts) == 0 && !t.Transfer.TwoDates {
			t.Category = no
		}
	}
}
