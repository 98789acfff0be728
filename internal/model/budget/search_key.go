package budget

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// SearchKey returns a text for searching and sorting, without case, accents (cafe finds Café) and composition of
// letters. NameKey, which keeps accents, decides whether names are equal.
func SearchKey(text string) string {
	for i := range len(text) {
		if text[i] > 127 {
			return norm.NFC.String(bare(cases.Fold().String(norm.NFKD.String(text))))
		}
	}
	return strings.ToLower(text) // the same result, much faster
}

// strokes maps letters with an accent that is not a separate mark.
var strokes = map[rune]string{'ø': "o", 'ł': "l", 'đ': "d", 'ħ': "h", 'ı': "i", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ð': "d"}

// bare removes accents. Bytes that are not letters stay.
func bare(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		plain, stroked := strokes[r]
		switch {
		case r >= 0x300 && r <= 0x36f:
		case stroked:
			b.WriteString(plain)
		default:
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}
