package register_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// shownRows counts the rows of a page that fulfil a JavaScript condition.
func shownRows(w *walk.Walker, what string) string {
	return w.Eval(`[...document.querySelectorAll('.tx')].filter(e => ` + what + `).length`)
}

// TestWalkFiltersOfSeveralValues filters by several values and by all values except these, saves the filter, applies
// it from the menu, renames it, deletes it and undoes that, in all sizes and colours.
func TestWalkFiltersOfSeveralValues(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, look)
			w.ID = world.ImportFile(t, walk.UglyPlan(t))
			w.Open("/budgets/" + w.ID + "/accounts/all")
			w.CheckTally("300 transactions")

			w.Click("Filter")
			w.Choose("Flag", "Red")
			w.Choose("Flag", "Blue")
			w.Until("two are ticked", `document.querySelectorAll('#spot .ticked input[name=flag]:checked').length === 2`)
			w.ShootColours("filter-several")
			w.Click("Show")
			w.See("Flag: Red, Blue")
			if n := shownRows(w, `!e.querySelector('.flag-red, .flag-blue')`); n != "0" {
				t.Errorf("%s rows are neither red nor blue", n)
			}
			w.Click("Filter")
			w.Click("All except these")
			w.Click("Show")
			w.See("Flag not: Red, Blue")
			if n := shownRows(w, `e.querySelector('.flag-red, .flag-blue')`); n != "0" {
				t.Errorf("%s rows are red or blue", n)
			}
			w.Click("Filter")
			w.Click("Leave out: Split")
			w.Fill("Notes have the words", "-vet")
			w.Click("Show")
			w.See("Not: Split")
			w.See("Notes have “-vet”")
			if n := shownRows(w, `e.querySelector('.part') || e.querySelector('.notes').innerText.toLowerCase().includes('vet')`); n != "0" {
				t.Errorf("%s rows are split, or have the excluded word", n)
			}
			address := w.Address()

			// The filter is saved under a name, and can be applied again.
			w.Click("Save filter")
			w.Fill("Name", "Neither red nor blue")
			w.ShootColours("filter-keep")
			w.Click("Save")
			w.See("Saved the filter Neither red nor blue")
			w.Click("Remove all filters")
			w.CheckTally("300 transactions")
			w.Click("Filter")
			w.Click("Neither red nor blue")
			w.See("Not: Split")
			if got := w.Address(); got != address {
				t.Errorf("the saved filter leads to %s, want %s", got, address)
			}
			w.Click("Filter")
			w.ShootColours("filter-kept")
			w.Click("Rename or delete Neither red nor blue")
			w.Click("Rename")
			w.Fill("Name", "Plain ones")
			w.Do(chromedp.KeyEvent(kb.Enter))
			w.See("Renamed the filter Neither red nor blue to Plain ones")
			w.Click("Filter")
			w.Click("Rename or delete Plain ones")
			w.Click("Delete")
			w.ClickDelete()
			w.See("Deleted the filter Plain ones")
			w.Click("Undo")
			w.See("Undone: Deleted the filter Plain ones")
			filters, err := world.App.OwnFilters(t.Context(), app.Machine(), w.ID)
			if err != nil || len(filters) != 1 || filters[0].Name != "Plain ones" {
				t.Errorf("undo restores %+v, error %v", filters, err)
			}
		})
	}
}

// TestWalkFiltersWithAnyConditionAndRegexps filters by any of several conditions and by regular expressions, corrects a
// malformed one, and saves the filter, in all sizes and colours.
func TestWalkFiltersWithAnyConditionAndRegexps(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, look)
			w.ID = world.ImportFile(t, walk.UglyPlan(t))
			w.Open("/budgets/" + w.ID + "/accounts/all")
			w.Click("Filter")
			w.Choose("Flag", "Red")
			w.Click("More conditions")
			w.Choose("Transactions that meet", "Any of these conditions")
			w.Fill("Notes match the regular expression", "(vet")
			w.ShootColours("filter-more")
			w.Click("Show")
			w.See("Each ( needs its )")
			w.ShootColours("filter-malformed")
			w.Fill("Notes match the regular expression", "VET|dent")
			w.Click("Show")
			w.See("Any of these")
			w.See("Notes match VET|dent")
			if n := shownRows(w, `!e.querySelector('.flag-red') && !/vet|dent/i.test(e.innerText)`); n != "0" {
				t.Errorf("%s rows meet neither condition", n)
			}
			if n := shownRows(w, `e.querySelector('.flag-red') && !/vet|dent/i.test(e.innerText)`); n == "0" {
				t.Error("no row meets only the first condition")
			}
			address := w.Address()
			w.Click("Save filter")
			w.Fill("Name", "Red or vet")
			w.Click("Save")
			w.See("Saved the filter Red or vet")
			w.Click("Remove all filters")
			w.CheckTally("300 transactions")
			w.Click("Filter")
			w.Click("Red or vet")
			w.See("Notes match VET|dent")
			if got := w.Address(); got != address {
				t.Errorf("the saved filter leads to %s, want %s", got, address)
			}
			w.Click("Remove filter Any of these")
			w.See("Notes match VET|dent")
			if n := shownRows(w, `!e.querySelector('.flag-red') || !/vet|dent/i.test(e.innerText)`); n != "0" {
				t.Errorf("%s rows do not meet both conditions", n)
			}
		})
	}
}

// TestFiltersWithoutScripts filters by several values with forms only, one more each time.
func TestFiltersWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	p, all := world.Person(t), "/budgets/"+id+"/accounts/all"
	_, _, page := p.Get(all + "/filter?flag=red")
	if !strings.Contains(page, `<input type="checkbox" name="flag" value="red" checked>`) || strings.Contains(page, `<option value="red"`) {
		t.Error("the chosen value is not ticked, or offered again")
	}
	_, at, page := p.Get(all + "?flag=red&flag=blue&flag=&category=&not=flag&since=")
	if strings.Contains(at, "since=") || !strings.Contains(page, "Flag not: Red, Blue") {
		t.Errorf("the form leads to %s", at)
	}
	for _, kind := range []struct{ name, value, says string }{
		{"receipt", "1", "Has a receipt"}, {"receipt", "no", "Not: Has a receipt"}, {"scheduled", "1", "Scheduled"}, {"scheduled", "no", "Not: Scheduled"},
	} {
		_, _, page := p.Get(all + "/filter?" + kind.name + "=" + kind.value)
		_, _, shown := p.Get(all + "?" + kind.name + "=" + kind.value)
		if !strings.Contains(page, `name="`+kind.name+`" value="`+kind.value+`" checked`) || !strings.Contains(shown, `aria-label="Remove filter `+kind.says+`"`) {
			t.Errorf("%s=%s is not ticked, or has no chip", kind.name, kind.value)
		}
	}
	_, _, page = p.Get("/budgets/" + id + "/menu?keep-filter=" + "flag%3Dred%26flag%3Dblue&back=" + all)
	if !strings.Contains(page, "Save filter") {
		t.Error("there is no form for the filter's name")
	}
	status, _, page := p.Post("/budgets/"+id+"/do/keep-filter", "query", "flag=red&flag=blue", "name", "Two", "back", all, "menu", "keep-filter=flag")
	if status != 200 || !strings.Contains(page, "Saved the filter Two") {
		t.Errorf("save the filter: status %d", status)
	}
	if _, _, page = p.Get(all + "/filter"); !strings.Contains(page, "Two") || !strings.Contains(page, "flag=red&amp;flag=blue") {
		t.Error("the saved filter is not offered")
	}
	for _, invalid := range []struct{ query, name, says string }{
		{"x=1", "Nothing", "the filter is empty"}, {"flag=red", "two", "already a filter"}, {"flag=red", " ", "needs a name"}, {"category=no-such", "Gone", "not found"}, {"time=someday", "Some day", "not a time range"},
	} {
		_, _, page := p.Post("/budgets/"+id+"/do/keep-filter", "query", invalid.query, "name", invalid.name, "back", all)
		if !strings.Contains(strings.ToLower(page), invalid.says) {
			t.Errorf("%+v is not refused: %s", invalid, page[max(0, strings.Index(page, "<main")):])
		}
	}

	// It is replaced, renamed and deleted with forms only, and an undo restores it.
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/menu?keep-filter=" + url.QueryEscape("state=cleared&not=state") + "&back=" + url.QueryEscape(all))
	if status := b.Send("/do/replace-filter", "Filter to replace", url.Values{"id": {attributeOf(t, b.Page, `name="id"><option value="`)}}); status != http.StatusOK {
		t.Errorf("replace the filter: status %d", status)
	}
	b.Sees("Changed the filter Two")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Changed the filter Two")
	b.Open(all + "/filter")
	b.Follow("Rename or delete Two")
	b.Send("/do/rename-filter", "Name", url.Values{"name": {"Two flags"}})
	b.Sees("Renamed the filter Two to Two flags")
	b.Open(all + "/filter")
	b.Follow("Rename or delete Two flags")
	b.Send("/do/delete-filter", "Delete", nil)
	b.Sees("Deleted the filter Two flags")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Deleted the filter Two flags")
	filters, err := world.App.OwnFilters(t.Context(), app.Machine(), id)
	if err != nil || len(filters) != 1 || filters[0].Name != "Two flags" || !slices.Equal(filters[0].More.Flags.Of, []string{"red", "blue"}) {
		t.Errorf("the saved filters are %+v, error %v", filters, err)
	}
}
