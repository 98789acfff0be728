package schedule

import (
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// MaxSpreadPercent is the maximum percentage by which an amount may differ from a schedule's.
const MaxSpreadPercent = 100

// AmountRange returns the smallest and the largest amount of a transaction that can be one of a schedule. They are
// equal if the schedule's amount is exact, as that of a split is, or computed, as interest is. The difference is
// rounded down to whole steps, the currency's smallest amount. The range does not reach the other direction of money.
func AmountRange(s *budget.Scheduled, step money.Milli) (least, most money.Milli) {
	if len(s.Parts) > 0 || s.Amount == 0 || s.Interest {
		return s.Amount, s.Amount
	}
	by := max(s.Spread, 0)
	if percent := money.Milli(s.SpreadPercent); percent > 0 && percent <= MaxSpreadPercent {
		amount := s.Amount.Abs()
		by = amount/100*percent + amount%100*percent/100
	}
	by = max(0, min(by, s.Amount.Abs()-1))
	by -= by % step
	return s.Amount - by, s.Amount + by
}

// IsApproximate reports whether the amounts of a schedule's transactions may differ from its amount.
func IsApproximate(s *budget.Scheduled, step money.Milli) bool {
	least, most := AmountRange(s, step)
	return least != most
}
