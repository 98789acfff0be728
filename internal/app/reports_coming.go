package app

import (
	"context"

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

// MaxDaysAhead is how far ahead what is coming is looked for, at most: two years.
const MaxDaysAhead = 731

// ComingReport is what is ahead of the accounts of a budget.
type ComingReport struct {
	Reported `json:"-"`
	report.Coming
}

// ComingReport follows the open accounts and To Budget for some days from today on, by rows of later days and by
// schedules; with targets, To Budget is what is left when they get what they ask for. A scheduled day that was missed counts
// today.
func (a *App) ComingReport(ctx context.Context, who Actor, id string, today cal.Date, days int, targets bool) (ComingReport, error) {
	var r ComingReport
	err := frame.View(ctx, a.desk, who, id, &r.Frame, func(v *store.View) error {
		if days < 1 || days > MaxDaysAhead {
			return farAhead(days)
		}
		l := ahead{today: today, until: today.AddDays(days), later: map[budget.AccountNo]money.Milli{}}
		var err error
		if l.names, err = rows.NamesIn(v); err != nil {
			return err
		}
		if r.Own, err = ownReports(v, l.names); err != nil {
			return err
		}
		if err := l.rows(v); err != nil {
			return err
		}
		if err := l.scheduled(v); err != nil {
			return err
		}
		accounts, err := v.Accounts()
		if err != nil {
			return err
		}
		var standing []report.Standing
		for _, acc := range accounts {
			if acc.Closed {
				continue
			}
			balance := acc.Totals.Balance() - l.later[acc.No]
			standing = append(standing, report.Standing{ID: acc.ID, Name: acc.Name, Debt: balance < 0 || acc.Type.IsCard(), Balance: balance})
		}
		sheet, err := v.Sheet()
		if err != nil {
			return err
		}
		var toBudget []money.Milli
		for m := today.Month(); m <= l.until.Month(); m = m.Add(1) {
			toBudget = append(toBudget, sheet.Month(m).ToBudget)
		}
		var asked []money.Milli
		if targets {
			if asked, err = askedAhead(v, sheet, today, len(toBudget)); err != nil {
				return err
			}
		}
		r.Coming = report.ComingOf(today, l.until, standing, l.events, toBudget, asked)
		return nil
	})
	return r, err
}

func farAhead(days int) error {
	return fault.New(fault.Invalid, "what is coming is looked for 1 to %d days ahead, not %d", MaxDaysAhead, days).AtField("days")
}

// ahead gathers what is known to come.
type ahead struct {
	today, until cal.Date
	names        *rows.Names
	events       []report.Event
	later        map[budget.AccountNo]money.Milli // what rows after today sum to
}

// rows are those of later days that are in the register already.
func (l *ahead) rows(v *store.View) error {
	for t, err := range v.Transactions(store.Filter{From: l.today.AddDays(1)}) {
		if err != nil {
			return err
		}
		l.row(&t)
	}
	return nil
}

func (l *ahead) row(t *budget.Transaction) {
	l.later[t.Account] += t.Amount
	if t.Date <= l.until {
		l.event(t.Date, t.Account, t.Payee, t.Transfer.Account, t.Amount, 0, false)
	}
}

func (l *ahead) scheduled(v *store.View) error {
	all, err := v.Scheduled()
	l.scheduledOf(all)
	return err
}

func (l *ahead) scheduledOf(all []budget.Scheduled) {
	for i := range all {
		for _, day := range schedule.DueDays(&all[i], l.today, l.until) {
			l.entered(&all[i], max(day, l.today))
		}
	}
}

// entered adds what a schedule becomes on a day: in its account, and in those that it or its parts move money to.
func (l *ahead) entered(s *budget.Scheduled, day cal.Date) {
	var income money.Milli
	if l.names.Categories[s.Category].Income {
		income = s.Amount
	}
	for _, p := range s.Parts {
		if l.names.Categories[p.Category].Income {
			income += p.Amount
		}
		l.other(p.Transfer.Account, s.Account, day, p.Amount)
	}
	l.other(s.TransferAccount, s.Account, day, s.Amount)
	if !l.names.Accounts[s.Account].OnBudget {
		income = 0
	}
	l.event(day, s.Account, s.Payee, s.TransferAccount, s.Amount, income, true)
}

// other adds the other side of a transfer.
func (l *ahead) other(to, from budget.AccountNo, day cal.Date, amount money.Milli) {
	if to != 0 {
		l.event(day, to, 0, from, -amount, 0, true)
	}
}

func (l *ahead) event(day cal.Date, account budget.AccountNo, payee budget.PayeeNo, other budget.AccountNo, amount, income money.Milli, scheduled bool) {
	name := l.names.Payees[payee].Name
	if other != 0 {
		name = l.names.Accounts[other].Name
	}
	l.events = append(l.events, report.Event{
		Date: day, AccountID: l.names.Accounts[account].ID, Name: name, Amount: amount, Income: income, Scheduled: scheduled,
	})
}
