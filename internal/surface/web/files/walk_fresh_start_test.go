package files_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkFreshStart starts fresh from the menu of a budget, by keyboard, and corrects a name in use first.
func TestWalkFreshStart(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range walk.Looks {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			w.Open("/budgets")
			w.Click("Menu of Household")
			w.Click("Fresh start")
			w.See("All money waits in To Budget")
			browsertest.Shot(t, w.Tab, "fresh-start-"+l.Name)
			walk.Check(t, w.Tab, "a fresh start")
			w.Fill("Name of the new budget", "household")
			w.Keys(kb.Enter)
			w.See("A budget named Household already exists")
			walk.Check(t, w.Tab, "a fresh start with a name in use")
			w.Fill("Name of the new budget", "Second household")
			w.Keys(kb.Enter)
			w.Until("the new budget", `location.pathname !== '/budgets/`+w.ID+`/fresh-start' && !!document.querySelector('#budget')`)
			w.ID = strings.Split(w.Eval(`location.pathname`), "/")[2]
			w.CheckConserved()
			browsertest.Shot(t, w.Tab, "fresh-start-begun-"+l.Name)
		})
	}
}

// TestFreshStartFromABudgetOfOthers: a user who may only read a budget can start fresh from it, and a stranger cannot.
func TestFreshStartFromABudgetOfOthers(t *testing.T) {
	t.Parallel()
	world, _, ben, id := walk.Household(t, webtest.Pages)
	at := "/budgets/" + id + "/fresh-start"
	if status, _, _ := ben.Get(at); status != http.StatusNotFound {
		t.Errorf("a stranger gets status %d", status)
	}
	if status, _, _ := ben.Post(at, "name", "Stolen"); status != http.StatusNotFound {
		t.Errorf("a stranger's fresh start gets status %d", status)
	}
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	ben.Post("/budgets/" + id + "/accept")
	status, home, page := ben.Post(at, "name", "Ben's own")
	if status != http.StatusOK || strings.HasPrefix(home, "/budgets/"+id) || !strings.Contains(page, "Ben&#39;s own") {
		t.Errorf("a viewer's fresh start gets status %d at %s", status, home)
	}
	if status, _, _ := ben.Post(home+"/rename", "name", "Ben's"); status != http.StatusOK {
		t.Errorf("the new budget does not belong to Ben: status %d", status)
	}
}

// TestFreshStartWithoutScripts creates the budget like a browser without scripts.
func TestFreshStartWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	at := "/budgets/" + world.ImportSample(t) + "/fresh-start"
	b := walk.NewPlain(t, world)
	b.Open(at)
	if status := b.Send("/fresh-start", "Create the new budget", url.Values{"name": {strings.Repeat("long ", 100)}}); status != http.StatusBadRequest {
		t.Errorf("a long name gets status %d", status)
	}
	b.Sees("longer than")
	b.Send("/fresh-start", "Create the new budget", url.Values{"name": {"<b>Mine</b>"}, "payees": {}})
	b.Sees("<b>Mine</b>")
	all, err := world.App.Budgets(t.Context(), app.Machine())
	if err != nil || len(all) != 2 {
		t.Errorf("%d budgets (%v), want 2", len(all), err)
	}
}
