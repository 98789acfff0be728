package rowindex

import (
	"strings"
	"unicode"
)

// mostWords is the number of words searched individually; a longer text is searched as a whole.
const mostWords = 10

// term is a word or phrase to search for or to exclude.
type term struct {
	text  string
	not   bool
	whole bool // it was in quotes, so it is not an amount
}

// termsOf splits a search text into terms: "rewe august" has two words that a row must contain, "-bread" excludes a
// word, and text in quotes is one term. An amount is one term in any spelling. A term such as #holiday finds the tag: not
// #holidays, and no name.
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

// nextTerm returns the first term of a text, and the rest.
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

// quotes maps the typographic quotation marks of keyboards and phones to ".
var quotes = strings.NewReplacer("“", "\"", "”", "\"", "„", "\"", "«", "\"", "»", "\"")

// cutQuote returns the text after an opening quote. An unclosed quote is a letter.
func cutQuote(text string) (inside string, quoted bool) {
	inside, quoted = strings.CutPrefix(quotes.Replace(text), "\"")
	return inside, quoted && strings.Contains(inside, "\"")
}

// beginsWithAmount reports whether a minus sign before the text is the sign of an amount.
func beginsWithAmount(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return parseAmount(word).given()
}
