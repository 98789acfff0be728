package report

import (
	"strings"
	"testing"
)

// A spreadsheet that drops invisible characters reads the text after them as a formula.
func TestAdvisoryFormulasBehindInvisibleCharacters(t *testing.T) {
	for _, before := range []string{
		"", " ", "\t", "\r\n", "\x00", "\u00a0", "\u00ad", "\u034f", "\u115f", "\u180e", "\u200b", "\u200d", "\u2060", "\u202e", "\u2800", "\u3164",
		"\ufe0f", "\ufeff", "\uffa0", "\U000e0020", "\u200b \ufeff\u2800",
	} {
		for _, sign := range []string{"=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠"} {
			if got := SafeCell(before + sign + "1+1"); !strings.HasPrefix(got, "'") {
				t.Errorf("%q is written as %q, still a formula", before+sign, got)
			}
		}
	}
	for _, plain := range []string{"Grocer", "", "Übersicht", "ציפור", "1 = 1", "é = e"} {
		if got := SafeCell(plain); got != plain {
			t.Errorf("%q is written as %q", plain, got)
		}
	}
}
