package register_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkMergeByKeyboard selects two transactions, merges them and undoes that, with the keyboard only.
func TestWalkMergeByKeyboard(t *testing.T) {
	t.Parallel()
	w, _ := twinsShown(t, walk.WideLight, "twin 77.77")
	w.TabTo(`e.matches('.tx .edit-row')`)
	w.Press(" ")
	w.See("1 selected")
	w.Do(chromedp.KeyEvent(kb.ArrowDown))
	w.Press(" ")
	w.See("2 selected")
	w.TabTo(`e.matches('#chosen .bulk-does button') && e.innerText === 'Merge'`, chromedp.ModifierShift)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("They become one")
	w.ShootColours("merging")
	w.TabTo(`e.matches('#spot details[open] .menu-form .button')`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Merged the transaction of")
	w.CheckTally("1 transaction,")
	w.CheckConserved()
	w.TabTo(`e.ariaLabel?.startsWith('Menu of Twin')`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.TabToWords("Unmatch")
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Unmatched the transaction of")
	w.CheckTally("2 transactions")
	w.CheckConserved()
}

// TestWalkMergeOnAPhone merges two transactions by touch and undoes that, in both colours.
func TestWalkMergeOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		w := twinsOnAPhone(t, look)
		browsertest.Shot(t, w.Tab, "merge-"+look.Name)
		w.Click("Actions")
		w.CheckTouchTargets("#spot:popover-open")
		w.Click("Merge")
		w.See("They become one")
		w.CheckTouchTargets("#spot:popover-open")
		walk.Check(t, w.Tab, "merging")
		w.SubmitOpenForm()
		w.See("Merged the transaction of")
		w.CheckTally("1 transaction,")
		w.Open("/budgets/" + w.ID + "/accounts/all?search=twin+77.77") // with nothing selected
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .dots').getBoundingClientRect())`, "the menu")
		w.Settle()
		w.CheckTouchTargets("#spot:popover-open")
		w.Click("Unmatch")
		w.See("Unmatched the transaction of")
		w.CheckTally("2 transactions")
		w.Click("Undo")
		w.CheckTally("1 transaction,")
		w.CheckConserved()
	})
}

// TestMergeWithoutScripts merges and undoes that with forms only.
func TestMergeWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	two := twins(t, world, id)
	p, at := world.Person(t), "/budgets/"+id+"/accounts/all?search=twin+77.77"
	_, _, page := p.Get("/budgets/" + id + "/menu?chosen=merge&pick=" + two[0] + "&pick=" + two[1] + "&back=/")
	if !strings.Contains(page, "They become one") {
		t.Error("the menu does not explain the merge")
	}
	if _, _, page := p.Get("/budgets/" + id + "/menu?chosen=merge&pick=" + two[0] + "&back=/"); !strings.Contains(page, "Select two") {
		t.Error("a merge of one transaction is not refused")
	}
	if status, _, page := p.Post("/budgets/"+id+"/do/merge-rows", "rows", two[0]+" "+two[1], "back", at); status != 200 || !strings.Contains(page, "Merged the transaction") || !strings.Contains(page, "1 transaction,") {
		t.Errorf("merge: status %d", status)
	}
	kept := two[0]
	if _, _, page := p.Get(at); !strings.Contains(page, `data-row="`+kept+`"`) {
		kept = two[1]
	}
	if status, _, page := p.Post("/budgets/"+id+"/do/unmatch", "row", kept, "back", at); status != 200 || !strings.Contains(page, "2 transactions,") {
		t.Errorf("undo the merge: status %d", status)
	}
}
