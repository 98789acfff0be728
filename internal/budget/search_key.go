package budget

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// SearchKey is a text as it is searched and sorted: without regard to case, to accents (cafe is in Café), or to how letters are
// composed. Names that have to differ are told apart by NameKey, which keeps accents.
func SearchKey(text string) string {
	for i := range len(text) {
		if text[i] > 127 {
			return norm.NFC.String(bare(cases.Fold().String(norm.NFKD.String(text))))
		}
	}
	return strings.ToLower(text) // the same, and much faster
}

// strokes are letters whose accent is no mark of its own.
var strokes = map[rune]string{'ø': "o", 'ł': "l", 'đ': "d", 'ħ': "h", 'ı': "i", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ð': "d"}

// bare leaves the accents away. Bytes that are no letters stay.
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
