package cleanup

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// usage describes how much a category is used.
type usage struct {
	rowindex.CategoryUse
	schedules int
	budgeted  bool
}

func (u *usage) nothing() bool { return u.Lines+u.schedules == 0 && !u.budgeted }

func (w *work) usage() map[budget.CategoryNo]*usage {
	uses := w.in.Rows.CategoryUses()
	use := make(map[budget.CategoryNo]*usage, len(w.in.Budget.Categories))
	for i := range w.in.Budget.Categories {
		no := w.in.Budget.Categories[i].No
		use[no] = &usage{CategoryUse: uses[no]}
	}
	for s := range iterutil.Pointers(w.in.Budget.Scheduled) {
		for _, c := range append([]budget.CategoryNo{s.Category}, partCategories(s.Parts)...) {
			if u := use[c]; u != nil {
				u.schedules++
			}
		}
	}
	for c := range w.in.Budgeted {
		if u := use[c.Category]; u != nil {
			u.budgeted = true
			u.Months.Cover(c.Month)
		}
	}
	return use
}

func partCategories(parts []budget.Part) []budget.CategoryNo {
	return iterutil.Map(parts, func(p budget.Part) budget.CategoryNo { return p.Category })
}
