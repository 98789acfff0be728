package bankfile

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func zipped(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func camtDay(day int, closing string) string {
	return fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE99</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">%[2]s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-%02[1]d</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-%02[1]d</Dt></BookgDt><AddtlNtryInf>Kiosk</AddtlNtryInf></Ntry>
</Stmt></BkToCstmrStmt></Document>`, day, closing)
}

// The statements of an account in a ZIP archive, one for each day, become one statement. Savings banks offer such
// archives.
func TestStatementsInAZIPArchiveAreJoined(t *testing.T) {
	archive := zipped(t, "2026-11-03.xml", camtDay(3, "6"), "2026-11-02.xml", camtDay(2, "8"), "__MACOSX/x.xml", "junk", "read me.pdf", "%PDF")
	expect(t, string(archive), Options{}, `
DE99 EUR 2026-11-03 6.000
4 2026-11-02 -2.000 Kiosk|||
9 2026-11-03 -2.000 Kiosk|||
`)
	expect(t, string(zipped(t, "a.csv", "Date;Payee;Amount\n20.11.2026;Shop;-1,00\n")), Options{}, `
2 2026-11-20 -1.000 Shop|||
`)
	for want, archive := range map[string][]byte{
		"the file is a spreadsheet": zipped(t, "[Content_Types].xml", "<x/>", "xl/workbook.xml", "<x/>"),
		"without a bank file":       zipped(t, "a.pdf", "%PDF"),
		"not all of them CAMT":      zipped(t, "a.xml", camtDay(1, "1"), "b.csv", "a;b\n"),
		"times its size":            zipped(t, "a.xml", strings.Repeat(" ", 21<<20)),
		"a ZIP archive in a ZIP":    zipped(t, "a.csv", string(zipped(t, "b.csv", "x"))),
		"incomplete or damaged":     zipped(t, "a.xml", camtDay(1, "1"))[:200],
		"no OFX file and no CAMT":   zipped(t, "a.xml", "<html></html>"),
	} {
		if _, err := Read(archive, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
