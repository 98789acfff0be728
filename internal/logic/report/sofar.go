package report

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// MaxUsual is the number of earlier months that define the usual amount: a year, so that a yearly expense counts
// once.
const MaxUsual = 12

// SoFar compares the expenses of a month up to a day with the mean of earlier months up to that day.
type SoFar struct {
	Month    civil.Month `json:"month"`
	Until    civil.Date  `json:"until"`    // the last day that counts
	Compared int         `json:"compared"` // the number of earlier months; 0 in the first month
	Days     []SoFarBy   `json:"days"`     // all days of the month
	Lines    []SoFarOf   `json:"lines"`    // the largest spending first
	Whole    SoFarOf     `json:"whole"`
}

// SoFarBy contains the expenses from the first day of the month to one of its days.
type SoFarBy struct {
	Date  civil.Date   `json:"date"`
	Spent *money.Milli `json:"spent"` // not known for days to come
	Last  money.Milli  `json:"last"`  // in the month before
	Usual money.Milli  `json:"usual"` // rounded to the nearest milliunit
}

// SoFarOf contains the expenses of one item up to the day.
type SoFarOf struct {
	ID    string      `json:"id"`
	Name  string      `json:"name"`
	Spent money.Milli `json:"spent"`
	Last  money.Milli `json:"last"`  // in the month before, up to its day of the same number
	Usual money.Milli `json:"usual"` // up to that day, rounded
	All   money.Milli `json:"all"`   // the usual amount of a whole month, rounded
	Lines []SoFarOf   `json:"lines,omitempty"`
}

// Difference returns the spending above the usual amount.
func (l *SoFarOf) Difference() money.Milli { return l.Spent - l.Usual }

// SoFarIn compares a month up to a day with earlier months. Sums are by day, civil.MostDays for each month: the earlier
// months, oldest first, then the month.
func SoFarIn(m civil.Month, until civil.Date, compared int, groups []Grouped) SoFar {
	r := SoFar{Month: m, Until: until, Compared: compared}
	whole := make([]money.Milli, (compared+1)*civil.MostDays)
	for _, g := range groups {
		group := SoFarOf{ID: g.ID, Name: g.Name}
		sums := make([]money.Milli, len(whole))
		for c := range iterutil.Pointers(g.Members) {
			if nothing(c.Months) {
				continue
			}
			group.Lines = append(group.Lines, r.of(c.ID, c.Name, c.Months))
			for n, amount := range c.Months {
				sums[n] += amount
				whole[n] += amount
			}
		}
		if len(group.Lines) > 0 {
			lines := group.Lines
			group = r.of(g.ID, g.Name, sums)
			group.Lines = lines
			most(group.Lines)
			r.Lines = append(r.Lines, group)
		}
	}
	most(r.Lines)
	r.Whole = r.of("", "", whole)
	for n := range m.Last().Day() { // not from day to day: the last one that there can be has none after it
		day := m.DayAt(n + 1)
		at := r.through(whole, day)
		by := SoFarBy{Date: day, Last: at.last, Usual: at.usual}
		if day <= until {
			by.Spent = &at.spent
		}
		r.Days = append(r.Days, by)
	}
	return r
}

func (r *SoFar) of(id, name string, sums []money.Milli) SoFarOf {
	at := r.through(sums, r.Until)
	return SoFarOf{ID: id, Name: name, Spent: at.spent, Last: at.last, Usual: at.usual, All: r.through(sums, r.Month.Last()).usual}
}

type through struct{ spent, last, usual money.Milli }

// through sums each month up to the day of a date. If that is the last day of its month, each month is summed
// completely.
func (r *SoFar) through(sums []money.Milli, date civil.Date) (t through) {
	day := date.Day()
	if date == r.Month.Last() {
		day = civil.MostDays
	}
	for n := range r.Compared + 1 {
		spent := -sum(sums[n*civil.MostDays : n*civil.MostDays+day])
		if n == r.Compared {
			t.spent = spent
			break
		}
		t.last = spent
		t.usual += spent
	}
	t.usual = perMonth(t.usual, r.Compared)
	return t
}

// most sorts the lines by the actual or usual spending, the largest first.
func most(lines []SoFarOf) {
	slices.SortFunc(lines, func(a, b SoFarOf) int {
		if larger := cmp.Or(cmp.Compare(b.Spent, a.Spent), cmp.Compare(b.All, a.All)); larger != 0 {
			return larger
		}
		return byName(a.Name, a.ID, b.Name, b.ID)
	})
}

// Table lists the expenses up to the day by group.
func (r *SoFar) Table() Table {
	t := Table{Columns: []string{"So far", "Usual by then", "Difference", "Month before by then", "Usual month"}}
	var add func(l *SoFarOf, name string, depth int)
	add = func(l *SoFarOf, name string, depth int) {
		t.Rows = append(t.Rows, TableRow{Depth: depth, Name: name, Amounts: []money.Milli{l.Spent, l.Usual, l.Difference(), l.Last, l.All}})
		for i := range l.Lines {
			add(&l.Lines[i], l.Lines[i].Name, depth+1)
		}
	}
	for i := range r.Lines {
		add(&r.Lines[i], r.Lines[i].Name, 0)
	}
	add(&r.Whole, "Total", 0)
	return t
}
