package register_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkFilterByKeyboard filters by two of several values, by all values except these, by words and by rows that
// are no splits. It saves the filter, applies it again, renames, replaces and deletes it and undoes that, with the
// keyboard only.
func TestWalkFilterByKeyboard(t *testing.T) {
	t.Parallel()
	w, _ := twinsIn(t, walk.WideDark)
	enter := func() { w.Helper(); w.Do(chromedp.KeyEvent(kb.Enter)); w.Settle() }
	filter := func() {
		w.Helper()
		w.TabToWords("Filter")
		enter()
		w.Until("the filter", `!!document.querySelector('#spot:popover-open .filter-form')`)
	}
	ticked := func(values string) {
		w.Helper()
		w.Until(values+" ticked", `[...document.querySelectorAll('#spot .ticked input[name=flag]:checked')].map(e => e.value).join() === `+walk.Quoted(values))
	}
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.CheckTally("302 transactions")
	filter()

	// Typed letters select an entry of the list, and Enter applies it. The list can also be opened to choose an
	// entry.
	w.TabTo(`e.matches('select[name=flag]')`)
	w.Keys("gr")
	ticked("")
	w.Keys(kb.Enter)
	ticked("green")
	// Letters typed afterwards, however soon, begin another name.
	w.Until("the list has the focus, for one more", `document.activeElement.matches('select[name=flag]') && document.activeElement.value === ''`)
	w.Keys("bl" + kb.Tab)
	ticked("green,blue")
	w.TabTo(`e.matches('.ticked input') && e.value === 'green'`, chromedp.ModifierShift)
	w.Keys(" ")
	ticked("blue")
	w.TabTo(`e.matches('select[name=flag]')`)
	for _, key := range []string{" ", kb.ArrowDown, kb.ArrowDown, kb.Enter} { // none, red
		w.Keys(key)
	}
	ticked("blue,red")
	w.Until("what all but these are", `document.querySelector('#spot [data-some-of=flag] .all-but').innerText.trim() === 'All except these'`)
	walk.Check(t, w.Tab, "two flags ticked by keyboard")
	w.TabTo(`e.matches('#spot .filter-does .button.primary')`)
	enter()
	w.See("Flag: Blue, Red")
	if n := shownRows(w, `!e.querySelector('.flag-red, .flag-blue')`); n != "0" {
		t.Errorf("%s rows are neither red nor blue", n)
	}

	filter()
	w.TabTo(`e.name === 'not' && e.value === 'flag'`)
	w.Keys(" ")
	w.TabTo(`e.name === 'notes'`)
	w.Keys("-vet")
	w.TabTo(`e.name === 'split' && e.value === 'no'`)
	w.Keys(" ")
	enter()
	w.See("Flag not: Red, Blue")
	w.See("Not: Split")
	w.See("Notes have “-vet”")
	if n := shownRows(w, `e.querySelector('.flag-red, .flag-blue, .part') || e.querySelector('.notes').innerText.toLowerCase().includes('vet')`); n != "0" {
		t.Errorf("%s rows are red, blue, split or the vet's", n)
	}
	address := w.Address()

	w.TabToWords("Save filter")
	enter()
	w.TabTo(`e.name === 'name'`)
	w.Keys("Plain ones" + kb.Enter)
	w.See("Saved the filter Plain ones")
	w.TabToWords("Remove all filters")
	enter()
	w.CheckTally("302 transactions")
	filter()
	w.TabToWords("Plain ones")
	enter()
	w.See("Not: Split")
	if got := w.Address(); got != address {
		t.Errorf("the saved filter leads to %s, want %s", got, address)
	}

	// The filter without one of its values replaces the saved one.
	w.TabToWords("Remove filter Not: Split")
	enter()
	w.WaitGone("Not: Split")
	w.TabToWords("Save filter")
	enter()
	w.TabToWords("Replace a saved filter")
	enter()
	w.TabToWords("Replace")
	enter()
	w.See("Changed the filter Plain ones")
	filter()
	w.TabToWords("Rename or delete Plain ones")
	enter()
	w.TabToWords("Rename")
	enter()
	w.Keys("Others" + kb.Enter)
	w.See("Renamed the filter Plain ones to Others")
	filter()
	w.TabToWords("Rename or delete Others")
	enter()
	w.TabToWords("Delete")
	enter()
	w.TabTo(`e.matches('button.dangerous')`)
	enter()
	w.See("Deleted the filter Others")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Deleted the filter Others")
	filters, err := w.Env.App.OwnFilters(t.Context(), app.Machine(), w.ID)
	if err != nil || len(filters) != 1 || filters[0].Name != "Others" || filters[0].More.Split != "" || !filters[0].More.Flags.Not {
		t.Errorf("undo restores %+v, error %v", filters, err)
	}
}
