package bankfile

import (
	"archive/zip"
	"bytes"
	"testing"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/matching"
	"holdover/internal/testing/testkit"
)

// check verifies that reading ends and that the result is complete.
func check(t testing.TB, f File, err error) {
	if err != nil && len(f.Problems) == 0 && len(f.Statements) != 0 {
		t.Fatalf("the file has both rows and an error: %v", err)
	}
	for _, s := range f.Statements {
		ids := map[string]bool{}
		for _, r := range s.Rows {
			if r.Date == 0 || r.Line < 1 || r.ImportID == "" || ids[r.ImportID] {
				t.Fatalf("the row is incomplete: %+v", r)
			}
			ids[r.ImportID] = true
			if !utf8.ValidString(r.Payee + r.Memo + r.BankID + r.CheckNumber) {
				t.Fatalf("the row is not UTF-8: %+v", r)
			}
		}
		for i, m := range matchRows(t, s.Rows, toMatch(s.Rows)) {
			if m.Verdict != matching.Imported {
				t.Fatalf("row %d is not recognised the second time: %+v", i, s.Rows[i])
			}
		}
	}
	for _, p := range f.Problems {
		if p.What == "" || p.Line < 1 {
			t.Fatalf("the problem names no place: %+v", p)
		}
	}
}

// lettersOf leaves the encoding to detection for one file in sixty-four, because detection takes ten times as long as
// the rest of reading.
func lettersOf(data []byte) Options {
	if len(data)%64 == 0 {
		return Options{}
	}
	return Options{Encoding: "utf-8"}
}

func FuzzOFX(f *testing.F) {
	testkit.Fuzz(f, []string{
		ofxHead + "<OFX><STMTRS><CURDEF>EUR<STMTTRN><DTPOSTED>20260102<TRNAMT>-1.5<FITID>a<NAME>b&amp;<![CDATA[x]]></STMTTRN></STMTRS>",
		"<?xml encoding='latin1'?><!-- --><OFX><STMTTRN><DTPOSTED>20260102</DTPOSTED><TRNAMT>1,5</TRNAMT></STMTTRN><A b=\"c\"/>\xff",
	}, func(t testing.TB, data []byte) {
		got, err := readOFX(data, lettersOf(data))
		check(t, got, err)
	})
}

func FuzzQIF(f *testing.F) {
	testkit.Fuzz(f, []string{
		"!Account\nNa\n^\n!Type:Bank\nD1/2' 6\nT-1,234.50\nPx\nMy\nN1\n^\n",
		"!Type:CCard\rD31.12.25\rU5\r^\r!Type:Invst\r^",
	}, func(t testing.TB, data []byte) {
		got, err := readQIF(data, lettersOf(data))
		check(t, got, err)
	})
}

func FuzzCAMT(f *testing.F) {
	testkit.Fuzz(f, []string{
		`<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>D</IBAN></Id><Ccy>EUR</Ccy></Acct><Ntry><Amt Ccy="EUR">1.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-02</Dt></BookgDt><NtryDtls><TxDtls><Amt Ccy="EUR">1</Amt></TxDtls><TxDtls><Amt Ccy="EUR">0.5</Amt></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
	}, func(t testing.TB, data []byte) {
		got, err := readCAMT(data, lettersOf(data))
		check(t, got, err)
	})
}

func FuzzCSV(f *testing.F) {
	seeds := []string{
		"Date;Payee;Memo;Amount\n13.01.2026;a;b;-1.234,5\n14.01.2026;\"c\nd\";;2\n",
		"Date,Debit,Credit,ID\n2026-01-02,5.00,,x\n2026-01-03,,7,y\n\"open,1\n",
		"\xff\xfeD\x00;\x00",
	}
	for _, shape := range shapes {
		seeds = append(seeds, shape.file)
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, data []byte) {
		letters := lettersOf(data)
		got, err := Read(data, letters)
		if err == nil {
			check(t, got, nil)
		}
		if got.Mapping != nil {
			ShapeOf(data, *got.Mapping).Fits(data)
		}
		Cells(data, Mapping{Delimiter: ",", Encoding: letters.Encoding}, 5)
	})
}

// FuzzZIP verifies that the unpacked size is limited by the size of the archive, whatever sizes it declares.
func FuzzZIP(f *testing.F) {
	packed := func(names ...string) string {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for i, name := range names {
			one, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: []uint16{zip.Store, zip.Deflate}[i%2]})
			if err != nil {
				f.Fatal(err)
			}
			if _, err := one.Write([]byte("<Document><BkToCstmrStmt></BkToCstmrStmt></Document>")); err != nil {
				f.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			f.Fatal(err)
		}
		return out.String()
	}
	testkit.Fuzz(f, []string{packed("a.xml"), packed("a.csv", "b.csv"), packed("xl/a.xml"), packed("__MACOSX/a.xml", "b.xml", "c.sta"), packed(), "PK\x03\x04"}, func(t testing.TB, data []byte) {
		out, err := Unpack(data)
		if err != nil {
			if out != nil || apperr.KindOf(err) != apperr.Invalid {
				t.Fatalf("unpacked %d bytes, error %v", len(out), err)
			}
			return
		}
		if len(out) > anyRatio+mostRatio*len(data) {
			t.Fatalf("%d bytes were unpacked to %d", len(data), len(out))
		}
	})
}
