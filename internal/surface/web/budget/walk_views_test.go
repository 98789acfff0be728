package budget_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

const shownJS = `[...document.querySelectorAll('tr.category')].filter(r => r.checkVisibility()).map(r => r.querySelector('bdi').innerText).join()`

// TestWalkViews filters the categories, saves a view, opens another month with it, changes and deletes it.
func TestWalkViews(t *testing.T) {
	t.Parallel()
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			w := novemberOnly(t, l)
			w.Click("Overspent")
			w.Until("those that are overspent", shownJS+` === 'Rent,Groceries,New laptop,Streaming'`)
			w.Click("All")
			w.Until("all", shownJS+`.includes('Water')`)
			w.Click("New view")
			w.See("Everyone who shares this budget can use it.")
			w.Click("Save")
			w.See("a view needs a name")
			w.Fill("Name", "Food and home")
			w.Click("Groceries")
			w.Click("Rent")
			walk.Check(t, w.Tab, "the form of a view")
			browsertest.Shot(t, w.Tab, "view-form-"+l.Name)
			w.ClickPrimary()
			w.See("Saved the view Food and home")
			w.Until("its categories", shownJS+` === 'Rent,Groceries'`)
			walk.Check(t, w.Tab, "a view of one's own")
			browsertest.Shot(t, w.Tab, "view-"+l.Name)
			w.Click("One month earlier")
			w.Until("October", `document.querySelector('.picker').innerText.includes('Oct')`)
			w.Until("its categories", shownJS+` === 'Rent,Groceries'`)
			w.Click("One month later")
			w.Until("November", `document.querySelector('.picker').innerText.includes('Nov')`)
			w.Click("Menu of Food and home")
			w.Fill("Name", "Red food")
			w.Choose("Show", "Overspent")
			w.ClickPrimary()
			w.See("Changed the view Red food")
			w.Until("its categories", shownJS+` === 'Rent,Groceries'`)
			w.Click("Menu of Red food") // an overspent category is never overfunded
			w.Fill("Name", "Full food")
			w.Choose("Show", "Overfunded")
			w.ClickPrimary()
			w.See("Full food: no category in November 2026.")
			w.Click("Menu of Full food")
			w.Fill("Name", "Red food")
			w.Choose("Show", "Overspent")
			w.ClickPrimary()
			w.Until("its categories", shownJS+` === 'Rent,Groceries'`)
			w.Click("Menu of Red food")
			w.Click("Delete")
			w.ClickDelete()
			w.See("Deleted the view Red food")
			w.Until("all", shownJS+`.includes('Water')`)
			w.CheckUndo("Deleted the view Red food")
		})
	}
}

// TestWalkViewsByKeyboard saves a view with the keyboard only.
func TestWalkViewsByKeyboard(t *testing.T) {
	t.Parallel()
	w := novemberOnly(t, walk.WideLight)
	w.CheckNarrowWidths("the budget")
	w.TabToWords("New view")
	w.Keys(kb.Enter)
	w.See("Everyone who shares this budget can use it.")
	w.Until("the name", `document.activeElement.name === 'name'`)
	w.Keys("Mine")
	w.TabTo(`e.type === 'checkbox' && e.parentElement.innerText.trim() === 'Groceries'`)
	w.Keys(" ")
	w.TabToWords("Save")
	w.Keys(kb.Enter)
	w.See("Saved the view Mine")
	w.Until("its category", shownJS+` === 'Groceries'`)
}

// TestAChangeRedirectsToItsMonth: a form with a field named "to" was treated as one that redirects elsewhere, and the
// screen showed the current month.
func TestAChangeRedirectsToItsMonth(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/menu?" + url.Values{"to-budget": {"2026-11"}, "back": {nov(id)}}.Encode())
	b.Send("move-to-category", "Move", url.Values{"amount": {"1"}, "to": {categoryID(t, world, id, "Groceries")}})
	if !strings.Contains(b.At, "month=2026-11") {
		t.Errorf("redirected to %s, want November", b.At)
	}
}

// TestViewsWithoutScripts saves a view without scripts, with a difficult name; a viewer can use it and is offered no
// change.
func TestViewsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	menu := "/budgets/" + id + "/menu?" + url.Values{"view": {"new"}, "back": {nov(id)}}.Encode()
	groceries := categoryID(t, world, id, "Groceries")
	for message, fields := range map[string]url.Values{
		"a view needs a name": {"name": {"  "}}, "there is already a view": {"name": {"overspent"}}, "is not a filter for categories": {"name": {"x"}, "look": {"rich"}},
		"no longer exists": {"name": {"x"}, "shows": {groceries, "gone"}}, "longer than": {"name": {strings.Repeat("x", 5000)}}, "The id of the view is not valid": {"name": {"x"}, "id": {strings.Repeat("x", 5000)}},
	} {
		b.Open(menu)
		b.Send("keep-view", "Save", fields)
		b.Sees(message)
	}
	b.Open(menu)
	b.Send("keep-view", "Save", url.Values{"name": {"<b>Läden</b> قهوة"}, "shows": {groceries}})
	b.Sees("Saved the view <b>Läden</b> قهوة")
	if !strings.Contains(b.At, "month=2026-11") || !strings.Contains(b.At, "look=") || strings.Contains(b.Page, `title="Water"`) {
		t.Errorf("the view is not shown at %s", b.At)
	}
	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	viewer.Open(b.At)
	viewer.Sees("<b>Läden</b> قهوة")
	if strings.Contains(viewer.Page, `title="Water"`) || strings.Contains(viewer.Page, `name="view"`) {
		t.Error("a viewer sees more, or is offered a change")
	}
}
