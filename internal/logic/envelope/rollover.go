package envelope

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// OffersRollover reports whether a category's Balance offers to roll its overspending over in a month, or to stop. A
// card payment category offers neither.
func OffersRollover(c *budget.Category, cell Cell) (on, off bool) {
	return cell.Balance < 0 && !cell.Rollover && c.Card == 0, cell.Rollover
}

// SwitchRollover returns the switches of a category, sorted by month, after turning Rollover overspending on or off
// from a month on; later switches are removed. It returns an Invalid error for income categories and Conflict if
// OffersRollover does not offer it.
func SwitchRollover(sheet *Sheet, c *budget.Category, switches []budget.Rollover, month civil.Month, on bool) ([]budget.Rollover, error) {
	if c.Income {
		return nil, apperr.New(apperr.Invalid, "%q is an income category and has no balance to roll over", c.Name)
	}
	if c.Card != 0 {
		return nil, apperr.New(apperr.Invalid, "%q pays a card: next month's To Budget covers its overspending", c.Name)
	}
	mayOn, mayOff := OffersRollover(c, sheet.Cell(c.No, month))
	switch {
	case on && mayOff:
		return nil, apperr.New(apperr.Conflict, "%q already rolls its overspending over in %s", c.Name, month.Name())
	case on && !mayOn:
		return nil, apperr.New(apperr.Conflict, "%q is not overspent in %s: there is nothing to roll over", c.Name, month.Name()).
			WithHint("choose a month in which the category's balance is negative")
	case !on && !mayOff:
		return nil, apperr.New(apperr.Conflict, "%q does not roll its overspending over in %s", c.Name, month.Name())
	}
	return budget.SwitchRollover(switches, c.No, month, on), nil
}
