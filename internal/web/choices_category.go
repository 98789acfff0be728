package web

import "holdover/internal/budget"

// toBudgetWords stand for income in lists of categories: what lands there is
// money to budget.
const toBudgetWords = "Income, money to budget"

// categoryChoices are the categories to choose from for money that enters or
// leaves the budget: income first, whose value is empty where it is the usual
// one; then all others, by group. chosen is a category's id.
func (d *menuDrawing) categoryChoices(chosen string) []OptionGroup {
	groups := []OptionGroup{{Options: []Option{{Value: "", Label: toBudgetWords, Chosen: chosen == ""}}}}
	groups = append(groups, d.choices(
		func(c *budget.Category) bool { return c.Income || c.Hidden },
		func(c *budget.Category) string { return c.Name },
	)...)
	for i := range groups {
		for j := range groups[i].Options {
			o := &groups[i].Options[j]
			o.Chosen = o.Value == chosen
		}
	}
	return groups
}

// chosenLabel is what a list says at first.
func chosenLabel(groups []OptionGroup) string {
	for _, g := range groups {
		for _, o := range g.Options {
			if o.Chosen {
				return o.Label
			}
		}
	}
	return ""
}
