package files_test

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
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkFiles imports, fails to import, renames, duplicates and deletes budgets.
func TestWalkFiles(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	plan := walk.Generated(t, "--seed", "5", "--years", "2", "--tx", "500", "--name", "From the source")
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<!doctype html><title>Forbidden</title><h1>Forbidden</h1>"), 0o600); err != nil {
		t.Fatal(err)
	}

	w.Open("/budgets/" + w.ID)
	w.Click("Household")
	browsertest.Shot(t, w.Tab, "walk-file-menu")
	w.Click("Switch file")
	w.Click("Import file")
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{page}))
	w.Click("Import")
	w.See("not-sourceapp5")
	browsertest.Shot(t, w.Tab, "walk-import-fault")
	walk.Check(t, w.Tab, "a file that cannot be imported")
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{plan}))
	w.Click("Import")
	w.See("Import report")
	w.See("match the file")
	browsertest.Shot(t, w.Tab, "walk-report")
	walk.Check(t, w.Tab, "the report")
	w.Click("Open the budget")
	w.Until("the screen", `!!document.querySelector('#budget')`)

	w.Click("From the source")
	w.Click("Close file")
	w.See("Budgets")
	w.Click("Menu of From the source")
	browsertest.Shot(t, w.Tab, "walk-file-spot")
	w.Click("Rename")
	w.Fill("Name", "household")
	w.Keys(kb.Enter)
	w.See("a budget named Household already exists")
	w.Fill("Name", "Second home")
	w.Keys(kb.Enter)
	w.WaitGone("From the source")
	w.Click("Menu of Second home")
	w.Click("Duplicate")
	w.See("Second home copy")
	w.Click("Menu of Second home copy")
	w.Click("Delete")
	w.See("will be deleted")
	walk.Check(t, w.Tab, "the question before a deletion")
	w.ClickDelete()
	w.WaitGone("Second home copy")
	all, err := world.App.Budgets(t.Context(), app.Machine())
	if err != nil || len(all) != 2 {
		t.Errorf("%d budgets are left (%v), want 2", len(all), err)
	}
}

// TestWalkPagesShowChangesOfOthers changes a budget elsewhere, in the same process and in another one, and waits until
// the page shows it.
func TestWalkPagesShowChangesOfOthers(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "?month=2026-11")
	other, err := app.Open(t.Context(), store.Config{Dir: world.Dir}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	got, err := world.App.Screen(t.Context(), app.Machine(), w.ID)
	if err != nil {
		t.Fatal(err)
	}
	groceries := got.Categories[slices.IndexFunc(got.Categories, func(c budget.Category) bool { return c.Name == "Groceries" })].ID
	w.ClickFigure("Water", "budgeted")
	w.Do(chromedp.KeyEvent("12"))
	for _, c := range []struct {
		from   *app.App
		amount money.Milli
		shown  string
	}{{world.App, 777_770, "777.77"}, {other, 888_880, "888.88"}} {
		if _, err := c.from.SetBudgeted(t.Context(), app.Machine(), w.ID, groceries, civil.MakeMonth(2026, 11), c.amount); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		w.CheckFigure("Groceries", "budgeted", c.shown)
		t.Logf("%s showed after %s", c.shown, time.Since(begun).Round(time.Millisecond))
		if w.Eval(`document.activeElement.value`) != "12" {
			t.Error("the typed text is lost")
		}
	}
	w.Keys(kb.Enter + kb.Escape)
	w.CheckFigure("Water", "budgeted", "12.00")
	w.CheckConserved()
}

// TestWalkKeyboard uses the keyboard only.
func TestWalkKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "?month=2026-11")
	tabTo := func(what, condition string) {
		t.Helper()
		for range 60 {
			w.Do(chromedp.KeyEvent(kb.Tab))
			if w.Eval(condition) == "true" {
				return
			}
		}
		t.Fatalf("Tab does not reach %s", what)
	}
	tabTo("To Budget", `document.activeElement.name === 'to-budget'`)
	w.Keys(kb.Enter)
	w.See("Hold for next month")
	w.Keys(kb.Enter)
	w.Keys("50" + kb.Enter)
	w.See("Held €50.00")
	w.CheckConserved()
	w.Keys(kb.Escape)
	tabTo("a figure", `document.activeElement.name === 'budgeted'`)
	w.Keys(kb.ArrowDown + kb.ArrowDown)
	w.Keys("20" + kb.Tab)
	w.See("Budgeted €20.00")
	w.Keys("30" + kb.Enter)
	w.See("Budgeted €30.00")
	w.Keys(kb.Escape)
	w.Keys(kb.ArrowRight + kb.ArrowRight)
	w.Keys(kb.Enter)
	w.See("Transfer to another category")
	w.Keys(kb.Escape)
	w.WaitGone("Transfer to another category")
	w.CheckConserved()
}

// TestWalkPhone uses the main features on a phone, light and dark.
func TestWalkPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, l walk.Look) {
		world := walk.NewEnv(t, webtest.Pages)
		w := walk.New(t, world, l)
		w.ID = world.ImportSample(t)
		w.Open("/budgets/" + w.ID + "?month=2026-11")
		w.Click("To Budget")
		w.Click("Hold for next month")
		browsertest.Shot(t, w.Tab, "walk-hold-"+l.Name)
		walk.Check(t, w.Tab, "holding")
		w.Click("Hold")
		w.See("Held €648.85")
		browsertest.Shot(t, w.Tab, "walk-held-"+l.Name)
		walk.Check(t, w.Tab, "held")
		w.CheckConserved()
		w.ClickFigure("Water", "budgeted")
		browsertest.Shot(t, w.Tab, "walk-edit-"+l.Name)
		w.Keys("12" + kb.Enter + kb.Escape)
		w.CheckFigure("Water", "budgeted", "12.00")
		w.ClickFigure("Water", "balance")
		browsertest.Shot(t, w.Tab, "walk-balance-"+l.Name)
		walk.Check(t, w.Tab, "a balance")
		w.CheckConserved()
	})
}
