package web

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
)

// bankFiles are the same six rows as banks write them: four that are new, one
// that the sample's checking account has, and one that it has a day before.
var bankFiles = map[string]string{
	"umsaetze.csv": "\"Konto\";\"DE99 1234\"\r\n\r\n\"Buchungstag\";\"Beg\xfcnstigter\";\"Verwendungszweck\";\"Betrag\"\r\n" +
		"\"22.11.26\";\"Employer\";\"November\";\"1.500,00\"\r\n\"21.11.26\";\"KIOSK 12\";\"\";\"-2,00\"\r\n\"21.11.26\";\"KIOSK 12\";\"\";\"-2,00\"\r\n" +
		"\"21.11.26\";\"B\xe4cker\";\"Brot\";\"-4,50\"\r\n\"16.11.26\";\"SIDE GIG GMBH\";\"\";\"645,69\"\r\n\"10.11.26\";\"Bookworm\";\"\";\"-21,15\"\r\n",
	"export.qfx": "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>991234</BANKACCTFROM><BANKTRANLIST>" +
		"<STMTTRN><DTPOSTED>20261122<TRNAMT>1500.00<FITID>6<NAME>Employer<MEMO>November</STMTTRN><STMTTRN><DTPOSTED>20261121<TRNAMT>-2.00<FITID>5<NAME>KIOSK 12</STMTTRN>" +
		"<STMTTRN><DTPOSTED>20261121<TRNAMT>-2.00<FITID>4<NAME>KIOSK 12</STMTTRN><STMTTRN><DTPOSTED>20261121<TRNAMT>-4.50<FITID>3<NAME>B\xe4cker<MEMO>Brot</STMTTRN>" +
		"<STMTTRN><DTPOSTED>20261116<TRNAMT>645.69<FITID>2<NAME>SIDE GIG GMBH</STMTTRN><STMTTRN><DTPOSTED>20261110<TRNAMT>-21.15<FITID>1<NAME>Bookworm</STMTTRN>" +
		"</BANKTRANLIST><LEDGERBAL><BALAMT>3391.64<DTASOF>20261122</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
	"quicken.qif": "!Type:Bank\nD11/22'26\nT1,500.00\nPEmployer\nMNovember\n^\nD11/21'26\nT-2.00\nPKIOSK 12\n^\nD11/21'26\nT-2.00\nPKIOSK 12\n^\n" +
		"D11/21'26\nT-4.50\nPBäcker\nMBrot\n^\nD11/16'26\nT645.69\nPSIDE GIG GMBH\n^\nD11/10'26\nT-21.15\nPBookworm\n^\n",
	"camt053.xml": `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE991234</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
		camtEntry("2026-11-22", "1500.00", "CRDT", "Employer", "November") + camtEntry("2026-11-21", "2.00", "DBIT", "KIOSK 12", "") + camtEntry("2026-11-21", "2.00", "DBIT", "KIOSK 12", "") +
		camtEntry("2026-11-21", "4.50", "DBIT", "Bäcker", "Brot") + camtEntry("2026-11-16", "645.69", "CRDT", "SIDE GIG GMBH", "") + camtEntry("2026-11-10", "21.15", "DBIT", "Bookworm", "") +
		`</Stmt></BkToCstmrStmt></Document>`,
}

func camtEntry(day, amount, way, who, what string) string {
	party := map[string]string{"CRDT": "Dbtr", "DBIT": "Cdtr"}[way]
	return `<Ntry><Amt Ccy="EUR">` + amount + `</Amt><CdtDbtInd>` + way + `</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>` + day + `</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><` + party + `><Nm>` + who +
		`</Nm></` + party + `></RltdPties><RmtInf><Ustrd>` + what + `</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}

// bankPage is the address for bank files of one of the sample's accounts.
func (w *world) bankPage(t testing.TB, id, account string) string {
	t.Helper()
	all, err := w.app.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, acc := range all {
		if acc.Name == account {
			return linksOf(id).bankFile(acc.ID)
		}
	}
	t.Fatalf("there is no account %s", account)
	return ""
}

func bankFileAt(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// send chooses a file on the page for bank files.
func (w *walker) send(path string) {
	w.Helper()
	w.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
	w.settle()
}

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
			w.eval(`document.querySelector('.alike').scrollIntoView({block: 'center'})`)
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

// clickBox clicks the box of the file's row of a payee.
func (w *walker) clickBox(payee string) {
	w.Helper()
	w.clickAt(`(() => { const r = [...document.querySelectorAll('.bank-rows tbody tr')].find(r => r.querySelector('.payee').innerText.startsWith(`+quoted(payee)+`));
		if (!r) return null; r.scrollIntoView({block: 'center'}); const b = r.querySelector('input[type=checkbox]').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()`, "the box of "+payee)
	w.settle()
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

const longName = "A payee with a name so long that no table was ever made for it and no bank would print it on paper either, GmbH & Co. KG"

// changed tells the page that a list was chosen from, as a browser does.
func (w *walker) changed(id string) {
	w.Helper()
	w.eval(`document.getElementById(` + quoted(id) + `).dispatchEvent(new Event('change', {bubbles: true}))`)
	w.settle()
}

// pick takes the option that says the words in a list without a visible label.
func (w *walker) pick(id, words string) {
	w.Helper()
	w.eval(`(() => { const s = document.getElementById(` + quoted(id) + `); s.value = [...s.options].find(o => o.text === ` + quoted(words) + `).value })()`)
	w.changed(id)
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
	w.eval(`document.querySelector('.alike select').value = 'leave'`)
	w.changed(w.eval(`document.querySelector('.alike select').id`))
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

// rowsOf are the ids of the rows with a payee's name in them.
func (w *world) rowsOf(t testing.TB, id, payee string) (rows []string) {
	t.Helper()
	err := w.app.Transactions(t.Context(), app.Machine(), id, app.RowFilter{Search: payee}, func(r app.Row) error {
		rows = append(rows, r.ID)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
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
