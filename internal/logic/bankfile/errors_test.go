package bankfile

import (
	"errors"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
)

const (
	camtBegin = "<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>"
	camtEnd   = "</Stmt></BkToCstmrStmt></Document>"
	mtBegin   = ":20:X\n:25:1\n:28C:1\n:60F:C261119EUR10,00\n"
)

// camtOf returns a booked CAMT.053 entry; direction is CRDT or DBIT.
func camtOf(day, amount, direction string) string {
	return `<Ntry><Amt Ccy="EUR">` + amount + "</Amt><CdtDbtInd>" + direction + "</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>" + day + "</Dt></BookgDt></Ntry>"
}

// ofxOf returns an OFX file with a transaction of the given fields and a valid one after it.
func ofxOf(fields ...string) string {
	return "OFXHEADER:100\n<OFX><STMTRS><CURDEF>EUR\n<STMTTRN>" + strings.Join(fields, "\n") + "\n</STMTTRN><STMTTRN><DTPOSTED>20261121<TRNAMT>-1<NAME>ok</STMTTRN></STMTRS></OFX>"
}

// Errors of each format name the line, the field and the reason. The valid rows of the file are read nevertheless.
func TestReadErrorsNameLineAndField(t *testing.T) {
	inArchive := camtBegin + "\n" + camtOf("2026-11-20", "1", "DBIT") + camtOf("2026-11-31", "1", "DBIT") + camtEnd
	for _, c := range []struct{ file, want string }{
		{"Date;Payee;Amount\n20.11.2026;a;-1,00\n\n31.11.2026;b;-2,00\n", `line 4, Date: "31.11.2026" is not a date`},
		{"Date;Payee;Amount\n20.11.2026;a;-1,00\n;b;-2,00\n", "line 3, Date: it is empty"},
		{"Date;Payee;Amount\n20.11.2026;a;-1,00\n21.11.2026;b;two\n", `line 3, Amount: "two" is not an amount`},
		{"Date;Payee;Amount\n20.11.2026;a;-1,00\n21.11.2026;b\n", "line 3, Amount: it is empty"},
		{strings.Repeat("20.11.2026;a;-1,00\n", 10) + "21.11.2026;b;two\n", `line 11, column 3: "two" is not an amount`},
		{"Date;Payee;Amount\n20.11.2026;\"a\n b\";-1,00\n21.11.2026;b;-1,005\n", "line 4, amount: -1.005 is too precise: the smallest amount is 0.01"},
		{"Date;Payee;Amount\n20.11.2026;a;-1,00\n21.11.9999;b;-1,00\n", "line 3, date: 9999-11-21 is out of range: a budget keeps the years from 1900 to 2199"},
		{"Date;Payee;Debit;Credit\n20.11.2026;a;1,00;\n21.11.2026;b;x;\n", `line 3, Debit: "x" is not an amount`},
		{"Date;Payee;Debit;Credit\n20.11.2026;a;1,00;\n21.11.2026;b;;\n", "line 3, Credit: the amount is missing"},
		{"Date;Payee;Amount;Status\n20.11.2026;a;-1,00;booked\n21.11.2026;b;-2,00;pending\n", "line 3, Status: the bank has not booked it (pending)"},

		{ofxOf("<DTPOSTED>20261131", "<TRNAMT>-1"), `line 3, transaction 1, DTPOSTED: "20261131" is not a date`},
		{ofxOf("<DTPOSTED>20261120", "<TRNAMT>one"), `line 4, transaction 1, TRNAMT: "one" is not an amount`},
		{ofxOf("<DTPOSTED>20261120", "<NAME>a"), "line 3, transaction 1, TRNAMT: it is missing"},
		{ofxOf("<TRNAMT>-1", "<CURRENCY><CURSYM>USD</CURRENCY>", "<DTPOSTED>20261120"), "line 3, transaction 1, TRNAMT: the amount is in USD, the account in EUR"},
		{"<?xml version=\"1.0\"?><OFX><STMTRS><STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>1</TRNAMT></STMTTRN><STMTTRN><DTPOSTED>soon</DTPOSTED><TRNAMT>1</TRNAMT></STMTTRN></STMTRS></OFX>", `line 1, transaction 2, DTPOSTED: "soon" is not a date`},

		{"!Type:Bank\nD2026-11-20\nT-1.00\n^\nPb\nD2026-11-31\nT-1.00\n^\n", `line 6, D (date): "2026-11-31" is not a date`},
		{"!Type:Bank\nD2026-11-20\nT-1.00\n^\nD2026-11-21\nPb\nTx\n^\n", `line 7, T (amount): "x" is not an amount`},
		{"!Type:Bank\nD2026-11-20\nT-1.00\n^\nPb\nD2026-11-21\n^\n", "line 5, T (amount): it is missing"},
		{"!Type:Bank\nD2026-11-20\nT-1.00\n^\n!Type:Invst\nD2026-11-20\n^\n", "line 5, !Type:Invst: investments are not supported"},

		{camtBegin + camtOf("2026-11-20", "1", "DBIT") + "\n" + camtOf("2026-11-31", "1", "DBIT") + camtEnd, `line 2, entry 2, BookgDt: "2026-11-31" is not a date`},
		{camtBegin + camtOf("2026-11-20", "1", "DBIT") + camtOf("2026-11-20", "1,5", "DBIT") + camtEnd, `line 1, entry 2, Amt: "1,5" is not an amount`},
		{camtBegin + camtOf("2026-11-20", "1", "DBIT") + camtOf("2026-11-20", "1", "OUT") + camtEnd, `line 1, entry 2, CdtDbtInd: "OUT" is neither CRDT nor DBIT`},
		{camtBegin + camtOf("2026-11-20", "1", "DBIT") + strings.ReplaceAll(camtOf("2026-11-20", "1", "DBIT"), "BOOK", "PDNG") + camtEnd, "line 1, entry 2, Sts: the bank has not booked it yet (PDNG)"},
		{camtBegin + camtOf("2026-11-20", "1", "DBIT") + strings.ReplaceAll(camtOf("2026-11-20", "1", "DBIT"), `"EUR"`, `"USD"`) + camtEnd, "line 1, entry 2, Amt: the amount is in USD, the account in EUR"},

		{mtBegin + ":61:261120D1,00NMSC\n:86:a\n:61:261131D1,00NMSC\n:62F:C261121EUR9,00\n", `line 7, field 61: "261131" is not a date`},
		{mtBegin + ":61:261120D1,00NMSC\n:61:261121X1,00NMSC\n:62F:C261121EUR9,00\n", `line 6, field 61: "261121X1,00NMSC": the direction of the money is missing`},
		{mtBegin + ":61:261120D1,00NMSC\n:61:261121Dx\n:62F:C261121EUR9,00\n", `line 6, field 61: "261121Dx": it has no amount`},
		{mtBegin + ":61:261120D1,00NMSC\n:62F:C2611EUR9\n", `line 6, field 62F: "C2611EUR9" is not a balance`},
		{mtBegin + ":61:261120D1,00NMSC\n:62F:C261121EUR8,00\n", "line 6, closing balance: it is 8.00, but the opening balance and the transactions make 9.00"},

		{string(zipped(t, "camt.xml", inArchive)), `line 2, entry 2, BookgDt: "2026-11-31" is not a date`},
	} {
		f, err := Read([]byte(c.file), Options{Currency: dollars()})
		if err != nil || len(f.Problems) != 1 || f.Problems[0].String() != c.want {
			t.Errorf("%q: problems %v, error %v, want one problem:\n%s", c.file, f.Problems, err, c.want)
			continue
		}
		if len(f.Statements[0].Rows) == 0 {
			t.Errorf("%q: the valid row is not read", c.file)
		}
	}
}

// The error for a file without any readable row names the reason, the line if there is one, and the next step.
func TestErrorOfAnUnreadableFileNamesTheNextStep(t *testing.T) {
	for _, c := range []struct{ file, reason, nextStep string }{
		{"Date;Payee;Amount\n20.11.2026;a;x\n20.11.2026;a;1,00x9\n", "no column of the file has amounts in it", "choose the columns"},
		{"OFXHEADER:100\n<OFX><STMTRS><STMTTRN><DTPOSTED>x<TRNAMT>1</STMTTRN></STMTRS>", `line 2, transaction 1, DTPOSTED: "x" is not a date`, "download it again"},
		{"OFXHEADER:100\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>", "has no transactions", "download"},
		{"!Type:Bank\nDx\nT1\n^\n", `line 2, D (date): "x" is not a date`, "order of the date"},
		{camtBegin + camtOf("x", "1", "DBIT") + camtEnd, `line 1, entry 1, BookgDt: "x" is not a date`, "download it again"},
		{camtBegin + "\n<Ntry></Amt>", "incomplete or damaged near line 2, column 13", "download it again"},
		{camtBegin + "\n<Ntry>", "incomplete or damaged near line 2, column 7", "download it again"},
		{mtBegin + ":61:26113\n", `line 5, field 61: "26113" is not a date`, "download it again"},
		{"PK\x03\x04\x00", "ZIP archive is incomplete", "download it again"},
		{string(zipped(t, "camt.xml", camtBegin+"\n<Ntry></Amt>")), "near line 2, column 13", "download it again"},
		{string(zipped(t, "picture.png", "x")), "a ZIP archive without a bank file", "choose CSV"},
	} {
		_, err := Read([]byte(c.file), Options{Currency: dollars()})
		f, ok := errors.AsType[*apperr.Error](err)
		if !ok || f.Kind != apperr.Invalid || !strings.Contains(f.Error(), c.reason) || !strings.Contains(f.Hint, c.nextStep) {
			t.Errorf("%q: error %v (hint %q), want one with %q and a hint with %q", c.file, err, apperr.HintOf(err), c.reason, c.nextStep)
		}
	}
}
