package tags_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/tag"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// newWalk opens a window on a budget with transactions that have tags of every colour.
func newWalk(t *testing.T, look walk.Look) *walk.Walker {
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, look)
	w.ID = world.ImportSample(t)
	add := func(amount money.Milli, memo string) {
		t.Helper()
		e := rows.Entry{Account: w.FirstAccount(), Date: civil.MakeDate(2026, 11, 20), Amount: amount, PayeeName: "Ferry", Memo: memo}
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), w.ID, e); err != nil {
			t.Fatal(err)
		}
	}
	add(-120_000, "to Calais #holiday, with #family")
	add(-30_000, "#Holiday lunch")
	add(-9_000, "not ##holiday, and not #12")
	add(-7_000, "#donaudampfschifffahrtselektrizitaetenhauptbetriebswerk")
	for i, colour := range tag.Colours {
		add(money.Milli(-1_000*(i+1)), "#"+colour+"-one")
		if _, err := world.App.DescribeTag(t.Context(), app.Machine(), w.ID, colour+"-one", &colour, new("Painted "+colour)); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// listed waits until the register lists a number of transactions.
func listed(w *walk.Walker, n string) {
	w.Helper()
	w.Until(n+" transactions", `document.querySelectorAll('.rows tbody.tx').length === `+n)
}

// TestWalkTags opens the transactions of a tag from a note, and renames, merges, describes and removes tags, with undo.
func TestWalkTags(t *testing.T) {
	for _, look := range walk.Looks {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			walk.RequireAssets(t)
			w := newWalk(t, look)
			w.CheckConserved()
			w.Open("/budgets/" + w.ID + "/accounts/all")
			w.See("#family")
			w.Shoot("tags-register-" + look.Name)
			if look.Phone {
				w.Open("/budgets/" + w.ID + "/accounts/all?search=%23holiday")
			} else {
				w.Click("#holiday")
				w.See("Tag: #holiday")
			}
			listed(w, "2")
			w.Shoot("tags-filtered-" + look.Name)

			w.Open("/budgets/" + w.ID + "/tags")
			w.See("13 tags")
			w.Shoot("tags-" + look.Name)
			w.Click("Menu of #holiday")
			w.See("2 transactions")
			w.Click("Rename")
			w.See("It is renamed in all notes: 2 transactions.")
			w.Shoot("tags-menu-" + look.Name)
			w.Fill("Name", "FAMILY"+kb.Enter)
			w.See("There is already a tag #family")
			w.Click("Merge it into #family")
			w.See("keeps its colour")
			w.SubmitOpenForm()
			w.See("Merged the tag #")
			w.See("12 tags")
			w.CheckUndo("Merged the tag #")
			w.CheckConserved()
		})
	}
}

// TestWalkTagsByKeyboard completes a tag while a note is typed, and describes, renames and removes it, without a mouse.
func TestWalkTagsByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := newWalk(t, walk.WideLight)
	w.Open("/budgets/" + w.ID + "/accounts/" + w.FirstAccount())
	w.Keys("n")
	w.TabTo(`e.name === 'notes'`)
	w.Keys("bread #fa")
	w.Until("one suggestion", `document.querySelectorAll('#row-options [role="option"]').length === 1 && !document.querySelector('#row-options [aria-selected="true"]')`)
	w.Shoot("tags-completion")
	w.Keys(kb.ArrowDown)
	w.Until("the suggestion is active", `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.dataset.text === '#family'`)
	w.Keys(kb.Enter)
	w.Until("the completed note", `document.activeElement.name === 'notes' && document.activeElement.value === 'bread #family '`)
	w.Keys("#new-o")
	w.Keys(kb.Escape)
	w.Keys(kb.Escape)

	w.Open("/budgets/" + w.ID + "/tags")
	w.TabTo(`e.getAttribute('aria-label') === 'Menu of #family'`)
	w.Keys(kb.Enter)
	w.TabToWords("Colour and description")
	w.Keys(kb.Enter)
	w.Choose("Colour", "Teal")
	w.Fill("Description", "All of us"+kb.Enter)
	w.See("Changed the tag #family")
	w.See("All of us")
	w.Until("the colour", `[...document.querySelectorAll('.tag-list .tag-teal')].some(e => e.innerText === '#family')`)
	w.CheckUndo("Changed the tag #family")

	w.TabTo(`e.getAttribute('aria-label') === 'Menu of #family'`)
	w.Keys(kb.Enter)
	w.TabToWords("Rename")
	w.Keys(kb.Enter)
	w.Fill("Name", "household"+kb.Enter)
	w.See("Renamed the tag #family to #household")
	w.CheckUndo("Renamed the tag #family")

	w.TabTo(`e.getAttribute('aria-label') === 'Menu of #household'`)
	w.Keys(kb.Enter)
	w.TabToWords("Remove")
	w.Keys(kb.Enter)
	w.SubmitOpenForm()
	w.See("Removed the tag #household from 1 transaction")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Removed the tag #household")
	w.CheckConserved()
}

// TestWalkTagsInTheFilter chooses a tag in the form of a register's filters.
func TestWalkTagsInTheFilter(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := newWalk(t, walk.WideLight)
	w.Open("/budgets/" + w.ID + "/accounts/all/filter")
	w.Choose("Tag", "#red-one")
	w.Shoot("tags-filter-form")
	w.Click("Show")
	w.See("Tag: #red-one")
	listed(w, "1")
}
