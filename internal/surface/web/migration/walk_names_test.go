package migration_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkNames renames, hides, moves and deletes categories and groups of a plan with duplicates, with undo and
// redo.
func TestWalkNames(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "1", "--tx", "300"))
	w.Open("/budgets/" + w.ID)

	w.WaitGone("Hidden in place")
	w.Click("Categories menu")
	browsertest.Shot(t, w.Tab, "walk-categories-menu")
	w.Click("Toggle Hidden Categories")
	w.See("Hidden in place")
	w.Click("Categories menu")
	w.Click("Collapse all")
	w.WaitGone("Dining Out")
	w.Click("Categories menu")
	w.Click("Expand all")
	w.See("Dining Out")

	w.Click("Menu of Dining Out")
	browsertest.Shot(t, w.Tab, "walk-category-menu")
	w.Click("Rename")
	w.Fill("Name", " vacation")
	w.Keys(kb.Enter)
	w.See("already")
	browsertest.Shot(t, w.Tab, "walk-name-taken")
	walk.Check(t, w.Tab, "a name that is taken")
	w.Fill("Name", "Restaurants")
	w.Keys(kb.Enter)
	w.See("Renamed the category Dining Out to Restaurants")
	w.CheckConserved()
	w.Click("Undo")
	w.See("Undone: Renamed the category Dining Out")
	w.Click("Redo")
	w.See("Redone: Renamed the category Dining Out")

	w.Click("Menu of Restaurants")
	w.Click("Hide")
	w.See("Hid the category Restaurants")
	w.Click("Menu of Restaurants")
	w.Click("Show")
	w.See("Showed the category Restaurants")
	w.Click("Menu of Restaurants")
	w.Click("Note")
	w.Keys("No more than twice a month")
	w.Click("Save")
	w.See("Changed the note of the category Restaurants")

	// Move the categories out of a duplicate group and delete it.
	w.Click("Menu of Twin-group category")
	w.Click("Move to another group")
	w.Choose("Group", "Household")
	w.Click("Move")
	w.See("Moved the category Twin-group category to Household")
	w.CheckConserved()
	w.Click("Menu of Immediate Obligations-1")
	w.Click("Delete")
	w.ClickDelete()
	w.See("Deleted the group Immediate Obligations-1")
	w.CheckConserved()
	w.Click("Undo")
	w.See("Undone: Deleted the group")
	w.Click("Redo")
	w.See("Redone: Deleted the group")

	w.Click("Menu of Restaurants")
	w.Click("Delete")
	browsertest.Shot(t, w.Tab, "walk-delete")
	w.Choose("Move its transactions to", "Vacation")
	w.ClickDelete()
	w.See("Deleted the category Restaurants, its transactions went to Vacation")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Deleted the category Restaurants")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone: Deleted the category Restaurants")
	w.CheckConserved()

	w.Click("Categories menu")
	w.Fill("New group", "Plans")
	w.Keys(kb.Enter)
	w.See("Added the group Plans")
	w.Click("Menu of Plans")
	w.Click("New category")
	w.Keys("A boat" + kb.Enter)
	w.See("Added the category A boat to Plans")
	w.CheckConserved()

	// By mouse: the category is moved before one of another group.
	dragName(w, "A boat", "Vacation")
	w.See("Moved the category A boat to Immediate Obligations")
	w.Until("A boat before Vacation", `(n => n.indexOf('A boat') + 1 === n.indexOf('Vacation'))([...document.querySelectorAll('tr.category th bdi')].map(e => e.innerText))`)
	w.Click("Undo")
	w.See("Undone: Moved the category A boat")
	// By keyboard: Alt and an arrow move a row.
	w.Eval(`document.querySelector('[aria-label="Menu of A boat"]').focus()`)
	w.Keys(kb.ArrowUp, chromedp.ModifierAlt)
	w.See("Moved the category A boat to ")
	w.Eval(`document.querySelector('[aria-label="Menu of Plans"]').focus()`)
	w.Keys(kb.ArrowUp, chromedp.ModifierAlt)
	w.See("Moved the group Plans")
	w.CheckConserved()
	w.Eval(`document.querySelector('.sheet-scroll').scrollTop = 0`) // a row half covered by the head counts as too small for touch
	walk.Check(t, w.Tab, "the screen after all that")
}

func dragName(w *walk.Walker, from, to string) {
	w.Helper()
	place := func(name string, down float64) []float64 {
		return w.Find(fmt.Sprintf(`(() => { const e = [...document.querySelectorAll('tr.category th.name')].find(e => e.checkVisibility() && e.querySelector('bdi').innerText === %s);
			if (!e) return null; const b = e.getBoundingClientRect(); return [b.left + 60, b.top + b.height * %f] })()`, walk.Quoted(name), down), name)
	}
	w.Eval(`[...document.querySelectorAll('tr.category th.name')].find(e => e.querySelector('bdi').innerText === ` + walk.Quoted(from) + `).scrollIntoView({block: 'end'})`)
	a := place(from, 0.5)
	w.Do(chromedp.MouseEvent("mousePressed", a[0], a[1], chromedp.Button("left"), chromedp.ClickCount(1)), chromedp.MouseEvent("mouseMoved", a[0], a[1]-20, chromedp.Button("left")))
	w.Eval(`[...document.querySelectorAll('tr.category th.name')].find(e => e.querySelector('bdi').innerText === ` + walk.Quoted(to) + `).scrollIntoView({block: 'center'})`)
	b := place(to, 0.25)
	w.Do(chromedp.MouseEvent("mouseMoved", b[0], b[1]+4, chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", b[0], b[1], chromedp.Button("left")))
	browsertest.Shot(w, w.Tab, "walk-dragging")
	w.Do(chromedp.MouseEvent("mouseReleased", b[0], b[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	w.Settle()
}
