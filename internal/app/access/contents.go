package access

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/envelope"
	"holdover/internal/store"
)

// Contents is what categories hold that another one would have to receive; 0 is none of them.
func Contents(v *store.View, of []budget.CategoryNo) (envelope.Contents, error) {
	holds := envelope.Contents{Used: make(map[budget.CategoryNo]bool)}
	for _, c := range of {
		if c == 0 {
			continue
		}
		cells, err := v.CellsOf(c)
		if err != nil {
			return holds, err
		}
		holds.Cells = append(holds.Cells, cells...)
		if holds.Used[c], err = used(v, c); err != nil {
			return holds, err
		}
	}
	return holds, nil
}

// used says whether a line, a schedule or a rule refers to a category.
func used(v *store.View, c budget.CategoryNo) (bool, error) {
	for _, err := range v.Transactions(store.Filter{Category: c, Limit: 1}) {
		return true, err
	}
	rules, err := v.Rules()
	if err != nil {
		return false, err
	}
	named := false
	for i := range rules {
		rules[i].Refers(func(budget.AccountNo) {}, func(budget.PayeeNo) {}, func(no budget.CategoryNo) { named = named || no == c })
	}
	scheduled, err := v.Scheduled()
	if err != nil || named {
		return named, err
	}
	return slices.ContainsFunc(scheduled, func(s budget.Scheduled) bool {
		return s.Category == c || slices.ContainsFunc(s.Parts, func(p budget.Part) bool { return p.Category == c })
	}), nil
}
