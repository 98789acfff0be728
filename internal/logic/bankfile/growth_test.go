package bankfile

import (
	"runtime"
	"strings"
	"testing"
)

// TestMemoryGrowsLinearlyWithTheFile expects a file four times as large to take four times the memory and allocations,
// not sixteen times. It counts instead of measuring time, so that a busy machine gives the same result.
func TestMemoryGrowsLinearlyWithTheFile(t *testing.T) {
	const size = 64 << 10
	for name, parts := range map[string][3]string{
		"CSV":                        {"Date;Payee;Memo;Amount\n", "20.11.2026;A shop;bread;-12,50\n", ""},
		"CSV quoted":                 {"Date,Payee,Memo,Amount\n", "2026-11-20,\"A \"\"shop\"\"\",\"two\nlines\",-12.50\n", ""},
		"CSV quoted wrongly":         {"Date,Payee,Memo,Amount\n", "2026-11-20,\"A shop\"s,bread,-12.50\n", ""},
		"CSV, nothing readable":      {"Date;Payee;Amount\n20.11.2026;a;-1,00\n", "soon;A shop;much\n", ""},
		"CSV with balances":          {"Date;Payee;Amount;Balance\n", "20.11.2026;A shop;0,00;12,50\n", ""},
		"CSV of accounts":            {"Date;Account;Payee;Amount\n", "20.11.2026;one;A shop;-1,00\n20.11.2026;two;A shop;-1,00\n", ""},
		"CSV in Cyrillic":            {"Date;Payee;Amount\n", "20.11.2026;\xcf\xe5\xea\xe0\xf0\xed\xff;-1,00\n", ""},
		"CSV, empty lines":           {"Date;Payee;Amount\n20.11.2026;a;-1,00\n", "\n;;\n", ""},
		"OFX":                        {"OFXHEADER:100\n\n<OFX><STMTRS>", "<STMTTRN><DTPOSTED>20261120<TRNAMT>-1<NAME>A shop", "</OFX>"},
		"OFX with ids":               {"OFXHEADER:100\n\n<OFX><STMTRS>", "<STMTTRN><DTPOSTED>20261120<TRNAMT>-1<FITID>7<NAME>A shop", "</OFX>"},
		"OFX of statements":          {"OFXHEADER:100\n\n<OFX>", "<STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM><STMTTRN><DTPOSTED>20261120<TRNAMT>-1</STMTTRN></STMTRS>", "</OFX>"},
		"OFX of angle brackets":      {"OFXHEADER:100\n\n<OFX><STMTRS><STMTTRN><DTPOSTED>20261120<TRNAMT>-1<NAME>", "&amp;", "</OFX>"},
		"OFX with unclosed elements": {"OFXHEADER:100\n\n<OFX><STMTRS><STMTTRN><DTPOSTED>20261120<TRNAMT>-1</STMTTRN>", "<![CDATA[", ""},
		"QIF":                        {"!Type:Bank\n", "D2026-11-20\nT-1.00\nPA shop\n^\n", ""},
		"QIF split":                  {"!Type:Bank\nD2026-11-20\nT-1.00\n", "SFood\n$1.00\n", "^\n"},
		"QIF of accounts":            {"", "!Account\nNa\n^\n!Type:Bank\nD2026-11-20\nT-1.00\n^\n", ""},
		"CAMT":                       {camtBegin, camtOf("2026-11-20", "1.00", "DBIT"), camtEnd},
		"CAMT gathered":              {camtBegin + `<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>`, "<TxDtls><RmtInf><Ustrd>x</Ustrd></RmtInf></TxDtls>", "</NtryDtls></Ntry>" + camtEnd},
		"CAMT of statements":         {"<Document><BkToCstmrStmt>", "<Stmt><Acct><Id><IBAN>1</IBAN></Id></Acct>" + camtOf("2026-11-20", "1.00", "DBIT") + "</Stmt>", "</BkToCstmrStmt></Document>"},
		"MT940":                      {":20:X\n:25:1\n:28:0\n", ":61:261120D1,00NMSC\n:86:166?00A?20SVWZ+b?32A shop\n", ""},
		"MT940 of statements":        {"", ":20:X\n:25:1\n:60F:C261120EUR1,00\n:61:261120D1,00NMSC\n:62F:C261120EUR0,00\n", ""},
		"MT940, one long text":       {":20:X\n:25:1\n:28:0\n:61:261120D1,00NMSC\n:86:", "?20x\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			cost := func(size int) (bytes, count uint64) {
				data := []byte(parts[0] + strings.Repeat(parts[1], size/len(parts[1])) + parts[2])
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if _, err := Read(data, Options{Currency: dollars()}); err != nil {
					t.Fatal(err)
				}
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
			}
			cost(size) // one-time initialisation
			bytes, count := cost(size)
			moreBytes, moreCount := cost(4 * size)
			if moreBytes > 6*bytes || moreCount > 6*count+1000 {
				t.Errorf("%d bytes in %d allocations, but %d in %d for a file four times as large", bytes, count, moreBytes, moreCount)
			}
		})
	}
}
