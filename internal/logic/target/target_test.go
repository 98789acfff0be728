package target_test

import (
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

var (
	today = civil.MakeDate(2026, 8, 22) // the day of the measurements at the source
	aug   = today.Month()
	sep   = aug.Add(1)
	oct   = aug.Add(2)
	dec   = aug.Add(4)
)

func due(m civil.Month) civil.Date { return m.First() }

// Figures recorded at the source, by the number of the rule (amounts in milliunits). -1 was not recorded.
func TestTargetsAsRecordedAtTheSource(t *testing.T) {
	aside := budget.Target{Kind: budget.Need, Amount: 100000, Cadence: 1, Every: 1}
	refill := aside
	refill.Filling = budget.RefillUpTo
	by := func(kind budget.TargetKind, amount money.Milli, m civil.Month) budget.Target {
		return budget.Target{Kind: kind, Amount: amount, Due: due(m)}
	}
	monday := budget.Target{Kind: budget.Need, Amount: 25000, Cadence: 2, Every: 1, Day: 1}
	friday := monday
	friday.Day = 5
	yearly := budget.Target{Kind: budget.Need, Amount: 25000, Cadence: 13, Every: 1, Due: due(sep)}
	need := func(amount money.Milli) budget.Target {
		return budget.Target{Kind: budget.Need, Amount: amount, Cadence: 1, Every: 1}
	}
	const no = -1
	for _, c := range []struct {
		rule                string
		of                  budget.Target
		month               civil.Month
		carried, budgeted   money.Milli
		under, funded, left money.Milli
		percent, months     int
	}{
		{"R25 set aside, funded", aside, aug, 0, 100000, 0, 100000, 0, 100, 1},
		{"R25 refill, funded", refill, aug, 0, 100000, 0, 100000, 0, 100, 1},
		{"R25 set aside again", aside, sep, 100000, 0, 100000, 0, 100000, 0, 1},
		{"R25 refill has enough", refill, sep, 100000, 0, 0, 100000, 0, 100, 1},
		{"R25 set aside again after spending", aside, sep, 40000, 0, 100000, 0, 100000, 0, 1},
		{"R25 refill after spending", refill, sep, 40000, 0, 60000, 40000, 60000, 40, 1},
		{"R26 a balance without a date", budget.Target{Kind: budget.BalanceTarget, Amount: 500000}, aug, 0, 0, 0, 0, 500000, 0, 0},
		{"R27 unfunded", by(budget.BalanceBy, 600000, sep), aug, 0, 0, 300000, 0, 600000, 0, 2},
		{"R27 unfunded, last month", by(budget.BalanceBy, 600000, sep), sep, 0, 0, 600000, 0, 600000, 0, 1},
		{"R27 partly funded", by(budget.BalanceBy, 600000, sep), aug, 0, 200000, 100000, 200000, 400000, 33, 2},
		{"R27 the month after", by(budget.BalanceBy, 600000, sep), sep, 200000, 0, 400000, 200000, 400000, 33, 1},
		{"R27 more than needed", by(budget.BalanceBy, 600000, sep), aug, 0, 450000, 0, 450000, 150000, 75, 2},
		{"R27 after more than needed", by(budget.BalanceBy, 600000, sep), sep, 450000, 0, 150000, 450000, 150000, 75, 1},
		{"R27 spending by December", by(budget.Need, 120000, dec), aug, 0, 0, 24000, no, no, no, 5},
		{"R28 a third", by(budget.Need, 100000, oct), aug, 0, 0, 33340, no, no, no, 3},
		{"R28 a sixth", by(budget.Need, 100000, aug.Add(5)), aug, 0, 0, 16670, no, no, no, 6},
		{"R28 a cent in three", by(budget.Need, 10, oct), aug, 0, 0, 10, no, no, no, 3},
		{"R28 less than a cent", by(budget.Need, 1, oct), aug, 0, 0, 10, no, no, no, 3},
		{"R30 remaining Mondays", monday, aug, 0, 0, 50000, 0, 50000, 0, 1},
		{"R30 remaining Fridays", friday, aug, 0, 0, 25000, 0, 25000, 0, 1},
		{"R30 all Mondays", monday, sep, 0, 0, 100000, 0, 100000, 0, 1},
		{"R30 all Fridays", friday, sep, 0, 0, 100000, 0, 100000, 0, 1},
		{"R31 yearly", yearly, aug, 0, 0, 12500, no, no, no, 2},
		{"R31 yearly, its month", yearly, sep, 0, 0, 25000, no, no, no, 1},
		{"R31 yearly, rolled on", yearly, oct, 0, 0, 2090, no, 25000, no, 12},
		{"R34 12.5 %", need(200000), aug, 0, 25000, no, no, no, 12, 1},
		{"R34 37.5 %", need(200000), aug, 0, 75000, no, no, no, 37, 1},
		{"R34 62.5 %", need(200000), aug, 0, 125000, no, no, no, 62, 1},
		{"R35 past its month", by(budget.BalanceBy, 600000, sep), oct, 450000, 0, 0, 450000, 150000, 75, 0},
	} {
		f, ok := target.Figure(&c.of, target.State{Month: c.month, Today: today, Carried: c.carried, Budgeted: c.budgeted})
		if !ok {
			t.Errorf("%s: the target has no figures", c.rule)
		}
		for name, pair := range map[string][2]money.Milli{
			"under funded": {f.UnderFunded, c.under}, "funded": {f.Funded, c.funded}, "left": {f.Left, c.left},
			"percent": {money.Milli(f.Percent), money.Milli(c.percent)}, "months": {money.Milli(f.Months), money.Milli(c.months)},
		} {
			if pair[1] != no && pair[0] != pair[1] {
				t.Errorf("%s: %s is %d, want %d", c.rule, name, pair[0], pair[1])
			}
		}
	}
}

// A target of several months sets aside another amount or refills up to it: R25 for its whole period. Up to its first
// date the balance counts, as R27 shows.
func TestPeriodsSetAsideAnotherOrRefill(t *testing.T) {
	aside := budget.Target{Kind: budget.Need, Amount: 120_000, Cadence: budget.Yearly, Every: 1, Due: due(sep), Filling: budget.SetAside}
	refill := aside
	refill.Filling = budget.RefillUpTo
	quarter := budget.Target{Kind: budget.Need, Amount: 30_000, Cadence: 4, Due: due(sep), Filling: budget.SetAside}
	once := budget.Target{Kind: budget.Need, Amount: 120_000, Due: due(dec), Filling: budget.SetAside}
	for _, c := range []struct {
		what            string
		of              budget.Target
		month           civil.Month
		carried, before money.Milli // before was budgeted in each of the months since July
		budgeted        money.Milli
		under, funded   money.Milli
		months          int
	}{
		{"set aside, up to the first date", aside, sep, 70_000, 5_000, 0, 50_000, 70_000, 1},
		{"set aside, earlier money does not count", aside, oct, 70_000, 5_000, 0, 10_000, 0, 12},
		{"set aside, money of the period counts", aside, dec, 70_000, 5_000, 0, 11_000, 10_000, 10},
		{"set aside, spending does not count", aside, dec, 0, 5_000, 11_000, 0, 21_000, 10},
		{"refill, earlier money counts", refill, oct, 70_000, 5_000, 0, 4_170, 70_000, 12},
		{"refill, spending counts", refill, dec, 0, 5_000, 0, 12_000, 0, 10},
		{"set aside each quarter", quarter, oct, 30_000, 5_000, 0, 10_000, 0, 3},
		{"set aside each quarter, its last month", quarter, dec, 30_000, 5_000, 0, 20_000, 10_000, 1},
		{"once, the balance counts", once, dec, 70_000, 5_000, 0, 50_000, 70_000, 1},
	} {
		s := target.State{Month: c.month, Today: today, Carried: c.carried, Budgeted: c.budgeted, Earlier: target.Earlier(&c.of, c.month, func(civil.Month) money.Milli { return c.before })}
		f, ok := target.Figure(&c.of, s)
		if !ok || f.UnderFunded != c.under || f.Funded != c.funded || f.Left != c.of.Amount-c.funded || f.Months != c.months {
			t.Errorf("%s: %+v, want %d under funded, %d funded, %d months", c.what, f, c.under, c.funded, c.months)
		}
	}
}

// R40: paying a card off has no fixed amount; the card's balance is the amount.
func TestR40PayingACardOff(t *testing.T) {
	of := budget.Target{Kind: budget.BalanceBy, Due: due(sep)}
	for m, want := range map[civil.Month][2]int64{aug: {150000, 2}, sep: {300000, 1}, oct: {0, 0}} {
		f, ok := target.Figure(&of, target.State{Month: m, Today: today, IsCard: true, Owed: 300000})
		if !ok || int64(f.UnderFunded) != want[0] || int64(f.Months) != want[1] || f.Left != 300000 {
			t.Errorf("%s: %+v, want the need and months %v", m, f, want)
		}
	}
	if _, ok := target.Figure(&of, target.State{Month: aug, Today: today}); ok {
		t.Error("a target without an amount has figures")
	}
}

// Money set aside for a card was requested again in each month, and again after it was budgeted. R39: a card needs
// its debt minus the money set aside, no matter when it was budgeted.
func TestPayingACardOffNeedsTheDebtNotYetSetAside(t *testing.T) {
	of := budget.Target{Kind: budget.BalanceBy, Due: due(sep)}
	for _, c := range []struct {
		budgeted, balance, needed, under, left money.Milli
		month                                  civil.Month
	}{
		{0, 384_480, 70_210, 70_210, 140_410, aug},
		{70_210, 454_690, 70_210, 0, 70_200, aug},
		{40_000, 424_480, 70_210, 30_210, 100_410, aug},
		{0, 454_690, 70_200, 70_200, 70_200, sep},
		{600_000, 984_480, 70_210, 0, -459_590, aug},
		{0, 600_000, 0, 0, -75_110, aug},
		{0, -30_000, 277_450, 277_450, 554_890, aug}, // its overspending comes first
		{0, 384_480, 0, 0, 140_410, oct},
	} {
		f, ok := target.Figure(&of, target.State{Month: c.month, Today: today, IsCard: true, Owed: 524_890, Budgeted: c.budgeted, Balance: c.balance})
		if !ok || f.Needed != c.needed || f.UnderFunded != c.under || f.Left != c.left {
			t.Errorf("%+v: the figures are %+v", c, f)
		}
	}
}

// For any target: no need in past months, no negative need, a dated target that is followed is met by its date, and
// no figure overflows.
func TestFollowedTargetsAreMetByTheirDate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := budget.Target{
			Kind:   rapid.SampledFrom([]budget.TargetKind{budget.Need, budget.BalanceTarget, budget.BalanceBy, budget.MonthlyTarget}).Draw(t, "kind"),
			Amount: money.Milli(rapid.Int64Range(1, int64(money.Limit)).Draw(t, "amount")), Filling: rapid.SampledFrom([]budget.Filling{budget.SetAside, budget.RefillUpTo}).Draw(t, "filling"),
			Cadence: rapid.IntRange(0, 14).Draw(t, "cadence"), Every: rapid.IntRange(0, 3).Draw(t, "every"), Day: rapid.IntRange(0, 6).Draw(t, "day"),
		}
		if rapid.Bool().Draw(t, "dated") || of.Kind == budget.BalanceBy {
			of.Due = due(aug.Add(rapid.IntRange(0, 30).Draw(t, "due")))
		}
		var owed money.Milli
		if of.Kind == budget.BalanceBy && rapid.Bool().Draw(t, "pays a card off") {
			owed, of.Amount = of.Amount, 0
		}
		var carried money.Milli
		gave := map[civil.Month]money.Milli{}
		for m := aug; m <= aug.Add(40); m++ {
			s := target.State{Month: m, Today: today, Carried: carried, Balance: carried, IsCard: owed > 0, Owed: owed}
			s.Earlier = target.Earlier(&of, m, func(m civil.Month) money.Milli { return gave[m] })
			f, ok := target.Figure(&of, s)
			if !ok || f.UnderFunded < 0 || f.Months == 0 && f.UnderFunded != 0 {
				t.Fatalf("the figures of %s are inconsistent: %+v", m, f)
			}
			s.Budgeted = f.UnderFunded
			s.Balance += s.Budgeted
			met, _ := target.Figure(&of, s)
			if met.UnderFunded != 0 {
				t.Fatalf("%s: after budgeting %d, %d is needed", m, f.UnderFunded, met.UnderFunded)
			}
			if of.Due != 0 && !of.IsWeekly() && m == of.Due.Month() && of.Kind != budget.MonthlyTarget && of.Kind != budget.BalanceTarget && (met.Left > 0 || met.Percent < 100 && owed == 0) {
				t.Fatalf("the target is not met in its month %s: %+v", m, met)
			}
			gave[m] = s.Budgeted
			if carried = carried + s.Budgeted; carried > 10*money.Limit {
				carried = 0
			}
		}
	})
}

// Targets needed amounts that the currency cannot represent, such as a third of a yen or ten fils, and Assign
// budgeted them.
func TestNeedsAreAmountsOfTheCurrency(t *testing.T) {
	for code, want := range map[string]money.Milli{"JPY": 334_000, "KWD": 333_334, "EUR": 333_340} {
		h := newHousehold(aug, 1, 1)
		h.of(1).Activity[0] = 9_000_000
		category := target.Category{No: 2, Target: &budget.Target{Kind: budget.Need, Amount: 1_000_000, Due: due(oct)}}
		format, _ := money.FormatOf(code, "")
		m := &target.Month{Sheet: envelope.Compute(h.Snapshot), Month: aug, Today: today, Format: format, Categories: []target.Category{category}}
		list := target.Assign(m, target.Underfunded)
		if len(list) != 1 || list[0].Budgeted != want {
			t.Errorf("%s: %v, want %d", code, list, want)
		}
	}
}
