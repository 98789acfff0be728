package app

import (
	"context"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/amountparse"
)

// SetExpectedIncome sets the income that the user expects in a month, as typed; an empty text or 0 removes it. Error:
// Invalid.
func (a *App) SetExpectedIncome(ctx context.Context, who Actor, id, typed string) (ChangeResult, error) {
	return a.change(ctx, who, id, "expected-income", func(e *changeTx) error {
		info := e.Info()
		info.ExpectedIncome = 0
		if strings.TrimSpace(typed) != "" {
			amount, err := amountparse.Amount(info.Currency, typed, 0)
			if err != nil {
				return apperr.Placed(err, func(at *apperr.Error) { at.Field = "amount" })
			}
			if amount < 0 {
				return apperr.New(apperr.Invalid, "the expected income is below zero").AtField("amount").WithHint("leave the field empty for none")
			}
			info.ExpectedIncome = amount
		}
		if info.ExpectedIncome == 0 {
			e.Say("Removed the expected income")
		} else {
			e.Say("Set the expected income to %s a month", e.Text(info.ExpectedIncome))
		}
		return e.PutInfo(info)
	})
}
