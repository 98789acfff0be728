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

// SaveLoan contains a program's values for the terms of a loan. An omitted member leaves its values unchanged; an object
// replaces all values of its kind.
type SaveLoan struct {
	DebtOriginalBalance *money.Milli           `json:"debt_original_balance,omitempty" doc:"Milliunits"`
	DebtInterestRates   map[string]money.Milli `json:"debt_interest_rates,omitempty" doc:"By the date from which they hold, in thousandths of a percent"`
	DebtMinimumPayments map[string]money.Milli `json:"debt_minimum_payments,omitempty" doc:"By the date from which they hold, in milliunits"`
	DebtEscrowAmounts   map[string]money.Milli `json:"debt_escrow_amounts,omitempty" doc:"By the date from which they hold, in milliunits"`
}

func (*SaveLoan) answered() reflect.Type { return reflect.TypeFor[Account]() }

type PatchLoan struct {
	Account *SaveLoan `json:"account" required:"true"`
}

func (a *api) registerLoanWrites() {
	registerWrite(a, write{http.MethodPatch, "updateLoan", "/plans/{plan_id}/accounts/{account_id}/loan", "Accounts", "Holdover only: change the terms of a loan"}, a.updateLoan)
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
	f.OriginalBalance = s.DebtOriginalBalance
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
