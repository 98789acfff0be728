package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkEditsOfTheBudgetScreen edits figures, holds, rolls over and moves money, with undo and redo of each.
func TestWalkEditsOfTheBudgetScreen(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "?month=2026-11")
	start := w.ToBudget()

	before := w.Figure("Groceries", "budgeted")
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("120/4" + kb.Enter)
	w.CheckFigure("Groceries", "budgeted", "30.00")
	w.Keys(kb.Escape)
	w.See("Budgeted €30.00 for Groceries")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckFigure("Groceries", "budgeted", before)
	w.See("Undone: Budgeted €30.00 for Groceries")
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.CheckFigure("Groceries", "budgeted", "30.00")
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("+15" + kb.Enter + kb.Escape)
	w.CheckFigure("Groceries", "budgeted", "45.00")
	w.CheckConserved()
	w.Click("Undo")
	w.CheckFigure("Groceries", "budgeted", "30.00")
	w.ClickFigure("Groceries", "budgeted")
	w.Keys("twelve" + kb.Enter)
	w.See("\"twelve\" is not an amount")
	browsertest.Shot(t, w.Tab, "walk-wrong-amount")
	w.Keys(kb.Escape)
	w.CheckFigure("Groceries", "budgeted", "30.00")
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckFigure("Groceries", "budgeted", before)
	w.CheckConserved()

	w.Click("To Budget")
	browsertest.Shot(t, w.Tab, "walk-to-budget")
	w.Click("Hold for next month")
	browsertest.Shot(t, w.Tab, "walk-hold")
	w.Click("Hold")
	w.Until("To Budget 0", `document.querySelector('.to-budget strong').innerText === '€0.00'`)
	w.CheckConserved()
	w.Click("To Budget")
	w.Click("Release")
	w.Until("To Budget as before", `document.querySelector('.to-budget strong').innerText === `+walk.Quoted(start))
	w.CheckConserved()
	w.Click("To Budget")
	w.Click("Hold for next month")
	w.Keys("100" + kb.Enter)
	w.See("Held €100.00")
	w.CheckConserved()
	w.Click("Undo")
	w.Until("To Budget as before", `document.querySelector('.to-budget strong').innerText === `+walk.Quoted(start))
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone: Held €100.00")
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckConserved()

	w.ClickFigure("Rent", "balance")
	browsertest.Shot(t, w.Tab, "walk-balance")
	overspent := w.Figure("Rent", "balance")
	w.Click("Rollover overspending")
	w.See("Rolled over overspending of Rent")
	w.Until("the mark", `!!document.querySelector('.sheet .rolls')`)
	w.CheckConserved()
	w.ClickFigure("Rent", "balance")
	w.Click("Remove overspending rollover")
	w.See("Removed the overspending rollover of Rent")
	w.CheckConserved()
	w.ClickFigure("Rent", "balance")
	w.Click("Cover overspending")
	w.Choose("From", "Water")
	w.Click("Cover")
	w.See("Covered overspending of Rent")
	w.CheckFigure("Rent", "balance", "0.00")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.CheckFigure("Rent", "balance", overspent)
	w.ClickFigure("Water", "balance")
	w.Click("Transfer to another category")
	w.Fill("Amount", "12.34")
	w.Choose("To", "Phone")
	w.Click("Transfer")
	w.See("Moved €12.34 from Water to Phone")
	w.CheckConserved()
	w.Click("Undo")
	w.WaitGone("Undo Moved")

	w.Click("To Budget")
	w.Click("Move to a category")
	w.Fill("Amount", "5")
	w.Choose("To", "Phone")
	w.Click("Move")
	w.See("Moved €5.00 from To Budget to Phone")
	w.CheckConserved()

	w.ClickFigure("Water", "activity")
	w.See("Water")
	w.See("November 2026")
	walk.Check(t, w.Tab, "transactions of a category")
	w.Click("Budget")
	w.Until("the screen", `!!document.querySelector('#budget')`)
}

// TestWalkMenuOfTheMonth uses the month's menu.
func TestWalkMenuOfTheMonth(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "?month=2026-12")
	before := w.Figure("Groceries", "budgeted")
	for _, step := range []struct{ words, says string }{
		{"Copy last month's budget", "Copied last month's budget"},
		{"Set budgets to zero", "Set the budget to zero"},
		{"Set budgets to 3-month average", "Budgeted the average of 3 months"},
		{"Set budgets to 6-month average", "Budgeted the average of 6 months"},
		{"Set budgets to 12-month average", "Budgeted the average of 12 months"},
	} {
		w.Click("Menu of December 2026")
		w.Click(step.words)
		w.See(step.says)
		w.CheckConserved()
		w.Click("Undo")
		w.See("Undone: " + step.says)
		w.CheckFigure("Groceries", "budgeted", before)
	}
	w.Click("Menu of December 2026")
	browsertest.Shot(t, w.Tab, "walk-month-menu")
	w.Click("Note")
	w.Keys("Bonus came early")
	w.Click("Save")
	w.See("Changed the note of December 2026")
	w.Click("Menu of December 2026")
	w.See("Bonus came early")
	w.Keys(kb.Escape)
	w.CheckConserved()

	w.Open("/budgets/" + w.ID + "/history")
	w.See("Changed the note of December 2026")
	w.See("Undone: Copied last month's budget")
	walk.Check(t, w.Tab, "history")
	browsertest.Shot(t, w.Tab, "walk-history")
	w.Click("Undo Changed the note of December 2026")
	w.See("Undone: Changed the note of December 2026")
}
