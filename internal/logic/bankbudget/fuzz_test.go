package bankbudget_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/bankbudget"
	"holdover/internal/logic/importer"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// FuzzConvert checks that bank files are refused with an error for the user, or become a document whose account
// balances are the sums of its rows. A zero byte separates two files.
func FuzzConvert(f *testing.F) {
	testkit.Fuzz(f, []string{
		ofx("SAVINGS", "DE1", "90", "20260131", movement("20260110", "-10", "a", "Grocer")) + "\x00" + ofx("SAVINGS", "DE1", "80", "", movement("20260131", "-5.5", "a", "Baker")),
		"Date,Payee,Amount,Balance\n2026-01-20,Shop,-1.00,5\n2026-01-20,Shop,-1.00,4\n\x00!Type:Bank\nD13/01/2026\nT-5.00\nPCafe\nLFun:Coffee\n^\nD14/01/2026\nT2\nSa\n$1\nS[x]\n$1\n^\n",
		":20:X\n:25:NL1\n:28C:1\n:60F:C260101EUR1,00\n:61:2601020102D1,00NTRF//a\n:86:x\n:62F:C260102EUR0,00\n",
	}, func(t testing.TB, input []byte) {
		first, second, _ := strings.Cut(string(input), "\x00")
		a := archive("a.csv", first, "b.txt", second)
		opts := conversion.Options{Currency: "EUR"}
		if len(input)%2 == 0 {
			opts = conversion.Options{Dates: "dmy", Decimals: ",", Currency: "JPY"}
		}
		var out bytes.Buffer
		if _, err := (bankbudget.Converter{}).Convert(a, &out, opts); err != nil {
			if apperr.KindOf(err) != apperr.Invalid {
				t.Fatal(err)
			}
			return
		}
		doc, err := ynabdoc.Decode(&out)
		if err != nil {
			t.Fatalf("the document cannot be read: %v", err)
		}
		n := 0
		_, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return "new-" + strconv.Itoa(n) }})
		if err != nil && apperr.KindOf(err) != apperr.Invalid {
			t.Fatal(err)
		}
		if err == nil && len(notes.Contradictions) > 0 {
			t.Fatalf("the balances are not the sums of the rows: %+v", notes.Contradictions)
		}
	})
}
