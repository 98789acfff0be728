package cleanup_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
)

// TestMergingTwinsLosesNoMoney merges every twin of the generated plans: no budgeted amount, income or spending is
// lost, and no suffix of the import is left.
func TestMergingTwinsLosesNoMoney(t *testing.T) {
	merges := 0
	for _, args := range seeds() {
		if slices.Contains(args, "--plain") {
			continue
		}
		p := readPlan(t, args...)
		budgeted, before := p.budgetedByMonth(), p.sheet()
		done := p.applied(t, cleanup.Twins, cleanup.Choices{})
		merges += len(done.Changes.Merges)
		if !maps.Equal(budgeted, p.budgetedByMonth()) {
			t.Errorf("%v: the budgeted amounts have changed", args)
		}
		after := p.sheet()
		for _, f := range before.Months {
			if g := after.Month(f.Month); f.Activity != g.Activity || f.Income != g.Income || f.Uncategorised != g.Uncategorised {
				t.Errorf("%v: the figures of %s were %+v, are %+v", args, f.Month, f, g)
			}
		}
		p.namesUnique(t)
		for _, r := range p.renamed {
			if slices.ContainsFunc(p.Categories, func(c budget.Category) bool { return c.No == r.Category }) ||
				slices.ContainsFunc(p.Groups, func(g budget.Group) bool { return g.No == r.Group }) {
				t.Errorf("%v: the suffixed name %q remains", args, r.From)
			}
		}
	}
	if merges < 50 {
		t.Errorf("only %d merges in all plans", merges)
	}
}

func (p *plan) budgetedByMonth() map[civil.Month]money.Milli {
	sum := map[civil.Month]money.Milli{}
	for _, c := range p.Cells {
		if !slices.ContainsFunc(p.Categories, func(x budget.Category) bool { return x.No == c.Category && x.Income }) {
			sum[c.Month] += c.Budgeted
		}
	}
	maps.DeleteFunc(sum, func(_ civil.Month, amount money.Milli) bool { return amount == 0 })
	return sum
}

func (p *plan) namesUnique(t *testing.T) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range p.Categories {
		i := slices.IndexFunc(p.Groups, func(g budget.Group) bool { return g.No == c.Group })
		if i < 0 {
			t.Fatalf("%q is in no group", c.Name)
		}
		at := p.Groups[i].Name + "\x00" + budget.NameKey(c.Name)
		if seen[at] {
			t.Errorf("two categories are named %q", c.Name)
		}
		seen[at] = true
	}
}

// household returns a budget with twins of every kind: rent and a renamed rent, one with a similar name chosen by a
// user, a twin group, hidden ones with and without history.
func household() *plan {
	m := civil.MakeMonth(2026, 1)
	p := &plan{Whole: budget.Whole{
		Accounts: []budget.Account{{No: 1, OnBudget: true}},
		Groups: []budget.Group{
			{No: 1, Name: "Income", Income: true}, {No: 2, Name: "Bills"}, {No: 3, Name: "Bills-1", Hidden: true}, {No: 4, Name: "Old", Hidden: true},
		},
		Categories: []budget.Category{
			{No: 1, Group: 1, Name: "Income", Income: true},
			{No: 2, Group: 2, Name: "Rent", Note: "flat"},
			{No: 3, Group: 2, Name: "Rent-1", Note: "house"},
			{No: 4, Group: 2, Name: "Café"},
			{No: 5, Group: 2, Name: "cafe "},
			{No: 6, Group: 3, Name: "RENT"},
			{No: 7, Group: 3, Name: "Power"},
			{No: 8, Group: 4, Name: "Never used"},
			{No: 9, Group: 4, Name: "Used once"},
			{No: 10, Group: 2, Name: "Trip-1"},
			{No: 11, Group: 2, Name: "Trip-2"},
		},
		Transactions: []budget.Transaction{
			{No: 1, Account: 1, Date: m.First(), Amount: 1000, Category: 1},
			{No: 2, Account: 1, Date: m.First(), Amount: -70, Category: 3},
			{No: 3, Account: 1, Date: m.First(), Amount: -5, Category: 9},
			{No: 4, Account: 1, Date: (m + 1).First(), Amount: -1, Parts: []budget.Part{{No: 1, Amount: -1, Category: 6}}},
		},
		Cells: []budget.Cell{
			{Category: 2, Month: m, Budgeted: 100, Note: "a"}, {Category: 3, Month: m, Budgeted: 30, Note: "b"}, {Category: 9, Month: m, Budgeted: 5}, {Category: 7, Month: m, Budgeted: 4},
		},
		Rollovers: []budget.Rollover{{Category: 3, From: m + 1, On: true}, {Category: 2, From: m, On: true}, {Category: 2, From: m + 1}},
	}}
	p.Scheduled = []budget.Scheduled{{No: 1, Parts: []budget.Part{{Category: 12}}}}
	p.Categories = append(p.Categories, budget.Category{No: 12, Group: 4, Name: "To come", Sort: 1})
	p.renamed = []cleanup.Renamed{{Category: 3, From: "Rent "}, {Group: 3, From: "Bills"}}
	return p
}

func actions(p *cleanup.Proposal) string {
	var all []string
	for _, i := range p.Items {
		what := i.ID + " " + string(i.Action)
		if i.Left {
			what += " left"
		}
		all = append(all, what)
	}
	return strings.Join(all, "\n")
}

func TestTwinsAreFound(t *testing.T) {
	for _, c := range []struct {
		name    string
		choices cleanup.Choices
		want    string
		names   string // group and name of the categories after applying
	}{
		{
			"as proposed",
			cleanup.Choices{},
			"group:3 merge\ncategory:6 merge\ncategory:3 merge\ncategory:5 merge left\ncategory:11 merge left\nleftover:8 remove\nleftover:9 nothing\nleftover:12 nothing",
			"1 Income, 2 Rent, 2 Café, 2 cafe , 2 Power hidden, 4 Used once, 2 Trip-1, 2 Trip-2, 4 To come",
		},
		{
			"taken and left",
			cleanup.Choices{Take: map[string]bool{"category:5": true}, Leave: map[string]bool{"group:3": true, "category:3": true, "leftover:8": true}},
			"group:3 merge left\ncategory:3 merge left\ncategory:5 merge\ncategory:11 merge left\nleftover:8 remove left\nleftover:9 nothing\nleftover:12 nothing",
			"1 Income, 2 Rent, 2 Rent-1, 2 Café, 3 RENT, 3 Power, 4 Never used, 4 Used once, 2 Trip-1, 2 Trip-2, 4 To come",
		},
		{
			"renamed",
			cleanup.Choices{Rename: map[string]string{"category:3": "House", "group:3": "Old bills", "category:11": "Rome"}},
			"group:3 rename\ncategory:3 rename\ncategory:5 merge left\ncategory:11 rename\nleftover:8 remove\nleftover:9 nothing\nleftover:12 nothing",
			"1 Income, 2 Rent, 2 House, 2 Café, 2 cafe , 3 RENT, 3 Power, 4 Used once, 2 Trip-1, 2 Rome, 4 To come",
		},
		{
			"left in a merged group",
			cleanup.Choices{Leave: map[string]bool{"category:6": true}},
			"group:3 merge\ncategory:6 merge left\ncategory:3 merge\ncategory:5 merge left\ncategory:11 merge left\nleftover:8 remove\nleftover:9 nothing\nleftover:12 nothing",
			"1 Income, 2 Rent, 2 Café, 2 cafe , 2 RENT-2 hidden, 2 Power hidden, 4 Used once, 2 Trip-1, 2 Trip-2, 4 To come",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := household()
			if got := actions(cleanup.Twins(p.input(), c.choices)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			p.apply(t, &cleanup.Twins(p.input(), c.choices).Changes)
			p.conserved(t)
			p.namesUnique(t)
			var names []string
			for _, x := range p.Categories {
				name := string(rune('0'+x.Group)) + " " + x.Name
				if x.Hidden {
					name += " hidden"
				}
				names = append(names, name)
			}
			if got := strings.Join(names, ", "); got != c.names {
				t.Errorf("got  %s\nwant %s", got, c.names)
			}
		})
	}
}

// A merge keeps notes, budgeted amounts, lines, and rollover wherever either category rolled over.
func TestAMergeKeepsNotesAmountsAndRollover(t *testing.T) {
	p := household()
	p.applied(t, cleanup.Twins, cleanup.Choices{})
	m := civil.MakeMonth(2026, 1)
	sheet := p.sheet()
	if c := sheet.Cell(2, m); c.Budgeted != 130 || c.Activity != -70 || !c.Rollover || !sheet.Cell(2, m+1).Rollover || sheet.Cell(2, m+1).Activity != -1 {
		t.Errorf("the merged category has %+v, then %+v", c, sheet.Cell(2, m+1))
	}
	i := slices.IndexFunc(p.Categories, func(c budget.Category) bool { return c.No == 2 })
	if p.Categories[i].Note != "flat\nhouse" {
		t.Errorf("the category's note is %q", p.Categories[i].Note)
	}
	i = slices.IndexFunc(p.Cells, func(c budget.Cell) bool { return c.Category == 2 && c.Month == m })
	if p.Cells[i].Note != "a\nb" {
		t.Errorf("the month's note is %q", p.Cells[i].Note)
	}
	if len(p.Rollovers) != 1 || p.Rollovers[0] != (budget.Rollover{Category: 2, From: m, On: true}) {
		t.Errorf("the rollovers are %v", p.Rollovers)
	}
}
