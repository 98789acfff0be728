package bankfile_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// TestWalkBankFile imports a file of each format, a row left out, with undo and
// redo, and again: nothing is new.
func TestWalkBankFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	looked := map[string]walk.Look{"umsaetze.csv": walk.Looks[0], "export.qfx": walk.Looks[1], "quicken.qif": walk.Looks[2], "camt053.xml": walk.Looks[3], "auszug.sta": walk.Looks[2]}
	for name, content := range bankFiles {
		t.Run(name, func(t *testing.T) {
			world := walk.NewWorld(t, webtest.Pages)
			l := looked[name]
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			page, path := bankPage(t, world, w.ID, "Checking"), bankFileAt(t, name, content)
			w.Open(page)
			w.See("Import a bank file")
			browsertest.Shot(t, w.Tab, "bank-form-"+l.Name)
			walk.Check(t, w.Tab, "the form")
			send(w, path)
			w.See("6 transactions: 4 new, 1 here already, 1 looks like one that is here")
			browsertest.Shot(t, w.Tab, "bank-preview-"+l.Name)
			walk.Check(t, w.Tab, "the preview")
			w.Law()
			clickBox(w, "Employer")
			w.See("6 transactions: 3 new, 1 here already, 1 looks like one that is here, 1 left out")
			w.Eval(`document.querySelector('.looks-alike').scrollIntoView({block: 'center'})`)
			browsertest.Shot(t, w.Tab, "bank-left-out-"+l.Name)
			w.Click("Import 3 transactions, confirm 2")
			w.See("Imported 3 transactions into Checking; 2 there already")
			browsertest.Shot(t, w.Tab, "bank-imported-"+l.Name)
			walk.Check(t, w.Tab, "the register after the import")
			w.Law()
			w.See("Bäcker")
			w.Click("Undo")
			w.See("Undone: Imported 3 transactions into Checking")
			w.Law()
			w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
			w.See("Redone: Imported 3 transactions into Checking")
			w.Law()
			w.Keys("z", chromedp.ModifierCtrl)
			w.See("Undone: Imported 3 transactions into Checking")

			w.Open(page)
			send(w, path)
			w.Click("Import 4 transactions, confirm 2")
			w.See("Imported 4 transactions into Checking; 2 there already")
			w.Law()
			w.Open(page)
			send(w, path)
			w.See("6 transactions: 6 here already")
			w.See("There is nothing to import")
			w.Gone("Import 4 transactions")
			browsertest.Shot(t, w.Tab, "bank-again-"+l.Name)
			walk.Check(t, w.Tab, "the same file again")
			w.Click("Cancel")
			w.See("Reconcile")
			w.Law()
		})
	}
}

// TestWalkBankColumns chooses the columns of a file by hand, and sees that the
// account's next file needs no question, and another bank's file is found anew.
func TestWalkBankColumns(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range []walk.Look{walk.Looks[0], walk.Looks[3]} {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewWorld(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			page := bankPage(t, world, w.ID, "Savings")
			card := "Wann;Wo;Hinweis;Was\n" + "01/11/26;SHOP <b>1</b>;milk 🥛;3,50\n02/11/26;מכולת;;12,00\n03/11/26;" + longName + ";;1.200,00\n04/11/26;Bus;;2,80\n05/11/26;Bus;;2,80\n"
			w.Open(page)
			send(w, bankFileAt(t, "card.csv", card))
			w.See("5 transactions: 5 new")
			w.See("Is this right?")
			w.See("amounts without a minus were taken for money out")
			w.Gone("Import 5 transactions")
			browsertest.Shot(t, w.Tab, "bank-columns-"+l.Name)
			walk.Check(t, w.Tab, "the columns")
			w.See("−1,200.00")
			w.Choose("Amounts", "minus is money out")
			changed(w, "sign")
			w.See("amounts without a minus were taken for money in")
			w.Choose("Amounts", "plus is money out")
			changed(w, "sign")
			w.See("−1,200.00")
			w.Choose("Dates", "month, day")
			changed(w, "order")
			w.See("2026-05-11")
			w.Choose("Dates", "day, month")
			changed(w, "order")
			w.See("2026-11-05")
			pick(w, "col-3", "Notes")
			w.See("milk 🥛")
			pick(w, "col-2", "not read")
			pick(w, "col-3", "Payee")
			pick(w, "col-3", "Notes")
			pick(w, "col-2", "Amount")
			w.See("Two columns are chosen for the amount")
			w.Gone("Import 5 transactions")
			browsertest.Shot(t, w.Tab, "bank-columns-fault-"+l.Name)
			walk.Check(t, w.Tab, "columns that contradict each other")
			pick(w, "col-2", "Payee")
			w.See("SHOP <b>1</b>")
			w.Choose("Between columns", "comma")
			changed(w, "delimiter")
			w.See("The columns are not clear yet")
			w.Choose("Between columns", "semicolon")
			changed(w, "delimiter")
			w.See("5 transactions: 5 new")
			pick(w, "col-3", "Notes")
			w.See("milk 🥛")
			w.See("−1,200.00")
			w.Click("Yes, this is right")
			w.Gone("Is this right?")
			w.Click("Import 5 transactions")
			w.See("Imported 5 transactions into Savings")
			w.Law()
			w.Click("Undo")
			w.See("Undone: Imported 5 transactions into Savings")

			w.Open(page)
			send(w, bankFileAt(t, "next.csv", "Karte 17\n"+card+"06/11/26;Kiosk;gum;0,80\n"))
			w.See("6 transactions: 6 new")
			w.See("−0.80")
			w.Click("How the file is read")
			w.See("The columns are those of the last file imported into this account")
			w.Click("Import 6 transactions")
			w.See("Imported 6 transactions into Savings")
			w.Law()
			w.Open(page)
			send(w, bankFileAt(t, "other.csv", "Date,Name,Amount\n2026-11-07,Other bank,-1.00\n"))
			w.See("The columns are not those of the last file imported into this account")
			w.Click("Cancel")
			w.See("Reconcile")
		})
	}
}

// TestWalkBankDuplicates takes a row that looks like one that is here as new,
// deletes imported rows and has them again.
func TestWalkBankDuplicates(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewWorld(t, webtest.Pages)
	w := walk.New(t, world, walk.Looks[1])
	w.ID = world.ImportSample(t)
	page, path := bankPage(t, world, w.ID, "Checking"), bankFileAt(t, "umsaetze.csv", bankFiles["umsaetze.csv"])
	w.Open(page)
	send(w, path)
	w.See("1 looks like one that is here")
	w.Click("Look alike")
	w.Gone("KIOSK 12")
	w.Eval(`document.querySelector('.looks-alike select').value = 'leave'`)
	changed(w, w.Eval(`document.querySelector('.looks-alike select').id`))
	w.See("6 transactions: 4 new, 1 here already, 1 left out")
	w.Eval(`document.querySelector('.bank-rows select').value = 'add'`)
	changed(w, w.Eval(`document.querySelector('.bank-rows select').id`))
	w.See("6 transactions: 5 new, 1 here already")
	w.Click("Import 5 transactions, confirm 1")
	w.See("Imported 5 transactions into Checking; 1 there already")
	w.Law()

	rows := world.RowsOf(t, w.ID, "KIOSK 12")
	if done, err := world.App.DeleteRows(t.Context(), app.Machine(), w.ID, app.TheRows(rows...), false); err != nil || len(rows) != 2 {
		t.Fatal(done, err, rows)
	}
	w.Open(page)
	send(w, path)
	w.See("6 transactions: 4 here already, 2 deleted here earlier")
	w.See("2 transactions were deleted here earlier.")
	browsertest.Shot(t, w.Tab, "bank-deleted")
	walk.Check(t, w.Tab, "deleted rows")
	w.Click("Add them again")
	w.See("6 transactions: 2 new, 4 here already")
	w.Click("Import 2 transactions")
	w.See("Imported 2 transactions into Checking")
	w.Law()
}

// TestWalkBankKeyboard imports a file without a mouse.
func TestWalkBankKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewWorld(t, webtest.Pages)
	w := walk.New(t, world, walk.Looks[0])
	w.ID = world.ImportSample(t)
	w.Open(bankPage(t, world, w.ID, "Checking"))
	send(w, bankFileAt(t, "umsaetze.csv", bankFiles["umsaetze.csv"]))
	w.See("6 transactions")
	tabTo := func(what, condition string) {
		t.Helper()
		for range 60 {
			if w.Do(chromedp.KeyEvent(kb.Tab)); w.Eval(condition) == "true" {
				return
			}
		}
		t.Fatal("Tab does not come to ", what)
	}
	tabTo("the columns", `document.activeElement.matches('#columns summary')`)
	w.Keys(" ")
	w.See("The first transaction is in line")
	tabTo("a column", `document.activeElement.id === 'col-3'`)
	w.Keys("p")
	w.Until("the list has the focus still", `document.activeElement.id === 'col-3'`)
	w.See("Two columns are chosen for the payee")
	w.Keys("n")
	w.See("6 transactions: 4 new")
	tabTo("a row", `document.activeElement.name === 'take'`)
	w.Keys(" ")
	w.See("6 transactions: 3 new, 1 here already, 1 looks like one that is here, 1 left out")
	w.Until("the box has the focus still", `document.activeElement.name === 'take'`)
	w.Until("the change is told", `document.querySelector('[data-said]').innerText.includes('1 left out')`)
	w.Keys(kb.Enter)
	w.See("6 transactions: 3 new") // Enter in a box imports nothing
	tabTo("the choice", `document.activeElement.name.startsWith('do:')`)
	w.Keys("a")
	w.See("6 transactions: 4 new, 1 here already, 1 left out")
	w.Eval(`document.querySelector('#bank-leave').focus()`)
	w.Keys(kb.Tab, chromedp.ModifierShift)
	w.Keys(kb.Enter)
	w.See("Imported 4 transactions into Checking; 1 there already")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Imported 4 transactions")
	w.Law()
}
