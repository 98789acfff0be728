package target_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

var euro = money.Format{ISOCode: "EUR", DecimalDigits: 2}

// household is a budget with an income category (1) and others (2 and up).
type household struct{ *envelope.Snapshot }

func newHousehold(first civil.Month, months, categories int) household {
	all := []budget.Category{{No: 1, Income: true}}
	for no := 2; no < categories+2; no++ {
		all = append(all, budget.Category{No: budget.CategoryNo(no)})
	}
	return household{envelope.NewSnapshot(first, months, all)}
}

func (h household) of(no budget.CategoryNo) *envelope.Series {
	return &h.Categories[slices.IndexFunc(h.Categories, func(s envelope.Series) bool { return s.No == no })]
}

func (h household) apply(list []envelope.Assignment) {
	for _, a := range list {
		h.of(a.Category).Budgeted[a.Month-h.First] = a.Budgeted
	}
}

// onOneCard moves a part of other categories' spending to a card, which is paid occasionally.
func (h household) onOneCard(t *rapid.T, pays budget.CategoryNo) *envelope.Cards {
	card := envelope.Card{Account: 1, Category: pays, Paid: make([]money.Milli, h.Months())}
	cards := &envelope.Cards{On: map[budget.CategoryNo][]envelope.OnCard{}}
	for i := range h.Months() {
		card.Paid[i] = 10 * money.Milli(rapid.Int64Range(0, 500).Draw(t, "paid"))
		h.of(pays).Activity[i] = 0
	}
	for no := budget.CategoryNo(2); no < pays; no++ {
		net := make([]money.Milli, h.Months())
		for i := range net {
			net[i] = -min(-h.of(no).Activity[i], 10*money.Milli(rapid.Int64Range(0, 900).Draw(t, "on the card")))
		}
		cards.On[no] = []envelope.OnCard{{Net: net}}
	}
	cards.All = []envelope.Card{card}
	return cards
}

var targets = rapid.Custom(func(t *rapid.T) *budget.Target {
	of := &budget.Target{
		Kind:    rapid.SampledFrom([]budget.TargetKind{budget.Need, budget.Need, budget.BalanceTarget, budget.BalanceBy, budget.MonthlyTarget}).Draw(t, "kind"),
		Amount:  money.Milli(rapid.Int64Range(1, 1000).Draw(t, "amount")) * 10,
		Filling: rapid.SampledFrom([]budget.Filling{budget.SetAside, budget.RefillUpTo}).Draw(t, "filling"),
		Cadence: rapid.SampledFrom([]int{budget.Monthly, budget.Weekly, budget.Yearly}).Draw(t, "cadence"), Day: rapid.IntRange(0, 6).Draw(t, "day"),
	}
	if of.Kind == budget.BalanceBy || rapid.Bool().Draw(t, "dated") {
		of.Due = aug.Add(rapid.IntRange(-2, 6).Draw(t, "due")).DayAt(17)
	}
	return of
})

// No assignment makes To Budget of any month negative or assigns twice. Repeating an action changes nothing unless
// money was short, and Underfunded removes no money.
func TestAssigningNeverMakesToBudgetNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := newHousehold(aug.Add(-2), 5, 5)
		amounts := rapid.Int64Range(-900, 900)
		for i := range h.Months() {
			h.of(1).Activity[i] = 10 * money.Milli(rapid.Int64Range(0, 4000).Draw(t, "income"))
			for no := budget.CategoryNo(2); no <= 6; no++ {
				h.of(no).Budgeted[i] = 10 * money.Milli(max(0, amounts.Draw(t, "budgeted")))
				h.of(no).Activity[i] = 10 * money.Milli(min(0, amounts.Draw(t, "activity")))
			}
		}
		if rapid.Bool().Draw(t, "rolls") {
			h.of(4).Rollovers = []budget.Rollover{{Category: 4, From: h.First, On: true}}
		}
		if rapid.Bool().Draw(t, "cards are envelopes") {
			h.Cards = h.onOneCard(t, 6)
		}
		m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug.Add(rapid.IntRange(0, 3).Draw(t, "month")), Today: today, Format: euro}
		if h.Cards != nil {
			m.Owed = map[budget.CategoryNo]money.Milli{6: 10 * money.Milli(rapid.Int64Range(0, 2000).Draw(t, "owed"))}
		}
		for no := budget.CategoryNo(2); no <= 6; no++ {
			c := target.Category{No: no, Snoozed: rapid.IntRange(0, 4).Draw(t, "snoozed") == 0}
			if rapid.IntRange(0, 3).Draw(t, "has") > 0 {
				c.Target = targets.Draw(t, "target")
			}
			if no == 6 && m.Owed != nil && rapid.Bool().Draw(t, "to pay off") {
				c.Target = &budget.Target{Kind: budget.BalanceBy, Due: m.Month.Add(rapid.IntRange(0, 2).Draw(t, "due")).DayAt(17)}
			}
			m.Categories = append(m.Categories, c)
		}
		if m.Month > m.Sheet.Last() {
			t.Skip("budgeted beyond the sheet")
		}
		action := rapid.SampledFrom(target.Actions()).Draw(t, "action")
		list := target.Assign(m, action)
		seen := map[budget.CategoryNo]bool{}
		for _, a := range list {
			before := m.Sheet.Cell(a.Category, m.Month).Budgeted
			if seen[a.Category] || a.Month != m.Month || a.Budgeted == before || action == target.Underfunded && a.Budgeted < before || action == target.ReduceOverfunding && a.Budgeted > before {
				t.Fatalf("%s: %+v, budgeted before %d", action, a, before)
			}
			seen[a.Category] = true
		}
		h.apply(list)
		after := envelope.Compute(h.Snapshot)
		for at := m.Month; at <= h.First.Add(h.Months()+1); at++ {
			if before, got := m.Sheet.Month(at).ToBudget, after.Month(at).ToBudget; got < min(0, before) {
				t.Fatalf("%s in %s: To Budget of %s was %d, is %d; %+v", action, m.Month, at, before, got, list)
			}
		}
	})
}

// Money taken back in a month can be assigned in it even if later months have none left: with everything assigned, as
// many users do, an action still moves amounts between categories.
func TestMoneyTakenBackCanBeAssignedIfLaterMonthsHaveNone(t *testing.T) {
	h := newHousehold(aug.Add(-1), 4, 2)
	h.of(1).Activity[0] = 40_000
	h.of(1).Activity[1] = 40_000
	h.of(2).Budgeted[0], h.of(3).Budgeted[0] = 30_000, 10_000
	h.of(2).Budgeted[1], h.of(3).Budgeted[1] = 10_000, 30_000
	for action, want := range map[target.Action][]money.Milli{target.AssignedLastMonth: {30_000, 10_000}, target.ResetAssigned: {0, 0}} {
		m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: euro, Categories: []target.Category{{No: 2}, {No: 3}}}
		got := map[budget.CategoryNo]money.Milli{2: h.of(2).Budgeted[1], 3: h.of(3).Budgeted[1]}
		for _, a := range target.Assign(m, action) {
			got[a.Category] = a.Budgeted
		}
		if !slices.Equal([]money.Milli{got[2], got[3]}, want) {
			t.Errorf("%s: %v, want %v", action, got, want)
		}
	}
	h.of(2).Budgeted[1], h.of(3).Budgeted[1] = -20_000, 60_000
	m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: euro, Categories: []target.Category{{No: 2}, {No: 3}}}
	if got := target.Assign(m, target.ResetAssigned); len(got) != 2 {
		t.Errorf("a negative amount stays: %v", got)
	}
}

// R42 and R43 as recorded at the source, in its order; needs beyond To Budget stay open.
func TestActionsAsRecordedAtTheSource(t *testing.T) {
	h := newHousehold(aug.Add(-14), 15, 4)
	at := func(m civil.Month) int { return int(m - h.First) }
	h.of(1).Activity[0] = 100_000_000
	for m, amount := range map[civil.Month]money.Milli{aug.Add(-14): 12_800_000, aug.Add(-7): 6_400_000, aug.Add(-1): 400_000, aug.Add(-4): 5_900_000} {
		h.of(2).Budgeted[at(m)] = amount
	}
	h.of(2).Activity[at(aug.Add(-1))] = -40_000
	h.of(3).Budgeted[at(aug.Add(-7))], h.of(3).Budgeted[at(aug.Add(-5))] = 400_000, 400_000
	h.of(3).Activity[at(aug)] = -1_000_000
	m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: euro, Categories: []target.Category{{No: 2}, {No: 3}, {No: 4}}}
	for action, want := range map[target.Action][2]money.Milli{
		target.AssignedLastMonth: {400_000, 0}, target.SpentLastMonth: {40_000, 0}, target.AverageAssigned: {1_814_290, 114_290}, target.AverageSpent: {5_710, 0},
		target.Underfunded: {0, 200_000}, target.ResetAvailable: {-25_460_000, 200_000}, target.ResetAssigned: {0, 0},
	} {
		got := [2]money.Milli{}
		for _, a := range target.Assign(m, action) {
			got[a.Category-2] = a.Budgeted
		}
		if got != want {
			t.Errorf("%s: %d, want %d", action, got, want)
		}
	}
}

// The source's order: overspent, by due date, at the month's end, later dates. It stops when To Budget is 0 and skips
// snoozed targets and those without need.
func TestUnderfundedFollowsTheSourcesOrder(t *testing.T) {
	h := newHousehold(aug, 1, 8)
	h.of(1).Activity[0] = 45_000
	h.of(9).Activity[0] = -5_000
	need := func(day, cadence int, due civil.Date) *budget.Target {
		return &budget.Target{Kind: budget.Need, Amount: 10_000, Cadence: cadence, Every: 1, Day: day, Due: due, Filling: budget.SetAside}
	}
	m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: euro, Categories: []target.Category{
		{No: 2, Target: need(0, 0, dec.First())},     // 2,000 a month, later
		{No: 3, Target: need(0, budget.Monthly, 0)},  // at the month's end
		{No: 4, Target: need(28, budget.Monthly, 0)}, // on the 28th
		{No: 5, Target: need(1, budget.Weekly, 0)},   // Mondays from the 24th on: two
		{No: 6, Target: need(0, budget.Monthly, 0), Snoozed: true},
		{No: 7, Target: &budget.Target{Kind: budget.BalanceTarget, Amount: 10_000}},
		{No: 8, Target: need(0, budget.Monthly, 0), Scheduled: civil.MakeDate(2026, 8, 23)},
		{No: 9},
	}}
	var order []budget.CategoryNo
	got := map[budget.CategoryNo]money.Milli{}
	for _, a := range target.Assign(m, target.Underfunded) {
		order = append(order, a.Category)
		got[a.Category] = a.Budgeted
	}
	if !slices.Equal(order, []budget.CategoryNo{9, 8, 5, 4}) || got[9] != 5_000 || got[8] != 10_000 || got[5] != 20_000 || got[4] != 10_000 {
		t.Errorf("assigned in the order %v, the amounts %v", order, got)
	}
	h.of(1).Activity[0] = 100_000
	m.Sheet = envelope.Compute(h.Snapshot)
	order = nil
	for _, a := range target.Assign(m, target.Underfunded) {
		order = append(order, a.Category)
	}
	if !slices.Equal(order, []budget.CategoryNo{9, 8, 5, 4, 3, 2}) {
		t.Errorf("assigned in the order %v", order)
	}
}

// Underfunded follows the source's order only, compared with a separate implementation that uses up a purse.
func TestUnderfundedAssignsInOrderUntilNothingIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := newHousehold(aug, 1, 7)
		h.of(1).Activity[0] = 10 * money.Milli(rapid.Int64Range(0, 6000).Draw(t, "income"))
		m := &target.Month{Month: aug, Today: today, Format: euro, Owed: map[budget.CategoryNo]money.Milli{8: 50_000}}
		for no := budget.CategoryNo(2); no <= 8; no++ {
			h.of(no).Activity[0] = 10 * money.Milli(min(0, rapid.Int64Range(-300, 600).Draw(t, "spent")))
			c := target.Category{No: no, Snoozed: rapid.IntRange(0, 5).Draw(t, "snoozed") == 0}
			if no == 8 && rapid.Bool().Draw(t, "pay off") {
				c.Target = &budget.Target{Kind: budget.BalanceBy, Due: oct.First()}
			} else if rapid.IntRange(0, 4).Draw(t, "has") > 0 {
				c.Target = targets.Draw(t, "target")
			}
			if rapid.IntRange(0, 3).Draw(t, "scheduled") == 0 {
				c.Scheduled = aug.DayAt(rapid.IntRange(1, 31).Draw(t, "day"))
			}
			m.Categories = append(m.Categories, c)
		}
		m.Sheet = envelope.Compute(h.Snapshot)
		got := target.Assign(m, target.Underfunded)
		want, purse := map[budget.CategoryNo]money.Milli{}, m.Sheet.Month(aug).ToBudget
		give := func(no budget.CategoryNo, amount money.Milli) {
			if amount = min(amount, max(0, purse)); amount > 0 {
				want[no] += amount
				purse -= amount
			}
		}
		for _, c := range m.Categories {
			give(c.No, -m.Sheet.Cell(c.No, aug).Balance)
		}
		for _, when := range servedOn(m) {
			s, _ := m.Status(when)
			give(when.No, s.UnderFunded-want[when.No])
		}
		assigned := map[budget.CategoryNo]money.Milli{}
		for _, a := range got {
			assigned[a.Category] = a.Budgeted
		}
		if !maps.Equal(assigned, want) {
			t.Fatalf("%v, want %v, of %d", assigned, want, m.Sheet.Month(aug).ToBudget)
		}
	})
}

// servedOn returns the targets in the order in which they are served: day by day, then the month's end, then later
// ones, then cards to pay off.
func servedOn(m *target.Month) (order []*target.Category) {
	taken := map[budget.CategoryNo]bool{}
	serve := func(matches func(c *target.Category, due civil.Date) bool) {
		for i := range m.Categories {
			c := &m.Categories[i]
			if c.Target == nil || c.Snoozed || taken[c.No] {
				continue
			}
			if matches(c, target.DueIn(c.Target, m.Month, m.Today)) {
				taken[c.No] = true
				order = append(order, c)
			}
		}
	}
	payOff := func(c *target.Category) bool { return c.No == 8 && c.Target.Amount == 0 }
	for day := m.Month.First(); day <= m.Month.Last(); day = day.AddDays(1) {
		serve(func(c *target.Category, due civil.Date) bool { return !payOff(c) && (due == day || c.Scheduled == day) })
	}
	serve(func(c *target.Category, due civil.Date) bool { return !payOff(c) && due == 0 })
	for later := m.Month.Add(1); later <= m.Month.Add(600); later++ {
		serve(func(c *target.Category, due civil.Date) bool { return !payOff(c) && due.Month() == later })
	}
	serve(func(c *target.Category, _ civil.Date) bool { return payOff(c) })
	return order
}

// Assign > Underfunded assigned the same money again, on each press, to a card that is to be paid off.
func TestUnderfundedFundsACardPayoffOnce(t *testing.T) {
	h := newHousehold(aug.Add(-1), 3, 2)
	h.of(1).Activity[0] = 5_000_000
	h.of(3).Budgeted[0] = 384_480
	card := target.Category{No: 3, Target: &budget.Target{Kind: budget.BalanceBy, Due: sep.First()}}
	for _, want := range [][]envelope.Assignment{{{Category: 3, Month: aug, Budgeted: 70_210}}, nil, nil} {
		m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: euro, Owed: map[budget.CategoryNo]money.Milli{3: 524_890}, Categories: []target.Category{card}}
		if got := target.Assign(m, target.Underfunded); !slices.Equal(got, want) {
			t.Errorf("assigned %+v, want %+v", got, want)
		}
		h.apply(want)
	}
}

// With card envelopes, money that covers spending on a card is also set aside for the card. The card got the same
// money again.
func TestUnderfundedCoversCardSpendingOnce(t *testing.T) {
	for _, c := range []struct {
		what                  string
		owed, paid            money.Milli
		target                *budget.Target
		other, card, setAside money.Milli
	}{
		{"to pay off", 100_000, 0, &budget.Target{Kind: budget.BalanceBy, Due: aug.DayAt(28)}, 100_000, 0, 100_000},
		{"to pay off, with earlier debt", 130_000, 0, &budget.Target{Kind: budget.BalanceBy, Due: aug.DayAt(28)}, 100_000, 30_000, 130_000},
		{"already paid", 0, 100_000, nil, 100_000, 0, 0},
		{"more than paid", 0, 120_000, nil, 100_000, 20_000, 0},
	} {
		h := newHousehold(aug, 2, 2)
		h.of(1).Activity[0] = 500_000
		h.of(2).Activity[0] = -100_000
		h.Cards = &envelope.Cards{
			All: []envelope.Card{{Account: 1, Category: 3, Paid: []money.Milli{c.paid, 0}}},
			On:  map[budget.CategoryNo][]envelope.OnCard{2: {{Net: []money.Milli{-100_000, 0}}}},
		}
		m := &target.Month{
			Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: euro, Owed: map[budget.CategoryNo]money.Milli{3: c.owed},
			Categories: []target.Category{{No: 3, Target: c.target}, {No: 2}}, // the payment categories come first, as on the screen
		}
		h.apply(target.Assign(m, target.Underfunded))
		m.Sheet = envelope.Compute(h.Snapshot)
		if got := m.Sheet.Cell(3, aug).Balance; h.of(2).Budgeted[0] != c.other || h.of(3).Budgeted[0] != c.card || got != c.setAside {
			t.Errorf("%s: budgeted %d and %d, set aside %d", c.what, h.of(2).Budgeted[0], h.of(3).Budgeted[0], got)
		}
		if again := target.Assign(m, target.Underfunded); len(again) != 0 {
			t.Errorf("%s, repeated: %+v", c.what, again)
		}
	}
}

// Reduce Overfunding took the money that later weeks need: it compared with the amount budgeted for the whole month,
// part of which earlier weeks had spent.
func TestReduceOverfundingKeepsTheMoneyOfLaterWeeks(t *testing.T) {
	for _, c := range []struct {
		what                     string
		filling                  budget.Filling
		month                    civil.Month
		carried, budgeted, spent money.Milli
		over                     money.Milli
	}{
		{"all needed later", budget.SetAside, aug, 0, 30_000, 18_000, 0},
		{"one cheaper week", budget.SetAside, aug, 0, 30_000, 14_000, 4_000},
		{"nothing spent", budget.SetAside, aug, 0, 30_000, 0, 18_000},
		{"refilled, all needed later", budget.RefillUpTo, aug, 10_000, 20_000, 18_000, 0},
		{"refilled, one cheaper week", budget.RefillUpTo, aug, 10_000, 20_000, 14_000, 4_000},
		{"a past month", budget.SetAside, aug.Add(-1), 0, 30_000, 24_000, 6_000},
	} {
		h := newHousehold(aug.Add(-2), 4, 1)
		at := int(c.month - h.First)
		h.of(2).Budgeted[at-1], h.of(2).Budgeted[at], h.of(2).Activity[at] = c.carried, c.budgeted, -c.spent
		saturdays := target.Category{No: 2, Target: &budget.Target{Kind: budget.Need, Amount: 6_000, Cadence: budget.Weekly, Every: 1, Day: 6, Filling: c.filling}}
		m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: c.month, Today: today, Format: euro, Categories: []target.Category{saturdays}}
		if s, ok := m.Status(&saturdays); !ok || s.Over != c.over {
			t.Errorf("%s: %+v, want %d over", c.what, s, c.over)
		}
	}
}
