package bankfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/walk"
)

// bankFiles contains the same six rows in the formats of banks: four new ones, one that the sample's checking account
// has, and one that it has a day before.
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
	"auszug.sta": ":20:STARTUMS\r\n:25:10020030/991234\r\n:28C:1/1\r\n:60F:C261109EUR1000,00\r\n" + mtEntry("1122", "C1500,00", "Employer", "November") + mtEntry("1121", "D2,00", "KIOSK 12", "") + mtEntry("1121", "D2,00", "KIOSK 12", "") +
		mtEntry("1121", "D4,50", "B\xe4cker", "Brot") + mtEntry("1116", "C645,69", "SIDE GIG GMBH", "") + mtEntry("1110", "D21,15", "Bookworm", "") + ":62F:C261122EUR3116,04\r\n-\r\n",
}

func mtEntry(day, amount, who, what string) string {
	return ":61:26" + day + day + amount + "NMSCNONREF\r\n:86:166?00UMSATZ?20SVWZ+" + what + "?32" + who + "\r\n"
}

// askingFiles contains files with questions.
var askingFiles = map[string]string{
	"three.ofx": "OFXHEADER:100\r\n\r\n<OFX><BANKMSGSRSV1>" + ofxAccount("DE11 0001", "<STMTTRN><DTPOSTED>20261120<TRNAMT>-12.50<FITID>a1<NAME>Corner shop</STMTTRN>") +
		ofxAccount("DE22 0002", "<STMTTRN><DTPOSTED>20261119<TRNAMT>-33<FITID>b1<NAME>Plaza cinema</STMTTRN><STMTTRN><DTPOSTED>20261118<TRNAMT>250<FITID>b2<NAME>Quarterly interest</STMTTRN>") +
		ofxAccount("DE33 0003", "") + "</BANKMSGSRSV1></OFX>",
	"letters.csv":    "Date;Payee;Amount\n20.11.2026;\xc1\xe0\xf0;-350,00\n21.11.2026;Tram;-12,50\n", // too few Cyrillic letters to detect the encoding
	"letters.qif":    "!Type:Bank\nD2026-11-20\nT-3.50\nP\xc1\xe0\xf0\n^\n",
	"sides.csv":      "Date,Description,X1,X2\n2026-11-20,Shop,5.00,\n2026-11-21,Wage,,700.00\n2026-11-22,Bar,7.50,\n",
	"categories.qif": "!Type:Bank\nD2026-11-20\nT-14.20\nPCorner bakery\nLGroceries\n^\nD2026-11-21\nT-3.00\nPNight bus\nLTravel:Bus\n^\nD2026-11-22\nT-40.00\nPMove\nL[Savings]\n^\n",
	"categories.csv": "Date,Payee,Category,Amount\n2026-11-20,Corner bakery,Groceries,-12.50\n2026-11-21,Night bus,Nowhere,-3.00\n",
	"wrong.sta":      ":20:X\n:25:1/2\n:28C:1/1\n:60F:C261119EUR0,00\n:61:2613201120D12,50NMSCNONREF\n:61:2611201120D2,50NMSCNONREF\n:86:Tram\n",
	"wrong.csv":      "Date;Payee;Amount\n20.11.2026;Tram;-1,00\n31.02.2026;Ferry;-2,00\n21.11.2026;Bus;much\n",
	"wrong.xml":      "<Document><BkToCstmrStmt><Stmt>\n<Ntry></Amt>",
}

func ofxAccount(number, rows string) string {
	return "<STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>" + number + "</BANKACCTFROM><BANKTRANLIST>" + rows + "</BANKTRANLIST></STMTRS></STMTTRNRS>"
}

func camtEntry(day, amount, way, who, what string) string {
	party := map[string]string{"CRDT": "Dbtr", "DBIT": "Cdtr"}[way]
	return `<Ntry><Amt Ccy="EUR">` + amount + `</Amt><CdtDbtInd>` + way + `</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>` + day + `</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><` + party + `><Nm>` + who +
		`</Nm></` + party + `></RltdPties><RmtInf><Ustrd>` + what + `</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
}

// bankPage returns the address for bank files of one of the sample's accounts.
func bankPage(t testing.TB, w *walk.Env, id, account string) string {
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
	t.Fatalf("account %s does not exist", account)
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

// chooseFile chooses a file on the page for bank files.
func chooseFile(w *walk.Walker, path string) {
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

// dispatchChange dispatches the change event of a list, like a browser.
func dispatchChange(w *walk.Walker, id string) {
	w.Helper()
	w.Eval(`document.getElementById(` + walk.Quoted(id) + `).dispatchEvent(new Event('change', {bubbles: true}))`)
	w.Settle()
}

// pick selects the option with the words in a list without a visible label.
func pick(w *walk.Walker, id, words string) {
	w.Helper()
	w.Eval(`(() => { const s = document.getElementById(` + walk.Quoted(id) + `); s.value = [...s.options].find(o => o.text === ` + walk.Quoted(words) + `).value })()`)
	dispatchChange(w, id)
}
