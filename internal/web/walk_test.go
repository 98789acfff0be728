package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/browsertest"
)

// TestWalkFigures edits figures, holds, rolls over and moves money, with undo
// and redo of each.
func TestWalkFigures(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	w.open("/budgets/" + w.id + "?month=2026-11")
	start := w.toBudget()

	was := w.figure("Groceries", "budgeted")
	w.clickFigure("Groceries", "budgeted")
	w.keys("120/4" + kb.Enter)
	w.is("Groceries", "budgeted", "30.00")
	w.keys(kb.Escape)
	w.see("Budgeted €30.00 for Groceries")
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.is("Groceries", "budgeted", was)
	w.see("Undone: Budgeted €30.00 for Groceries")
	w.keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.is("Groceries", "budgeted", "30.00")
	w.clickFigure("Groceries", "budgeted")
	w.keys("+15" + kb.Enter + kb.Escape)
	w.is("Groceries", "budgeted", "45.00")
	w.law()
	w.click("Undo")
	w.is("Groceries", "budgeted", "30.00")
	w.clickFigure("Groceries", "budgeted")
	w.keys("twelve" + kb.Enter)
	w.see("\"twelve\" is not an amount")
	browsertest.Shot(t, w.tab, "walk-wrong-amount")
	w.keys(kb.Escape)
	w.is("Groceries", "budgeted", "30.00")
	w.keys("z", chromedp.ModifierCtrl)
	w.is("Groceries", "budgeted", was)
	w.law()

	w.click("To Budget")
	browsertest.Shot(t, w.tab, "walk-to-budget")
	w.click("Hold for next month")
	browsertest.Shot(t, w.tab, "walk-hold")
	w.click("Hold")
	w.until("To Budget 0", `document.querySelector('.to-budget strong').innerText === '€0.00'`)
	w.law()
	w.click("To Budget")
	w.click("Reset next month's buffer")
	w.until("To Budget as before", `document.querySelector('.to-budget strong').innerText === `+quoted(start))
	w.law()
	w.click("To Budget")
	w.click("Hold for next month")
	w.keys("100" + kb.Enter)
	w.see("Held €100.00")
	w.law()
	w.click("Undo")
	w.until("To Budget as before", `document.querySelector('.to-budget strong').innerText === `+quoted(start))
	w.keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.see("Made again: Held €100.00")
	w.keys("z", chromedp.ModifierCtrl)
	w.law()

	w.clickFigure("Rent", "balance")
	browsertest.Shot(t, w.tab, "walk-balance")
	overspent := w.figure("Rent", "balance")
	w.click("Rollover overspending")
	w.see("Rolled overspending of Rent over")
	w.until("the mark", `!!document.querySelector('.sheet .rolls')`)
	w.law()
	w.clickFigure("Rent", "balance")
	w.click("Remove overspending rollover")
	w.see("Removed the overspending rollover of Rent")
	w.law()
	w.clickFigure("Rent", "balance")
	w.click("Cover overspending")
	w.choose("From", "Water")
	w.click("Cover")
	w.see("Covered overspending of Rent")
	w.is("Rent", "balance", "0.00")
	w.law()
	w.keys("z", chromedp.ModifierCtrl)
	w.is("Rent", "balance", overspent)
	w.clickFigure("Water", "balance")
	w.click("Transfer to another category")
	w.fill("Amount", "12.34")
	w.choose("To", "Phone")
	w.click("Transfer")
	w.see("Moved €12.34 from Water to Phone")
	w.law()
	w.click("Undo")
	w.gone("Undo Moved")

	w.click("To Budget")
	w.click("Move to a category")
	w.fill("Amount", "5")
	w.choose("To", "Phone")
	w.click("Move")
	w.see("Moved €5.00 from To Budget to Phone")
	w.law()

	w.clickFigure("Water", "activity")
	w.see("Water")
	w.see("November 2026")
	checkPage(t, w.tab, "transactions of a category")
	w.click("Budget")
	w.until("the screen", `!!document.querySelector('#budget')`)
}

// TestWalkMonth uses the month's menu.
func TestWalkMonth(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	w.open("/budgets/" + w.id + "?month=2026-12")
	before := w.figure("Groceries", "budgeted")
	for _, step := range []struct{ words, says string }{
		{"Copy last month's budget", "Copied last month's budget"},
		{"Set budgets to zero", "Set the budget to zero"},
		{"Set budgets to 3-month average", "Budgeted the average of 3 months"},
		{"Set budgets to 6-month average", "Budgeted the average of 6 months"},
		{"Set budgets to 12-month average", "Budgeted the average of 12 months"},
	} {
		w.click("Menu of December 2026")
		w.click(step.words)
		w.see(step.says)
		w.law()
		w.click("Undo")
		w.see("Undone: " + step.says)
		w.is("Groceries", "budgeted", before)
	}
	w.click("Menu of December 2026")
	browsertest.Shot(t, w.tab, "walk-month-menu")
	w.click("Note")
	w.keys("Bonus came early")
	w.click("Save")
	w.see("Changed the note of December 2026")
	w.click("Menu of December 2026")
	w.see("Bonus came early")
	w.keys(kb.Escape)
	w.law()

	w.open("/budgets/" + w.id + "/history")
	w.see("Changed the note of December 2026")
	w.see("Undone: Copied last month's budget")
	checkPage(t, w.tab, "history")
	browsertest.Shot(t, w.tab, "walk-history")
	w.click("Undo Changed the note of December 2026")
	w.see("Undone: Changed the note of December 2026")
}
