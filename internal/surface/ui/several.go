package ui

import (
	"slices"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
)

// Several is a filter field with several values to include or exclude: the chosen values are ticked boxes, and
// another can be added. An address has a parameter with the field's name for each value, and the field's name in
// "not" to exclude them.
type Several struct {
	Name, Label, Any string
	Chosen           []Option
	Groups           []OptionGroup
	Not              bool // all but those
}

// SeveralOf returns a choice with these options, of which some are selected.
func SeveralOf(name, label string, groups []OptionGroup, chosen []string, not bool) Several {
	s := Several{Name: name, Label: label, Any: "Any " + strings.ToLower(label), Not: not}
	for _, g := range groups {
		left := OptionGroup{Label: g.Label}
		for _, o := range g.Options {
			if slices.Contains(chosen, o.Value) {
				s.Chosen = append(s.Chosen, o)
			} else {
				left.Options = append(left.Options, Option{Value: o.Value, Label: o.Label})
			}
		}
		s.Groups = append(s.Groups, left)
	}
	if len(s.Chosen) > 0 {
		s.Any = "Add another"
	}
	return s
}

// CategoriesToFilter lists groups with several categories as options, each with its categories.
func CategoriesToFilter(groups []budget.Group, categories []budget.Category) (all []OptionGroup) {
	members := MembersOf(categories)
	for i := range groups {
		g := OptionGroup{Label: groups[i].Name}
		if len(members[groups[i].No]) > 1 {
			g.Options = append(g.Options, Option{Value: rows.GroupRef + groups[i].ID, Label: "All of " + groups[i].Name})
		}
		for _, c := range members[groups[i].No] {
			g.Options = append(g.Options, Option{Value: c.ID, Label: c.Name})
		}
		if len(g.Options) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// PayeesToFilter lists "no payee" and all payees.
func PayeesToFilter(payees []budget.Payee) []OptionGroup {
	all := []Option{{Value: rows.None, Label: "No payee"}}
	for i := range payees {
		all = append(all, Option{Value: payees[i].ID, Label: payees[i].Name})
	}
	return Ungrouped(all)
}

// TagsToFilter lists "no tag" and all tags, with those chosen in an address as they are written there.
func TagsToFilter(names, chosen []string) []OptionGroup {
	all, known := []Option{{Value: rows.None, Label: "No tag"}}, map[string]bool{}
	for _, text := range chosen {
		if name, is := tag.Parse(text); is && text != rows.None {
			all, known[tag.Key(name)] = append(all, Option{Value: text, Label: "#" + name}), true
		}
	}
	for _, name := range names {
		if !known[tag.Key(name)] {
			all = append(all, Option{Value: "#" + name, Label: "#" + name})
		}
	}
	return Ungrouped(all)
}

// SameTag reports whether two values of the field of tags in an address are equal.
func SameTag(a, b string) bool {
	if a == rows.None || b == rows.None {
		return a == b
	}
	one, _ := tag.Parse(a)
	other, _ := tag.Parse(b)
	return tag.Key(one) == tag.Key(other)
}

// Flags returns an option without a flag, with the given label, and one for each colour.
func Flags(value, label string) []Option {
	all := []Option{{Value: value, Label: label}}
	for _, colour := range budget.FlagColours {
		all = append(all, Option{Value: colour, Label: Sentence(colour)})
	}
	return all
}
