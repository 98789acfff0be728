package envelope

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Sheet is every figure of a budget, computed from a snapshot. It does not change.
type Sheet struct {
	First  civil.Month
	Months []MonthFigures
	// Rows are the categories in the snapshot's order.
	Rows  []Row
	Cards []CardRow // with card envelopes
	at    map[budget.CategoryNo]int
	spent money.Milli // the overspending that the last month passes to the next
	cards bool        // they are envelopes
	of    *Snapshot   // the input
}

// MonthFigures are the figures of a month as a whole.
type MonthFigures struct {
	Month              civil.Month
	Income             money.Milli // activity of the income categories
	Funds              money.Milli // Income + last month's To Budget + last month's Held
	OverspentLastMonth money.Milli // zero or negative; rolled-over overspending is not in it
	Budgeted           money.Milli // plain sum of the categories' budgeted amounts
	Activity           money.Milli // sum of the expense categories' activity
	Balance            money.Milli // sum of the expense categories' balances
	Held               money.Milli // reserved for the next month
	ToBudget           money.Milli // Funds + OverspentLastMonth - Budgeted - Held
	Uncategorised      money.Milli // lines on budget accounts without category, in this month
	// UncategorisedLeft is the balance of uncategorised transactions at the month's end: the sum of all of them so
	// far, or with card envelopes the balance of a category without budgeted amounts.
	UncategorisedLeft money.Milli
	// CardDebt is the amount charged to cards this month in categories that could not cover it. It is part of this
	// month's balances and not carried into the next month.
	CardDebt money.Milli
	// OnTheWay is the money that is between two budget accounts at the month's end: it has left one, and arrives in the
	// other later. It is in the envelopes, and in no account.
	OnTheWay money.Milli
}

// Row is a category through the months.
type Row struct {
	No        budget.CategoryNo
	Income    bool
	Cells     []Cell
	debts     []cardDebt // the card debt of the category
	contested []int      // months in which the order of lines decided which card has the debt
}

// Cell is a category in a month. For an income category Budgeted and Balance are
// zero.
type Cell struct {
	Budgeted money.Milli
	Activity money.Milli
	Balance  money.Milli
	CardDebt money.Milli // the part of a negative Balance that becomes debt of cards; not negative
	Rollover bool        // a negative Balance is carried into the next month
}

// Compute computes all months from a snapshot: each category first, then the totals.
func Compute(s *Snapshot) *Sheet { return (*Sheet)(nil).Next(s) }

// row works a category out.
func (s *Snapshot) row(c *Series) Row {
	row := Row{No: c.No, Income: c.Income, Cells: make([]Cell, s.Months())}
	if c.Income {
		for m, amount := range s.apart(c) {
			row.Cells[m].Activity = amount
		}
		return row
	}
	lines := s.on(c.No)
	c.each(s.First, func(m int, balance money.Milli, rolls bool) {
		cell := Cell{Budgeted: c.Budgeted[m], Activity: c.Activity[m], Balance: balance, Rollover: rolls}
		if len(lines) > 0 {
			p := purseOf(lines, m, balance, rolls)
			cell.CardDebt = p.debt
			if row.debts = p.share(row.debts, s.order(c.No, m)); p.contested() {
				row.contested = append(row.contested, m)
			}
		}
		row.Cells[m] = cell
	})
	return row
}

// each calls visit with each month's final balance of a category. It is the only place that derives a month from the
// previous one.
func (c *Series) each(first civil.Month, visit func(m int, balance money.Milli, rolls bool)) {
	var carried money.Milli
	rolls, switches := false, c.Rollovers
	for m := range c.Activity {
		for len(switches) > 0 && switches[0].From <= first.Add(m) {
			rolls, switches = switches[0].On, switches[1:]
		}
		balance := carried + c.Budgeted[m] + c.Activity[m]
		visit(m, balance, rolls)
		carried = Carried(balance, rolls)
	}
}

// addUncategorised adds uncategorised transactions: with card envelopes they are overspent like a category, otherwise
// they are separate from all categories.
func (sheet *Sheet) addUncategorised(s *Snapshot, overspent []money.Milli) {
	if s.Cards == nil {
		var left money.Milli
		for m, amount := range s.Uncategorised {
			left += amount
			sheet.Months[m].UncategorisedLeft = left
		}
		return
	}
	row := s.row(s.uncategorised())
	sheet.move(s, &row)
	for m := range row.Cells {
		cell, month := &row.Cells[m], &sheet.Months[m]
		month.UncategorisedLeft = cell.Balance
		month.CardDebt += cell.CardDebt
		overspent[m+1] += cell.Overspent()
	}
}

// add adds a category to the totals.
func (sheet *Sheet) add(row *Row, overspent []money.Milli) {
	for m := range row.Cells {
		cell, month := &row.Cells[m], &sheet.Months[m]
		if row.Income {
			month.Income += cell.Activity
			continue
		}
		month.Budgeted += cell.Budgeted
		month.Activity += cell.Activity
		month.Balance += cell.Balance
		month.CardDebt += cell.CardDebt
		overspent[m+1] += cell.Overspent()
	}
}

// Overspent returns the part of a balance that reduces the next month's To Budget: a negative balance that is neither
// carried nor card debt. It is zero or negative.
func (c *Cell) Overspent() money.Milli {
	return c.Balance - Carried(c.Balance, c.Rollover) + c.CardDebt
}

// Carried returns the part of a balance that the category carries into the next month: all of it if it is not
// negative or rolls over, otherwise zero. All carrying uses this function.
func Carried(balance money.Milli, rolls bool) money.Milli {
	if balance < 0 && !rolls {
		return 0
	}
	return balance
}

func (sheet *Sheet) sumUp(s *Snapshot, overspent []money.Milli) {
	var toBudget, held, onTheWay money.Milli
	for i := range sheet.Months {
		m := &sheet.Months[i]
		onTheWay -= s.Moved[i]
		m.OnTheWay = onTheWay
		m.Month = sheet.First.Add(i)
		m.Funds = m.Income + toBudget + held
		m.OverspentLastMonth = overspent[i]
		m.Held = s.Held[i]
		m.ToBudget = m.Funds + m.OverspentLastMonth - m.Budgeted - m.Held
		m.Uncategorised = s.Uncategorised[i]
		toBudget, held = m.ToBudget, m.Held
	}
	sheet.spent = overspent[len(sheet.Months)]
}

// Last returns the last computed month, or zero for an empty sheet.
func (sheet *Sheet) Last() civil.Month {
	if len(sheet.Months) == 0 {
		return 0
	}
	return sheet.Months[len(sheet.Months)-1].Month
}

// Month returns the figures of a month: those computed, zeros before them, and after the last one the figures carried
// over from it without new transactions.
func (sheet *Sheet) Month(m civil.Month) MonthFigures {
	i := int(m - sheet.First)
	switch {
	case i < 0 || len(sheet.Months) == 0:
		return MonthFigures{Month: m}
	case i < len(sheet.Months):
		return sheet.Months[i]
	}
	return sheet.after(m)
}

// after continues the sheet past its last month: balances stay, and overspending of the last month is subtracted from
// the first month after it.
func (sheet *Sheet) after(m civil.Month) MonthFigures {
	last := sheet.Months[len(sheet.Months)-1]
	next := MonthFigures{
		Month: m, Funds: last.ToBudget + last.Held,
		OverspentLastMonth: sheet.spent, UncategorisedLeft: Carried(last.UncategorisedLeft, !sheet.cards), OnTheWay: last.OnTheWay,
	}
	for i := range sheet.Rows {
		next.Balance += sheet.Cell(sheet.Rows[i].No, m).Balance
	}
	next.ToBudget = next.Funds + next.OverspentLastMonth
	if m > last.Month.Add(1) { // the overspending was taken off a month earlier
		next.Funds, next.OverspentLastMonth = next.ToBudget, 0
	}
	return next
}

func (sheet *Sheet) lastCell(row int) Cell {
	cells := sheet.Rows[row].Cells
	return cells[len(cells)-1]
}

// Cell returns a category's figures in a month, also outside the computed ones.
func (sheet *Sheet) Cell(c budget.CategoryNo, m civil.Month) Cell {
	row, ok := sheet.at[c]
	i := int(m - sheet.First)
	if !ok || i < 0 || len(sheet.Months) == 0 {
		return Cell{}
	}
	if i < len(sheet.Months) {
		return sheet.Rows[row].Cells[i]
	}
	last := sheet.lastCell(row)
	if sheet.Rows[row].Income {
		return Cell{Rollover: last.Rollover}
	}
	return Cell{Balance: Carried(last.Balance, last.Rollover), Rollover: last.Rollover}
}
