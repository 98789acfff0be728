package envelope

import (
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// DefaultHold is the amount that Hold is offered with: all of the month's To
// Budget, zero where there is nothing to hold.
func DefaultHold(sheet *Sheet, month cal.Month) money.Milli {
	return max(0, sheet.Month(month).ToBudget)
}

// Hold is what month has held in all after holding amount more for the month
// after it. It takes at most what is left to budget, and leaves the next
// month's funds as they are: the money only shows there instead of here.
// Faults: Invalid for an amount not above zero, Conflict where To Budget is not.
func Hold(sheet *Sheet, month cal.Month, amount money.Milli) (money.Milli, error) {
	if amount <= 0 {
		return 0, fault.New(fault.Invalid, "the amount to hold must be more than zero").
			WithHint("enter how much of To Budget to keep for the next month")
	}
	m := sheet.Month(month)
	if m.ToBudget <= 0 {
		return 0, fault.New(fault.Conflict, "there is nothing to hold in %s: To Budget is not above zero", month.Name()).
			WithHint("take money back from a category first")
	}
	return m.Held + min(amount, m.ToBudget), nil
}

// ResetHold is what month has held after giving all of it back to its To
// Budget: nothing. Fault: Conflict where nothing is held.
func ResetHold(sheet *Sheet, month cal.Month) (money.Milli, error) {
	if sheet.Month(month).Held == 0 {
		return 0, fault.New(fault.Conflict, "nothing is held in %s", month.Name()).
			WithHint("choose the month whose To Budget was held for the next one")
	}
	return 0, nil
}
