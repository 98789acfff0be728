package bankfile_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkBankFile opens a file of each format and imports one, on a wide screen and on a touch screen. A row is left
// out, and a possible duplicate is matched and added, with undo and redo. Then it imports the file again, with
// nothing new, and after the imported rows were deleted.
func TestWalkBankFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for i, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := importWalker{Walker: walk.New(t, world, l)}
			w.ID = world.ImportSample(t)
			w.CheckConserved() // builds the program first, which takes longer than a toast is shown
			w.page, w.path = bankPage(t, world, w.ID, "Checking"), bankFileAt(t, imported[i], bankFiles[imported[i]])
			w.openFormats(imported[i])
			w.choices()
			w.importAndUndo()
			w.importAgain()
			w.importDeleted()
		})
	}
}

// imported lists the files that are imported, on a wide screen and on a phone.
var imported = []string{"umsaetze.csv", "quicken.qif"}

// importWalker tests the import of one file.
type importWalker struct {
	*walk.Walker
	page, path string
}

// upload uploads the file.
func (w importWalker) upload() {
	w.Helper()
	w.Open(w.page)
	chooseFile(w.Walker, w.path)
}

// uploadByKeyboard focuses the file field with Tab. The file dialog of the operating system is not part of the page.
func (w importWalker) uploadByKeyboard() {
	w.Helper()
	w.Open(w.page)
	w.TabTo(`e.id === 'file'`)
	chooseFile(w.Walker, w.path)
}

// deleteRows deletes all rows of a payee. many is their expected number.
func (w importWalker) deleteRows(payee string, many int) {
	w.Helper()
	list := w.Env.RowsOf(w.T, w.ID, payee)
	if done, err := w.Env.App.DeleteRows(w.Context(), app.Machine(), w.ID, rows.These(list...), false); err != nil || len(list) != many {
		w.Fatal(done, err, list)
	}
}

// openFormats opens the same rows in the formats of other banks, and last in that of the file.
func (w importWalker) openFormats(last string) {
	w.Helper()
	w.Open(w.page)
	w.See("Import a bank file")
	browsertest.Shot(w, w.Tab, "bank-form-"+last)
	walk.Check(w.T, w.Tab, "the form")
	for _, name := range []string{"export.qfx", "camt053.xml", "auszug.sta", last} {
		w.Open(w.page)
		chooseFile(w.Walker, bankFileAt(w, name, bankFiles[name]))
		w.See("6 transactions: 4 new, 2 match existing ones")
		browsertest.Shot(w, w.Tab, "bank-preview-"+name+last)
		walk.Check(w.T, w.Tab, "the preview of "+name)
	}
	w.CheckConserved()
}

// choices adds a row that matches an existing transaction, reverts the choice, and then leaves out a new one.
func (w importWalker) choices() {
	w.Helper()
	w.Click("Match existing 2")
	w.WaitGone("KIOSK 12")
	clickBox(w.Walker, "SIDE GIG")
	w.See("6 transactions: 5 new, 1 matches an existing one")
	w.Click("All 6")
	clickBox(w.Walker, "SIDE GIG")
	w.See("6 transactions: 4 new, 2 match existing ones")
	w.See("KIOSK 12")
	clickBox(w.Walker, "Employer")
	w.See("6 transactions: 3 new, 2 match existing ones, 1 left out")
}

// importAndUndo imports, undoes and redoes.
func (w importWalker) importAndUndo() {
	w.Helper()
	w.Click("Import 3 transactions, match 2")
	w.See("Imported 3 transactions from")
	walk.Check(w.T, w.Tab, "the register after the import")
	w.CheckConserved()
	w.See("Bäcker")
	w.Click("Undo")
	w.See("Undone: Imported 3 transactions from")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone: Imported 3 transactions from")
	w.CheckConserved()
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Imported 3 transactions from")
}

// importAgain imports all rows; a further upload has nothing new.
func (w importWalker) importAgain() {
	w.Helper()
	w.upload()
	w.See("6 transactions: 4 new, 2 match existing ones")
	clickBox(w.Walker, "SIDE GIG")
	w.Click("Import 5 transactions, match 1")
	w.See("Imported 5 transactions from")
	w.CheckConserved()
	w.upload()
	w.See("6 transactions: 6 already in the account")
	w.See("There is nothing to import")
	w.WaitGone("Import 5 transactions")
	browsertest.Shot(w, w.Tab, "bank-again")
	walk.Check(w.T, w.Tab, "the same file again")
	w.Click("Cancel")
	w.See("Reconcile")
	w.CheckConserved()
}

// importDeleted imports deleted rows again.
func (w importWalker) importDeleted() {
	w.Helper()
	w.deleteRows("KIOSK 12", 2)
	w.upload()
	w.See("6 transactions: 4 already in the account, 2 deleted earlier")
	w.See("2 transactions were deleted earlier.")
	browsertest.Shot(w, w.Tab, "bank-deleted")
	walk.Check(w.T, w.Tab, "deleted rows")
	w.Click("Add them again")
	w.See("6 transactions: 2 new, 4 already in the account")
	w.Click("Import 2 transactions")
	w.See("Imported 2 transactions from")
	w.CheckConserved()
}

// TestWalkBankColumns chooses the columns of a file by hand. The account's next file needs no question, and the
// columns of another bank's file are guessed again.
func TestWalkBankColumns(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			page := bankPage(t, world, w.ID, "Savings")
			card := "Wann;Wo;Hinweis;Was\n" + "01/11/26;SHOP <b>1</b>;milk 🥛;3,50\n02/11/26;מכולת;;12,00\n03/11/26;" + longName + ";;1.200,00\n04/11/26;Bus;;2,80\n05/11/26;Bus;;2,80\n"
			w.Open(page)
			chooseFile(w, bankFileAt(t, "card.csv", card))
			w.See("5 transactions: 5 new")
			w.See("Is this right?")
			w.See("amounts without a minus were read as money out")
			w.WaitGone("Import 5 transactions")
			browsertest.Shot(t, w.Tab, "bank-columns-"+l.Name)
			walk.Check(t, w.Tab, "the columns")
			w.See("−1,200.00")
			w.Choose("Amounts", "minus is money out")
			dispatchChange(w, "sign")
			w.See("amounts without a minus were read as money in")
			w.Choose("Amounts", "plus is money out")
			dispatchChange(w, "sign")
			w.See("−1,200.00")
			w.Choose("Dates", "month, day")
			dispatchChange(w, "order")
			w.See("2026-05-11")
			w.Choose("Dates", "day, month")
			dispatchChange(w, "order")
			w.See("2026-11-05")
			pick(w, "col-3", "Notes")
			w.See("milk 🥛")
			pick(w, "col-2", "ignore")
			pick(w, "col-3", "Payee")
			pick(w, "col-3", "Notes")
			pick(w, "col-2", "Amount")
			w.See("Two columns are chosen for the amount")
			w.WaitGone("Import 5 transactions")
			browsertest.Shot(t, w.Tab, "bank-columns-fault-"+l.Name)
			walk.Check(t, w.Tab, "columns that contradict each other")
			pick(w, "col-2", "Payee")
			w.See("SHOP <b>1</b>")
			w.Choose("Column separator", "comma")
			dispatchChange(w, "delimiter")
			w.See("The columns are not clear yet")
			w.Choose("Column separator", "semicolon")
			dispatchChange(w, "delimiter")
			w.See("5 transactions: 5 new")
			pick(w, "col-3", "Notes")
			w.See("milk 🥛")
			w.See("−1,200.00")
			w.Click("Yes, this is right")
			w.WaitGone("Is this right?")
			w.Click("Import 5 transactions")
			w.See("Imported 5 transactions from")
			w.CheckConserved()
			w.Click("Undo")
			w.See("Undone: Imported 5 transactions from")

			w.Open(page)
			chooseFile(w, bankFileAt(t, "next.csv", "Karte 17\n"+card+"06/11/26;Kiosk;gum;0,80\n"))
			w.See("6 transactions: 6 new")
			w.See("−0.80")
			w.Click("How the file is read")
			w.See("The columns are those of the last file imported into this account")
			w.Click("Import 6 transactions")
			w.See("Imported 6 transactions from")
			w.CheckConserved()
			w.Open(page)
			chooseFile(w, bankFileAt(t, "other.csv", "Date,Name,Amount\n2026-11-07,Other bank,-1.00\n"))
			w.See("The columns are not those of the last file imported into this account")
			w.Click("Cancel")
			w.See("Reconcile")
		})
	}
}

// TestWalkBankKeyboard imports a file without a mouse, undoes that, imports it again, finds nothing new in it the
// next time, and imports deleted rows again.
func TestWalkBankKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := importWalker{Walker: walk.New(t, world, walk.WideLight)}
	w.ID = world.ImportSample(t)
	w.page, w.path = bankPage(t, world, w.ID, "Checking"), bankFileAt(t, "umsaetze.csv", bankFiles["umsaetze.csv"])
	imports := func() {
		t.Helper()
		w.TabTo(`e.id === 'bank-import'`, chromedp.ModifierShift)
		w.Keys(kb.Enter)
	}
	w.uploadByKeyboard()
	w.See("6 transactions")
	w.TabTo(`e.matches('#columns summary')`)
	w.Keys(" ")
	w.See("The first transaction is in line")
	w.TabTo(`e.id === 'col-3'`)
	w.Keys("p")
	w.Until("the list has the focus still", `document.activeElement.id === 'col-3'`)
	w.See("Two columns are chosen for the payee")
	w.Keys("n")
	w.See("6 transactions: 4 new")
	w.TabTo(`e.name === 'take'`)
	w.Keys(" ")
	w.See("6 transactions: 3 new, 2 match existing ones, 1 left out")
	w.Until("the box has the focus still", `document.activeElement.name === 'take'`)
	w.Until("the change is told", `document.querySelector('[data-said]').innerText.includes('1 left out')`)
	w.Keys(kb.Enter)
	w.See("6 transactions: 3 new") // Enter in a checkbox does not import
	w.TabTo(`e.id === 'take-5'`)
	w.Keys(" ")
	w.See("6 transactions: 4 new, 1 matches an existing one, 1 left out")
	imports()
	w.See("Imported 4 transactions from")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Imported 4 transactions")
	w.CheckConserved()

	w.uploadByKeyboard()
	w.See("6 transactions: 4 new, 2 match existing ones")
	imports()
	w.See("Imported 4 transactions from")
	w.uploadByKeyboard()
	w.See("6 transactions: 6 already in the account")
	w.See("There is nothing to import")
	w.TabTo(`e.id === 'bank-leave'`)
	w.Keys(kb.Enter)
	w.See("Reconcile")
	w.deleteRows("KIOSK 12", 2)
	w.uploadByKeyboard()
	w.See("6 transactions: 4 already in the account, 2 deleted earlier")
	w.TabTo(`e.id === 'deleted'`)
	w.Keys(" ")
	w.See("6 transactions: 2 new, 4 already in the account")
	w.Until("the box has the focus still", `document.activeElement.id === 'deleted'`)
	imports()
	w.See("Imported 2 transactions from")
	w.CheckConserved()
}
