package mcp

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// FuzzArguments checks that amounts, months, dates and names from an assistant are refused by name or parsed
// correctly.
func FuzzArguments(f *testing.F) {
	a := &assistant{Config: Config{App: apptest.New(f)}}
	thousandths := money.Format{DecimalDigits: 3, DecimalSeparator: "."}
	m := app.Month{Categories: []app.MonthCategory{{ID: "a-1", Group: "Food", Name: "Groceries"}, {ID: "a-2", Group: "Fun", Name: "Groceries"}, {ID: "a-3", Group: "Fun", Name: "İmit: x"}}}
	testkit.Fuzz(f, []string{"-12.34", "5", ".5", "5.", "1e3", "999999999999999.999", "--1", "2026-03", "2026-03-01", "9999-12", "Food: Groceries", "groceries", ":", "A-1"}, func(t testing.TB, input []byte) {
		text := string(input)
		if n, err := readAmount(thousandths, Amount(text)); err == nil {
			again, err := readAmount(thousandths, Amount(n.String()))
			if n.Abs() > money.Limit || err != nil || again != n {
				t.Fatalf("amount %q is parsed as %d, printed and parsed again as %d (error %v)", text, n, again, err)
			}
		} else if apperr.KindOf(err) != apperr.Invalid {
			t.Fatal(err)
		}
		if at, err := a.monthNamed(t.Context(), text); err == nil && text != "" && at.String() != text[:7] {
			t.Fatalf("month %q is parsed as %v", text, at)
		}
		if on, err := day(text); err == nil && on.String() != text {
			t.Fatalf("date %q is parsed as %v", text, on)
		}
		if c, err := category(&m, text); err == nil && !strings.HasPrefix(c.ID, "a-") {
			t.Fatalf("category %q is found as %+v", text, c)
		}
	})
}
