package store

import (
	"cmp"
	"slices"

	"holdover/internal/model/budget"
)

func sortRows(all []budget.Transaction) {
	slices.SortFunc(all, func(a, b budget.Transaction) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.No, b.No))
	})
}

func sortPayees(all []budget.Payee) {
	slices.SortFunc(all, func(a, b budget.Payee) int { return cmp.Compare(a.No, b.No) })
}

func sortCells(all []budget.Cell) {
	slices.SortFunc(all, func(a, b budget.Cell) int {
		return cmp.Or(cmp.Compare(a.Category, b.Category), cmp.Compare(a.Month, b.Month))
	})
}
