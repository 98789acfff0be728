package importer

import (
	"iter"
	"slices"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// The source's internal groups, recognised by name if the file does not mark them.
const (
	internalGroup = "Internal Master Category"
	cardGroup     = "Credit Card Payments"
	hiddenGroup   = "Hidden Categories"
)

// incomeNames are the source's names of the income category, newest first.
var incomeNames = []string{
	"Inflow: Ready to Assign", "To be Budgeted", "Inflows", "Immediate Income SubCategory", "Deferred Income SubCategory",
}

// isPlaceholder reports whether a category of the internal group means "none": uncategorised rows and split rows.
func isPlaceholder(name string) bool {
	return isUncategorised(name) || strings.HasPrefix(name, "Split (") || name == "Split" || name == "Split SubCategory"
}

func isUncategorised(name string) bool { return name == "Uncategorized" || name == "None" }

// groupKind is the role of a group of the file.
type groupKind uint8

const (
	ordinaryGroup groupKind = iota
	internalKind            // income and placeholders
	cardKind                // card payment categories
)

// specialGroups contains the source's own groups, by their index in groups.
type specialGroups struct {
	groups []ynabdoc.CategoryGroup // the file's groups, then those that only categories name
	kinds  []groupKind
	byID   map[string]int // a live group by its id
}

// findGroups sets im.special.
func (im *importing) findGroups() {
	s := &im.special
	s.groups = slices.Clone(im.plan.CategoryGroups)
	s.byID = make(map[string]int, len(s.groups))
	for _, deleted := range []bool{false, true} {
		for i := range s.groups {
			if _, taken := s.byID[s.groups[i].ID]; !taken && s.groups[i].Deleted == deleted {
				s.byID[s.groups[i].ID] = i
			}
		}
	}
	im.addUnlistedGroups()
	s.kinds = make([]groupKind, len(s.groups))
	if im.marks != nil {
		for i := range s.groups {
			s.kinds[i] = im.marks.groupKind(s.groups[i].ID, im.holdsCards(s.groups[i].ID))
		}
		return
	}
	im.markInternal()
	if i := im.cardGroup(); i >= 0 {
		s.kinds[i] = cardKind
	}
}

// addUnlistedGroups creates groups that categories name and the file does not list.
func (im *importing) addUnlistedGroups() {
	s := &im.special
	for c := range im.eachCategory() {
		if _, known := s.byID[c.GroupID]; known || c.Deleted {
			continue
		}
		name := im.unlistedName(c.GroupID, c.GroupName)
		im.notes.warn("unlisted-group", "A category has a group that is not in the file; the group was created.", "%s, for category %s", name, c.Name)
		s.byID[c.GroupID] = len(s.groups)
		s.groups = append(s.groups, ynabdoc.CategoryGroup{ID: c.GroupID, Name: name})
	}
}

// unlistedName returns the name of a group that the file does not list: from its categories, or else by recognising
// the source's internal groups.
func (im *importing) unlistedName(id, name string) string {
	if name != "" {
		return name
	}
	cards := im.accountNames()
	holdsIncome, holdsCards := false, true
	for c := range im.eachCategory() {
		if c.GroupID == id {
			holdsIncome = holdsIncome || slices.Contains(incomeNames, c.Name)
			holdsCards = holdsCards && cards[c.Name]
		}
	}
	switch {
	case holdsIncome:
		return internalGroup
	case holdsCards:
		return cardGroup
	}
	return "Categories"
}

func (im *importing) accountNames() map[string]bool {
	return iterutil.SetOf(im.plan.Accounts, func(a ynabdoc.Account) string { return a.Name })
}

// holdsCards reports whether another Holdover marked a category of the group as a card payment category.
func (im *importing) holdsCards(group string) bool {
	for c := range im.eachCategory() {
		if c.GroupID == group && im.marks.isCard(c.ID) {
			return true
		}
	}
	return false
}

// counts reports whether a group is live and the one that its id refers to.
func (s *specialGroups) counts(i int) bool {
	return !s.groups[i].Deleted && s.byID[s.groups[i].ID] == i
}

func (im *importing) markInternal() {
	s := &im.special
	flagged := false
	for i := range s.groups {
		g := &s.groups[i]
		if g.Internal && s.counts(i) && g.Name != cardGroup {
			s.kinds[i], flagged = internalKind, true
		}
	}
	for i := range s.groups {
		if g := &s.groups[i]; !flagged && s.counts(i) && g.Name == internalGroup {
			s.kinds[i], flagged = internalKind, true
		}
	}
}

// cardGroup returns the index of the source's group of card payment categories, or -1. A user may have a group of the
// same name: the source's group is marked or, otherwise, the one with categories that are named like cards.
func (im *importing) cardGroup() int {
	s := &im.special
	cards := im.accountNames()
	best, most := -1, 0
	for i := range s.groups {
		g := &s.groups[i]
		if !s.counts(i) || g.Name != cardGroup {
			continue
		}
		score := 0
		if g.Internal {
			score = 1 << 20
		}
		for c := range im.eachCategory() {
			switch {
			case c.GroupID != g.ID || c.Deleted:
			case cards[c.Name]:
				score++
			default:
				score--
			}
		}
		if best < 0 || score > most {
			best, most = i, score
		}
	}
	return best
}

// eachCategory yields the categories: the plan's list, those nested in groups, and, if the file has neither, those of
// its months.
func (im *importing) eachCategory() iter.Seq[*ynabdoc.Category] {
	p := im.plan
	return func(yield func(*ynabdoc.Category) bool) {
		lists := [][]ynabdoc.Category{p.Categories}
		for g := range iterutil.Pointers(p.CategoryGroups) {
			lists = append(lists, g.Categories)
		}
		if !im.listsCategories() {
			for m := range iterutil.Pointers(p.Months) {
				lists = append(lists, m.Categories)
			}
		}
		for _, list := range lists {
			for c := range iterutil.Pointers(list) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

func (im *importing) listsCategories() bool {
	return len(im.plan.Categories) > 0 || iterutil.First(im.plan.CategoryGroups, func(g ynabdoc.CategoryGroup) bool { return len(g.Categories) > 0 }) != nil
}

// roleKind is the role of a category of the file.
type roleKind uint8

const (
	ordinary    roleKind = iota + 1 // a category
	income                          // an income category
	none                            // no category at all
	cardPayment                     // stored outside the categories
)

// role is the result of importing a category.
type role struct {
	kind roleKind
	no   budget.CategoryNo // of ordinary and income
	card int               // index in Info.CardPayments
}

// kindOfCategory returns the role of a category by the role of its group and its name.
func (im *importing) kindOfCategory(c *ynabdoc.Category) roleKind {
	if im.marks != nil {
		return im.marks.categoryKind(c)
	}
	i, known := im.special.byID[c.GroupID]
	if !known {
		return ordinary
	}
	switch im.special.kinds[i] {
	case cardKind:
		return cardPayment
	case internalKind:
		if slices.Contains(incomeNames, c.Name) {
			return income
		}
		if isPlaceholder(c.Name) {
			return none
		}
	}
	return ordinary
}
