package reports

import (
	"context"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/storage/store"
)

// MaxDaysAhead is the maximum number of days of the forecast: two years.
const MaxDaysAhead = 731

// ComingReport is the forecast of a budget's accounts.
type ComingReport struct {
	Reported `json:"-"`
	report.Coming
}

// ComingReport forecasts the open accounts and To Budget for a number of days from today on, by future rows and
// schedules; with targets, To Budget is what remains after their needs. A missed scheduled date counts today.
func (rp *Reports) ComingReport(ctx context.Context, who users.Actor, id string, today civil.Date, days int, targets bool) (ComingReport, error) {
	var r ComingReport
	err := pageframe.View(ctx, rp.access, who, id, &r.Frame, func(v *store.ReadTx) error {
		if days < 1 || days > MaxDaysAhead {
			return farAhead(days)
		}
		names, err := rows.NamesIn(v)
		if err != nil {
			return err
		}
		if r.Own, err = ownReports(v, names); err != nil {
			return err
		}
		until := today.AddDays(days)
		l := schedules.LookAhead(names, today, until)
		if err := l.Rows(v); err != nil {
			return err
		}
		if err := l.Scheduled(v); err != nil {
			return err
		}
		standing, err := standingNow(v, l)
		if err != nil {
			return err
		}
		sheet, err := v.Sheet()
		if err != nil {
			return err
		}
		var toBudget []money.Milli
		for m := today.Month(); m <= until.Month(); m = m.Add(1) {
			toBudget = append(toBudget, sheet.Month(m).ToBudget)
		}
		var asked []money.Milli
		if targets {
			if asked, err = askedAhead(v, sheet, today, len(toBudget)); err != nil {
				return err
			}
		}
		r.Coming = report.ComingOf(today, until, standing, l.Events, toBudget, asked)
		return nil
	})
	return r, err
}

// standingNow returns the open accounts with their present balance, without future rows.
func standingNow(v *store.ReadTx, l *schedules.Ahead) (standing []report.AccountBalance, err error) {
	accounts, err := v.Accounts()
	for _, acc := range accounts {
		if acc.Closed {
			continue
		}
		balance := acc.Totals.Balance() - l.Later[acc.No]
		standing = append(standing, report.AccountBalance{ID: acc.ID, Name: acc.Name, Debt: balance < 0 || acc.Type.IsCard(), Balance: balance})
	}
	return standing, err
}

func farAhead(days int) error {
	return apperr.New(apperr.Invalid, "what is coming is looked for 1 to %d days ahead, not %d", MaxDaysAhead, days).AtField("days")
}
