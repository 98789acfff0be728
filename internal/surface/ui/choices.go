package ui

import (
	"holdover/internal/app"
	"holdover/internal/model/budget"
)

// ToBudgetWords is the label of income in lists of categories: money received there is available to budget.
const ToBudgetWords = "Income, money to budget"

// CategoryChoices lists the categories for money that enters or leaves the budget: income first, with an empty value
// for the default income category, then the other categories by group. chosen is a category's id.
func (d *ScreenMenu) CategoryChoices(chosen string) []OptionGroup {
	others := d.LineChoices(
		func(c *budget.Category) bool { return c.Income || c.Hidden },
		func(c *budget.Category) string { return c.Name },
	)
	return Choose(append(Ungrouped([]Option{{Label: ToBudgetWords}}), others...), chosen)
}

// ScheduleChoices lists the scheduled transactions with their next dates, after an option for none. It returns nil if the budget has
// no scheduled transactions.
func (r *Request) ScheduleChoices(dates, chosen string) ([]Option, error) {
	all, err := r.App.SchedulesOfRules(r.Context(), r.Actor, r.BudgetID)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	options := []Option{{Value: "", Label: "None"}}
	for _, s := range all {
		label := s.Name
		if s.Next != 0 {
			label += ", " + s.Next.In(dates)
		}
		options = append(options, ChosenOption(s.ID, label, chosen))
	}
	return options, nil
}

func ChosenLabel(groups []OptionGroup) string {
	for _, g := range groups {
		for _, o := range g.Options {
			if o.Chosen {
				return o.Label
			}
		}
	}
	return ""
}

// MembersOf returns the categories of each group, in their order.
func MembersOf(categories []budget.Category) map[budget.GroupNo][]*budget.Category {
	members := map[budget.GroupNo][]*budget.Category{}
	for i := range categories {
		c := &categories[i]
		members[c.Group] = append(members[c.Group], c)
	}
	return members
}

type ScreenMenu struct {
	*app.Screen
	Figures
	Links
	Members map[budget.GroupNo][]*budget.Category
}

func (r *Request) ScreenMenu() (*ScreenMenu, error) {
	got, err := r.Screen()
	if err != nil {
		return nil, err
	}
	return &ScreenMenu{Screen: got, Figures: Figures{got.Budget.CurrencyFormat}, Links: r.Links, Members: MembersOf(got.Categories)}, nil
}

// Choices returns the categories to choose from, by group, without those for which leaveOut is true.
func (d *ScreenMenu) Choices(leaveOut func(*budget.Category) bool, label func(*budget.Category) string) []OptionGroup {
	var groups []OptionGroup
	for i := range d.Groups {
		g := OptionGroup{Label: d.Groups[i].Name}
		for _, c := range d.Members[d.Groups[i].No] {
			if !leaveOut(c) {
				g.Options = append(g.Options, Option{Value: c.ID, Label: label(c)})
			}
		}
		if len(g.Options) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// LineChoices is Choices for transactions, without card payment categories.
func (d *ScreenMenu) LineChoices(leaveOut func(*budget.Category) bool, label func(*budget.Category) string) []OptionGroup {
	return d.Choices(func(c *budget.Category) bool { return d.IsCardPayment(c) || leaveOut(c) }, label)
}

func (d *ScreenMenu) IsCardPayment(c *budget.Category) bool {
	return budget.IsCardPayment(d.Groups, c)
}
