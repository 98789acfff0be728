// Package loans contains the operations on loans: their terms, the category that pays them, the monthly interest, and the
// report of past and coming payments. Package app embeds Loans, so that its methods belong to the application.
//
// Start with Loan in report.go, then terms.go.
package loans

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Loans contains the operations on loans.
type Loans struct{ access *budgetsession.Access }

func New(a *budgetsession.Access) *Loans { return &Loans{a} }

// loanByID returns the account of a loan. It returns an Invalid error for another account.
func loanByID(v *store.ReadTx, id string) (budget.Account, error) {
	a, err := v.AccountByID(id)
	if err == nil && !a.Type.IsLoan() {
		err = apperr.New(apperr.Invalid, "%s is not a loan", a.Name).WithHint("change its kind to a mortgage, another loan or a debt first")
	}
	return a, err
}

// change runs a change of a loan.
func (l *Loans) change(ctx context.Context, who users.Actor, id, action, account string, do func(*budgetsession.ChangeTx, *budget.Account) error) (budgetsession.ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, l.access, who, id, action, account, loanByID, do)
}

// putTerms writes a loan's terms, and the targets of the categories that pay it.
func putTerms(e *budgetsession.ChangeTx, a *budget.Account, terms *budget.Debt) error {
	if a.Debt = terms; terms.IsEmpty() {
		a.Debt = nil
	}
	if err := e.Put(a); err != nil {
		return err
	}
	all, err := e.Categories()
	if err != nil {
		return err
	}
	return iterutil.EachPtr(all, func(c *budget.Category) error {
		since, former, pays := c.Target.LoanSince(a.No)
		if !pays {
			return nil
		}
		return putTarget(e, c, terms.PaymentTarget(a.No, former, since, e.Info().Currency.Step()), since)
	})
}

// putTarget writes a category's target, which differs from its former one from a month on.
func putTarget(e *budgetsession.ChangeTx, c *budget.Category, to *budget.Target, from civil.Month) error {
	c.Target = to
	if err := e.ForgetTargets(c.No, from); err != nil {
		return err
	}
	return e.Put(c)
}

// PayLoanFrom makes the target of a category the payment of a loan, from this month on. Another category that paid the
// loan has no target from this month on. For the category "" only that happens.
func (l *Loans) PayLoanFrom(ctx context.Context, who users.Actor, id, account, category string) (budgetsession.ChangeResult, error) {
	return l.change(ctx, who, id, "loan-category", account, func(e *budgetsession.ChangeTx, a *budget.Account) error {
		month := l.access.Today(ctx).Month()
		payer, err := budgetsession.OrNone(category, e.CategoryByID)
		if err != nil {
			return err
		}
		if payer.Income || payer.Card != 0 {
			return apperr.New(apperr.Invalid, "%q cannot pay a loan", payer.Name).AtField("category").WithHint("choose a category of your own")
		}
		all, err := e.Categories()
		if err != nil {
			return err
		}
		for c := range iterutil.Pointers(all) {
			_, _, pays := c.Target.LoanSince(a.No)
			switch {
			case c.No == payer.No && !pays:
				err = putTarget(e, c, a.Debt.Clone().PaymentTarget(a.No, c.Target, month, e.Info().Currency.Step()), month)
			case c.No != payer.No && pays:
				err = putTarget(e, c, c.Target.Changed(nil, month), month)
			}
			if err != nil {
				return err
			}
		}
		e.Say("The loan %s is paid from no category", a.Name)
		if payer.No != 0 {
			e.Say("The loan %s is paid from %s", a.Name, payer.Name)
		}
		return nil
	})
}

// EnterLoanInterest schedules the monthly interest of a loan, which is entered automatically to be approved. first is its
// first day; zero ends it. An existing schedule is replaced.
func (l *Loans) EnterLoanInterest(ctx context.Context, who users.Actor, id, account string, first civil.Date) (budgetsession.ChangeResult, error) {
	return l.change(ctx, who, id, "loan-interest", account, func(e *budgetsession.ChangeTx, a *budget.Account) error {
		if err := removeInterest(e, a.No); err != nil {
			return err
		}
		if first == 0 {
			e.Say("The interest of %s is no longer entered", a.Name)
			return nil
		}
		if a.Debt == nil || len(a.Debt.InterestRates) == 0 {
			return apperr.New(apperr.Invalid, "the interest rate of %s is not known", a.Name).AtField("date").WithHint("enter the rate first")
		}
		today := l.access.Today(ctx)
		if first < today || first > today.AddMonths(12) {
			return apperr.New(apperr.Invalid, "%s is not within the next twelve months", e.Day(first)).AtField("date").WithHint("choose the day of the next interest")
		}
		payee, err := e.PayeeNamed(budget.InterestPayee)
		if err != nil {
			return err
		}
		interest, err := interestNext(e, a, first)
		if err != nil {
			return err
		}
		e.Say("The interest of %s is entered each month from %s on", a.Name, e.Day(first))
		return e.Put(&budget.Scheduled{
			ID: budgetsession.NewID(), Account: a.No, DateFirst: first, DateNext: first, Frequency: "monthly", Amount: -interest, Payee: payee.No,
			AutoEnter: true, Interest: true,
		})
	})
}

// removeInterest removes the schedules of a loan's interest.
func removeInterest(e *budgetsession.ChangeTx, loan budget.AccountNo) error {
	all, err := e.Scheduled()
	if err != nil {
		return err
	}
	return iterutil.EachPtr(all, func(s *budget.Scheduled) error {
		if !s.Interest || s.Account != loan {
			return nil
		}
		return e.Remove(s)
	})
}

// interestNext returns an estimate of the interest of a day from the present balance; 0 if no rate applies yet.
func interestNext(e *budgetsession.ChangeTx, a *budget.Account, day civil.Date) (money.Milli, error) {
	totals, err := e.Totals(a.No)
	interest, _ := termsOf(a, &e.ReadTx).InterestOn(-totals.Balance(), day)
	return interest, err
}
