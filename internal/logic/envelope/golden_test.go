package envelope_test

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// TestGoldenMonths is a small household computed by hand: overspending that reduces the next month, overspending that
// rolls over for two months, held money, a row on a tracking account and one without category.
func TestGoldenMonths(t *testing.T) {
	w := newHousehold()
	row := func(month, day int, account budget.AccountNo, category budget.CategoryNo, amount money.Milli) {
		w.Transactions = append(w.Transactions, budget.Transaction{
			No: budget.TxNo(len(w.Transactions) + 1), Account: account, Date: civil.MakeDate(2026, month, day), Category: category, Amount: amount,
		})
	}
	cell := func(month int, category budget.CategoryNo, budgeted money.Milli) {
		w.Cells = append(w.Cells, budget.Cell{Category: category, Month: civil.MakeMonth(2026, month), Budgeted: budgeted})
	}
	row(1, 1, 1, 1, 1000_000) // pay
	cell(1, 2, 600_000)
	row(1, 3, 1, 2, -600_000) // rent
	cell(1, 4, 50_000)
	row(1, 9, 3, 4, -80_000) // books, 30 too many
	w.setHeld(civil.MakeMonth(2026, 1), 100_000)
	row(1, 10, 4, 2, -999_000) // a tracking account
	cell(2, 3, 20_000)
	row(2, 5, 1, 3, -65_005) // power, 45.005 too much, rolls over in February and March
	w.setSwitches(3, []budget.Rollover{{Category: 3, From: civil.MakeMonth(2026, 2), On: true}, {Category: 3, From: civil.MakeMonth(2026, 4)}})
	row(3, 1, 1, 1, 200_000)
	row(3, 2, 1, 0, -10_000) // uncategorised
	cell(3, 3, 5_000)
	row(4, 1, 2, 1, 7_000)

	want := `
2026-01 funds 1000.000 overspent 0.000 budgeted 650.000 held 100.000 to budget 250.000 | 0.000 0.000 -30.000 0.000
2026-02 funds 350.000 overspent -30.000 budgeted 20.000 held 0.000 to budget 300.000 | 0.000 -45.005 0.000 0.000
2026-03 funds 500.000 overspent 0.000 budgeted 5.000 held 0.000 to budget 495.000 | 0.000 -40.005 0.000 0.000
2026-04 funds 502.000 overspent 0.000 budgeted 0.000 held 0.000 to budget 502.000 | 0.000 -40.005 0.000 0.000
2026-05 funds 502.000 overspent -40.005 budgeted 0.000 held 0.000 to budget 461.995 | 0.000 0.000 0.000 0.000
2026-06 funds 461.995 overspent 0.000 budgeted 0.000 held 0.000 to budget 461.995 | 0.000 0.000 0.000 0.000
`
	var got strings.Builder
	sheet := w.sheet()
	for m := civil.MakeMonth(2026, 1); m <= civil.MakeMonth(2026, 6); m++ {
		f := sheet.Month(m)
		fmt.Fprintf(&got, "\n%s funds %s overspent %s budgeted %s held %s to budget %s |", m, f.Funds, f.OverspentLastMonth, f.Budgeted, f.Held, f.ToBudget)
		for c := budget.CategoryNo(2); c <= 5; c++ {
			fmt.Fprintf(&got, " %s", sheet.Cell(c, m).Balance)
		}
	}
	if got.String()+"\n" != want {
		t.Errorf("got%s\nwant%s", got.String(), want)
	}
	w.conserved(t)
}

// A sheet gives the same figures for months after its last one as a sheet that covers them.
func TestMonthsAfterTheLastOfASheet(t *testing.T) {
	w := newHousehold()
	w.Transactions = []budget.Transaction{
		{No: 1, Account: 1, Date: civil.MakeDate(2026, 1, 5), Category: 1, Amount: 100},
		{No: 2, Account: 1, Date: civil.MakeDate(2026, 1, 5), Category: 2, Amount: -30},
		{No: 3, Account: 1, Date: civil.MakeDate(2026, 1, 5), Category: 3, Amount: -7},
		{No: 4, Account: 1, Date: civil.MakeDate(2026, 1, 5), Category: 4, Amount: 5},
	}
	w.setSwitches(3, []budget.Rollover{{Category: 3, From: civil.MakeMonth(2026, 1), On: true}})
	w.setHeld(civil.MakeMonth(2026, 1), 11)
	short := w.sheet()
	w.putCell(budget.Cell{Category: 4, Month: civil.MakeMonth(2026, 12), Budgeted: 1})
	long := w.sheet()
	if len(short.Months) != 1 || len(long.Months) != 12 {
		t.Fatalf("the sheets have %d and %d months, want 1 and 12", len(short.Months), len(long.Months))
	}
	for m := civil.MakeMonth(2025, 12); m < civil.MakeMonth(2026, 12); m++ {
		if a, b := short.Month(m), long.Month(m); a != b {
			t.Errorf("months differ:\nshort sheet %+v\nlong sheet  %+v", a, b)
		}
		for _, c := range w.Categories {
			if a, b := short.Cell(c.No, m), long.Cell(c.No, m); a != b {
				t.Errorf("%s in %s: %+v in the short sheet, %+v in the long one", c.Name, m, a, b)
			}
		}
	}
}

func TestEmptyBudgetHasZeroFigures(t *testing.T) {
	w := &world{}
	if sheet := w.sheet(); len(sheet.Months) != 0 || sheet.Month(start) != (envelope.MonthFigures{Month: start}) {
		t.Errorf("an empty budget has the figures %+v", sheet)
	}
}

func BenchmarkCompute(b *testing.B) {
	const months, categories = 240, 100
	all := make([]budget.Category, categories)
	for i := range all {
		all[i] = budget.Category{No: budget.CategoryNo(i + 1), Income: i == 0}
	}
	s := envelope.NewSnapshot(start, months, all)
	for i := range s.Categories {
		c := &s.Categories[i]
		for m := range months {
			c.Activity[m], c.Budgeted[m] = money.Milli(i*m%977-500), money.Milli(i*m%911-300)
		}
		if i%10 == 3 {
			c.Rollovers = []budget.Rollover{{From: start.Add(24), On: true}, {From: start.Add(48)}}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		envelope.Compute(s)
	}
}
