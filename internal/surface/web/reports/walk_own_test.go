package reports_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkSavedReports filters a report, saves, changes, renames, moves, deletes and restores it: wide and light, on a
// phone and dark.
func TestWalkSavedReports(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			w.Open("/budgets/" + w.ID + "/reports/spending" + months)
			w.Click("Filter")
			w.See("Any account")
			w.Eval(`document.querySelector('.report-filter').closest('#spot') !== null`)
			w.Choose("Category", "Groceries")
			walk.Check(t, w.Tab, "filter of a report")
			w.Click("Show")
			w.Until("the filter", `new URL(location).searchParams.getAll('category').filter(v => v).length === 1`)
			groceries := w.Eval(`document.querySelector('.lead').innerText`)
			w.Click("Filter")
			w.Choose("Category", "Fuel")
			w.Click("All except these")
			w.Shoot("filter-" + l.Name)
			w.Click("Show")
			w.See("Not: Groceries")
			w.See("Not: Fuel")
			w.Click("Remove filter Not: Groceries")
			w.WaitGone("Not: Groceries")
			w.See("Not: Fuel")
			w.Click("Remove filter Not: Fuel")
			w.Until("no filter", `!new URL(location).searchParams.has('not') && !document.querySelector('.chips')`)
			w.Click("Filter")
			w.Choose("Category", "Groceries")
			w.Click("Show")
			w.Until("groceries alone", `document.querySelector('.lead').innerText === `+walk.Quoted(groceries))
			w.Click("Payee")
			w.Click("Save report")
			w.Fill("Name", "Where we shop")
			w.Shoot("own-keep-" + l.Name)
			w.ClickPrimary()
			w.Until("its page", `document.querySelector('h1').innerText.includes('Where we shop')`)
			w.Click("Reports")
			w.See("Your reports")
			w.See("Where we shop")
			w.Shoot("own-front-" + l.Name)
			w.Click("Where we shop")
			w.Click("3 months")
			w.See("Discard the change")
			w.Click("Save the change")
			w.WaitGone("Discard the change")
			w.Eval(`document.querySelector('h1 .dots').click()`)
			w.Click("Rename")
			w.Fill("Name", "Shops")
			w.SubmitOpenForm()
			w.Until("the other name", `document.querySelector('h1').innerText.includes('Shops')`)
			w.Eval(`document.querySelector('h1 .dots').click()`)
			w.Click("Delete")
			w.ClickDelete()
			w.Until("the report without a name", `document.querySelector('h1').innerText.includes('Spending')`)
			w.Open("/budgets/" + w.ID + "/history")
			for _, step := range []string{"Saved the report Where we shop", "Changed the report Where we shop", "Renamed the report Where we shop to Shops", "Deleted the report Shops"} {
				w.See(step)
			}
			if _, err := world.App.Undo(t.Context(), app.Machine(), w.ID, 0); err != nil {
				t.Fatal(err)
			}
			w.Open("/budgets/" + w.ID + "/reports")
			w.See("Shops")
		})
	}
}

// TestWalkSavedReportsByKeyboard saves a report with the keyboard only.
func TestWalkSavedReportsByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.ID = w.Env.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/reports/income" + months)
	w.TabToWords("Save report")
	w.Keys(kb.Enter)
	w.See("Everyone who shares this budget can use it.")
	w.Fill("Name", "Ours")
	w.Keys(kb.Enter)
	w.Until("its page", `document.querySelector('h1').innerText.includes('Ours')`)
}

// TestSavedReportsWithoutScripts saves a report without scripts; a viewer sees it and is offered no change.
func TestSavedReportsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/reports/filter/spending" + months)
	b.Sees("Groceries")
	b.Open("/budgets/" + id + "/menu?" + url.Values{"keep-report": {"spending?by=payee&time=3-months"}}.Encode())
	b.Send("keep-report", "Save", url.Values{"name": {"  "}})
	b.Sees("a report needs a name")
	b.Send("keep-report", "Save", url.Values{"name": {"<b>Läden</b> قهوة"}, "front": {"1"}})
	b.Sees("<b>Läden</b> قهوة")
	if !strings.Contains(b.At, "time=3-months") || !strings.Contains(b.At, "own=") {
		t.Errorf("the saved report is not shown at %s", b.At)
	}
	saved := regexp.MustCompile(`own=([0-9a-f-]+)`).FindStringSubmatch(b.At)[1]
	b.Open("/budgets/" + id + "/menu?report=" + saved)
	b.Send("rename-report", "Rename", url.Values{"name": {"Shops"}})
	b.Sees("Renamed the report")
	b.Open("/budgets/" + id + "/menu?report=" + saved)
	b.Send("show-report", "Remove its chart from the Reports page", nil)
	b.Open("/budgets/" + id + "/menu?report=" + saved)
	b.Send("delete-report", "Delete", nil)
	if status := b.Read(b.HTTP.Get(world.Server.URL + "/budgets/" + id + "/menu?report=" + saved)); status != http.StatusNotFound {
		t.Errorf("the menu of a deleted report: status %d", status)
	}
	b.Open("/budgets/" + id + "/reports")
	if strings.Contains(b.Page, "Shops") {
		t.Error("the deleted report is still listed")
	}
	for range 3 { // deletion, removal from the overview, renaming
		b.Open("/budgets/" + id + "/history")
		b.Send("undo", "Undo", nil)
	}
	b.Open("/budgets/" + id + "/reports/spending?by=payee&time=3-months&own=" + saved)
	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	viewer.Open(b.At)
	viewer.Sees("<b>Läden</b> قهوة")
	for _, offered := range []string{"Save report", "Save as new report", "Menu of"} {
		if strings.Contains(viewer.Page, offered) {
			t.Errorf("a viewer is offered %q", offered)
		}
	}
	viewer.Open("/budgets/" + id + "/reports")
	viewer.Sees("Läden")
	if strings.Contains(viewer.Page, "Menu of") {
		t.Error("a viewer is offered the menu of a report")
	}
}
