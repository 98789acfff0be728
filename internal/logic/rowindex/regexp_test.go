package rowindex

import (
	"regexp"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// Case, accents and ligatures do not matter, in literals and in classes. Expressions are those of RE2.
func TestRegexpIgnoresCaseAndAccents(t *testing.T) {
	for _, c := range []struct {
		expression, text string
		matches          bool
	}{
		{"rewe", "REWE Markt", true},
		{"REWE", "rewe markt", true},
		{"^Café$", "CAFE\u0301", true},
		{"cafe", "Café", true},
		{"[É]picerie", "Epicerie", true},
		{"[A-F]x", "bX", true},
		{"[^A-F]x", "bx", false},
		{"straße", "STRASSE", true},
		{"ß+$", "ss", true},
		{`\d{4}-\d\d`, "INV 2026-03", true},
		{`\D`, "12", false},
		{"(?-i)REWE", "rewe", true},
		{"a|b", "xbx", true},
		{"^$", "", true},
		{"\u0301", "anything", true},
		{`\bmarkt\b`, "REWE Markt", true},
		{"k", "\u212a", true}, // the sign of Kelvin
	} {
		r, err := CompileRegexp(c.expression, false)
		if err != nil {
			t.Errorf("%s: %v", c.expression, err)
			continue
		}
		if got := matches(r, c.text); got != c.matches {
			t.Errorf("%s matches %q: %t, want %t", c.expression, c.text, got, c.matches)
		}
	}
}

func TestMalformedRegexpsAreRefusedWithAHint(t *testing.T) {
	for expression, hint := range map[string]string{
		"(a": `write \(`, "a)": `write \(`, "[a": `write \[`, "*a": `write \*`, "a**": `write \**`, "a{1001}": "smaller numbers", "x{1000}": "smaller numbers",
		"(x{40}){40}": "smaller numbers", `(?=a)`: "(?=", `\8`: `\8`, strings.Repeat("a", maxRegexp+1): "at most 200", "\xff": "UTF-8",
	} {
		_, err := CompileRegexp(expression, false)
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(apperr.HintOf(err), hint) {
			t.Errorf("%.20s: error %v with the hint %q, want it invalid with %q", expression, err, apperr.HintOf(err), hint)
		}
	}
}

// The bytes of all notes times the instructions are bounded.
func TestRegexpIsRefusedForTooManyNotes(t *testing.T) {
	r, err := CompileRegexp("(ab?c?){30}", false)
	if err != nil {
		t.Fatal(err)
	}
	b := new(Builder)
	note := strings.Repeat("note ", maxWork/5/100/r.instructions)
	for i := range 101 {
		if i == 99 && New(&Records{}, b).CheckWork(r) != nil {
			t.Errorf("refused for %d rows", i)
		}
		if err := b.Add(&Row{No: budget.TxNo(i + 1), Date: 2026_01_01, Cleared: budget.Uncleared, Line: Line{Memo: note}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := New(&Records{}, b).CheckWork(r); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("error %v, want it invalid", err)
	}
}

// FuzzRegexp compiles any expression: it is refused as invalid, or can be used. A quoted one matches its text.
func FuzzRegexp(f *testing.F) {
	index := New(&Records{Payees: []budget.Payee{{No: 1, Name: "Café"}}}, new(Builder))
	testkit.Fuzz(f, []string{"^caf[eé]", "(?i)x", `\pL+`, "[^é]", "(a|b)*c{2,3}", "[[:upper:]]", "\u0301+", "(?P<n>ß)", "a{0}", `\Q*\E`}, func(t testing.TB, input []byte) {
		r, err := CompileRegexp(string(input), false)
		if err != nil {
			if apperr.KindOf(err) != apperr.Invalid {
				t.Fatalf("%q: %v", input, err)
			}
			return
		}
		f := Filter{Multi: &MultiFilter{PayeeRegexp: r, NotesRegexp: r}}
		if n := index.Find(f).Rows; n != 0 || index.CheckWork(r) != nil {
			t.Fatalf("%q finds %d of no rows", input, n)
		}
		quoted := regexp.QuoteMeta(string(input))
		if r, err := CompileRegexp(quoted, false); len(quoted) <= maxRegexp && (err != nil || !matches(r, string(input))) {
			t.Fatalf("%q does not match its own text: %v", quoted, err)
		}
	})
}
