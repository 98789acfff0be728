package cardmode

import (
	"cmp"
	"reflect"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Leave returns the changes that turn a budget's cards into ordinary accounts: the payment categories are deleted,
// and the changes made to them are stored in the budget's info. It reads only the cells of payment categories.
func Leave(w *budget.Whole) Records {
	info := w.Info
	info.CardEnvelopes = false
	r := Records{Info: &info}
	group := slices.IndexFunc(w.Groups, func(g budget.Group) bool { return g.Cards })
	if group < 0 {
		return r
	}
	left := &budget.UnusedCards{Group: w.Groups[group]}
	info.UnusedCards, r.GoneGroups = left, []budget.GroupNo{left.Group.No}
	for i := range w.Categories {
		if c := w.Categories[i]; c.Group == left.Group.No {
			left.Categories = append(left.Categories, c)
			left.Cells = append(left.Cells, ownCells(w, &c)...)
			r.GoneCategories = append(r.GoneCategories, c.No)
		}
	}
	return r
}

// ownCells returns the cells of a category that differ from the source's document, with the amounts budgeted beyond
// it.
func ownCells(w *budget.Whole, c *budget.Category) []budget.Cell {
	says := map[civil.Month]budget.Cell{}
	for i := range w.Info.CardPayments {
		if p := &w.Info.CardPayments[i]; p.SourceID == c.SourceID {
			for k := range p.Months {
				says[p.Months[k].Month] = p.Months[k].CellOf(c.No)
			}
		}
	}
	var own []budget.Cell
	keep := func(cell budget.Cell) {
		said := says[cell.Month]
		said.Category, said.Month = cell.Category, cell.Month
		if reflect.DeepEqual(cell, said) {
			return
		}
		cell.Budgeted -= said.Budgeted
		own = append(own, cell)
	}
	for _, cell := range w.Cells {
		if cell.Category == c.No {
			keep(cell)
			delete(says, cell.Month)
		}
	}
	for m := range says { // cells deleted here
		keep(budget.Cell{Category: c.No, Month: m})
	}
	slices.SortFunc(own, func(a, b budget.Cell) int { return cmp.Compare(a.Month, b.Month) })
	return own
}

// Apply makes the changes in a budget in memory.
func (r *Records) Apply(w *budget.Whole) {
	if r.Info != nil {
		w.Info = *r.Info
	}
	gone := func(no budget.CategoryNo) bool { return slices.Contains(r.GoneCategories, no) }
	w.Groups = slices.DeleteFunc(w.Groups, func(g budget.Group) bool { return slices.Contains(r.GoneGroups, g.No) })
	w.Categories = slices.DeleteFunc(w.Categories, func(c budget.Category) bool { return gone(c.No) })
	w.Cells = slices.DeleteFunc(w.Cells, func(c budget.Cell) bool { return gone(c.Category) })
	w.Groups = append(w.Groups, r.Groups...)
	for _, c := range r.Categories {
		if i := slices.IndexFunc(w.Categories, func(o budget.Category) bool { return o.No == c.No }); i >= 0 {
			w.Categories[i] = c
		} else {
			w.Categories = append(w.Categories, c)
		}
	}
	w.Cells = append(w.Cells, r.Cells...)
}

// KeepIn makes a budget in memory handle its cards as envelopes.
func KeepIn(w *budget.Whole, newID func() string) {
	last := int64(0)
	for i := range w.Groups {
		last = max(last, int64(w.Groups[i].No))
	}
	for i := range w.Categories {
		last = max(last, int64(w.Categories[i].No))
	}
	r := Adopt(w, Numbers{Next: func() int64 { last++; return last }, NewID: newID})
	r.Apply(w)
}
