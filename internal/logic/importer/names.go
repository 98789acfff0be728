package importer

import "holdover/internal/model/budget"

// name gives each group and category a unique name. The first one in the file keeps its name, except that a visible
// one has precedence over a hidden one, and a user's group over the application's.
func (c *categorising) name() {
	groups := make([]nameable, len(c.whole.Groups))
	for i := range c.whole.Groups {
		g := &c.whole.Groups[i]
		groups[i] = nameable{name: &g.Name, hidden: g.Hidden, last: g.Income}
	}
	unique(groups, func(i int, from string) {
		g := &c.whole.Groups[i]
		c.notes.Renames = append(c.notes.Renames, Rename{Kind: "group", ID: g.ID, From: from, To: g.Name})
	})
	byGroup := make([][]int, len(c.whole.Groups)+1)
	for i := range c.whole.Categories {
		no := c.whole.Categories[i].Group
		byGroup[no] = append(byGroup[no], i)
	}
	for no, members := range byGroup {
		names := make([]nameable, len(members))
		for i, at := range members {
			r := &c.whole.Categories[at]
			names[i] = nameable{name: &r.Name, hidden: r.Hidden}
		}
		unique(names, func(i int, from string) {
			r := &c.whole.Categories[members[i]]
			c.notes.Renames = append(c.notes.Renames, Rename{
				Kind: "category", ID: r.ID, Group: c.whole.Groups[no-1].Name, From: from, To: r.Name,
			})
		})
	}
}

// nameable is a name that must be unique.
type nameable struct {
	name   *string
	hidden bool
	last   bool // gets a suffix before all others
}

// unique renames the elements with a name that is taken. It never assigns a name that exists in the file.
func unique(names []nameable, renamed func(i int, from string)) {
	owner := make(map[string]int, len(names))
	for _, turn := range []func(n nameable) bool{
		func(n nameable) bool { return !n.hidden && !n.last },
		func(n nameable) bool { return n.hidden && !n.last },
		func(n nameable) bool { return n.last },
	} {
		for i, n := range names {
			key := budget.NameKey(*n.name)
			if _, taken := owner[key]; !taken && turn(n) {
				owner[key] = i
			}
		}
	}
	free := budget.FreeNames(func(key string) bool { _, taken := owner[key]; return taken })
	for i, n := range names {
		if owner[budget.NameKey(*n.name)] == i {
			continue
		}
		from := *n.name
		*n.name = free(from)
		owner[budget.NameKey(*n.name)] = i
		renamed(i, from)
	}
}

// noteHidden lists the groups and categories that are hidden.
func (c *categorising) noteHidden() {
	for i := range c.whole.Groups {
		if g := &c.whole.Groups[i]; g.Hidden {
			c.notes.Hidden = append(c.notes.Hidden, Named{Kind: "group", Name: g.Name})
		}
	}
	for i := range c.whole.Categories {
		if r := &c.whole.Categories[i]; r.Hidden {
			c.notes.Hidden = append(c.notes.Hidden, Named{Kind: "category", Group: c.whole.Groups[r.Group-1].Name, Name: r.Name})
		}
	}
}
