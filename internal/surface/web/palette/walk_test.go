package palette_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var item = regexp.MustCompile(`<a class="palette-item" href="([^"]*)"`)

// TestEveryDestinationOpens opens the address of everything that the page offers for each letter.
func TestEveryDestinationOpens(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	opened := map[string]bool{}
	for _, text := range strings.Split(" a b c d e f g h i k l m n o p r s t u v w", " ") {
		b.Open("/budgets/" + id + "/go?" + url.Values{"q": {text}}.Encode())
		for _, found := range item.FindAllStringSubmatch(b.Page, -1) {
			opened[html.UnescapeString(found[1])] = true
		}
	}
	if len(opened) < 60 {
		t.Errorf("%d destinations were found, want at least 60", len(opened))
	}
	for address := range opened {
		b.Open(address) // fails unless the page exists
	}
}

// TestViewersAreOfferedNoActions checks that a viewer finds pages and records, and no changes.
func TestViewersAreOfferedNoActions(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world.AsViewer(t, id))
	for _, text := range []string{"", "new", "undo", "reconcile", "assign"} {
		b.Open("/budgets/" + id + "/go?" + url.Values{"q": {text}}.Encode())
		if strings.Contains(b.Page, `<span class="hint">Action</span>`) {
			t.Errorf("a viewer is offered an action for %q", text)
		}
	}
	b.Open("/budgets/" + id + "/go?q=groc")
	b.Sees("Groceries")
}

// TestWalkPalette opens a category, undoes a change and closes the palette by keyboard.
func TestWalkPalette(t *testing.T) {
	t.Parallel()
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(look.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, look)
			w.ID = world.ImportSample(t)
			w.Open("/budgets/" + w.ID + "/payees")
			w.Keys("k", chromedp.ModifierCtrl)
			w.Until("the focus in the field", `document.activeElement.closest('.palette-dialog')?.querySelector('[name="q"]') === document.activeElement`)
			w.Shoot("palette " + look.Name)
			walk.Check(t, w.Tab, "the palette")
			w.Keys("zzz")
			w.See("Nothing has this name")
			w.Keys(kb.Backspace + kb.Backspace + kb.Backspace)
			w.Keys("groc")
			w.Until("the category is first", `document.querySelector('.palette-item bdi')?.innerText === 'Groceries'`)
			w.Keys(kb.ArrowDown)
			w.Until("the focus on the category", `document.activeElement.matches('.palette-item')`)
			w.Keys(kb.ArrowUp + "eries" + kb.Enter) // before the items of the longer text are shown
			w.Until("the page of the category", `location.pathname.includes('/reports/categories/') && document.querySelector('h1').innerText === 'Groceries'`)

			w.Keys("k", chromedp.ModifierCtrl)
			w.Until("the palette is open", `document.querySelector('.palette-dialog')?.open === true`)
			w.Keys("undo" + kb.Enter)
			w.See("There is nothing to undo")
			w.Until("the palette is closed", `!document.querySelector('.palette-dialog')`)

			w.Keys("k", chromedp.ModifierCtrl)
			w.Until("the palette is open", `document.querySelector('.palette-dialog')?.open === true`)
			w.Keys(kb.Escape)
			w.Until("the palette is closed", `!document.querySelector('.palette-dialog')`)
			w.Open("/budgets/" + w.ID + "/go?q=checking")
			w.ShootColours("go to " + look.Name)
			walk.Check(t, w.Tab, "the page Go to")
			w.CheckNarrowWidths("the page Go to")
		})
	}
}
