package bankfile

import (
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// MT940 as banks write it, with fictional rows: numbered parts, words between slashes, plain text; with an envelope
// and without; reversals, and days of booking in another year than the value date.
func TestMT940(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"numbered parts": {":20:STARTUMS\r\n:25:70050000/123456\r\n:28C:1/1\r\n:60F:C260101EUR1000,00\r\n:61:2601020102DR12,34N005NONREF//7\r\n" +
			":86:105?00BASISLASTSCHRIFT?109999?20EREF+77?21SVWZ+Strom Jan?22uar?30BIC?31DE11?32Stadtwerke ?33Ulm\r\n" +
			":61:2601030102CR500,N062NONREF\r\n:86:166?00GUTSCHRIFT?20SVWZ+Lohn?32Fabrik\r\n:62F:C260102EUR1487,66\r\n-\r\n", `
70050000/123456 EUR 2026-01-02 1487.660
5 2026-01-02 -12.340 Stadtwerke Ulm|Strom Januar||
7 2026-01-02 500.000 Fabrik|Lohn||
`},
		"words": {"{1:F01RABONL2U}{2:I940}{4:\n:20:X\n:25:NL11RABO1 EUR\n:28C:0\n:60F:C260101EUR10,00\n:61:260102D10,00N102EREF\nNL55\n" +
			":86:/EREF/1/BENM//NAME/J. Jansen/REMI/Factuur\n 17/ISDT/2026\n:62F:C260102EUR0,00\n-}\n", `
NL11RABO1 EUR 2026-01-02 0.000
6 2026-01-02 -10.000 J. Jansen|Factuur 17||
`},
		"counterparty": {":20:X\n:25:NL11INGB1\n:28C:0\n:60F:C260101EUR0,00\n:61:2601020102C1,5NTRFNONREF//1\n:86:/CNTP/NL22/INGBNL2A/Winkel BV///REMI/USTD//Retour/\n:62F:C260102EUR1,50\n", `
NL11INGB1 EUR 2026-01-02 1.500
5 2026-01-02 1.500 Winkel BV|Retour||
`},
		"a name after the reference": {":20:X\n:25:1\n:28:0\n:60F:C260101EUR5,00\n:61:260102D000000000005,00N0440121470966      W.P. Jansen\n:86:Terugboeking\n:62F:C260102EUR0,00\n", `
1 EUR 2026-01-02 0.000
5 2026-01-02 -5.000 W.P. Jansen|Terugboeking||
`},
		"plain text and reversals": {":20:X\n:25:1\n:28:0\n:60F:D260101PLN10,00\n:61:2601011231RD1,00NMSCNONREF\n:86:Storno\n:61:260102    RC2,00NMSCNONREF\n:61:260103DN3,NCHK1234//9\n:86:Czek\n:62F:D260103PLN14,00\n", `
1 PLN 2026-01-03 -14.000
5 2025-12-31 1.000 Storno|||
7 2026-01-02 -2.000 |||
8 2026-01-03 -3.000 Czek|||1234
`},
		"an amount without its digits": {":20:X\n:25:1\n:28:0\n:60F:C260101EUR10,00\n:61:260102D1,00NMSC\n:86:b\n:61:260103Dx,00NMSC\n:62F:C260103EUR1,00\n", `
1 EUR 2026-01-03 1.000
5 2026-01-02 -1.000 b|||
line 7, field 61: "260103Dx,00NMSC": ",00" is not an amount
`},
		"expected transactions": {":20:X\n:25:1\n:28:0\n:60F:C260101EUR10,00\n:61:260102EC2,00NMSC\n:86:a\n:61:260103ED1,00NMSC\n:86:b\n:62F:C260103EUR11,00\n", `
1 EUR 2026-01-03 11.000
5 2026-01-02 2.000 a|||
7 2026-01-03 -1.000 b|||
`},
		"several statements of one day": {":20:X\n:25:1\n:28:1/1\n:60F:C260101EUR10,00\n:61:260102D1,00NMSC\n:86:a\n:62M:C260102EUR9,00\n-\n:20:Y\n:25:1\n:28:1/2\n:60M:C260102EUR9,00\n:61:260102D2,00NMSC\n:86:b\n:62F:C260102EUR7,00\n", `
1 EUR 2026-01-02 7.000
5 2026-01-02 -1.000 a|||
13 2026-01-02 -2.000 b|||
`},
		"field NS": {":20:X\n:25:1\n:NS:22JOHN DOE\n:28:0\n:60F:C260101HUF5,00\n:61:2601020102D5,00S\n:NS:01526715\n09Fee\n15ERGO Fiok\n16telep\n:62F:C260102HUF0,00\n", `
1 HUF 2026-01-02 0.000
6 2026-01-02 -5.000 ERGO Fioktelep|Fee||
`},
		"rows that do not sum to the balance": {":20:X\n:25:1\n:28:0\n:60F:C260101EUR10,00\n:61:260102D1,00NMSC\n:86:a\n:62F:C260102EUR1,00\n", `
1 EUR
5 2026-01-02 -1.000 a|||
line 7, closing balance: it is 1.000, but the opening balance and the transactions make 9.000
`},
		"a row that cannot be read": {":20:X\n:25:1\n:28:0\n:60F:C260101EUR10,00\n:61:260230D1,00NMSC\n:86:a\n:61:260102D1,00NMSC\n:86:b\n:62F:C260102EUR1,00\n", `
1 EUR 2026-01-02 1.000
7 2026-01-02 -1.000 b|||
line 5, field 61: "260230" is not a date
`},
	} {
		t.Run(name, func(t *testing.T) { expect(t, c.file, Options{}, c.want) })
	}
}

// MT940 files that do not begin with its first field were detected as CSV, and the page showed the choice of columns.
func TestMT940IsDetectedInsideAnyEnvelope(t *testing.T) {
	const inside = ":20:X\n:25:1\n:28C:0\n:60F:C260101EUR0,00\n:61:260102C1,00NMSC\n:62F:C260102EUR1,00\n"
	for _, before := range []string{"", "\r\n\r\n", "  ", "\ufeff", ":940:\r\n", "{1:F01X}{2:I940}{4:\n", "{1:F01X}{2:O940X}{3:}{4:", "ABNANL2A\n940\nABNANL2A\n", "0000 01INGBNL2AXXXX00001\n0000 01INGBNL2AXXXX00001\n940 00\n"} {
		if format, err := Detect([]byte(before + inside)); err != nil || format != MT940 {
			t.Errorf("%q: detected as %s, error %v, want MT940", before, format, err)
		}
	}
	for _, other := range []string{"Date,Payee,Amount\n2026-01-02,a:20:b,1\n", "a;b\n:20:;:25:\n"} {
		if format, _ := Detect([]byte(other)); format == MT940 {
			t.Errorf("%q is detected as MT940", other)
		}
	}
}

func FuzzMT940(f *testing.F) {
	testkit.Fuzz(f, []string{
		":20:X\n:25:1\n:28C:0\n:60F:C260101EUR0,00\n:61:2601021231RCR1,00NMSCNONREF//1\nmore\n:86:166?00A?20SVWZ+b?32c\n:62F:C260102EUR1,00\n-\n",
		"{1:F01}{4:\n:20:X\n:25:1\n:60M:D991231JPY5,\n:61:991231D1.5NCHK7\n:86:/CNTP/1/2/3/REMI/USTD//x/NAME/y\n:62M:D991231JPY6,5\n-}",
	}, func(t testing.TB, data []byte) {
		got, err := readMT940(data, lettersOf(data))
		check(t, got, err)
	})
}

// A text without end, or a field without lines, is read in linear time.
func TestLongMT940IsReadInLinearTime(t *testing.T) {
	for name, text := range map[string]string{
		"rows":   ":20:X\n:25:1\n:28:0\n" + strings.Repeat(":61:260102D1,00NMSC\n", mostRows+1),
		"text":   ":20:X\n:25:1\n:28:0\n:61:260102D1,00NMSC\n:86:" + strings.Repeat("?20x", 1<<20),
		"fields": ":20:X\n:25:1\n:28:0\n:61:260102D1,00NMSC\n" + strings.Repeat(":86:x\n", 1<<18),
		"starts": strings.Repeat(":20:X\n:25:1\n:28:0\n", 1<<16),
	} {
		f, err := readMT940([]byte(text), Options{})
		if name == "rows" && err == nil || name != "rows" && err != nil {
			t.Errorf("%s: error %v", name, err)
		}
		for _, s := range f.Statements {
			for _, r := range s.Rows {
				if len(r.Payee)+len(r.Memo) > 3*mostText {
					t.Errorf("%s: a row has %d bytes", name, len(r.Payee)+len(r.Memo))
				}
			}
		}
	}
}
