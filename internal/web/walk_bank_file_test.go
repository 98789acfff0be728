package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
)

// TestWalkBankFile imports a file of each format, a row left out, with undo and
// redo, and again: nothing is new.
func TestWalkBankFile(t *testing.T) {
	requireAssets(t)
	looked := map[string]look{"umsaetze.csv": looks[0], "export.qfx": looks[1], "quicken.qif": looks[2], "camt053.xml": looks[3]}
	for name, content := range bankFiles {
		t.Run(name, func(t *testing.T) {
			world := newWorld(t)
			l := looked[name]
			w := newWalker(t, world, l)
			w.id = world.importSample(t)
			page, path := world.bankPage(t, w.id, "Checking"), bankFileAt(t, name, content)
			w.open(page)
			w.see("Import a bank file")
			browsertest.Shot(t, w.tab, "bank-form-"+l.name)
			checkPage(t, w.tab, "the form")
			w.send(path)
			w.see("6 rows: 4 new, 1 here already, 1 looks like one that is here")
			browsertest.Shot(t, w.tab, "bank-preview-"+l.name)
			checkPage(t, w.tab, "the preview")
			w.law()
			w.clickBox("Employer")
			w.see("6 rows: 3 new, 1 here already, 1 looks like one that is here, 1 left out")
			w.eval(`document.querySelector('.looks-alike').scrollIntoView({block: 'center'})`)
			browsertest.Shot(t, w.tab, "bank-left-out-"+l.name)
			w.click("Import 3 rows, confirm 2")
			w.see("Imported 3 rows into Checking; 2 there already")
			browsertest.Shot(t, w.tab, "bank-imported-"+l.name)
			checkPage(t, w.tab, "the register after the import")
			w.law()
			w.see("Bäcker")
			w.click("Undo")
			w.see("Undone: Imported 3 rows into Checking")
			w.law()
			w.keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
			w.see("Made again: Imported 3 rows into Checking")
			w.law()
			w.keys("z", chromedp.ModifierCtrl)
			w.see("Undone: Imported 3 rows into Checking")

			w.open(page)
			w.send(path)
			w.click("Import 4 rows, confirm 2")
			w.see("Imported 4 rows into Checking; 2 there already")
			w.law()
			w.open(page)
			w.send(path)
			w.see("6 rows: 6 here already")
			w.see("There is nothing to import")
			w.gone("Import 4 rows")
			browsertest.Shot(t, w.tab, "bank-again-"+l.name)
			checkPage(t, w.tab, "the same file again")
			w.click("Leave")
			w.see("Reconcile")
			w.law()
		})
	}
}

// TestWalkBankColumns chooses the columns of a file by hand, and sees that the
// account's next file needs no question, and another bank's file is found anew.
func TestWalkBankColumns(t *testing.T) {
	requireAssets(t)
	for _, l := range []look{looks[0], looks[3]} {
		t.Run(l.name, func(t *testing.T) {
			world := newWorld(t)
			w := newWalker(t, world, l)
			w.id = world.importSample(t)
			page := world.bankPage(t, w.id, "Savings")
			card := "Wann;Wo;Hinweis;Was\n" + "01/11/26;SHOP <b>1</b>;milk 🥛;3,50\n02/11/26;מכולת;;12,00\n03/11/26;" + longName + ";;1.200,00\n04/11/26;Bus;;2,80\n05/11/26;Bus;;2,80\n"
			w.open(page)
			w.send(bankFileAt(t, "card.csv", card))
			w.see("5 rows: 5 new")
			w.see("Nearly all amounts are money in")
			browsertest.Shot(t, w.tab, "bank-columns-"+l.name)
			checkPage(t, w.tab, "the columns")
			w.choose("Amounts", "plus is money out")
			w.changed("sign")
			w.see("−1,200.00")
			w.choose("Dates", "month, day")
			w.changed("order")
			w.see("2026-05-11")
			w.choose("Dates", "day, month")
			w.changed("order")
			w.see("2026-11-05")
			w.pick("col-3", "Notes")
			w.see("milk 🥛")
			w.pick("col-2", "not read")
			w.pick("col-3", "Payee")
			w.pick("col-3", "Notes")
			w.pick("col-2", "Amount")
			w.see("Two columns are chosen for the amount")
			w.gone("Import 5 rows")
			browsertest.Shot(t, w.tab, "bank-columns-fault-"+l.name)
			checkPage(t, w.tab, "columns that contradict each other")
			w.pick("col-2", "Payee")
			w.see("SHOP <b>1</b>")
			w.choose("Between columns", "comma")
			w.changed("delimiter")
			w.see("The columns are not clear yet")
			w.choose("Between columns", "semicolon")
			w.changed("delimiter")
			w.see("5 rows: 5 new")
			w.choose("Amounts", "plus is money out")
			w.changed("sign")
			w.pick("col-3", "Notes")
			w.see("milk 🥛")
			w.see("−1,200.00")
			w.click("Import 5 rows")
			w.see("Imported 5 rows into Savings")
			w.law()
			w.click("Undo")
			w.see("Undone: Imported 5 rows into Savings")

			w.open(page)
			w.send(bankFileAt(t, "next.csv", "Karte 17\n"+card+"06/11/26;Kiosk;gum;0,80\n"))
			w.see("6 rows: 6 new")
			w.see("−0.80")
			w.click("How the file is read")
			w.see("The columns are those of the last file imported into this account")
			w.click("Import 6 rows")
			w.see("Imported 6 rows into Savings")
			w.law()
			w.open(page)
			w.send(bankFileAt(t, "other.csv", "Date,Name,Amount\n2026-11-07,Other bank,-1.00\n"))
			w.see("The columns are not those of the last file imported into this account")
			w.click("Leave")
			w.see("Reconcile")
		})
	}
}

// TestWalkBankDuplicates takes a row that looks like one that is here as new,
// deletes imported rows and has them again.
func TestWalkBankDuplicates(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[1])
	w.id = world.importSample(t)
	page, path := world.bankPage(t, w.id, "Checking"), bankFileAt(t, "umsaetze.csv", bankFiles["umsaetze.csv"])
	w.open(page)
	w.send(path)
	w.see("1 looks like one that is here")
	w.click("Look alike")
	w.gone("KIOSK 12")
	w.eval(`document.querySelector('.looks-alike select').value = 'leave'`)
	w.changed(w.eval(`document.querySelector('.looks-alike select').id`))
	w.see("6 rows: 4 new, 1 here already, 1 left out")
	w.eval(`document.querySelector('.bank-rows select').value = 'add'`)
	w.changed(w.eval(`document.querySelector('.bank-rows select').id`))
	w.see("6 rows: 5 new, 1 here already")
	w.click("Import 5 rows, confirm 1")
	w.see("Imported 5 rows into Checking; 1 there already")
	w.law()

	rows := world.rowsOf(t, w.id, "KIOSK 12")
	if done, err := world.app.DeleteRows(t.Context(), app.Machine(), w.id, app.TheRows(rows...), false); err != nil || len(rows) != 2 {
		t.Fatal(done, err, rows)
	}
	w.open(page)
	w.send(path)
	w.see("6 rows: 4 here already, 2 deleted here earlier")
	w.see("2 rows were deleted here earlier.")
	browsertest.Shot(t, w.tab, "bank-deleted")
	checkPage(t, w.tab, "deleted rows")
	w.click("Add them again")
	w.see("6 rows: 2 new, 4 here already")
	w.click("Import 2 rows")
	w.see("Imported 2 rows into Checking")
	w.law()
}

// TestWalkBankKeyboard imports a file without a mouse.
func TestWalkBankKeyboard(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	w.open(world.bankPage(t, w.id, "Checking"))
	w.send(bankFileAt(t, "umsaetze.csv", bankFiles["umsaetze.csv"]))
	w.see("6 rows")
	tabTo := func(what, condition string) {
		t.Helper()
		for range 60 {
			if w.do(chromedp.KeyEvent(kb.Tab)); w.eval(condition) == "true" {
				return
			}
		}
		t.Fatal("Tab does not come to ", what)
	}
	tabTo("the columns", `document.activeElement.matches('#columns summary')`)
	w.keys(" ")
	w.see("The first row is line")
	tabTo("a column", `document.activeElement.id === 'col-3'`)
	w.keys("p")
	w.until("the list has the focus still", `document.activeElement.id === 'col-3'`)
	w.see("Two columns are chosen for the payee")
	w.keys("n")
	w.see("6 rows: 4 new")
	tabTo("a row", `document.activeElement.name === 'take'`)
	w.keys(" ")
	w.see("6 rows: 3 new, 1 here already, 1 looks like one that is here, 1 left out")
	w.until("the box has the focus still", `document.activeElement.name === 'take'`)
	w.until("the change is told", `document.querySelector('[data-said]').innerText.includes('1 left out')`)
	w.keys(kb.Enter)
	w.see("6 rows: 3 new") // Enter in a box imports nothing
	tabTo("the choice", `document.activeElement.name.startsWith('do:')`)
	w.keys("a")
	w.see("6 rows: 4 new, 1 here already, 1 left out")
	w.eval(`document.querySelector('#bank-leave').focus()`)
	w.keys(kb.Tab, chromedp.ModifierShift)
	w.keys(kb.Enter)
	w.see("Imported 4 rows into Checking; 1 there already")
	w.keys("z", chromedp.ModifierCtrl)
	w.see("Undone: Imported 4 rows")
	w.law()
}
