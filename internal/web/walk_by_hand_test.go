package web

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
	"holdover/internal/cleanup"
	"holdover/internal/money"
)

// byHand is a walk that does a clean-up's steps oneself, on a budget whose twin
// has had the clean-up applied.
type byHand struct {
	rowWalker
	kind  cleanup.Kind
	twin  string // the budget that the clean-up was applied to
	steps []app.CleanUpItem
}

func newByHand(t *testing.T, kind cleanup.Kind, plan ...string) byHand {
	t.Helper()
	requireAssets(t)
	world := newWorld(t)
	w := byHand{rowWalker: rowWalker{newWalker(t, world, looks[0])}, kind: kind}
	w.id = world.importFile(t, generated(t, plan...))
	ctx, me := t.Context(), app.Machine()
	twin, err := world.app.Duplicate(ctx, me, w.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := world.app.ApplyCleanUp(ctx, me, twin.ID, kind, cleanup.Choices{}); err != nil {
		t.Fatal(err)
	}
	w.twin, w.steps = twin.ID, w.proposed(w.id)
	return w
}

func (w byHand) proposed(id string) []app.CleanUpItem {
	w.Helper()
	all, err := w.world.app.ProposeCleanUp(w.Context(), app.Machine(), id, []cleanup.Kind{w.kind}, nil)
	if err != nil {
		w.Fatal(err)
	}
	return slices.DeleteFunc(all[0].Items, func(it app.CleanUpItem) bool { return it.Action == cleanup.Nothing })
}

// sameFigures compares every month, and every category that both budgets have,
// with the twin: what was done by hand is what the clean-up does.
func (w byHand) sameFigures() {
	w.Helper()
	var mine, applied []app.Month
	w.world.command(w, &mine, "months", w.id)
	w.world.command(w, &applied, "months", w.twin)
	if len(mine) != len(applied) {
		w.Fatalf("%d months by hand, %d in the twin", len(mine), len(applied))
	}
	for i := range mine {
		if mine[i].ToBudget != applied[i].ToBudget || mine[i].Held != applied[i].Held {
			w.Errorf("%s: To Budget is %s by hand, %s by the clean-up", mine[i].Month, mine[i].ToBudget, applied[i].ToBudget)
		}
		want := map[string][3]money.Milli{}
		for _, c := range applied[i].Categories {
			want[c.Group+": "+c.Name] = [3]money.Milli{c.Budgeted, c.Activity, c.Balance}
		}
		if len(want) != len(mine[i].Categories) {
			w.Errorf("%s: %d categories by hand, %d by the clean-up", mine[i].Month, len(mine[i].Categories), len(want))
		}
		for _, c := range mine[i].Categories {
			if got := [3]money.Milli{c.Budgeted, c.Activity, c.Balance}; got != want[c.Group+": "+c.Name] {
				w.Errorf("%s, %s: %s: %v by hand, %v by the clean-up", mine[i].Month, c.Group, c.Name, got, want[c.Group+": "+c.Name])
			}
		}
	}
	if left := w.proposed(w.id); len(left) != 0 {
		w.Errorf("%d steps are still proposed, the first is %+v", len(left), left[0])
	}
}

func (w byHand) month(m cal.Month) { w.open("/budgets/" + w.id + "?month=" + m.String()) }

// TestWalkCardDebtByHand follows the guide on the page of the clean-ups.
func TestWalkCardDebtByHand(t *testing.T) {
	w := newByHand(t, cleanup.CardDebt, "--seed", "8", "--years", "1", "--tx", "150", "--cards", "1", "--rta", "plain")
	w.open("/budgets/" + w.id + "/clean-up")
	w.click("Do it yourself Credit-card debt")
	w.see("Choose the category Credit Card and save")
	w.look("by-hand-debt")
	w.click("Open the budget")
	w.click("Categories menu")
	w.fill("New group", "Debt")
	w.keys(kb.Enter)
	w.see("Added the group Debt")
	w.click("Menu of Debt")
	w.click("New category")
	w.keys("Credit Card" + kb.Enter)
	w.see("Added the category Credit Card to Debt")

	whole, partly, ofSplit := 0, 0, 0
	for i := range w.steps {
		it := &w.steps[i]
		if it.Action != cleanup.Move {
			continue
		}
		switch row := w.row(it.Transaction); {
		case it.Item.Part != 0:
			ofSplit++
			w.moveRow(it, fmt.Sprintf("part-%d-", 1+slices.IndexFunc(row.Parts, func(p app.RowPart) bool { return p.Amount == it.Amount })))
		case it.Partly:
			partly++
			w.splitRow(it, row.CategoryName)
		default:
			whole++
			w.moveRow(it, "")
		}
		w.law()
	}
	if whole == 0 || partly == 0 || ofSplit == 0 {
		t.Errorf("%d whole rows, %d in part, %d parts of splits: the plan should have all of them", whole, partly, ofSplit)
	}
	w.rollOverAndBudget()
	w.sameFigures()
	w.open("/budgets/" + w.id + "/clean-up")
	w.see("To Budget is the source’s figure in all")
	w.look("by-hand-done")
}

// rollOverAndBudget does what the list says on the budget screen.
func (w byHand) rollOverAndBudget() {
	w.Helper()
	for _, it := range w.steps {
		switch it.Action {
		case cleanup.RollOver:
			w.month(it.Month)
			w.clickFigure("Credit Card", "balance")
			w.click("Rollover overspending")
			w.see("Rolled overspending of Credit Card over")
		case cleanup.Assign:
			w.month(it.Month)
			w.clickFigure("Credit Card", "budgeted")
			w.keys("+" + it.Amount.String() + kb.Enter)
			w.see("for Credit Card")
		}
		w.law()
	}
}

func (w byHand) row(id string) app.Row {
	w.Helper()
	var all []app.Row
	w.world.command(w, &all, "transactions", w.id)
	i := slices.IndexFunc(all, func(r app.Row) bool { return r.ID == id })
	return all[i]
}

// toRow goes from the list of the clean-up to the row's page.
func (w byHand) toRow(it *app.CleanUpItem) {
	w.Helper()
	w.open("/budgets/" + w.id + "/clean-up")
	w.click("What would change by Credit-card debt")
	w.clickAt(fmt.Sprintf(`(() => { const a = document.querySelector('#credit-card-debt a[href*=%s]'); if (!a) return null;
		a.scrollIntoView({block: 'center'}); const b = a.getClientRects()[0]; return [b.left + b.width / 2, b.top + b.height / 2] })()`, quoted(it.Transaction)), it.What())
	w.see("What else is known")
}

func (w byHand) moveRow(it *app.CleanUpItem, part string) {
	w.Helper()
	w.toRow(it)
	w.put(part+"category", "Credit Card"+kb.Tab)
	w.click("Save")
	w.see("Changed the row")
}

func (w byHand) splitRow(it *app.CleanUpItem, category string) {
	w.Helper()
	w.toRow(it)
	w.click("Split")
	w.until("two parts", `document.querySelectorAll('.row-parts > li').length === 2`)
	w.put("part-1-category", "Credit Card"+kb.Tab)
	w.put("part-1-amount", it.Amount.Abs().String()+kb.Tab)
	w.put("part-2-category", category+kb.Tab)
	w.click("Rest to the last part")
	w.see("Nothing left to assign")
	browsertest.Shot(w, w.tab, "by-hand-split")
	w.click("Save")
	w.see("Changed the row")
}

// TestWalkDuplicatesByHand merges twins as the guide says.
func TestWalkDuplicatesByHand(t *testing.T) {
	w := newByHand(t, cleanup.Duplicates, "--seed", "8", "--years", "1", "--tx", "150", "--cards", "1", "--rta", "plain")
	w.open("/budgets/" + w.id + "/clean-up")
	w.click("Do it yourself Duplicates")
	w.see("choose the twin as the one that receives its transactions")
	w.click("Open the budget")
	w.click("Categories menu")
	w.click("Toggle Hidden Categories")
	for i := range w.steps {
		it := &w.steps[i]
		if it.Action == cleanup.Merge && it.Item.Category == 0 {
			w.mergeGroup(it)
		} else if it.Action == cleanup.Merge {
			w.click("Menu of " + it.Category)
			w.click("Delete")
			w.choose("Receives its transactions", it.Target())
			w.clickDelete()
			w.see("Deleted the category " + it.Category)
		}
		w.law()
	}
	w.sameFigures()
}

// mergeGroup moves a group's categories into its twin and deletes it.
func (w byHand) mergeGroup(it *app.CleanUpItem) {
	w.Helper()
	for _, c := range w.categories(it.Group) {
		w.click("Menu of " + c)
		w.click("Move to another group")
		w.choose("Group", it.Target())
		w.clickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] button.primary'))`, "Move")
		w.see("Moved the category " + c)
	}
	w.click("Menu of " + it.Group)
	w.click("Delete")
	w.see("Deleted the group " + it.Group)
}

func (w byHand) categories(group string) []string {
	w.Helper()
	var months []app.Month
	w.world.command(w, &months, "months", w.id)
	var names []string
	for _, c := range months[0].Categories {
		if c.Group == group {
			names = append(names, c.Name)
		}
	}
	return names
}
