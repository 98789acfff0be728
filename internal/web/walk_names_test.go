package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
)

// TestWalkNames renames, hides, moves and deletes categories and groups of a
// plan with twins, with undo and redo.
func TestWalkNames(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, generated(t, "--seed", "3", "--years", "1", "--tx", "300"))
	w.open("/budgets/" + w.id)

	w.gone("Hidden in place")
	w.click("Categories menu")
	browsertest.Shot(t, w.tab, "walk-categories-menu")
	w.click("Toggle Hidden Categories")
	w.see("Hidden in place")
	w.click("Categories menu")
	w.click("Collapse all")
	w.gone("Dining Out")
	w.click("Categories menu")
	w.click("Expand all")
	w.see("Dining Out")

	w.click("Menu of Dining Out")
	browsertest.Shot(t, w.tab, "walk-category-menu")
	w.click("Rename")
	w.fill("Name", " vacation")
	w.keys(kb.Enter)
	w.see("already")
	browsertest.Shot(t, w.tab, "walk-name-taken")
	checkPage(t, w.tab, "a name that is taken")
	w.fill("Name", "Restaurants")
	w.keys(kb.Enter)
	w.see("Renamed the category Dining Out to Restaurants")
	w.law()
	w.click("Undo")
	w.see("Undone: Renamed the category Dining Out")
	w.click("Redo")
	w.see("Made again: Renamed the category Dining Out")

	w.click("Menu of Restaurants")
	w.click("Hide")
	w.see("Hid the category Restaurants")
	w.click("Menu of Restaurants")
	w.click("Show")
	w.see("Showed the category Restaurants")
	w.click("Menu of Restaurants")
	w.click("Note")
	w.keys("No more than twice a month")
	w.click("Save")
	w.see("Changed the note of the category Restaurants")

	// Move the categories out of a duplicate group and delete it.
	w.click("Menu of Twin-group category")
	w.click("Move to another group")
	w.choose("Group", "Household")
	w.click("Move")
	w.see("Moved the category Twin-group category to Household")
	w.law()
	w.click("Menu of Immediate Obligations-1")
	w.click("Delete")
	w.see("Deleted the group Immediate Obligations-1")
	w.law()
	w.click("Undo")
	w.see("Undone: Deleted the group")
	w.click("Redo")
	w.see("Made again: Deleted the group")

	w.click("Menu of Restaurants")
	w.click("Delete")
	browsertest.Shot(t, w.tab, "walk-delete")
	w.choose("Receives its transactions", "Vacation")
	w.clickDelete()
	w.see("Deleted the category Restaurants, its transactions went to Vacation")
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: Deleted the category Restaurants")
	w.law()
	w.keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.see("Made again: Deleted the category Restaurants")
	w.law()

	w.click("Categories menu")
	w.fill("New group", "Plans")
	w.keys(kb.Enter)
	w.see("Added the group Plans")
	w.click("Menu of Plans")
	w.click("New category")
	w.keys("A boat" + kb.Enter)
	w.see("Added the category A boat to Plans")
	w.law()

	// By mouse: the category goes before another one of another group.
	w.dragName("A boat", "Vacation")
	w.see("Moved the category A boat to Immediate Obligations")
	w.until("A boat before Vacation", `(n => n.indexOf('A boat') + 1 === n.indexOf('Vacation'))([...document.querySelectorAll('tr.category th bdi')].map(e => e.innerText))`)
	w.click("Undo")
	w.see("Undone: Moved the category A boat")
	// By keyboard: Alt and an arrow move a row.
	w.eval(`document.querySelector('[aria-label="Menu of A boat"]').focus()`)
	w.keys(kb.ArrowUp, chromedp.ModifierAlt)
	w.see("Moved the category A boat to ")
	w.eval(`document.querySelector('[aria-label="Menu of Plans"]').focus()`)
	w.keys(kb.ArrowUp, chromedp.ModifierAlt)
	w.see("Moved the group Plans")
	w.law()
	checkPage(t, w.tab, "the screen after all that")
}

// clickDelete presses the button of the form that has been opened.
func (w *walker) clickDelete() {
	w.Helper()
	w.clickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] button.dangerous'))`, "Delete")
	w.settle()
}

func (w *walker) dragName(from, to string) {
	w.Helper()
	place := func(name string, down float64) []float64 {
		return w.find(fmt.Sprintf(`(() => { const e = [...document.querySelectorAll('tr.category th.name')].find(e => e.checkVisibility() && e.querySelector('bdi').innerText === %s);
			if (!e) return null; const b = e.getBoundingClientRect(); return [b.left + 60, b.top + b.height * %f] })()`, quoted(name), down), name)
	}
	w.eval(`[...document.querySelectorAll('tr.category th.name')].find(e => e.querySelector('bdi').innerText === ` + quoted(from) + `).scrollIntoView({block: 'end'})`)
	a := place(from, 0.5)
	w.do(chromedp.MouseEvent("mousePressed", a[0], a[1], chromedp.Button("left"), chromedp.ClickCount(1)), chromedp.MouseEvent("mouseMoved", a[0], a[1]-20, chromedp.Button("left")))
	w.eval(`[...document.querySelectorAll('tr.category th.name')].find(e => e.querySelector('bdi').innerText === ` + quoted(to) + `).scrollIntoView({block: 'center'})`)
	b := place(to, 0.25)
	w.do(chromedp.MouseEvent("mouseMoved", b[0], b[1]+4, chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", b[0], b[1], chromedp.Button("left")))
	browsertest.Shot(w, w.tab, "walk-dragging")
	w.do(chromedp.MouseEvent("mouseReleased", b[0], b[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	w.settle()
}
