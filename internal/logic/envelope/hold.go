package envelope

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// DefaultHold returns the default amount of Hold: the month's To Budget, or zero if it is not positive.
func DefaultHold(sheet *Sheet, month civil.Month) money.Milli {
	return max(0, sheet.Month(month).ToBudget)
}

// Hold returns the total amount that month holds after holding amount more for the next month. It takes at most To
// Budget and leaves the funds of the next month unchanged. It returns an Invalid error if amount is not positive and
// Conflict if To Budget is not.
func Hold(sheet *Sheet, month civil.Month, amount money.Milli) (money.Milli, error) {
	if amount <= 0 {
		return 0, apperr.New(apperr.Invalid, "the amount to hold must be more than zero").
			WithHint("enter how much of To Budget to hold for the next month")
	}
	m := sheet.Month(month)
	if m.ToBudget <= 0 {
		return 0, apperr.New(apperr.Conflict, "there is nothing to hold in %s: To Budget is not above zero", month.Name()).
			WithHint("take money back from a category first")
	}
	return m.Held + min(amount, m.ToBudget), nil
}

// ResetHold returns zero, the amount that month holds after a reset. It returns a Conflict error if nothing is held.
func ResetHold(sheet *Sheet, month civil.Month) (money.Milli, error) {
	if sheet.Month(month).Held == 0 {
		return 0, apperr.New(apperr.Conflict, "nothing is held in %s", month.Name()).
			WithHint("choose the month whose To Budget was held for the next one")
	}
	return 0, nil
}
