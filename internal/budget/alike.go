package budget

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// AlikeKey is what the names of payees have in common that are likely the same:
// "LIDL 1234", "Lidl " and "Lídl" have one key. Case, spaces and signs, the
// accents of Latin and Greek letters, and numbers at the end do not count. It is
// empty for a name that nothing else is left of.
func AlikeKey(name string) string {
	words := strings.FieldsFunc(withoutAccents(NameKey(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for len(words) > 0 && strings.IndexFunc(words[len(words)-1], func(r rune) bool { return !unicode.IsDigit(r) }) < 0 {
		words = words[:len(words)-1]
	}
	return strings.Join(words, "")
}

// withoutAccents leaves the marks of other scripts: there they are letters.
func withoutAccents(text string) string {
	var kept strings.Builder
	accented := false
	for _, r := range norm.NFD.String(text) {
		if unicode.Is(unicode.Mn, r) {
			if accented {
				continue
			}
		} else {
			accented = unicode.In(r, unicode.Latin, unicode.Greek)
		}
		kept.WriteRune(r)
	}
	return norm.NFC.String(kept.String())
}
