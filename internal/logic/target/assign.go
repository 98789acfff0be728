package target

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Action is a way to assign a month at once: CoverOverspending, or one of the source's eight.
type Action string

// The actions.
const (
	Underfunded       Action = "underfunded"
	CoverOverspending Action = "cover-overspending"
	AssignedLastMonth Action = "assigned-last-month"
	SpentLastMonth    Action = "spent-last-month"
	AverageAssigned   Action = "average-assigned"
	AverageSpent      Action = "average-spent"
	ReduceOverfunding Action = "reduce-overfunding"
	ResetAvailable    Action = "reset-available"
	ResetAssigned     Action = "reset-assigned"
)

// Actions returns all actions, those of the source in its order.
func Actions() []Action {
	return []Action{
		Underfunded, CoverOverspending, AssignedLastMonth, SpentLastMonth, AverageAssigned, AverageSpent, ReduceOverfunding, ResetAvailable, ResetAssigned,
	}
}

// Assign returns the assignments of an action in a month, in the order in which categories are served. Money is taken
// from To Budget until that is 0, in the month and in later months that depend on it.
func Assign(m *Month, action Action) []envelope.Assignment {
	p := m.pot()
	switch action {
	case Underfunded:
		p.coverAll()
		p.fill()
		return p.changed()
	case CoverOverspending:
		p.coverAll()
		return p.changed()
	}
	for pass := range 2 { // money removed in the first pass can be assigned in the second
		for i := range m.Categories {
			c := &m.Categories[i]
			if more := m.amount(c, action) - p.now(c.No); (more < 0) == (pass == 0) {
				p.give(c.No, more)
			}
		}
	}
	return p.changed()
}

// amount returns the budgeted amount that an action aims at, except Underfunded and CoverOverspending.
func (m *Month) amount(c *Category, action Action) money.Milli {
	cell, last := m.Sheet.Cell(c.No, m.Month), m.Sheet.Cell(c.No, m.Month.Add(-1))
	switch action {
	case AssignedLastMonth: // R43
		return last.Budgeted
	case SpentLastMonth:
		return max(0, -last.Activity)
	case AverageAssigned:
		return m.average(c.No, func(c envelope.Cell) money.Milli { return c.Budgeted })
	case AverageSpent:
		return max(0, m.average(c.No, func(c envelope.Cell) money.Milli { return -c.Activity }))
	case ReduceOverfunding:
		s, _ := m.Status(c)
		if s.Snoozed {
			return cell.Budgeted
		}
		return cell.Budgeted - s.Over
	case ResetAvailable:
		if cell.Rollover && cell.Balance < 0 { // the user chose to carry it
			return cell.Budgeted
		}
		return cell.Budgeted - cell.Balance
	}
	return 0 // ResetAssigned
}

// average returns the average over the twelve months before, starting with the first one that has data, including
// empty ones (R42).
func (m *Month) average(no budget.CategoryNo, of func(envelope.Cell) money.Milli) money.Milli {
	var sum money.Milli
	months := 0
	for before := m.Month.Add(-12); before < m.Month; before++ {
		c := m.Sheet.Cell(no, before)
		if months > 0 || c.Budgeted != 0 || c.Activity != 0 {
			months++
			sum += of(c)
		}
	}
	if months == 0 {
		return 0
	}
	return m.Format.Average(sum, months)
}

// pot is the available money and the assignments so far.
type pot struct {
	*Month
	before *envelope.Sheet
	left   []money.Milli // To Budget of the month and of each later month, after the assignments
	order  []budget.CategoryNo
	is     map[budget.CategoryNo]money.Milli
}

func (m *Month) pot() *pot {
	return &pot{Month: m, before: m.Sheet, left: m.left(), is: map[budget.CategoryNo]money.Milli{}}
}

func (m *Month) left() (left []money.Milli) {
	for at := m.Month; at <= max(m.Month, m.Sheet.Last())+1; at++ {
		left = append(left, m.Sheet.Month(at).ToBudget)
	}
	return left
}

// goOn recomputes the sheet with the assignments so far.
func (p *pot) goOn() {
	month := *p.Month
	month.Sheet = p.before.Assigned(p.changed())
	p.Month, p.left = &month, month.left()
}

// now returns the budgeted amount of a category including its assignment.
func (p *pot) now(no budget.CategoryNo) money.Milli {
	if is, changed := p.is[no]; changed {
		return is
	}
	return p.Sheet.Cell(no, p.Month.Month).Budgeted
}

// give assigns an amount to a category, or as much of it as is available. A negative amount is removed from the
// category.
func (p *pot) give(no budget.CategoryNo, amount money.Milli) {
	if amount > 0 {
		amount = p.most(no, amount)
	}
	if amount == 0 || (p.now(no)+amount).Abs() > money.Limit {
		return
	}
	if _, known := p.is[no]; !known {
		p.order = append(p.order, no)
	}
	for i, cost := range p.costs(no, amount) {
		p.left[i] -= cost
	}
	p.is[no] = p.now(no) + amount
}

// most returns how much of an amount a category can get without making To Budget negative in any month. Each month
// loses more if it gets more.
func (p *pot) most(no budget.CategoryNo, amount money.Milli) money.Milli {
	amount = min(amount, max(0, p.left[0]))
	if p.has(no, amount) {
		return amount
	}
	enough, tooMuch := money.Milli(0), amount
	for tooMuch-enough > 1 {
		if half := enough + (tooMuch-enough)/2; p.has(no, half) {
			enough = half
		} else {
			tooMuch = half
		}
	}
	return enough
}

// has reports whether every affected month has enough money to assign an amount to a category.
func (p *pot) has(no budget.CategoryNo, amount money.Milli) bool {
	for i, cost := range p.costs(no, amount) {
		if cost > max(0, p.left[i]) {
			return false
		}
	}
	return true
}

// costs returns the amounts by which To Budget of each month falls if a category gets an amount more: the amount,
// less the part that covers overspending of the category, which would have reduced To Budget anyway.
func (p *pot) costs(no budget.CategoryNo, amount money.Milli) []money.Milli {
	given := p.now(no) - p.Sheet.Cell(no, p.Month.Month).Budgeted
	before, after := p.overspent(no, given), p.overspent(no, given+amount)
	list := make([]money.Milli, len(p.left))
	for i := range list {
		list[i] = amount
		if i+1 < len(list) {
			amount -= after[i] - before[i]
		}
	}
	return list
}

// overspent returns the amount that a category with an assignment takes from each next month's To Budget. Additional
// overspending on cards counts as paid at once, the earliest possibility.
func (p *pot) overspent(no budget.CategoryNo, given money.Milli) []money.Milli {
	list := make([]money.Milli, len(p.left)-1)
	for i := range list {
		cell := p.Sheet.Cell(no, p.Month.Month.Add(i))
		without := envelope.Carried(cell.Balance, cell.Rollover)
		cell.Balance += given
		cell.CardDebt = min(cell.CardDebt, max(0, -cell.Balance))
		list[i] = cell.Overspent()
		given = envelope.Carried(cell.Balance, cell.Rollover) - without
	}
	return list
}

// changed returns the assignments that change an amount.
func (p *pot) changed() []envelope.Assignment {
	var list []envelope.Assignment
	for _, no := range p.order {
		if p.is[no] != p.before.Cell(no, p.Month.Month).Budgeted {
			list = append(list, envelope.Assignment{Category: no, Month: p.Month.Month, Budgeted: p.is[no]})
		}
	}
	return list
}

// coverAll serves overspent categories. Covering spending on a card also funds the card, which then needs that much
// less.
func (p *pot) coverAll() {
	p.cover(false)
	p.goOn()
	p.cover(true)
}

// fill serves targets in order of their due dates.
func (p *pot) fill() {
	for _, c := range p.byDue() {
		if c.Snoozed {
			continue
		}
		if s, ok := p.Status(c); ok {
			given := p.now(c.No) - p.Sheet.Cell(c.No, p.Month.Month).Budgeted
			p.give(c.No, max(0, s.UnderFunded-given))
		}
	}
	p.distribute()
}

// distribute gives the rest of the available money to the targets that take a part of it, in whole steps of the currency. A
// rest that is finer goes to the first.
func (p *pot) distribute() {
	var to []budget.CategoryNo
	var weights []money.Milli
	for i := range p.Categories {
		c := &p.Categories[i]
		if _, ok := p.Status(c); ok && !c.Snoozed && c.Target.Kind == budget.Remainder {
			to, weights = append(to, c.No), append(weights, money.Milli(c.Target.Weight))
		}
	}
	if len(to) == 0 {
		return
	}
	rest, step := max(0, slices.Min(p.left)), p.Format.Step()
	parts := money.Divide(rest/step, weights)
	for i, part := range parts {
		amount := part * step
		if i == 0 {
			amount += rest % step
		}
		p.give(to[i], amount)
	}
}

// cover serves overspent categories, either card payment categories or the others.
func (p *pot) cover(cards bool) {
	for i := range p.Categories {
		no := p.Categories[i].No
		_, card := p.Owed[no]
		if cell := p.Sheet.Cell(no, p.Month.Month); card == cards && cell.Balance < 0 && !cell.Rollover {
			p.give(no, -cell.Balance)
		}
	}
}

// place is the position of a target in the source's order.
type place struct {
	class int // 0 due on a day of the month, 1 at its end, 2 later, 3 cards to pay off
	due   civil.Date
}

func (p *pot) byDue() []*Category {
	all := make([]*Category, 0, len(p.Categories))
	places := make(map[budget.CategoryNo]place, len(p.Categories))
	for i := range p.Categories {
		if c := &p.Categories[i]; c.Target != nil {
			all = append(all, c)
			places[c.No] = p.place(c)
		}
	}
	slices.SortStableFunc(all, func(a, b *Category) int {
		return cmp.Or(cmp.Compare(places[a.No].class, places[b.No].class), cmp.Compare(places[a.No].due, places[b.No].due))
	})
	return all
}

func (p *pot) place(c *Category) place {
	_, card := p.Owed[c.No]
	due := DueIn(c.Target, p.Month.Month, p.Today)
	switch {
	case card && c.Target.Amount == 0:
		return place{class: 3}
	case c.Scheduled != 0 && (due == 0 || due.Month() > p.Month.Month || c.Scheduled < due):
		return place{due: c.Scheduled}
	case due == 0:
		return place{class: 1}
	case due.Month() > p.Month.Month:
		return place{class: 2, due: due}
	}
	return place{due: due}
}

// DueIn returns the next day on which a target is due, as seen in a month: zero for one that has the whole month or
// no date.
func DueIn(t *budget.Target, m civil.Month, today civil.Date) civil.Date {
	switch {
	case t.IsWeekly():
		from := m.First()
		if today.Month() == m {
			from = today
		}
		for d := from; d <= m.Last(); d = d.AddDays(1) {
			if int(d.Time().Weekday()) == t.Day && comes(t, d) {
				return d
			}
		}
		return 0
	case dated(t):
		return NextBy(t, m)
	case t.Kind == budget.Need && t.Day > 0:
		return m.DayAt(t.Day)
	}
	return 0
}

// NextBy returns a target's date as seen in a month, the next one if it recurs; zero without a date or if the date
// has passed.
func NextBy(t *budget.Target, m civil.Month) civil.Date {
	if months := monthsTo(t, m); months > 0 {
		return m.Add(months - 1).DayAt(t.By().Day())
	}
	return 0
}
