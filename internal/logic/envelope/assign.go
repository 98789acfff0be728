package envelope

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Assignment is the new budgeted amount of a category in a month.
type Assignment struct {
	Category budget.CategoryNo
	Month    civil.Month
	Budgeted money.Milli
}

// ToBudget stands for To Budget as the source or destination of moved money.
const ToBudget budget.CategoryNo = 0

// Assign sets the budgeted amount of a category in a month, which may be negative. It returns an Invalid error for
// income categories and amounts beyond money.Limit, and NotFound.
func Assign(sheet *Sheet, c budget.CategoryNo, month civil.Month, amount money.Milli) (Assignment, error) {
	row, ok := sheet.at[c]
	if !ok {
		return Assignment{}, apperr.New(apperr.NotFound, "category not found").WithHint("it may have been deleted; reload the page")
	}
	if sheet.Rows[row].Income {
		return Assignment{}, apperr.New(apperr.Invalid, "nothing can be budgeted to an income category").
			WithHint("its income is already in To Budget")
	}
	if amount.Abs() > money.Limit {
		return Assignment{}, apperr.New(apperr.Invalid, "the amount is too large")
	}
	return Assignment{Category: c, Month: month, Budgeted: amount}, nil
}

// Transfer moves money between the balances of two categories in a month, or from or to ToBudget. It may overdraw,
// since the user sees both balances. It returns an Invalid error for an amount that is not positive and for identical
// categories, and the errors of Assign.
func Transfer(sheet *Sheet, month civil.Month, from, to budget.CategoryNo, amount money.Milli) ([]Assignment, error) {
	if amount <= 0 {
		return nil, apperr.New(apperr.Invalid, "the amount to move must be above zero")
	}
	if from == to {
		return nil, apperr.New(apperr.Invalid, "the money is already there").WithHint("choose another category")
	}
	var moved []Assignment
	for _, side := range [2]struct {
		category budget.CategoryNo
		amount   money.Milli
	}{{from, -amount}, {to, amount}} {
		if side.category == ToBudget {
			continue
		}
		a, err := Assign(sheet, side.category, month, sheet.Cell(side.category, month).Budgeted+side.amount)
		if err != nil {
			return nil, err
		}
		moved = append(moved, a)
	}
	return moved, nil
}

// Cover moves the missing amount to a category that is overspent in a month, or as much as the other category or
// ToBudget has. It returns a Conflict error if the category is not overspent or there is no money to move, and the
// errors of Transfer.
func Cover(sheet *Sheet, month civil.Month, c, from budget.CategoryNo) ([]Assignment, error) {
	if from == c {
		return nil, apperr.New(apperr.Invalid, "a category cannot cover its own overspending").WithHint("choose another category")
	}
	lacks, fine := -sheet.Cell(c, month).Balance, "the category is not overspent in %s"
	if c == ToBudget {
		lacks, fine = -sheet.Month(month).ToBudget, "To Budget is not below zero in %s"
	}
	if lacks <= 0 {
		return nil, apperr.New(apperr.Conflict, fine, month.Name())
	}
	has := sheet.Month(month).ToBudget
	if from != ToBudget {
		has = sheet.Cell(from, month).Balance
	}
	if has <= 0 {
		return nil, apperr.New(apperr.Conflict, "no money is available to cover it in %s", month.Name()).
			WithHint("choose a category with money left")
	}
	return Transfer(sheet, month, from, c, min(lacks, has))
}
