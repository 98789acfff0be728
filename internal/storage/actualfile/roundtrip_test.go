package actualfile_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/schedule"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// household returns a generated budget with everything that Holdover has and Actual too.
func household(t testing.TB, seed int) *budget.Whole {
	t.Helper()
	args := []string{
		"--seed", fmt.Sprint(seed), "--years", "1", "--tx", "260", "--categories", "14", "--currency", []string{"USD", "EUR", "JPY"}[seed%3], "--cards", fmt.Sprint(seed % 3),
	}
	doc, err := ynabdoc.Decode(bytes.NewReader(read(t, testkit.Plan(t, args...))))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	whole, _, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	addOwnData(whole, rand.New(rand.NewPCG(1, uint64(seed))))
	return whole
}

// addOwnData adds holds, rollovers, rules, ends of schedules and another income category.
func addOwnData(w *budget.Whole, rng *rand.Rand) {
	unit := max(10, int(w.Info.Currency.Step()))
	for i := range w.Months {
		if rng.IntN(3) == 0 {
			w.Months[i].Held = money.Milli(rng.IntN(10000) * unit)
			w.Months[i].Note = "Held back"
		}
	}
	var ordinary []budget.CategoryNo
	for i := range w.Categories {
		c := &w.Categories[i]
		if c.Income {
			continue
		}
		ordinary = append(ordinary, c.No)
		if rng.IntN(3) == 0 && len(w.Cells) > 0 {
			from := w.Cells[rng.IntN(len(w.Cells))].Month
			w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: from, On: true})
			if rng.IntN(2) == 0 {
				w.Rollovers = append(w.Rollovers, budget.Rollover{Category: c.No, From: from.Add(3)})
			}
		}
	}
	for i := range w.Scheduled {
		s := &w.Scheduled[i]
		s.AutoEnter = rng.IntN(2) == 0
		if s.Frequency != "never" && rng.IntN(2) == 0 {
			s.Until, s.Weekend = civil.MakeDate(2031, 1, 31), []string{"before", "after"}[rng.IntN(2)]
		}
		if slices.Contains([]string{"monthly", "every3Months", "yearly"}, s.Frequency) && rng.IntN(2) == 0 {
			s.Pattern = []string{"2-friday", "last-monday", "4-sunday"}[rng.IntN(3)]
			rule, _ := schedule.Of(s)
			s.DateFirst, s.DateNext = rule.PatternFirst(), rule.First()
		}
		if len(s.Parts) == 0 && rng.IntN(3) == 0 {
			s.Spread = money.Milli(rng.IntN(3) * unit)
			if least, most := schedule.AmountRange(s, money.Milli(unit)); s.Spread != (most-least)/2 { // it is larger than the amount
				s.Spread = 0
			}
		}
	}
	for i, name := range []string{"Everyday", "Empty", "Savings"} {
		w.AccountGroups = append(w.AccountGroups, budget.AccountGroup{No: budget.AccountGroupNo(i + 1), ID: "group " + name, Name: name, Sort: i})
	}
	for i := range w.Accounts {
		w.Accounts[i].Group = []budget.AccountGroupNo{0, 1, 3}[rng.IntN(3)]
	}
	for i := range w.Payees {
		if p := &w.Payees[i]; p.TransferAccount == 0 {
			p.Favourite, p.LearningOff = rng.IntN(3) == 0, rng.IntN(3) == 0
		}
	}
	for i, colour := range append([]string{""}, tag.Colours...) {
		w.Tags = append(w.Tags, budget.Tag{No: budget.TagNo(i + 1), ID: fmt.Sprint("tag ", i), Name: fmt.Sprint("tag-", i), Colour: colour, Description: []string{"It is described", ""}[min(i, 1)]})
	}
	delayTransfers(w, rng)
	income := w.Groups[slices.IndexFunc(w.Groups, func(g budget.Group) bool { return g.Income })].No
	gifts := budget.CategoryNo(len(w.Categories) + 1)
	w.Categories = append(w.Categories, budget.Category{No: gifts, ID: "gifts", Group: income, Name: "Gifts received", Income: true, Sort: len(w.Categories)})
	pick := func() budget.CategoryNo { return ordinary[rng.IntN(len(ordinary))] }
	payee := w.Payees[slices.IndexFunc(w.Payees, func(p budget.Payee) bool { return p.TransferAccount == 0 })]
	w.Rules = []budget.Rule{
		{No: 1, ID: "r1", When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleIs, Text: payee.Name}}, Then: budget.Outcome{Category: pick()}},
		{No: 2, ID: "r2", Sort: 1, Any: true, When: []budget.Condition{
			{Field: budget.RulePayee, Test: budget.RuleContains, Text: "coffee"}, {Field: budget.RuleNotes, Test: budget.RuleContains, Text: "cup"},
		}, Then: budget.Outcome{Payee: payee.No, Notes: "Coffee"}},
		{No: 3, ID: "r3", Sort: 2, When: []budget.Condition{
			{Field: budget.RuleAccount, Test: budget.RuleIs, Account: 1},
			{Field: budget.RuleSpent, Test: budget.RuleBetween, Min: 1000, Max: 9000},
			{Field: budget.RuleDate, Test: budget.RuleBetween, From: civil.MakeDate(2025, 1, 1), Until: civil.MakeDate(2025, 12, 31)},
		}, Then: budget.Outcome{Shares: []budget.Share{{Category: pick(), Share: 2500, Notes: "a quarter"}, {Category: gifts, Share: 7500}}}},
		{No: 4, ID: "r4", Sort: 3, When: []budget.Condition{{Field: budget.RuleReceived, Test: budget.RuleBetween, Min: 5000}}, Then: budget.Outcome{Category: gifts}},
		{No: 5, ID: "r5", Sort: 4, When: []budget.Condition{{Field: budget.RuleAmount, Test: budget.RuleIs, Min: 12000}}, Then: budget.Outcome{Category: pick()}},
		{No: 6, ID: "r6", Sort: 5, When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: "pending"}}, Then: budget.Outcome{LeaveOut: true}},
		{No: 7, ID: "r7", Sort: 6, When: []budget.Condition{
			{Field: budget.RulePayee, Test: budget.RuleBegins, Text: "Rent (flat)"}, {Field: budget.RuleAccount, Test: budget.RuleIs, Not: true, Account: 2},
		}, Then: budget.Outcome{Schedule: w.Scheduled[0].ID}},
		{No: 8, ID: "r8", Sort: 7, When: []budget.Condition{{Field: budget.RuleNotes, Test: budget.RuleMatches, Not: true, Text: `\d\d`}}, Then: budget.Outcome{Schedule: w.Scheduled[0].ID, AnyAmount: true}},
		{No: 9, ID: "r9", Sort: 8, When: []budget.Condition{
			{Field: budget.RulePayee, Test: budget.RuleContains, Not: true, Text: "coffee"}, {Field: budget.RuleNotes, Test: budget.RuleIs, Not: true, Text: "x"},
		}, Then: budget.Outcome{Notes: "No coffee"}},
	}
}

// delayTransfers lets the money of some transfers arrive some days later. The transactions are sorted and numbered again.
func delayTransfers(w *budget.Whole, rng *rand.Rand) {
	for i := range w.Transactions {
		if t := &w.Transactions[i]; t.Transfer.Tx != 0 && t.Transfer.Part == 0 && t.Amount < 0 && rng.IntN(2) == 0 {
			other := &w.Transactions[t.Transfer.Tx-1]
			other.Date = t.Date.AddDays(rng.IntN(4))
			t.Transfer.TwoDates, other.Transfer.TwoDates = other.Date != t.Date, other.Date != t.Date
		}
	}
	slices.SortStableFunc(w.Transactions, func(a, b budget.Transaction) int { return int(a.Date - b.Date) })
	numbers := map[budget.TxNo]budget.TxNo{}
	for i := range w.Transactions {
		numbers[w.Transactions[i].No] = budget.TxNo(i + 1)
	}
	for i := range w.Transactions {
		t := &w.Transactions[i]
		t.No, t.Transfer.Tx = numbers[t.No], numbers[t.Transfer.Tx]
		for k := range t.Parts {
			t.Parts[k].Transfer.Tx = numbers[t.Parts[k].Transfer.Tx]
		}
	}
}

// A budget that is written for Actual and imported again has the same figures, transactions, schedules and rules.
func TestBudgetsComeBackFromActualsFormat(t *testing.T) {
	for seed := 201; seed <= 209; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			before := household(t, seed)
			packed, omitted := export(t, before)
			again, _ := export(t, before)
			if !bytes.Equal(packed, again) {
				t.Error("the same budget gives other bytes when it is written again")
			}
			after := importExport(t, packed)
			after.checkEqual(t)
			compareBudgets(t, before, after.Whole)
			for _, o := range omitted {
				if o.What == "months whose To Budget differs in Actual" || o.What == "balances of categories that differ in Actual" {
					t.Errorf("figures differ: %+v", o)
				}
			}
		})
	}
}

// compareBudgets compares the data that both programs have. Records are identified by their ids.
func compareBudgets(t *testing.T, before, after *budget.Whole) {
	t.Helper()
	if diff := cmp.Diff(view(before), view(after), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the budget differs (-before +after):\n%s", diff)
	}
	ours, theirs := envelope.Compute(envelope.SnapshotOf(before)), envelope.Compute(envelope.SnapshotOf(after))
	ids := map[string]budget.CategoryNo{}
	for _, c := range after.Categories {
		ids[c.ID] = c.No
	}
	for m := ours.First; m <= ours.Last().Add(1); m++ {
		if a, b := ours.Month(m).ToBudget, theirs.Month(m).ToBudget; a != b {
			t.Errorf("To Budget in %s was %s, is %s", m, a, b)
		}
		for _, c := range before.Categories {
			if a, b := ours.Cell(c.No, m), theirs.Cell(ids[c.ID], m); a != b {
				t.Errorf("%s in %s was %+v, is %+v", c.Name, m, a, b)
			}
		}
	}
}

// view returns the data that both programs have with ids in place of numbers.
func view(w *budget.Whole) map[string]any {
	accounts, payees, categories := []string{""}, []string{""}, []string{""}
	v := map[string]any{}
	for _, a := range w.Accounts {
		accounts = append(accounts, a.ID)
		group := ""
		if a.Group != 0 {
			group = w.AccountGroups[a.Group-1].Name
		}
		v["account "+a.ID] = []any{a.Name, a.OnBudget, a.Closed, a.Note, group}
	}
	for _, g := range w.AccountGroups {
		v["account group "+g.Name] = g.Sort
	}
	for _, one := range w.Tags {
		v["tag "+one.Name] = []any{one.Colour, one.Description}
	}
	transfer := func(p *budget.Payee) string { return accounts[p.TransferAccount] }
	for i := range w.Payees {
		p := &w.Payees[i]
		payees = append(payees, p.ID)
		if p.TransferAccount == 0 {
			v["payee "+p.ID] = []any{p.Name, p.Favourite, p.LearningOff}
		}
	}
	for _, c := range w.Categories {
		categories = append(categories, c.ID)
		v["category "+c.ID] = []any{c.Name, w.Groups[c.Group-1].Name, c.Income, c.Hidden, c.Note}
	}
	for _, m := range w.Months {
		if m.Held != 0 || m.Note != "" {
			v["month "+m.Month.String()] = []any{m.Held, m.Note}
		}
	}
	payeeOf := func(no budget.PayeeNo, t budget.Transfer) string {
		switch {
		case t.Account != 0:
			return "to " + accounts[t.Account]
		case no != 0 && w.Payees[no-1].TransferAccount != 0:
			return "to " + transfer(&w.Payees[no-1])
		}
		return payees[no]
	}
	lines := func(parts []budget.Part, own string) (all []any) {
		for _, p := range parts {
			payee := payeeOf(p.Payee, p.Transfer)
			if payee == own {
				payee = "" // the row's
			}
			all = append(all, []any{p.ID, p.Amount, payee, categories[p.Category], p.Memo})
		}
		return all
	}
	days := map[string][]string{}
	for i := range w.Transactions {
		t := &w.Transactions[i]
		own := payeeOf(t.Payee, t.Transfer)
		bank := ""
		if t.Bank != nil {
			bank = t.Bank.ImportID + t.Bank.Text()
		}
		other := ""
		if t.Transfer.Tx != 0 {
			other = w.Transactions[t.Transfer.Tx-1].ID
		}
		v["transaction "+t.ID] = []any{accounts[t.Account], t.Date, t.Amount, own, categories[t.Category], t.Memo, t.Cleared, bank, other, t.Transfer.TwoDates, lines(t.Parts, own)}
		day := accounts[t.Account] + " " + t.Date.String()
		days[day] = append(days[day], t.ID)
	}
	for day, rows := range days {
		v["order of "+day] = rows
	}
	for _, s := range w.Scheduled {
		own := payeeOf(s.Payee, budget.Transfer{Account: s.TransferAccount})
		amounts := []any{}
		for _, p := range s.Parts {
			amounts = append(amounts, []any{p.Amount, categories[p.Category], p.Memo})
		}
		v["schedule "+s.ID] = []any{accounts[s.Account], s.DateNext, s.Frequency, s.Amount, own, categories[s.Category], s.Memo, s.Until, s.Weekend, s.Pattern, s.AutoEnter, s.Spread, amounts}
	}
	for _, r := range w.Rules {
		var shares []any
		for _, s := range r.Then.Shares {
			shares = append(shares, []any{categories[s.Category], s.Share, s.Notes})
		}
		v["rule "+r.ID] = []any{r.Any, r.When, payees[r.Then.Payee], categories[r.Then.Category], r.Then.Notes, shares, r.Then.LeaveOut, r.Then.Schedule, r.Then.AnyAmount}
	}
	return v
}

// The peer shows a budget that was written for it with the same figures, cent for cent.
func TestPeerShowsTheFiguresOfAWrittenBudget(t *testing.T) {
	for _, seed := range []int{203, 204} {
		before := household(t, seed)
		packed, _ := export(t, before)
		path := filepath.Join(t.TempDir(), "written.zip")
		if err := os.WriteFile(path, packed, 0o600); err != nil {
			t.Fatal(err)
		}
		theirs, _ := openInPeer(t, path)
		ours := imported{Whole: before}
		ours.comparePeer(t, theirs)
		if len(theirs.Rows) < 200 || len(theirs.Rules) < len(before.Rules) {
			t.Errorf("the peer shows %d rows and %d rules of %d and %d", len(theirs.Rows), len(theirs.Rules), len(before.Transactions), len(before.Rules))
		}
	}
}
