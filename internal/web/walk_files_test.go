package web

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/store"
)

// TestWalkFiles imports, fails to import, renames, duplicates and deletes files.
func TestWalkFiles(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	plan := generated(t, "--seed", "5", "--years", "2", "--tx", "500", "--name", "From the source")
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<!doctype html><title>Forbidden</title><h1>Forbidden</h1>"), 0o600); err != nil {
		t.Fatal(err)
	}

	w.open("/budgets/" + w.id)
	w.click("Household")
	browsertest.Shot(t, w.tab, "walk-file-menu")
	w.click("Switch file")
	w.click("Import file")
	w.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{page}))
	w.click("Import")
	w.see("not-sourceapp5")
	browsertest.Shot(t, w.tab, "walk-import-fault")
	checkPage(t, w.tab, "a file that cannot be imported")
	w.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{plan}))
	w.click("Import")
	w.see("Import report")
	w.see("match the file")
	browsertest.Shot(t, w.tab, "walk-report")
	checkPage(t, w.tab, "the report")
	w.click("Open the budget")
	w.until("the screen", `!!document.querySelector('#budget')`)

	w.click("From the source")
	w.click("Close file")
	w.see("Budgets")
	w.click("Menu of From the source")
	browsertest.Shot(t, w.tab, "walk-file-spot")
	w.click("Rename")
	w.fill("Name", "household")
	w.keys(kb.Enter)
	w.see("there is a budget called Household already")
	w.fill("Name", "Second home")
	w.keys(kb.Enter)
	w.gone("From the source")
	w.click("Menu of Second home")
	w.click("Duplicate")
	w.see("Second home copy")
	w.click("Menu of Second home copy")
	w.click("Delete")
	w.see("will be gone")
	checkPage(t, w.tab, "the question before a deletion")
	w.clickDelete()
	w.gone("Second home copy")
	all, err := world.app.Budgets(t.Context(), app.Machine())
	if err != nil || len(all) != 2 {
		t.Errorf("%d budgets are left (%v), want 2", len(all), err)
	}
}

// TestWalkLive changes a budget elsewhere, in the same program and in another
// one, and looks how soon it shows.
func TestWalkLive(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	w.open("/budgets/" + w.id + "?month=2026-11")
	other, err := app.Open(t.Context(), store.Config{Dir: world.dir}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	got, err := world.app.Screen(t.Context(), app.Machine(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	groceries := got.Categories[slices.IndexFunc(got.Categories, func(c budget.Category) bool { return c.Name == "Groceries" })].ID
	w.clickFigure("Water", "budgeted")
	w.do(chromedp.KeyEvent("12"))
	for _, c := range []struct {
		from   *app.App
		amount money.Milli
		shown  string
	}{{world.app, 777_770, "777.77"}, {other, 888_880, "888.88"}} {
		if _, err := c.from.SetBudgeted(t.Context(), app.Machine(), w.id, groceries, cal.MakeMonth(2026, 11), c.amount); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		w.is("Groceries", "budgeted", c.shown)
		t.Logf("%s showed after %s", c.shown, time.Since(begun).Round(time.Millisecond))
		if w.eval(`document.activeElement.value`) != "12" {
			t.Error("what was being typed is gone")
		}
	}
	w.keys(kb.Enter + kb.Escape)
	w.is("Water", "budgeted", "12.00")
	w.law()
}

// TestWalkKeyboard does without a mouse.
func TestWalkKeyboard(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	w.open("/budgets/" + w.id + "?month=2026-11")
	tabTo := func(what, condition string) {
		t.Helper()
		for range 60 {
			w.do(chromedp.KeyEvent(kb.Tab))
			if w.eval(condition) == "true" {
				return
			}
		}
		t.Fatal("Tab does not come to ", what)
	}
	tabTo("To Budget", `document.activeElement.name === 'to-budget'`)
	w.keys(kb.Enter)
	w.see("Hold for next month")
	w.keys(kb.Enter)
	w.keys("50" + kb.Enter)
	w.see("Held €50.00")
	w.law()
	w.keys(kb.Escape)
	tabTo("a figure", `document.activeElement.name === 'budgeted'`)
	w.keys(kb.ArrowDown + kb.ArrowDown)
	w.keys("20" + kb.Tab)
	w.see("Budgeted €20.00")
	w.keys("30" + kb.Enter)
	w.see("Budgeted €30.00")
	w.keys(kb.Escape)
	w.keys(kb.ArrowRight + kb.ArrowRight)
	w.keys(kb.Enter)
	w.see("Transfer to another category")
	w.keys(kb.Escape)
	w.gone("Transfer to another category")
	w.law()
}

// TestWalkPhone does the main things on a phone, light and dark.
func TestWalkPhone(t *testing.T) {
	requireAssets(t)
	for _, l := range looks[2:] {
		t.Run(l.name, func(t *testing.T) {
			world := newWorld(t)
			w := newWalker(t, world, l)
			w.id = world.importSample(t)
			w.open("/budgets/" + w.id + "?month=2026-11")
			w.click("To Budget")
			w.click("Hold for next month")
			browsertest.Shot(t, w.tab, "walk-hold-"+l.name)
			checkPage(t, w.tab, "holding")
			w.click("Hold")
			w.see("Held €648.85")
			browsertest.Shot(t, w.tab, "walk-held-"+l.name)
			checkPage(t, w.tab, "held")
			w.law()
			w.clickFigure("Water", "budgeted")
			browsertest.Shot(t, w.tab, "walk-edit-"+l.name)
			w.keys("12" + kb.Enter + kb.Escape)
			w.is("Water", "budgeted", "12.00")
			w.clickFigure("Water", "balance")
			browsertest.Shot(t, w.tab, "walk-balance-"+l.name)
			checkPage(t, w.tab, "a balance")
			w.law()
		})
	}
}
