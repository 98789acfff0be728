package envelope

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
)

// OffersRollover says what a category's Balance offers in a month: to roll its
// overspending over, or to stop doing so. One that pays a card cannot.
func OffersRollover(c *budget.Category, cell Cell) (on, off bool) {
	return cell.Balance < 0 && !cell.Rollover && c.Card == 0, cell.Rollover
}

// SwitchRollover is the switches of a category after turning Rollover
// overspending on or off from a month on, whatever was switched later being
// gone; switches are those of the category so far, sorted by month. Faults:
// Invalid for income categories, Conflict where OffersRollover does not offer it.
func SwitchRollover(sheet *Sheet, c *budget.Category, switches []budget.Rollover, month cal.Month, on bool) ([]budget.Rollover, error) {
	if c.Income {
		return nil, fault.New(fault.Invalid, "%q is an income category and has no balance to roll over", c.Name)
	}
	if c.Card != 0 {
		return nil, fault.New(fault.Invalid, "%q pays a card: what it lacks is covered from To Budget next month", c.Name)
	}
	mayOn, mayOff := OffersRollover(c, sheet.Cell(c.No, month))
	switch {
	case on && mayOff:
		return nil, fault.New(fault.Conflict, "%q rolls its overspending over in %s already", c.Name, month.Name())
	case on && !mayOn:
		return nil, fault.New(fault.Conflict, "%q is not overspent in %s: there is nothing to roll over", c.Name, month.Name()).
			WithHint("choose a month in which the category's balance is negative")
	case !on && !mayOff:
		return nil, fault.New(fault.Conflict, "%q does not roll its overspending over in %s", c.Name, month.Name())
	}
	return budget.SwitchRollover(switches, c.No, month, on), nil
}
