package bankfile_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// questionWalker tests the preview of files with questions.
type questionWalker struct {
	*walk.Walker
	look walk.Look
}

func newQuestionWalker(t *testing.T, l walk.Look) questionWalker {
	t.Helper()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), l)
	w.ID = w.Env.ImportSample(t)
	w.CheckConserved() // builds the program first, which takes longer than a toast is shown
	return questionWalker{w, l}
}

// upload opens the page of an account and uploads a file.
func (a questionWalker) upload(account, file string) {
	a.Helper()
	a.Open(bankPage(a, a.Env, a.ID, account))
	chooseFile(a.Walker, bankFileAt(a, file, askingFiles[file]))
}

// at takes a screenshot and checks accessibility.
func (a questionWalker) at(name string) {
	a.Helper()
	browsertest.Shot(a, a.Tab, "bank-asks-"+name+"-"+a.look.Name)
	walk.Check(a.T, a.Tab, name)
}

// row waits for a row of the file with the expected preview.
func (a questionWalker) row(payee, wants string) {
	a.Helper()
	a.Until("the row of "+payee+": "+wants, `[...document.querySelectorAll('.bank-rows tbody tr')].some(r => r.querySelector('.payee').innerText.startsWith(`+walk.Quoted(payee)+`) && r.innerText.replace(/\s+/g, ' ').includes(`+walk.Quoted(wants)+`))`)
}

// TestWalkBankFileQuestions answers the questions about files, on a wide screen and on a touch screen, in both colour
// schemes. The imports are undone in one step.
func TestWalkBankFileQuestions(t *testing.T) {
	t.Parallel()
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			a := newQuestionWalker(t, l)
			for _, part := range []func(questionWalker){questionWalker.accounts, questionWalker.letters, questionWalker.sides, questionWalker.categories, questionWalker.wrong} {
				part(a)
			}
			a.CheckConserved()
		})
	}
}

// accounts imports a file of three accounts into two of the budget's.
func (a questionWalker) accounts() {
	a.upload("Savings", "three.ofx")
	a.See("1 transaction: 1 new")
	a.row("Corner shop", "−12.50")
	a.at("accounts")
	a.Choose("Account in the file", "DE22 0002, EUR, 2 transactions")
	dispatchChange(a.Walker, "statement")
	a.See("2 transactions: 2 new")
	a.row("Plaza cinema", "−33.00")
	a.row("Quarterly interest", "250.00")
	a.Click("Import 2 transactions")
	a.See("Imported 2 transactions from")
	a.CheckConserved()
	a.Click("Undo")
	a.See("Undone: Imported 2 transactions from")
	rows := walk.RowWalker{Walker: a.Walker}
	if left := append(rows.Rows("Plaza cinema"), rows.Rows("Quarterly interest")...); len(left) != 0 {
		a.Errorf("left after the undo: %+v", left)
	}
	a.Click("Redo")
	a.See("Redone: Imported 2 transactions from")

	// The same file again shows the imported account first, and adds nothing.
	a.upload("Savings", "three.ofx")
	a.See("2 transactions: 2 already in the account")
	a.See("There is nothing to import")
	a.Choose("Account in the file", "DE33 0003, EUR, 0 transactions")
	dispatchChange(a.Walker, "statement")
	a.See("No transactions")
	a.See("There is nothing to import")
	a.at("an account without transactions")
	a.Choose("Account in the file", "DE11 0001, EUR, 1 transaction")
	dispatchChange(a.Walker, "statement")
	a.See("1 transaction: 1 new")
	a.See("The file is for account DE11 0001, the last one imported into Savings was for DE22 0002.")
	a.at("another account than the last one")
	a.upload("Checking", "three.ofx")
	a.row("Corner shop", "−12.50")
	a.See("2 more accounts are in the file; only DE11 0001, EUR is imported.")
	a.Click("Import anyway")
	a.Click("Import 1 transaction")
	a.See("Imported 1 transaction from")
}

// letters chooses the encoding of a file with too few letters to detect it.
func (a questionWalker) letters() {
	for _, file := range []string{"letters.csv", "letters.qif"} {
		a.upload("Savings", file)
		a.WaitGone("Бар")
		if a.Eval(`!!document.querySelector('#columns:not([open]), #reading:not([open])')`) == "true" {
			a.Click("How the file is read")
		}
		a.Choose("Character set", "windows-1251")
		dispatchChange(a.Walker, "encoding")
		a.row("Бар", "New")
		a.at("letters of " + file)
		a.Choose("Character set", "windows-1252")
		dispatchChange(a.Walker, "encoding")
		a.WaitGone("Бар")
		a.Choose("Character set", "windows-1251")
		dispatchChange(a.Walker, "encoding")
		a.row("Бар", "New")
	}
	a.Click("Import 1 transaction")
	a.See("Imported 1 transaction from")
	a.See("Бар")
}

// sides chooses which of two columns is money out, because the file does not prove it.
func (a questionWalker) sides() {
	a.upload("Savings", "sides.csv")
	a.See("Is this right?")
	a.See("The columns of date, payee and amount are not certain")
	a.See("amounts without a minus were read as money out")
	a.Until("the first rows, as they would come in", `document.querySelector('.bank-guess').innerText.replace(/\s+/g, ' ').includes('Shop −5.00')`)
	a.WaitGone("Import 2 transactions")
	a.at("columns asked")
	pick(a.Walker, "col-3", "Money out")
	a.See("Lines that cannot be read") // the row with money in
	pick(a.Walker, "col-4", "Money in")
	a.See("3 transactions: 3 new")
	a.WaitGone("Is this right?")
	a.row("Shop", "−5.00")
	a.row("Wage", "700.00")
	a.at("columns answered")
	a.Click("Import 3 transactions")
	a.See("Imported 3 transactions from")
	a.CheckConserved()
	a.upload("Savings", "sides.csv") // the account's next file needs no answer
	a.See("3 transactions: 3 already in the account")
}

// categories imports the categories of another program.
func (a questionWalker) categories() {
	a.upload("Checking", "categories.csv")
	a.See("2 transactions have a category in the file, 1 of them in a category of this budget.")
	a.upload("Checking", "categories.qif")
	a.See("2 transactions have a category in the file, 1 of them in a category of this budget.")
	a.row("Corner bakery", "New")
	a.WaitGone("Groceries")
	a.Click("Import the categories")
	a.row("Corner bakery", "Groceries")
	a.at("categories")
	a.Click("Import 3 transactions")
	a.See("Imported 3 transactions from")
	rows := walk.RowWalker{Walker: a.Walker}
	if got := rows.OnlyRow("Corner bakery").CategoryName; got != "Groceries" {
		a.Errorf("the category is %q", got)
	}
	if got := rows.OnlyRow("Night bus").CategoryName; got != "" {
		a.Errorf("a category that the budget does not have became %q", got)
	}
}

// wrong checks the errors and their positions.
func (a questionWalker) wrong() {
	a.upload("Savings", "wrong.xml")
	a.See("The statement is incomplete or damaged near line 2, column 13")
	a.See("Download it again from the bank")
	a.at("a file that is broken off")
	a.upload("Savings", "wrong.sta")
	a.See("1 transaction: 1 new")
	a.Click("Lines that cannot be read; the rest can be imported")
	a.See("field 61")
	a.See(`"261320" is not a date`)
	a.See("Enter them by hand, or correct the file and import it again")
	a.at("lines that cannot be read")
}

// TestWalkBankFileQuestionsByKeyboard answers by keyboard alone: an account of the file, its encoding, its columns, its
// categories. It also reads the errors of broken files.
func TestWalkBankFileQuestionsByKeyboard(t *testing.T) {
	t.Parallel()
	a := newQuestionWalker(t, walk.WideDark)
	a.upload("Savings", "three.ofx")
	a.TabTo(`e.id === 'statement'`)
	a.Keys(kb.ArrowDown)
	a.See("2 transactions: 2 new")
	a.Until("the list has the focus still", `document.activeElement.id === 'statement'`)
	a.TabTo(`e.id === 'bank-import'`, chromedp.ModifierShift)
	a.Keys(kb.Enter)
	a.See("Imported 2 transactions from")
	a.Keys("z", chromedp.ModifierCtrl)
	a.See("Undone: Imported 2 transactions from")

	a.upload("Savings", "letters.qif")
	a.TabTo(`e.matches('#reading summary')`)
	a.Keys(" ")
	a.TabTo(`e.id === 'encoding'`)
	a.Keys("windows-1251")
	a.row("Бар", "New")
	a.Until("the list has the focus still", `document.activeElement.id === 'encoding'`)

	a.upload("Savings", "sides.csv")
	a.TabTo(`e.id === 'col-3'`)
	a.Keys("Money o")
	a.See("Lines that cannot be read")
	a.TabTo(`e.id === 'col-4'`)
	a.Keys("Money i")
	a.See("3 transactions: 3 new")
	a.TabTo(`e.id === 'bank-import'`, chromedp.ModifierShift)
	a.Keys(kb.Enter)
	a.See("Imported 3 transactions from")

	a.upload("Checking", "categories.qif")
	a.TabTo(`e.id === 'categories'`)
	a.Keys(" ")
	a.row("Corner bakery", "Groceries")
	a.Until("the box has the focus still", `document.activeElement.id === 'categories'`)
	a.wrongByKeyboard()
	a.CheckConserved()
}

// wrongByKeyboard reads the errors of a file and uploads another one. The readable lines of that file are imported.
func (a questionWalker) wrongByKeyboard() {
	a.Helper()
	a.Open(bankPage(a, a.Env, a.ID, "Savings"))
	a.TabTo(`e.id === 'file'`)
	chooseFile(a.Walker, bankFileAt(a, "wrong.xml", askingFiles["wrong.xml"]))
	a.See("The statement is incomplete or damaged near line 2, column 13")
	a.Until("the field of the file has the focus, and what is wrong with it", `document.getElementById(document.activeElement.getAttribute('aria-describedby'))?.innerText.includes('column 13') && document.activeElement.id === 'file'`)
	walk.Check(a.T, a.Tab, "a file that is broken off, by keyboard")
	chooseFile(a.Walker, bankFileAt(a, "wrong.csv", askingFiles["wrong.csv"]))
	a.TabTo(`e.matches('.warns summary')`)
	a.Keys(kb.Enter)
	a.See(`"31.02.2026" is not a date`)
	a.See(`"much" is not an amount`)
	a.TabTo(`e.id === 'bank-right'`, chromedp.ModifierShift)
	a.Keys(kb.Enter)
	a.Until("what can be done now has the focus", `document.activeElement.id === 'bank-import'`)
	a.Keys(kb.Enter)
	a.See("Imported 1 transaction from")
}
