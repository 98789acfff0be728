package csvcell

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGuard(t *testing.T) {
	for _, formula := range []string{"=1", "+1", "-1", "@a", "\t=1", "\u00a0=1", "\u202e=1", "\ufeff\u200d@x", "\r\n-2", "＝1"} {
		if Guard(formula) == formula {
			t.Errorf("%q remains a formula", formula)
		}
	}
	for _, text := range []string{"", "Rent", "a=b", "1-2", "Über", "  Rent"} {
		if Guard(text) != text {
			t.Errorf("%q becomes %q", text, Guard(text))
		}
	}
}

// A spreadsheet that drops invisible characters reads the text after them as a formula.
func TestAdvisoryFormulasBehindInvisibleCharacters(t *testing.T) {
	for _, before := range []string{
		"", " ", "\t", "\r\n", "\x00", "\u00a0", "\u00ad", "\u034f", "\u115f", "\u180e", "\u200b", "\u200d", "\u2060", "\u202e", "\u2800", "\u3164",
		"\ufe0f", "\ufeff", "\uffa0", "\U000e0020", "\u200b \ufeff\u2800",
	} {
		for _, sign := range []string{"=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠"} {
			if got := Guard(before + sign + "1+1"); !strings.HasPrefix(got, "'") {
				t.Errorf("%q is written as %q, still a formula", before+sign, got)
			}
		}
	}
	for _, plain := range []string{"Grocer", "", "Übersicht", "ציפור", "1 = 1", "é = e"} {
		if got := Guard(plain); got != plain {
			t.Errorf("%q is written as %q", plain, got)
		}
	}
}

func TestUnguardRestoresEveryText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("'=-+ax ＝\u200b"))).Draw(t, "text")
		if got := Unguard(Guard(text)); got != text {
			t.Fatalf("%q becomes %q", text, got)
		}
		if isFormula(Guard(text)) {
			t.Fatalf("%q remains a formula", text)
		}
	})
}
