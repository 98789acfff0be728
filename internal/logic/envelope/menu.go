package envelope

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// The month's menu sets many budgeted amounts at once. Each of these functions returns the assignments that change
// something, in the order of the sheet, for the given categories. Callers pass the visible ones, so hidden ones stay
// unchanged. Income categories are skipped.

// CopyLastMonth returns the assignments that budget the amounts of the month before.
func CopyLastMonth(sheet *Sheet, month civil.Month, of []budget.CategoryNo) []Assignment {
	return setAll(sheet, month, of, func(c budget.CategoryNo) money.Milli {
		return sheet.Cell(c, month.Add(-1)).Budgeted
	})
}

// SetToZero returns the assignments that set the month's budgeted amounts to zero.
func SetToZero(sheet *Sheet, month civil.Month, of []budget.CategoryNo) []Assignment {
	return setAll(sheet, month, of, func(budget.CategoryNo) money.Milli { return 0 })
}

// Average budgets the average spending of the n months before, or of as many as the budget has; zero if more was
// received than spent. The average is rounded to the currency's smallest amount, half away from zero. It returns a
// Conflict error in the first month of the budget.
func Average(sheet *Sheet, month civil.Month, n int, of []budget.CategoryNo, format money.Format) ([]Assignment, error) {
	n = min(n, int(month-sheet.First))
	if n <= 0 || len(sheet.Months) == 0 {
		return nil, apperr.New(apperr.Conflict, "there is no month before %s to take an average of", month)
	}
	return setAll(sheet, month, of, func(c budget.CategoryNo) money.Milli {
		var spent money.Milli
		for i := 1; i <= n; i++ {
			spent -= sheet.Cell(c, month.Add(-i)).Activity
		}
		return format.Average(max(0, spent), n)
	}), nil
}

func setAll(sheet *Sheet, month civil.Month, of []budget.CategoryNo, amount func(budget.CategoryNo) money.Milli) []Assignment {
	asked := iterutil.Set(of)
	var changed []Assignment
	for c := range iterutil.Pointers(sheet.Rows) {
		if c.Income || !asked[c.No] {
			continue
		}
		if to := amount(c.No); to != sheet.Cell(c.No, month).Budgeted {
			changed = append(changed, Assignment{Category: c.No, Month: month, Budgeted: to})
		}
	}
	return changed
}
