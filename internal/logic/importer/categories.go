package importer

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// addCategories imports the groups and categories.
func (im *importing) addCategories() {
	im.findGroups()
	c := categorising{importing: im}
	c.choose()
	c.addGroups()
	c.add()
	c.addIncome()
	c.name()
	c.noteHidden()
}

// categorising is the state of the import of groups and categories.
type categorising struct {
	*importing
	chosen  []chosen
	main    int              // the index in chosen of the income category, or -1
	groupNo []budget.GroupNo // by index in special.groups, 0 for those that are not imported
	ids     ids[budget.CategoryNo]
	groups  ids[budget.GroupNo]
}

// chosen is a category of the file that is imported or has a special role.
type chosen struct {
	*ynabdoc.Category
	kind     roleKind
	named    bool // references to this id mean this category
	unlisted bool // only months list it
}

// choose decides which categories of the file are imported.
func (c *categorising) choose() {
	live := map[string]bool{}
	for r := range c.eachCategory() {
		if !r.Deleted {
			live[r.ID] = true
		}
	}
	for r := range c.eachCategory() {
		if !c.listsCategories() {
			break // the categories of the months are used
		}
		twin := c.base[r.ID]
		switch {
		case r.Deleted && (!c.rows.used[r.ID] || live[r.ID] || twin != nil):
			c.notes.count(inCategories).skip(wasDeleted)
		case twin != nil && twin.GroupID == r.GroupID && twin.Name == r.Name:
			c.notes.count(inCategories).merge(sameAgain)
		default:
			c.take(r, false)
		}
	}
	c.chooseFromMonths()
	c.main = -1
	for i := range c.chosen {
		if c.chosen[i].kind == income && (c.main < 0 || rank(c.chosen[i].Name) < rank(c.chosen[c.main].Name)) {
			c.main = i
		}
	}
}

func rank(name string) int {
	if i := slices.Index(incomeNames, name); i >= 0 {
		return i
	}
	return len(incomeNames)
}

func (c *categorising) take(r *ynabdoc.Category, unlisted bool) {
	if _, known := c.special.byID[r.GroupID]; !known {
		c.addUnlistedGroup(r)
	}
	named := c.base[r.ID] == nil
	if named {
		c.base[r.ID] = r
	}
	c.chosen = append(c.chosen, chosen{r, c.kindOfCategory(r), named, unlisted})
}

// chooseFromMonths adds categories that only months list: those with money or with transactions, or all if the file
// has no other list.
func (c *categorising) chooseFromMonths() {
	all := len(c.base) == 0
	for m := range iterutil.Pointers(c.plan.Months) {
		for r := range iterutil.Pointers(m.Categories) {
			if m.Deleted || r.Deleted || c.base[r.ID] != nil || !(all || c.rows.used[r.ID]) {
				continue
			}
			c.notes.warn("unlisted-category", "A category is only listed in months; it was imported from there.", "%s (id %s)", r.Name, r.ID)
			c.take(r, true)
		}
	}
}

// add imports the chosen categories and sets their roles.
func (c *categorising) add() {
	c.ids = newIDs[budget.CategoryNo](len(c.chosen), c.opts.NewID)
	count := c.notes.count(inCategories)
	for i := range c.chosen {
		r := &c.chosen[i]
		tally := Count{}
		switch r.kind {
		case ordinary:
			tally.keep()
			c.role(r, role{kind: ordinary, no: c.addCategory(r, c.groupOf(r), r.Name)})
		case income:
			if i != c.main && !c.isMarkedIncome(r) {
				tally.merge(intoIncome)
				c.keepCategoryBeside(r)
				break
			}
			tally.keep()
		case none:
			tally.merge(asNone)
			c.keepCategoryBeside(r)
			c.role(r, role{kind: none})
			if isUncategorised(r.Name) {
				c.notes.Roles.Uncategorised = append(c.notes.Roles.Uncategorised, r.ID)
			}
		case cardPayment:
			tally.merge(besides)
			c.keepCategoryBeside(r)
			if r.named {
				c.role(r, role{kind: cardPayment, card: c.addCard(r)})
			}
		}
		if !r.unlisted {
			count.plus(tally)
		}
	}
}

func (c *categorising) isMarkedIncome(r *chosen) bool {
	_, marked := c.marks.incomeName(r.ID)
	return marked
}

func (c *categorising) role(r *chosen, as role) {
	if r.named {
		c.categories[r.ID] = as
	}
}

func (c *categorising) addCategory(r *chosen, group budget.GroupNo, name string) budget.CategoryNo {
	no, id, repeated := c.ids.next(r.ID)
	if repeated {
		c.repeated("category", r.ID, id)
	}
	if name == "" {
		name = "Unnamed"
	}
	c.whole.Categories = append(c.whole.Categories, budget.Category{
		No: no, ID: id, SourceID: r.ID, Group: group, Name: name, Hidden: r.Hidden || r.Deleted, Income: r.kind == income,
		Note: r.Note, Sort: len(c.whole.Categories), Target: target.Of(r.Category),
		Extra: object(with(r.Extra(), "original_category_group_id", r.OriginalGroupID)),
	})
	if r.Deleted {
		c.notes.Revived = append(c.notes.Revived, Revived{"category", id, r.Name, "hidden"})
	}
	return no
}

// addIncome imports the income category, or creates it if the file has none, and sets the role of all categories that
// merge into it.
func (c *categorising) addIncome() {
	group := c.addIncomeGroup()
	var into budget.CategoryNo
	for i := range c.chosen {
		r := &c.chosen[i]
		if r.kind != income || (i != c.main && !c.isMarkedIncome(r)) {
			continue
		}
		name := r.Name
		if marked, ok := c.marks.incomeName(r.ID); ok {
			name = marked
		}
		no := c.addCategory(r, group, name)
		c.role(r, role{kind: income, no: no})
		if i == c.main {
			into = no
		}
	}
	if into == 0 {
		no, id, _ := c.ids.next("")
		into = no
		c.whole.Categories = append(c.whole.Categories, budget.Category{
			No: no, ID: id, Group: group, Name: incomeNames[0], Income: true, Sort: len(c.whole.Categories),
		})
	}
	for r := range iterutil.Pointers(c.chosen) {
		if r.kind != income || !r.named {
			continue
		}
		c.notes.Roles.Income = append(c.notes.Roles.Income, r.ID)
		if _, done := c.categories[r.ID]; !done {
			c.role(r, role{kind: income, no: into})
		}
	}
}
