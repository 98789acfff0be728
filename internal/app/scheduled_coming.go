package app

import (
	"context"
	"slices"

	"holdover/internal/app/frame"
	"holdover/internal/app/rows"
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

// comes finds what is scheduled in the register's account; what other accounts' schedules
// move to it counts for the lowest balance. There is none where nothing comes.
func (r *Register) comes(v *store.View, names *rows.Names, f store.Filter, today cal.Date) error {
	all, err := v.Scheduled()
	if err != nil || len(all) == 0 {
		return err
	}
	look, err := lookAtScheduled(v, names, today)
	if err != nil {
		return err
	}
	later, err := r.later(v, f, today)
	if err != nil {
		return err
	}
	r.Coming, err = look.comingIn(r.Account, f.Account, all, later)
	return err
}

// later are the account's rows of later days. Mostly they are the first of the newest,
// which are shown.
func (r *Register) later(v *store.View, f store.Filter, today cal.Date) (later []budget.Transaction, err error) {
	shown := len(r.page)
	if newest := f.Sort == store.ByDate && f.Descending; shown < r.Total && (shown == 0 || !newest || r.page[shown-1].Date > today) {
		return rows.Read(v, store.Filter{Account: f.Account, From: today.AddDays(1)})
	}
	for i := range r.page {
		if r.page[i].Date > today {
			later = append(later, r.page[i])
		}
	}
	return later, nil
}

// comingIn is what comes in an account that has some rows of later days.
func (look *scheduledLook) comingIn(account *frame.Account, no budget.AccountNo, all []budget.Scheduled, later []budget.Transaction) (*AccountComing, error) {
	today := look.today
	ahead := ahead{today: today, until: today.AddDays(ComingDays), names: look.names, later: map[budget.AccountNo]money.Milli{}}
	for i := range later {
		ahead.row(&later[i])
	}
	ahead.scheduledOf(all)
	ahead.events = slices.DeleteFunc(ahead.events, func(e report.Event) bool { return e.AccountID != account.ID })
	stands := report.Standing{ID: account.ID, Balance: account.Balance - ahead.later[no]}
	line := report.ComingOf(today, ahead.until, []report.Standing{stands}, ahead.events, nil, nil).Accounts[0]
	out := &AccountComing{Lowest: line.Lowest, LowestOn: line.LowestOn}
	for i := range all {
		if all[i].Account != no {
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
		for _, day := range schedule.DueDays(&all[i], today, until) {
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

// RepeatForm is the form of a schedule made from a transaction, which is its first
// day; it comes next on a day after today.
func (a *App) RepeatForm(ctx context.Context, who Actor, id, row string, every Frequency, today cal.Date) (ScheduledForm, error) {
	var f ScheduledForm
	var err error
	if f.Form, err = a.RowForm(ctx, who, id, row); err != nil {
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
