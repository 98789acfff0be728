package api

import (
	"slices"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/store"
)

// CategoryList is the categories by group, in display order.
type CategoryList struct {
	Groups          []CategoryGroupWithCategories `json:"category_groups" nullable:"false"`
	ServerKnowledge int64                         `json:"server_knowledge"`
}

type OneCategory struct {
	Category Category `json:"category"`
}

type CategoryPath struct {
	PlanPath
	CategoryID string `path:"category_id"`
}

type monthCategoryIn struct {
	MonthPath
	CategoryID string `path:"category_id"`
}

func (session *readSession) listCategories(in *sinceIn, out *CategoryList) (err error) {
	out.ServerKnowledge = session.Knowledge()
	out.Groups, err = session.groupsSince(in.Since)
	return err
}

// groupsSince returns the groups that changed, or have categories that did.
func (session *readSession) groupsSince(knowledge int64) ([]CategoryGroupWithCategories, error) {
	groups, err := session.changedSince(knowledge, store.KindGroup)
	if err != nil {
		return nil, err
	}
	categories, err := session.changedSince(knowledge, store.KindCategory)
	if err != nil {
		return nil, err
	}
	also(&categories, categories.touched.Categories)
	info, err := session.changedSince(knowledge, store.KindInfo)
	if err != nil {
		return nil, err
	}
	m := session.today.Month()
	lists, err := session.lists(m)
	if err != nil {
		return nil, err
	}
	accounts, err := session.changedSince(knowledge, store.KindAccount)
	if err != nil {
		return nil, err
	}
	// A change of the card mode, or of the card accounts, may change every figure. Card payment categories from the
	// import have no numbers; they change with rows that have no category and with a card's balance.
	cards := len(info.numbers) > 0 || session.Info().CardEnvelopes && len(accounts.numbers)+len(accounts.gone) > 0
	everything := categories.all || cards
	beside := categories.numbers[0] || slices.ContainsFunc(categories.touched.Accounts, func(no budget.AccountNo) bool { return session.accounts[no].Type.IsCard() })
	own := iterutil.SetOf(session.order.categories, func(c budget.Category) string { return c.ID })
	of := idsOf(&groups, session.order.groups, func(g budget.Group) (int64, string) { return int64(g.No), g.ID })
	changed := idsOf(&categories, session.order.categories, func(c budget.Category) (int64, string) { return int64(c.No), c.ID })
	inside := map[string][]Category{}
	for _, c := range lists.Categories(m) {
		if everything || changed[c.ID] || of[c.GroupID] || (beside && !own[c.ID]) { // the response contains its group's name
			inside[c.GroupID] = append(inside[c.GroupID], categoryOf(&c, session.format))
		}
	}
	out := []CategoryGroupWithCategories{}
	for _, g := range lists.Groups() {
		if groups.all || of[g.ID] || len(inside[g.ID]) > 0 {
			out = append(out, CategoryGroupWithCategories{CategoryGroup: groupOf(g), Categories: append([]Category{}, inside[g.ID]...)})
		}
	}
	return session.deletedGroups(out, &groups, &categories, lists)
}

// idsOf returns the ids of the records that changed.
func idsOf[T any](c *changed, records []T, of func(T) (int64, string)) map[string]bool {
	ids := map[string]bool{}
	for _, r := range records {
		if no, id := of(r); c.has(no) {
			ids[id] = true
		}
	}
	return ids
}

// deletedGroups adds deleted categories to their group, which may be deleted too. It omits a category that is listed
// again: a deleted card payment category is replaced by the one kept from the import.
func (session *readSession) deletedGroups(out []CategoryGroupWithCategories, groups, categories *changed, lists *exporter.Lists) ([]CategoryGroupWithCategories, error) {
	listed, groupsListed := map[string]bool{}, map[string]CategoryGroup{}
	for _, g := range lists.Groups() {
		groupsListed[g.ID] = groupOf(g)
	}
	for _, c := range lists.Categories(session.today.Month()) {
		listed[c.ID] = true
	}
	gone, err := deleted[budget.Group](groups)
	if err != nil {
		return nil, err
	}
	for i := range gone {
		session.groups[gone[i].No] = gone[i]
		if _, is := groupsListed[gone[i].ID]; !is {
			out = append(out, CategoryGroupWithCategories{CategoryGroup: goneGroup(&gone[i]), Categories: []Category{}})
		}
	}
	lost, err := deleted[budget.Category](categories)
	for i := range lost {
		if listed[lost[i].ID] {
			continue
		}
		group := session.groups[lost[i].Group]
		c := ynabdoc.Category{
			ID: lost[i].ID, GroupID: group.ID, GroupName: group.Name, Name: lost[i].Name, Hidden: lost[i].Hidden, Deleted: true,
		}
		out = addTo(out, groupsListed[group.ID], categoryOf(&c, session.format))
	}
	return out, err
}

func goneGroup(g *budget.Group) CategoryGroup {
	return CategoryGroup{ID: g.ID, Name: g.Name, Hidden: g.Hidden, Internal: g.Income || g.Cards, Deleted: true}
}

// addTo adds a deleted category to its group in the list, and appends the group if needed.
func addTo(out []CategoryGroupWithCategories, listed CategoryGroup, c Category) []CategoryGroupWithCategories {
	for i := range out {
		if out[i].ID == c.CategoryGroupID {
			out[i].Categories = append(out[i].Categories, c)
			return out
		}
	}
	return append(out, CategoryGroupWithCategories{CategoryGroup: listed, Categories: []Category{c}})
}

func (session *readSession) oneCategory(in *CategoryPath, out *OneCategory) error {
	return session.oneMonthCategory(&monthCategoryIn{MonthPath{in.PlanPath, "current"}, in.CategoryID}, out)
}

func (session *readSession) oneMonthCategory(in *monthCategoryIn, out *OneCategory) (err error) {
	out.Category, err = session.monthCategory(in.Month, in.CategoryID)
	return err
}

// monthCategory returns a listed category with its figures of a month.
func (session *readSession) monthCategory(month, id string) (Category, error) {
	m, err := monthNamed(month, session.today)
	if err != nil {
		return Category{}, err
	}
	var cells []budget.Cell
	for i := range session.order.categories {
		if c := &session.order.categories[i]; sameID(c.ID, id) {
			cell, err := session.Cell(c.No, m)
			if err != nil {
				return Category{}, err
			}
			cells = append(cells, cell)
		}
	}
	lists, err := session.listsWith(cells)
	if err != nil {
		return Category{}, err
	}
	for _, c := range lists.Categories(m) {
		if sameID(c.ID, id) {
			return categoryOf(&c, session.format), nil
		}
	}
	return Category{}, noSuch("category", id)
}

// sameID compares ids: programs write their letters large or small.
func sameID(a, b string) bool { return strings.EqualFold(a, b) }
