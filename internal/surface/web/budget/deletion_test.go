package budget_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/model/budget"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestDeletingAUsedCategoryAsksForAReceiver opens the menus of a category in use, of an empty one, and of an
// empty group, which asks for confirmation too.
func TestDeletingAUsedCategoryAsksForAReceiver(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	p := world.Person(t)
	menu := func(kind, about string) string {
		t.Helper()
		status, _, page := p.Get("/budgets/" + id + "/menu?" + url.Values{kind: {about}}.Encode())
		if status != http.StatusOK {
			t.Fatalf("the menu of %s %s: status %d", kind, about, status)
		}
		return page
	}
	checkText := func(page string, want bool, words string) {
		t.Helper()
		if strings.Contains(page, words) != want {
			t.Errorf("%q: %t, want %t", words, !want, want)
		}
	}
	got, err := world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	group := got.Groups[slices.IndexFunc(got.Groups, func(g budget.Group) bool { return g.Name == "Everyday" })].ID
	used := menu("group", group)
	checkText(used, true, "Choose a category")
	checkText(used, false, "Nobody, it is empty")

	if _, err := world.App.NewCategory(t.Context(), app.Machine(), id, group, "Nothing in it"); err != nil {
		t.Fatal(err)
	}
	if got, err = world.App.Screen(t.Context(), app.Machine(), id); err != nil {
		t.Fatal(err)
	}
	for i := range got.Categories {
		if got.Categories[i].Name == "Nothing in it" {
			empty := menu("category", got.Categories[i].ID)
			checkText(empty, true, "It is empty")
			checkText(empty, false, "Move its transactions to")
		}
		if got.Categories[i].Name == "Groceries" {
			checkText(menu("category", got.Categories[i].ID), true, "Move its transactions to")
		}
	}
	if _, err := world.App.NewGroup(t.Context(), app.Machine(), id, "Empty group"); err != nil {
		t.Fatal(err)
	}
	got, err = world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got.Groups {
		if got.Groups[i].Name == "Empty group" {
			checkText(menu("group", got.Groups[i].ID), true, "The group is empty. Undo restores it.")
		}
	}
}
