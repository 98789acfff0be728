package app

import (
	"slices"
	"testing"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestSortCategories sorts a group by name, renames a category of it, and undoes the sorting. The new name stays.
func TestSortCategories(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	for _, name := range []string{"Zoo", "art"} {
		done, err := h.a.NewCategory(ctx, me, h.id, "daily", name)
		h.must(t, done, err)
	}
	names := func() []string {
		t.Helper()
		screen := testkit.Must(h.a.Screen(ctx, me, h.id))(t)
		group := testkit.Must(h.a.FindGroup(ctx, me, h.id, "daily"))(t)
		at := slices.IndexFunc(screen.Groups, func(g budget.Group) bool { return g.ID == group.ID })
		members := iterutil.Where(screen.Categories, func(c budget.Category) bool { return c.Group == screen.Groups[at].No })
		slices.SortFunc(members, func(a, b budget.Category) int { return a.Sort - b.Sort })
		return iterutil.Map(members, func(c budget.Category) string { return c.Name })
	}
	before := names()
	done, err := h.a.SortCategories(ctx, me, h.id, "daily")
	h.must(t, done, err)
	sorted := names()
	if !slices.IsSortedFunc(sorted, budget.CompareNames) || slices.Equal(sorted, before) {
		t.Fatalf("sorted %q, before %q", sorted, before)
	}
	zoo := testkit.Must(h.a.FindCategory(ctx, me, h.id, "zoo"))(t)
	renamed, err := h.a.RenameCategory(ctx, me, h.id, zoo.ID, "Aquarium")
	h.must(t, renamed, err)
	_, err = h.a.Undo(ctx, me, h.id, done.Change)
	testkit.NoError(t, err)
	want := slices.Clone(before)
	want[slices.Index(want, "Zoo")] = "Aquarium"
	if got := names(); !slices.Equal(got, want) {
		t.Errorf("after the undo %q, want %q", got, want)
	}
}
