package budget

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// AlikeKey returns a key that is equal for payee names that are likely the same: "LIDL 1234", "Lidl " and "Lídl" have
// one key. It ignores case, spaces, punctuation, accents of Latin and Greek letters, and trailing numbers. It is
// empty if nothing else remains.
func AlikeKey(name string) string {
	words := strings.FieldsFunc(withoutAccents(NameKey(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	for len(words) > 0 && strings.IndexFunc(words[len(words)-1], func(r rune) bool { return !unicode.IsDigit(r) }) < 0 {
		words = words[:len(words)-1]
	}
	return strings.Join(words, "")
}

// withoutAccents removes the accents of Latin and Greek letters. In other scripts the marks are letters and stay.
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
