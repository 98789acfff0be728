package finder

import (
	"strings"
	"unicode"
)

// mostWords is how many words are looked for one by one; a longer text is looked for as it stands.
const mostWords = 10

// term is a word or phrase that is searched for, or that no row may have.
type term struct {
	text  string
	not   bool
	whole bool // it stood in quotes: no amount is meant
}

// termsOf takes a text apart: "rewe august" is two words that a row has both, "-bread" one that it has not, and what stands in quotes is
// one. An amount is one, however it is written.
func termsOf(text string) (all []term) {
	text = strings.TrimSpace(text)
	if parseAmount(text).given() {
		return []term{{text: text}}
	}
	rest := text
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		var t term
		if t, rest = nextTerm(rest); t.text != "" {
			all = append(all, t)
		}
	}
	if len(all) > mostWords {
		return []term{{text: text, whole: true}}
	}
	return all
}

// nextTerm is the term that a text begins with, and what comes after it.
func nextTerm(text string) (t term, rest string) {
	if after, not := strings.CutPrefix(text, "-"); not && after != "" && !unicode.IsSpace([]rune(after)[0]) && !beginsWithAmount(after) {
		t.not, text = true, after
	}
	if inside, quoted := cutQuote(text); quoted {
		t.text, rest, _ = strings.Cut(inside, "\"")
		t.text, t.whole = strings.TrimSpace(t.text), true
		return t, rest
	}
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	t.text = text[:end]
	return t, text[end:]
}

// quotes are the signs that a phrase stands between: those that keyboards and telephones make of ".
var quotes = strings.NewReplacer("“", "\"", "”", "\"", "„", "\"", "«", "\"", "»", "\"")

// cutQuote is what comes after an opening quote. A quote that nothing closes is a letter.
func cutQuote(text string) (inside string, quoted bool) {
	inside, quoted = strings.CutPrefix(quotes.Replace(text), "\"")
	return inside, quoted && strings.Contains(inside, "\"")
}

// beginsWithAmount says that a minus before a text is that of an amount.
func beginsWithAmount(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return parseAmount(word).given()
}
