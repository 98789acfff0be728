package register

import (
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// categoryLabels returns the label of each category in a row's form, by id: its name, preceded by its group if two
// categories have the same name.
func categoryLabels(f *rows.Form) map[string]string {
	groups := map[budget.GroupNo]string{}
	for _, g := range f.Groups {
		groups[g.No] = g.Name
	}
	times := map[string]int{}
	for _, c := range f.Categories {
		times[budget.NameKey(c.Name)]++
	}
	labels := make(map[string]string, len(f.Categories))
	for _, c := range f.Categories {
		labels[c.ID] = c.Name
		if times[budget.NameKey(c.Name)] > 1 {
			labels[c.ID] = groups[c.Group] + ": " + c.Name
		}
	}
	return labels
}

// categoryCalls returns the ids of the categories that a typed name means, by budget.NameKey: the name alone, or with
// its group. If a hidden or card payment category has the same name as another category, the name means the other
// one.
func categoryCalls(f *rows.Form) map[string][]string {
	groups := iterutil.ByKey(f.Groups, func(g budget.Group) budget.GroupNo { return g.No })
	calls, hidden := map[string][]string{}, map[string][]string{}
	for _, c := range f.Categories {
		into := calls
		if c.Hidden || groups[c.Group].Hidden || groups[c.Group].Cards {
			into = hidden
		}
		for _, name := range []string{c.Name, groups[c.Group].Name + ": " + c.Name} {
			into[budget.NameKey(name)] = append(into[budget.NameKey(name)], c.ID)
		}
	}
	for key, ids := range hidden {
		if len(calls[key]) == 0 {
			calls[key] = ids
		}
	}
	return calls
}

// CategoryChoices lists the visible categories by group, without card payment categories.
func CategoryChoices(f *rows.Form, today civil.Month) []ui.OptionGroup {
	labels, fig := categoryLabels(f), ui.Figures{Format: f.Budget.CurrencyFormat}
	var groups []ui.OptionGroup
	for _, g := range f.Groups {
		if g.Cards {
			continue
		}
		choice := ui.OptionGroup{Label: g.Name}
		for _, c := range f.Categories {
			if c.Group == g.No && !c.Hidden && !g.Hidden {
				o := ui.Option{Value: c.ID, Label: labels[c.ID]}
				if !c.Income {
					o.Has = new(fig.Plain(f.Sheet.Cell(c.No, today).Balance))
				}
				choice.Options = append(choice.Options, o)
			}
		}
		if len(choice.Options) > 0 {
			groups = append(groups, choice)
		}
	}
	return groups
}
