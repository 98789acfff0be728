package budget

import (
	"cmp"
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

// CompareNames compares two names for an alphabetical list. It ignores case, accents, and signs before the first letter or
// digit, such as an emoji. Names that are equal otherwise are compared as they are written.
func CompareNames(a, b string) int {
	return cmp.Or(cmp.Compare(sortKey(a), sortKey(b)), cmp.Compare(a, b))
}

func sortKey(name string) string {
	key := withoutAccents(NameKey(name))
	if start := strings.IndexFunc(key, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }); start > 0 {
		return key[start:]
	}
	return key
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
