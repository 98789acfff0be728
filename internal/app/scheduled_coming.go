package app

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/report"
	"holdover/internal/schedule"
	"holdover/internal/store"
)

// AccountComing is what comes in an account in the next ComingDays.
type AccountComing struct {
	Rows     []Coming // what is due or was missed first
	Due      int      // of them
	Sum      money.Milli
	Lowest   money.Milli
	LowestOn cal.Date // today where it only rises
}

// accountComing is what is scheduled in an account; what other accounts' schedules move
// to it counts for the lowest balance. It is nil where nothing comes.
func accountComing(v *store.View, names *names, account *Account, today cal.Date) (*AccountComing, error) {
	all, err := v.Scheduled()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	ahead := ahead{today: today, until: today.AddDays(ComingDays), names: names, later: map[budget.AccountNo]money.Milli{}}
	if err := ahead.rows(v); err != nil {
		return nil, err
	}
	ahead.scheduledOf(all)
	ahead.events = slices.DeleteFunc(ahead.events, func(e report.Event) bool { return e.AccountID != account.ID })
	is, err := v.AccountByID(account.ID)
	if err != nil {
		return nil, err
	}
	stands := report.Standing{ID: account.ID, Balance: account.Balance - ahead.later[is.No]}
	line := report.ComingOf(today, ahead.until, []report.Standing{stands}, ahead.events, nil, nil).Accounts[0]
	out := &AccountComing{Lowest: line.Lowest, LowestOn: line.LowestOn}
	look, err := lookAtScheduled(v, names, today)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Account != is.No {
			continue
		}
		row, err := look.row(&all[i])
		if err != nil {
			return nil, err
		}
		if row.Due > 0 {
			out.Due++
			out.Rows = append(out.Rows, Coming{row.Date, &row})
		}
		var l ScheduledList
		l.comes(&all[i], &row, today)
		for _, c := range l.Coming {
			if c.Date > today || row.Due == 0 {
				out.Rows = append(out.Rows, c)
			}
		}
	}
	slices.SortStableFunc(out.Rows, byDay)
	for _, c := range out.Rows {
		out.Sum += c.Row.Amount
	}
	if len(out.Rows) == 0 {
		return nil, nil
	}
	return out, nil
}

// CategoryComing is what is scheduled for a category in a month.
type CategoryComing struct {
	Amount money.Milli
	First  cal.Date // the day on which it comes first
	Times  int
}

// comingFor is what is scheduled for categories, in the months from today's on.
func comingFor(all []budget.Scheduled, today, until cal.Date) map[budget.CellKey]CategoryComing {
	coming := map[budget.CellKey]CategoryComing{}
	for i := range all {
		t := nextOf(&all[i])
		for _, day := range dueDays(&all[i], today, until) {
			day = max(day, today)
			for line := range t.Lines {
				if line.Category == 0 {
					continue
				}
				k := budget.CellKey{Category: line.Category, Month: day.Month()}
				c := coming[k]
				if c.Times == 0 || day < c.First {
					c.First = day
				}
				c.Amount, c.Times = c.Amount+line.Amount, c.Times+1
				coming[k] = c
			}
		}
	}
	return coming
}

// ComingFor is what is scheduled for a category in a month, from today on.
func (s *Screen) ComingFor(category budget.CategoryNo, m cal.Month) CategoryComing {
	return s.coming[budget.CellKey{Category: category, Month: m}]
}

// countDue counts the schedules whose day has come.
func (f *Frame) countDue(v *store.View, today cal.Date) error {
	all, err := v.Scheduled()
	for i := range all {
		if s := &all[i]; s.DateNext != 0 && s.DateNext <= today {
			f.Due++
		}
	}
	return err
}

// RecurringFound is something that has come again and again, and is not scheduled.
type RecurringFound struct {
	Row    string // the id of the transaction that was the last
	Name   string
	Amount money.Milli
	Last   cal.Date
	Times  int
	Next   cal.Date
	Every  Frequency
	When   string // in words
}

const (
	// recurringBack is how far back what comes again is looked for: three times a year.
	recurringBack = 1200
	// maxRecurring is how many are offered at once.
	maxRecurring = 12
)

// recurringKey is what has to be the same of what comes again.
type recurringKey struct {
	account budget.AccountNo
	payee   budget.PayeeNo
	other   budget.AccountNo
}

// recurring finds what came again and again and is not scheduled, what comes next first.
func recurring(v *store.View, names *names, all []budget.Scheduled, today cal.Date) ([]RecurringFound, error) {
	lines, err := v.Lines()
	if err != nil {
		return nil, err
	}
	groups := map[recurringKey][]schedule.Once{}
	numbers := []budget.TxNo{}
	for t := range lines.Newest {
		if t.Date < today.AddDays(-recurringBack) {
			break
		}
		if k := (recurringKey{t.Account, t.Payee, t.Other}); t.Date <= today && k.named() && !names.accounts[t.Account].Closed {
			groups[k] = append(groups[k], schedule.Once{Date: t.Date, Amount: t.Amount, Which: len(numbers)})
			numbers = append(numbers, t.No)
		}
	}
	known := map[recurringKey]bool{}
	for i := range all {
		s := &all[i]
		known[recurringKey{s.Account, s.Payee, s.TransferAccount}] = true
		known[recurringKey{s.TransferAccount, 0, s.Account}] = s.TransferAccount != 0
	}
	var found []foundHabit
	for k, some := range groups {
		if known[k] || known[recurringKey{k.account, 0, k.other}] {
			continue
		}
		for _, h := range schedule.Habits(some, today) {
			if k.other == 0 || h.Last.Amount < 0 { // a transfer is offered once
				found = append(found, foundHabit{h, k, numbers[h.Last.Which]})
			}
		}
	}
	return tellRecurring(v, names, found)
}

func (k recurringKey) named() bool { return k.payee != 0 || k.other != 0 }

type foundHabit struct {
	schedule.Habit
	key recurringKey
	no  budget.TxNo
}

func tellRecurring(v *store.View, names *names, found []foundHabit) ([]RecurringFound, error) {
	slices.SortFunc(found, func(a, b foundHabit) int { return cmp.Or(cmp.Compare(a.Next, b.Next), cmp.Compare(a.no, b.no)) })
	var out []RecurringFound
	for _, f := range found[:min(len(found), maxRecurring)] {
		t, err := v.Transaction(f.no)
		if err != nil {
			return nil, err
		}
		name := names.payees[f.key.payee].Name
		if f.key.other != 0 {
			name = "Transfer: " + names.accounts[f.key.other].Name
		}
		rule, _ := schedule.New(f.Next, string(f.Every))
		out = append(out, RecurringFound{Row: t.ID, Name: name, Amount: t.Amount, Last: t.Date, Times: f.Times, Next: f.Next, Every: f.Every, When: rule.Text()})
	}
	return out, nil
}

// RepeatForm is the form of a schedule made from a transaction, which is its first
// day; it comes next on a day after today.
func (a *App) RepeatForm(ctx context.Context, who Actor, id, row string, every Frequency, today cal.Date) (ScheduledForm, error) {
	var f ScheduledForm
	var err error
	if f.RowForm, err = a.RowForm(ctx, who, id, row); err != nil {
		return f, err
	}
	if f.Row == nil {
		return f, fault.New(fault.NotFound, "there is no such transaction")
	}
	if rule, known := schedule.New(f.Row.Date, string(every)); known {
		f.Row.Date = rule.After(max(today, f.Row.Date))
	}
	return f, nil
}
