package bankfile

import (
	"testing"
	"unicode/utf8"

	"holdover/internal/matching"
)

// check holds whatever is read: it ends, and what comes out is whole.
func check(t *testing.T, f File, err error) {
	if err != nil && len(f.Problems) == 0 && len(f.Statements) != 0 {
		t.Fatalf("an error with rows: %v", err)
	}
	for _, s := range f.Statements {
		ids := map[string]bool{}
		for _, r := range s.Rows {
			if r.Date == 0 || r.Line < 1 || r.ImportID == "" || ids[r.ImportID] {
				t.Fatalf("not whole: %+v", r)
			}
			ids[r.ImportID] = true
			if !utf8.ValidString(r.Payee + r.Memo + r.BankID + r.CheckNumber) {
				t.Fatalf("not UTF-8: %+v", r)
			}
		}
		for i, m := range matched(t, s.Rows, toMatch(s.Rows)) {
			if m.Verdict != matching.Duplicate {
				t.Fatalf("row %d is not known the second time: %+v", i, s.Rows[i])
			}
		}
	}
	for _, p := range f.Problems {
		if p.What == "" || p.Line < 1 {
			t.Fatalf("a problem without a place: %+v", p)
		}
	}
}

func FuzzOFX(f *testing.F) {
	f.Add([]byte(ofxHead + "<OFX><STMTRS><CURDEF>EUR<STMTTRN><DTPOSTED>20260102<TRNAMT>-1.5<FITID>a<NAME>b&amp;<![CDATA[x]]></STMTTRN></STMTRS>"))
	f.Add([]byte("<?xml encoding='latin1'?><!-- --><OFX><STMTTRN><DTPOSTED>20260102</DTPOSTED><TRNAMT>1,5</TRNAMT></STMTTRN><A b=\"c\"/>\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadOFX(data, Options{})
		check(t, got, err)
	})
}

func FuzzQIF(f *testing.F) {
	f.Add([]byte("!Account\nNa\n^\n!Type:Bank\nD1/2' 6\nT-1,234.50\nPx\nMy\nN1\n^\n"))
	f.Add([]byte("!Type:CCard\rD31.12.25\rU5\r^\r!Type:Invst\r^"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadQIF(data, Options{})
		check(t, got, err)
	})
}

func FuzzCAMT(f *testing.F) {
	f.Add([]byte(`<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>D</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy="EUR">1.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-02</Dt></BookgDt><NtryDtls><TxDtls><Amt Ccy="EUR">1</Amt></TxDtls><TxDtls><Amt Ccy="EUR">0.5</Amt></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ReadCAMT(data, Options{})
		check(t, got, err)
	})
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("Date;Payee;Memo;Amount\n13.01.2026;a;b;-1.234,5\n14.01.2026;\"c\nd\";;2\n"))
	f.Add([]byte("Date,Debit,Credit,ID\n2026-01-02,5.00,,x\n2026-01-03,,7,y\n\"open,1\n"))
	f.Add([]byte("\xff\xfeD\x00;\x00"))
	for _, shape := range shapes {
		f.Add([]byte(shape.file))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := Read(data, Options{})
		if err == nil {
			check(t, got, nil)
		}
		if got.Mapping != nil {
			ShapeOf(data, *got.Mapping).Fits(data)
		}
		Cells(data, Mapping{Delimiter: ","}, 5)
	})
}
