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

// ComingReport forecasts the open accounts and To Budget for a number of days from today on. The forecast contains the
// transactions of later days and the schedules. If targets is true, the needs of targets are subtracted from To Budget.
// A scheduled date that was missed counts as today.
func (rp *Reports) ComingReport(ctx context.Context, who users.Actor, id string, today civil.Date, days int, targets bool) (ComingReport, error) {
	var r ComingReport
	err := pageframe.View(ctx, rp.access, who, id, &r.Frame, func(v *store.ReadTx) error {
		if days < 1 || days > MaxDaysAhead {
			return errDays(days)
		}
		names, err := rows.NamesIn(v)
		if err != nil {
			return err
		}
		if r.Own, err = ownReports(v, names); err != nil {
			return err
		}
		until := today.AddDays(days)
		ahead := schedules.LookAhead(names, today, until)
		if err := ahead.Rows(v); err != nil {
			return err
		}
		if err := ahead.Scheduled(v); err != nil {
			return err
		}
		balances, err := presentBalances(v, ahead)
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
		var needs []money.Milli
		if targets {
			if needs, err = targetNeedsAhead(v, sheet, today, len(toBudget)); err != nil {
				return err
			}
		}
		r.Coming = report.ComingOf(today, until, balances, ahead.Events, toBudget, needs)
		return nil
	})
	return r, err
}

// presentBalances returns the open accounts with their present balance, without the transactions of later days.
func presentBalances(v *store.ReadTx, ahead *schedules.Ahead) (balances []report.AccountBalance, err error) {
	accounts, err := v.Accounts()
	for _, acc := range accounts {
		if acc.Closed {
			continue
		}
		balance := acc.Totals.Balance() - ahead.Later[acc.No]
		balances = append(balances, report.AccountBalance{ID: acc.ID, Name: acc.Name, Debt: balance < 0 || acc.Type.IsCard(), Balance: balance})
	}
	return balances, err
}

func errDays(days int) error {
	return apperr.New(apperr.Invalid, "the forecast covers 1 to %d days, not %d", MaxDaysAhead, days).AtField("days")
}
