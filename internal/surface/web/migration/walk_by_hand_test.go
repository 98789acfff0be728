package migration_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// byHand makes the changes of a clean-up by hand, on a budget. The clean-up has been applied to a copy of that
// budget.
type byHand struct {
	walk.RowWalker
	kind  cleanup.Kind
	twin  string // the copy with the clean-up applied
	steps []migration.CleanUpItem
}

func newByHand(t *testing.T, kind cleanup.Kind, plan ...string) byHand {
	t.Helper()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := byHand{RowWalker: walk.RowWalker{Walker: walk.New(t, world, walk.WideLight)}, kind: kind}
	w.ID = world.ImportFile(t, walk.Generated(t, plan...))
	ctx, me := t.Context(), app.Machine()
	twin, err := world.App.Duplicate(ctx, me, w.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := world.App.ApplyCleanUp(ctx, me, twin.ID, kind, cleanup.Choices{}); err != nil {
		t.Fatal(err)
	}
	w.twin, w.steps = twin.ID, w.proposed(w.ID)
	return w
}

func (w byHand) proposed(id string) []migration.CleanUpItem {
	w.Helper()
	all, err := w.Env.App.ProposeCleanUp(w.Context(), app.Machine(), id, migration.CleanUpsAsked(w.kind))
	if err != nil {
		w.Fatal(err)
	}
	return slices.DeleteFunc(all[0].Items, func(it migration.CleanUpItem) bool { return it.Action == cleanup.Nothing })
}

// sameFigures compares every month and category of both budgets: the changes by hand have the same result as the
// clean-up.
func (w byHand) sameFigures() {
	w.Helper()
	mine, applied := w.Env.Months(w, w.ID), w.Env.Months(w, w.twin)
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
	if left := w.proposed(w.ID); len(left) != 0 {
		w.Errorf("%d steps are still proposed, the first is %+v", len(left), left[0])
	}
}

func (w byHand) month(m civil.Month) { w.Open("/budgets/" + w.ID + "?month=" + m.String()) }

// TestWalkCardDebtByHand follows the guide on the page of the clean-ups.
func TestWalkCardDebtByHand(t *testing.T) {
	t.Parallel()
	w := newByHand(t, cleanup.CardDebt, "--seed", "8", "--years", "1", "--tx", "150", "--cards", "1", "--rta", "plain")
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("Do it yourself Credit-card debt")
	w.See("Choose the category Credit Card and save")
	w.ShootRows("by-hand-debt")
	w.Click("Open the budget")
	w.Click("Categories menu")
	w.Fill("New group", "Debt")
	w.Keys(kb.Enter)
	w.See("Added the group Debt")
	w.Click("Menu of Debt")
	w.Click("New category")
	w.Keys("Credit Card" + kb.Enter)
	w.See("Added the category Credit Card to Debt")

	whole, partly, ofSplit := 0, 0, 0
	for i := range w.steps {
		it := &w.steps[i]
		if it.Action != cleanup.Move {
			continue
		}
		switch row := w.row(it.Transaction); {
		case it.Item.Part != 0:
			ofSplit++
			w.moveRow(it, fmt.Sprintf("part-%d-", 1+slices.IndexFunc(row.Parts, func(p rows.Part) bool { return p.Amount == it.Amount })))
		case it.Partly:
			partly++
			w.splitRow(it, row.CategoryName)
		default:
			whole++
			w.moveRow(it, "")
		}
		w.CheckConserved()
	}
	if whole == 0 || partly == 0 || ofSplit == 0 {
		t.Errorf("%d whole rows, %d partly, %d parts of splits: the plan should have all of them", whole, partly, ofSplit)
	}
	w.rollOverAndBudget()
	w.sameFigures()
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.See("To Budget matches YNAB in all")
	w.ShootRows("by-hand-done")
}

// rollOverAndBudget follows the guide on the budget screen.
func (w byHand) rollOverAndBudget() {
	w.Helper()
	for _, it := range w.steps {
		switch it.Action {
		case cleanup.RollOver:
			w.month(it.Month)
			w.ClickFigure("Credit Card", "balance")
			w.Click("Rollover overspending")
			w.See("Rolled over overspending of Credit Card")
		case cleanup.Assign:
			w.month(it.Month)
			w.ClickFigure("Credit Card", "budgeted")
			w.Keys("+" + typed(it.Amount) + kb.Enter)
			w.See("for Credit Card")
		}
		w.CheckConserved()
	}
}

func (w byHand) row(id string) rows.Row {
	w.Helper()
	all := w.Env.Rows(w, w.ID)
	i := slices.IndexFunc(all, func(r rows.Row) bool { return r.ID == id })
	return all[i]
}

// toRow opens the row's page from the list of the clean-up.
func (w byHand) toRow(it *migration.CleanUpItem) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("What would change by Credit-card debt")
	w.ClickAt(fmt.Sprintf(`(() => { const a = document.querySelector('#credit-card-debt a[href*=%s]'); if (!a) return null;
		a.scrollIntoView({block: 'center'}); const b = a.getClientRects()[0]; return [b.left + b.width / 2, b.top + b.height / 2] })()`, walk.Quoted(it.Transaction)), it.What())
	w.See("Details")
}

func (w byHand) moveRow(it *migration.CleanUpItem, part string) {
	w.Helper()
	w.toRow(it)
	w.Type(part+"category", "Credit Card"+kb.Tab)
	w.Click("Save")
	w.See("Changed the transaction")
}

func (w byHand) splitRow(it *migration.CleanUpItem, category string) {
	w.Helper()
	w.toRow(it)
	w.Click("Split")
	w.Until("two parts", `document.querySelectorAll('.row-parts > li').length === 2`)
	w.Type("part-1-category", "Credit Card"+kb.Tab)
	w.Type("part-1-amount", typed(it.Amount.Abs())+kb.Tab)
	w.Type("part-2-category", category+kb.Tab)
	w.Click("Rest to the last part")
	w.See("Nothing left to assign")
	browsertest.Shot(w, w.Tab, "by-hand-split")
	w.Click("Save")
	w.See("Changed the transaction")
}

// typed writes an amount as a user types it: three decimals of which the last is 0 could mean thousands, and are refused.
func typed(m money.Milli) string { return strings.TrimSuffix(m.String(), "0") }

// TestWalkDuplicatesByHand merges duplicates according to the guide.
func TestWalkDuplicatesByHand(t *testing.T) {
	t.Parallel()
	w := newByHand(t, cleanup.Duplicates, "--seed", "8", "--years", "1", "--tx", "150", "--cards", "1", "--rta", "plain")
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("Do it yourself Duplicates")
	w.See("choose the other category to receive its transactions")
	w.Click("Open the budget")
	w.Click("Categories menu")
	w.Click("Toggle Hidden Categories")
	for i := range w.steps {
		it := &w.steps[i]
		if it.Action == cleanup.Merge && it.Item.Category == 0 {
			w.mergeGroup(it)
		} else if it.Action == cleanup.Merge {
			w.Click("Menu of " + it.Category)
			w.Click("Delete")
			if w.Eval(`!!document.querySelector('#spot:popover-open details[open] [name="receiver"]')`) == "true" { // the form has this field if the category is not empty
				w.Choose("Move its transactions to", it.Target())
			}
			w.ClickDelete()
			w.See("Deleted the category " + it.Category)
		}
		w.CheckConserved()
	}
	w.sameFigures()
}

// mergeGroup moves a group's categories into its twin and deletes it.
func (w byHand) mergeGroup(it *migration.CleanUpItem) {
	w.Helper()
	for _, c := range w.categories(it.Group) {
		w.Click("Menu of " + c)
		w.Click("Move to another group")
		w.Choose("Group", it.Target())
		w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] button.primary'))`, "Move")
		w.See("Moved the category " + c)
	}
	w.Click("Menu of " + it.Group)
	w.Click("Delete")
	w.ClickDelete() // an empty group needs a confirmation too
	w.See("Deleted the group " + it.Group)
}

func (w byHand) categories(group string) []string {
	w.Helper()
	var names []string
	for _, c := range w.Env.Months(w, w.ID)[0].Categories {
		if c.Group == group {
			names = append(names, c.Name)
		}
	}
	return names
}
