package amountparse

import (
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// FuzzAmount checks that a typed amount, in any number format, is either refused with a specific error or within the
// limit and a multiple of the currency's smallest amount, and that formatting and parsing it again returns the same
// amount.
func FuzzAmount(f *testing.F) {
	formats := []money.Format{money.DefaultFormat()}
	for _, code := range []string{"EUR", "JPY", "KWD", "CHF"} {
		for _, n := range money.AllNumbers() {
			format, ok := money.FormatOf(code, n)
			if !ok {
				f.Fatal(code)
			}
			formats = append(formats, format)
		}
	}
	seeds := []string{"1.234,50", "120/4", "(12+3)*2", "+15", "-15", "=-15", "*1,19", "/0", "((((1))))", "1'234.50", "−3", "€ 5", "999999999999999", "1/3*3", "--1", "100/3", "*2+1"}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		text := string(input)
		for i, format := range formats {
			now := []money.Milli{0, 12_000, -7_000}[i%3]
			for _, read := range []func(money.Format, string, money.Milli) (money.Milli, error){Amount, Over} {
				m, err := read(format, text, now)
				if err != nil {
					if apperr.KindOf(err) != apperr.Invalid || m != 0 {
						t.Fatalf("%q over %d: amount %d, error %v", text, now, m, err)
					}
					continue
				}
				again, err := Amount(format, "="+format.Text(m), now)
				if m.Abs() > money.Limit || m%format.Step() != 0 && m.Abs() != now.Abs() || err != nil || again != m {
					t.Fatalf("%q over %d: amount %d is formatted as %s and parsed as %d, error %v", text, now, m, format.Text(m), again, err)
				}
			}
		}
	})
}
