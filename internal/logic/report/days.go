package report

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Days contains the expenses and income of each day of a month.
type Days struct {
	Month  civil.Month `json:"month"`
	Days   []DayOf     `json:"days"` // all of the month
	Spent  money.Milli `json:"spent"`
	Income money.Milli `json:"income"`
}

// DayOf is a day of a month. Both amounts are positive; Spent is negative if more was refunded than spent.
type DayOf struct {
	Date   civil.Date  `json:"date"`
	Spent  money.Milli `json:"spent"`
	Income money.Milli `json:"income"`
}

// DaysIn sums expenses and income by day, from civil.MostDays values for each month: activity, in which spending is
// negative.
func DaysIn(m civil.Month, spending, income [][]money.Milli) Days {
	r := Days{Month: m, Days: make([]DayOf, m.Last().Day())}
	for n := range r.Days {
		day := &r.Days[n]
		day.Date = m.DayAt(n + 1)
		for _, sums := range spending {
			day.Spent -= sums[n]
		}
		for _, sums := range income {
			day.Income += sums[n]
		}
		r.Spent += day.Spent
		r.Income += day.Income
	}
	return r
}

// Table lists the days.
func (r *Days) Table() Table {
	t := Table{Columns: []string{"Spent", "Income"}}
	for _, day := range r.Days {
		t.Rows = append(t.Rows, TableRow{Name: day.Date.String(), Amounts: []money.Milli{day.Spent, day.Income}})
	}
	t.Rows = append(t.Rows, TableRow{Name: "Total", Amounts: []money.Milli{r.Spent, r.Income}})
	return t
}
