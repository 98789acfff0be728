package actualfile

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// mostFigures is the number of categories times months that a budget keeps.
const mostFigures = 2_000_000

// monthsBefore is the number of months before the first transaction for which Actual has figures.
const monthsBefore = 3

// figures contains the figures of all months by Actual's arithmetic. It does not use package envelope, so that the
// verification compares two programs.
type figures struct {
	first  civil.Month
	months int
	rows   []row // by category
	income []money.Milli
	held   []money.Milli // for the next month
	// toBudget is the amount that is left to budget. It is empty for a tracking budget.
	toBudget []money.Milli
	budgeted []money.Milli
}

// row is a category through the months.
type row struct {
	budgeted, activity, balance []money.Milli
	carries                     []bool // a negative balance is carried into the next month
}

// input contains the data from which compute computes the figures.
type input struct {
	earliest    civil.Month // of any transaction; 0 for none
	first, last civil.Month // of live transactions
	income      []bool      // by category
	activity    []map[civil.Month]money.Milli
	budgets     []cell // by month
	held        map[civil.Month]money.Milli
}

// cell is a budgeted amount of a category, or a flag of it, in a month.
type cell struct {
	category int
	month    civil.Month
	amount   money.Milli
	carries  bool
}

// compute computes the months with data. Actual has no figures earlier than three months before the first transaction, and
// ignores budgeted amounts of such months; early contains those.
func compute(in *input) (f figures, early []cell, err error) {
	first, last := in.first, in.last
	start := civil.Month(0)
	if in.earliest != 0 {
		start = in.earliest.Add(-monthsBefore)
	}
	see := func(m civil.Month) { first, last = min(orLatest(first), m), max(last, m) }
	counted := in.budgets[:0:0]
	for _, b := range in.budgets {
		switch {
		case b.month < start:
			if b.amount != 0 {
				early = append(early, b)
			}
			continue
		case b.amount != 0 || b.carries:
			see(b.month)
		}
		counted = append(counted, b)
	}
	for m, amount := range in.held {
		if amount != 0 && m >= start {
			see(m)
		}
	}
	if first == 0 {
		return figures{}, early, nil
	}
	f = figures{first: first, months: int(last-first) + 1}
	if f.months*max(1, len(in.income)) > mostFigures {
		return figures{}, nil, apperr.New(apperr.Invalid, "the budget has %d categories in the months from %s to %s: a budget keeps at most %d figures", len(in.income), first, last, mostFigures).
			WithHint("Correct transactions with a wrong year in Actual and export the budget again.")
	}
	f.fill(in, counted)
	f.sum(in)
	return f, early, nil
}

// fill sets the budgeted amounts, activities and flags.
func (f *figures) fill(in *input, budgets []cell) {
	f.rows = make([]row, len(in.income))
	for i := range f.rows {
		f.rows[i] = row{make([]money.Milli, f.months), make([]money.Milli, f.months), make([]money.Milli, f.months), make([]bool, f.months)}
		for m, amount := range in.activity[i] {
			f.rows[i].activity[m-f.first] = amount
		}
	}
	for _, b := range budgets {
		if i := int(b.month - f.first); i >= 0 && i < f.months {
			r := &f.rows[b.category]
			r.budgeted[i], r.carries[i] = b.amount, b.carries
		}
	}
}

// sum computes the balances and months.
func (f *figures) sum(in *input) {
	f.income, f.held, f.budgeted, f.toBudget = make([]money.Milli, f.months), make([]money.Milli, f.months), make([]money.Milli, f.months), make([]money.Milli, f.months)
	overspent := make([]money.Milli, f.months+1) // that the month takes from what is left to budget
	automatic := make([]money.Milli, f.months)
	for i := range f.rows {
		r := &f.rows[i]
		left := money.Milli(0)
		for m := range f.months {
			if in.income[i] {
				f.income[m] += r.activity[m]
				if r.carries[m] {
					automatic[m] += r.activity[m]
				}
				continue
			}
			f.budgeted[m] += r.budgeted[m]
			r.balance[m] = left + r.budgeted[m] + r.activity[m]
			if left = r.balance[m]; left < 0 && !r.carries[m] {
				overspent[m+1] += left
				left = 0
			}
		}
	}
	fromLast := money.Milli(0)
	for m := range f.months {
		f.held[m] = in.held[f.first.Add(m)]
		if f.held[m] == 0 {
			f.held[m] = automatic[m]
		}
		f.toBudget[m] = f.income[m] + fromLast + overspent[m] - f.budgeted[m] - f.held[m]
		fromLast = f.toBudget[m] + f.held[m]
	}
}

// computeFigures reads the budgets and computes the figures of the file.
func (c *conversionState) computeFigures(s *scanned) error {
	budgets, err := c.readBudgets()
	if err != nil {
		return err
	}
	in := &input{earliest: s.earliest, first: s.first, last: s.last, activity: s.activity}
	if in.held, err = c.readHolds(); err != nil {
		return err
	}
	for i := range c.categories.all {
		in.income = append(in.income, c.categories.all[i].income)
	}
	for _, b := range budgets {
		k := b.category
		if k.income {
			k.carries = k.carries || b.carries
			if b.amount = 0; !c.prefs.tracking && !b.carries {
				continue
			}
		}
		in.budgets = append(in.budgets, cell{c.categories.at[k.ID], b.month, b.amount, b.carries && !c.prefs.tracking})
	}
	sheet, early, err := compute(in)
	for _, b := range early {
		c.remarks.Warn("early-budget", "Actual does not count amounts that are budgeted more than three months before the first transaction; they were left out.",
			"%s: %s %s", b.month, c.categories.all[b.category].Name, b.amount)
	}
	c.sheet = sheet
	return err
}

// readHolds reads the amounts that months hold for the next one.
func (c *conversionState) readHolds() (map[civil.Month]money.Milli, error) {
	held := map[civil.Month]money.Milli{}
	if !c.has("zero_budget_months") || c.prefs.tracking {
		return held, nil
	}
	err := c.load("zero_budget_months", "SELECT id, buffered FROM zero_budget_months WHERE buffered <> 0", func(r *record) {
		id := r.id("month")
		m, err := civil.ParseMonth(id)
		if err != nil || m.FarOff() {
			r.fail("it is not a month: %s", civil.KeptYears())
			return
		}
		held[m] = r.amount(c.unit)
	})
	return held, err
}

// markHolds adds the holds and the rollovers to the marks.
func (c *conversionState) markHolds(marks *ynabdoc.Marks) {
	for m, amount := range c.sheet.held {
		month := c.sheet.first.Add(m)
		switch {
		case amount > 0:
			marks.Held = append(marks.Held, ynabdoc.MarkedHold{Month: month, Amount: amount})
		case amount < 0:
			c.remarks.Warn("negative-hold", "A month holds a negative amount for the next one. Holdover has no negative holds, so To Budget of that month differs.", "%s: %s", month, amount)
		}
	}
	for i := range c.categories.all {
		k := &c.categories.all[i]
		if k.income || len(c.sheet.rows) == 0 {
			if k.carries {
				c.remarks.Warn("automatic-hold", "Actual holds the income of a category for the next month automatically. The months so far hold the same amounts; later months hold nothing automatically.", "%s", k.Name)
			}
			continue
		}
		on := false
		for m, carries := range c.sheet.rows[i].carries {
			if carries != on {
				on = carries
				marks.Rollovers = append(marks.Rollovers, ynabdoc.MarkedRollover{Category: k.ID, From: c.sheet.first.Add(m), On: on})
			}
		}
	}
}
