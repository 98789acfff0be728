package schedules

import (
	"context"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// AccountComing lists the upcoming rows of an account.
type AccountComing struct {
	Rows     []Coming // due and missed rows first
	Due      int      // of them
	Sum      money.Milli
	Lowest   money.Milli
	LowestOn civil.Date // today if the balance only rises
}

// InAccount returns the upcoming rows of an account until a day, including future transactions.
func InAccount(v *store.ReadTx, names *rows.Names, account *pageframe.Account, no budget.AccountNo, all []budget.Scheduled, later []budget.Transaction, today, until civil.Date) (*AccountComing, error) {
	look, err := lookAtScheduled(v, names, today)
	if err != nil {
		return nil, err
	}
	ahead := LookAhead(look.names, today, until)
	for i := range later {
		ahead.Row(&later[i])
	}
	ahead.ScheduledOf(all)
	ahead.Events = slices.DeleteFunc(ahead.Events, func(e report.Event) bool { return e.AccountID != account.ID })
	stands := report.AccountBalance{ID: account.ID, Balance: account.Balance - ahead.Later[no]}
	line := report.ComingOf(today, until, []report.AccountBalance{stands}, ahead.Events, nil, nil).Accounts[0]
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
		var l List
		l.comes(&all[i], &row, today, until)
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

// CategoryComing sums the scheduled rows of a category in a month.
type CategoryComing struct {
	Amount money.Milli
	First  civil.Date // the first date
	Times  int
}

// ComingFor returns the scheduled rows by category, in the months from today's on.
func ComingFor(all []budget.Scheduled, today, until civil.Date) map[budget.CellKey]CategoryComing {
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

// RepeatForm returns the form of a schedule made from a transaction. The transaction's date is the first date; the
// next one is after today.
func (ss *Schedules) RepeatForm(ctx context.Context, who users.Actor, id, row string, every Frequency, today civil.Date) (Form, error) {
	var f Form
	var err error
	if f.Form, err = ss.rows.RowForm(ctx, who, id, row); err != nil {
		return f, err
	}
	if f.Row == nil {
		return f, apperr.New(apperr.NotFound, "transaction not found")
	}
	if rule, known := schedule.New(f.Row.Date, string(every)); known {
		f.Row.Date = rule.After(max(today, f.Row.Date))
	}
	return f, nil
}
