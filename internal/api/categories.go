package api

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/store"
)

// CategoryList is the categories by group, in display order.
type CategoryList struct {
	Groups          []CategoryGroupWithCategories `json:"category_groups" nullable:"false"`
	ServerKnowledge int64                         `json:"server_knowledge"`
}

// OneCategory is a category alone.
type OneCategory struct {
	Category Category `json:"category"`
}

// CategoryPath names a category of a plan.
type CategoryPath struct {
	PlanPath
	CategoryID string `path:"category_id"`
}

type monthCategoryIn struct {
	MonthPath
	CategoryID string `path:"category_id"`
}

func (a *api) categories(ctx context.Context, in *sinceIn) (out CategoryList, err error) {
	err = a.look(ctx, in.PlanID, func(l *look) error {
		out.ServerKnowledge = l.Knowledge()
		out.Groups, err = l.groupsSince(in.Since)
		return err
	})
	return out, err
}

// groupsSince are the groups that changed, or have categories that did.
func (l *look) groupsSince(knowledge int64) ([]CategoryGroupWithCategories, error) {
	groups, err := l.changedSince(knowledge, store.KindGroup)
	if err != nil {
		return nil, err
	}
	changes, err := l.changedSince(knowledge, store.KindCategory)
	if err != nil {
		return nil, err
	}
	also(&changes, changes.touched.Categories)
	figures, err := l.figures(l.today.Month())
	if err != nil {
		return nil, err
	}
	inside := map[budget.GroupNo][]Category{}
	for i := range l.order.categories {
		if c := &l.order.categories[i]; changes.has(int64(c.No)) {
			inside[c.Group] = append(inside[c.Group], figures.category(c))
		}
	}
	out := []CategoryGroupWithCategories{}
	for i := range l.order.groups {
		g := &l.order.groups[i]
		if groups.has(int64(g.No)) || len(inside[g.No]) > 0 {
			out = append(out, CategoryGroupWithCategories{CategoryGroup: groupOf(g), Categories: orEmpty(inside[g.No])})
		}
	}
	return l.deletedGroups(out, &groups, &changes)
}

// deletedGroups adds what was deleted: categories to their group, which may be
// gone as well.
func (l *look) deletedGroups(out []CategoryGroupWithCategories, groups, categories *changed) ([]CategoryGroupWithCategories, error) {
	gone, err := deleted[budget.Group](groups)
	if err != nil {
		return nil, err
	}
	for i := range gone {
		g := groupOf(&gone[i])
		g.Deleted = true
		out = append(out, CategoryGroupWithCategories{CategoryGroup: g, Categories: []Category{}})
		l.groups[gone[i].No] = gone[i]
	}
	lost, err := deleted[budget.Category](categories)
	for i := range lost {
		c := l.category(&lost[i], envelope.Cell{}, "", nil)
		c.Deleted = true
		out = addTo(out, l.groups[lost[i].Group], c)
	}
	return out, err
}

func addTo(out []CategoryGroupWithCategories, group budget.Group, c Category) []CategoryGroupWithCategories {
	for i := range out {
		if out[i].ID == group.ID {
			out[i].Categories = append(out[i].Categories, c)
			return out
		}
	}
	return append(out, CategoryGroupWithCategories{CategoryGroup: groupOf(&group), Categories: []Category{c}})
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (a *api) category(ctx context.Context, in *CategoryPath) (OneCategory, error) {
	return a.monthCategory(ctx, &monthCategoryIn{MonthPath{in.PlanPath, "current"}, in.CategoryID})
}

func (a *api) monthCategory(ctx context.Context, in *monthCategoryIn) (out OneCategory, err error) {
	err = a.look(ctx, in.PlanID, func(l *look) error {
		m, err := l.month(in.Month)
		if err != nil {
			return err
		}
		c, err := l.CategoryByID(in.CategoryID)
		if err != nil {
			return err
		}
		figures, err := l.figures(m)
		out.Category = figures.category(&c)
		return err
	})
	return out, err
}

// figures are the categories' figures in one month.
type figures struct {
	*look
	month cal.Month
	sheet *envelope.Sheet
	cells map[budget.CategoryNo]budget.Cell
}

func (l *look) figures(m cal.Month) (figures, error) {
	sheet, err := l.Sheet()
	if err != nil {
		return figures{}, err
	}
	cells, err := l.CellsIn(m)
	if err != nil {
		return figures{}, err
	}
	byCategory := byNo(cells, func(c budget.Cell) budget.CategoryNo { return c.Category })
	return figures{l, m, sheet, byCategory}, nil
}

func (f figures) category(c *budget.Category) Category {
	cell := f.cells[c.No]
	return f.look.category(c, f.sheet.Cell(c.No, f.month), cell.Note, cell.Goal)
}
