package cli

import (
	"strings"
	"testing"
	"unicode"

	"holdover/internal/testing/testkit"
)

// FuzzPrintedText checks that no text reaches the terminal with control characters or characters that change the
// direction of following text.
func FuzzPrintedText(f *testing.F) {
	testkit.Fuzz(f, []string{"\x1b[31mred\x1b]0;title\x07", "a\u202eb\u2066c", "\u009b31m", "a\r\nb\tc", "\xff\xfe", "é😀"}, func(t testing.TB, input []byte) {
		bad := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
		if s := harmless(string(input)); strings.ContainsFunc(s, bad) {
			t.Fatalf("harmless(%q) = %q has a control or direction character", input, s)
		}
		if s := printable(string(input)); strings.ContainsFunc(s, bad) || strings.Contains(s, "\n") {
			t.Fatalf("printable(%q) = %q has a control or direction character, or a line break", input, s)
		}
	})
}
