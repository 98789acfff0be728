package api

import (
	"context"
	"net/http"
	"reflect"

	"holdover/internal/app/loans"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Loan is what follows from the terms and the transactions of a loan. Its terms are in its Account.
type Loan struct {
	_                      struct{}       `additionalProperties:"true"`
	AccountID              string         `json:"account_id" format:"uuid"`
	Owed                   money.Milli    `json:"owed" doc:"Milliunits; the debt today"`
	PaymentFrequency       string         `json:"payment_frequency" enum:"monthly,everyOtherWeek,weekly"`
	NextPaymentDate        *civil.Date    `json:"next_payment_date" format:"date"`
	CategoryID             *string        `json:"category_id" format:"uuid" doc:"The category that pays the loan"`
	ScheduledTransactionID *string        `json:"scheduled_transaction_id" format:"uuid" doc:"The scheduled transaction by which the interest is entered"`
	Paid                   LoanPaid       `json:"paid"`
	Planned                *LoanRepayment `json:"planned,omitempty" doc:"By the terms; absent if the interest rate or the minimum payment is not known"`
	Simulated              *LoanRepayment `json:"simulated,omitempty" doc:"With extra_payment and one_time_payment; absent without them"`
}

// LoanPaid contains the sums of a loan's past, in milliunits.
type LoanPaid struct {
	Total     money.Milli `json:"total"`
	Principal money.Milli `json:"principal"`
	Interest  money.Milli `json:"interest"`
	Escrow    money.Milli `json:"escrow"`
	Other     money.Milli `json:"other" doc:"What else raised the debt"`
}

// LoanRepayment contains the sums of the payments to come, in milliunits.
type LoanRepayment struct {
	PayoffDate   *civil.Date `json:"payoff_date" format:"date" doc:"Null if the payments never pay the loan off, or nothing is owed"`
	PaymentCount int         `json:"payment_count"`
	Principal    money.Milli `json:"principal"`
	Interest     money.Milli `json:"interest"`
	Escrow       money.Milli `json:"escrow"`
	Remaining    money.Milli `json:"remaining" doc:"The debt after these payments; not 0 if they never pay the loan off"`
}

type OneLoan struct {
	Loan            Loan  `json:"loan"`
	ServerKnowledge int64 `json:"server_knowledge"`
}

type loanIn struct {
	AccountPath
	Extra int64 `query:"extra_payment" minimum:"0" maximum:"1000000000000000" doc:"Milliunits that are paid in addition to each payment"`
	Once  int64 `query:"one_time_payment" minimum:"0" maximum:"1000000000000000" doc:"Milliunits that are paid in addition to the next payment"`
}

func (a *api) loan(ctx context.Context, in *loanIn) (out OneLoan, err error) {
	id, err := a.resolvePlanID(ctx, in.PlanID)
	if err != nil {
		return out, err
	}
	got, err := a.app.Loan(ctx, actorOf(ctx), id, in.AccountID, a.app.Today(ctx), loans.Simulation{Extra: money.Milli(in.Extra), Once: money.Milli(in.Once)})
	if err != nil {
		return out, err
	}
	setETag(ctx, got.Budget.Knowledge)
	return OneLoan{LoanOf(&got), got.Budget.Knowledge}, nil
}

// LoanOf returns a loan as programs see it.
func LoanOf(got *loans.Report) Loan {
	h := got.History
	out := Loan{
		AccountID: got.Account.ID, Owed: h.Owed(), PaymentFrequency: got.Frequency.Word(), NextPaymentDate: some(got.Next),
		Paid:    LoanPaid{Total: h.Paid, Principal: h.Principal(), Interest: h.Interest, Escrow: h.Escrow, Other: h.Other},
		Planned: repayment(got.Planned), Simulated: repayment(got.Simulated),
	}
	if got.Category != nil {
		out.CategoryID = &got.Category.ID
	}
	if got.Interest != nil {
		out.ScheduledTransactionID = &got.Interest.ID
	}
	return out
}

func repayment(r *loans.Repayment) *LoanRepayment {
	if r == nil {
		return nil
	}
	return &LoanRepayment{
		PayoffDate: some(r.PaidOn()), PaymentCount: len(r.Payments), Principal: r.Principal, Interest: r.Interest, Escrow: r.Escrow, Remaining: r.Owed,
	}
}

// SaveLoan contains a program's values for the terms of a loan. An omitted member leaves its values unchanged; an object
// replaces all values of its kind.
type SaveLoan struct {
	DebtOriginalBalance *money.Milli           `json:"debt_original_balance,omitempty" doc:"Milliunits"`
	PaymentFrequency    *string                `json:"payment_frequency,omitempty" enum:"monthly,everyOtherWeek,weekly"`
	DebtInterestRates   map[string]money.Milli `json:"debt_interest_rates,omitempty" doc:"By the date from which they hold, in thousandths of a percent"`
	DebtMinimumPayments map[string]money.Milli `json:"debt_minimum_payments,omitempty" doc:"By the date from which they hold, in milliunits"`
	DebtEscrowAmounts   map[string]money.Milli `json:"debt_escrow_amounts,omitempty" doc:"By the date from which they hold, in milliunits"`
}

func (*SaveLoan) answered() reflect.Type { return reflect.TypeFor[Account]() }

type PatchLoan struct {
	Account *SaveLoan `json:"account" required:"true"`
}

func (a *api) registerLoans() {
	const tag, one = "Accounts", "/plans/{plan_id}/accounts/{account_id}/loan"
	get(a, "getLoan", one, tag, "Holdover only: what a loan has cost, and when it is paid off", a.loan)
	registerWrite(a, write{http.MethodPatch, "updateLoan", one, tag, "Holdover only: change the terms of a loan"}, a.updateLoan)
}

func (a *api) updateLoan(ctx context.Context, in *accountWrite, body *PatchLoan) (SavedAccount, error) {
	fields, err := body.Account.fields()
	if err == nil {
		_, err = a.app.UpdateLoan(ctx, actorOf(ctx), in.PlanID, in.AccountID, fields)
	}
	return a.savedAccount(ctx, in, err)
}

// fields returns the values by their dates. Errors name the member.
func (s *SaveLoan) fields() (f loans.Fields, err error) {
	f.OriginalBalance, f.Frequency = s.DebtOriginalBalance, s.PaymentFrequency
	if f.InterestRates, err = dated[int64]("debt_interest_rates", s.DebtInterestRates); err != nil {
		return f, err
	}
	if f.MinimumPayments, err = dated[money.Milli]("debt_minimum_payments", s.DebtMinimumPayments); err != nil {
		return f, err
	}
	f.EscrowAmounts, err = dated[money.Milli]("debt_escrow_amounts", s.DebtEscrowAmounts)
	return f, err
}

func dated[V ~int64](field string, values map[string]money.Milli) (map[civil.Date]V, error) {
	if values == nil {
		return nil, nil
	}
	out := make(map[civil.Date]V, len(values))
	for text, value := range values {
		day, err := civil.ParseDate(text)
		if err != nil {
			return nil, apperr.New(apperr.Invalid, "%v", err).AtField(field)
		}
		out[day] = V(value)
	}
	return out, nil
}
