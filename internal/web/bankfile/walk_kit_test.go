package bankfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/ui"
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
func bankPage(t testing.TB, w *walk.World, id, account string) string {
	t.Helper()
	all, err := w.App.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, acc := range all {
		if acc.Name == account {
			return ui.LinksOf(id).BankFile(acc.ID)
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
func send(w *walk.Walker, path string) {
	w.Helper()
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
	w.Settle()
}

// clickBox clicks the box of the file's row of a payee.
func clickBox(w *walk.Walker, payee string) {
	w.Helper()
	w.ClickAt(`(() => { const r = [...document.querySelectorAll('.bank-rows tbody tr')].find(r => r.querySelector('.payee').innerText.startsWith(`+walk.Quoted(payee)+`));
		if (!r) return null; r.scrollIntoView({block: 'center'}); const b = r.querySelector('input[type=checkbox]').getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()`, "the box of "+payee)
	w.Settle()
}

const longName = "A payee with a name so long that no table was ever made for it and no bank would print it on paper either, GmbH & Co. KG"

// changed tells the page that a list was chosen from, as a browser does.
func changed(w *walk.Walker, id string) {
	w.Helper()
	w.Eval(`document.getElementById(` + walk.Quoted(id) + `).dispatchEvent(new Event('change', {bubbles: true}))`)
	w.Settle()
}

// pick takes the option that says the words in a list without a visible label.
func pick(w *walk.Walker, id, words string) {
	w.Helper()
	w.Eval(`(() => { const s = document.getElementById(` + walk.Quoted(id) + `); s.value = [...s.options].find(o => o.text === ` + walk.Quoted(words) + `).value })()`)
	changed(w, id)
}
