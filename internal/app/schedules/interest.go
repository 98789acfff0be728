package schedules

import (
	"iter"
	"math"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// lastInterest yields the schedules, those of interest last: a payment that is due too changes the interest of later
// months.
func lastInterest(all []budget.Scheduled) iter.Seq[*budget.Scheduled] {
	return func(yield func(*budget.Scheduled) bool) {
		for _, interest := range []bool{false, true} {
			for s := range iterutil.Pointers(all) {
				if s.Interest == interest && !yield(s) {
					return
				}
			}
		}
	}
}

// enterInterest enters the interest of a loan on some days of its schedule, and its escrow as another row, both to be approved:
// a payment contains them, so that it lowers the debt by the rest. A month without interest or escrow gets no row for it. The
// schedule's amount becomes the last interest, as an estimate of the next one.
func enterInterest(e *budgetsession.ChangeTx, s *budget.Scheduled, rule schedule.Rule, on civil.Date, days ...civil.Date) error {
	for _, day := range days {
		interest, escrow, err := chargesOn(&e.ReadTx, s.Account, day)
		if err != nil {
			return err
		}
		s.Amount = -interest
		if interest != 0 {
			if err := enterRows(e, s, rule, asInterest, on, day); err != nil {
				return err
			}
		}
		if escrow == 0 {
			continue
		}
		payee, err := e.PayeeNamed(budget.EscrowPayee)
		if err != nil {
			return err
		}
		other := *s
		other.Amount, other.Payee = -escrow, payee.No
		if err := enterRows(e, &other, rule, asEscrow, on, day); err != nil {
			return err
		}
	}
	return nil
}

// asInterest marks a row as interest to be approved: the lender's amount may differ from the computed one by a cent.
func asInterest(t *budget.Transaction) { t.Approved, t.DebtType = false, budget.DebtInterest }

// asEscrow marks a row as escrow to be approved.
func asEscrow(t *budget.Transaction) { t.Approved, t.DebtType = false, budget.DebtEscrow }

// chargesOn returns the interest and the escrow of a month on a loan's balance of the end of the day before, by the terms of
// the day. It returns an Invalid error if the rate is not known.
func chargesOn(v *store.ReadTx, account budget.AccountNo, day civil.Date) (interest, escrow money.Milli, err error) {
	a, err := v.Account(account)
	if err != nil {
		return 0, 0, err
	}
	balance, err := v.BalanceThrough(account, store.Position{Date: day.AddDays(-1), No: math.MaxInt64})
	if err != nil {
		return 0, 0, err
	}
	terms := loan.TermsOf(a.Debt, v.Info().Currency.Step())
	interest, known := terms.InterestOn(-balance, day)
	if !known {
		err = apperr.New(apperr.Invalid, "the interest rate of %s is not known", a.Name).WithHint("enter it on the page of the loan")
	}
	return interest, terms.EscrowOn(-balance, day), err
}
