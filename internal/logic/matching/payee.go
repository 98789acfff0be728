package matching

import (
	"strings"
	"unicode"
)

// leastWord is the minimum number of letters of a word that is compared.
const leastWord = 3

// wordsOf returns the words of a name that are compared. Words with digits are omitted: they are branches, dates and
// cards.
func wordsOf(key string) (words []string) {
	for _, w := range strings.FieldsFunc(key, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= leastWord && !strings.ContainsFunc(w, unicode.IsDigit) {
			words = append(words, w)
		}
	}
	return words
}

// wordCache stores the words of the compared names.
type wordCache map[string][]string

func (c wordCache) of(key string) []string {
	words, is := c[key]
	if !is {
		words = wordsOf(key)
		c[key] = words
	}
	return words
}

// compare compares two names by their words.
func (c wordCache) compare(a, b string) payeeSign {
	if a == "" || b == "" {
		return otherPayee
	}
	short, long := c.of(a), c.of(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	shared := 0
	for _, w := range short {
		for _, other := range long {
			if w == other {
				shared++
				break
			}
		}
	}
	switch {
	case shared == 0:
		return otherPayee
	case shared == len(short):
		return alikePayee
	}
	return unclearPayee
}

// payeeSign compares the payee of an incoming row with that of a form of an existing transaction.
func (m *matcher) payeeSign(in *Row, f *form) payeeSign {
	e := &m.existing[f.row]
	hasTexts := in.Text != "" && f.text != ""
	switch {
	case in.Text == f.text && (hasTexts || f.id != ""): // also if the bank writes none
		return samePayee
	case in.Payee != "" && in.Payee == e.Payee:
		if hasTexts && !e.IsForeign {
			return alikePayee // two branches of one payee
		}
		return samePayee
	case in.Payee == "" || e.Payee == "" && f.text == "":
		return unclearPayee
	}
	sign := otherPayee
	for _, a := range []string{in.Text, in.Payee} {
		for _, b := range []string{f.text, e.Payee} {
			sign = min(sign, m.words.compare(a, b))
		}
	}
	if sign == otherPayee && (e.IsForeign || f.text == "" && !in.IsKnown) {
		return unclearPayee
	}
	return sign
}
