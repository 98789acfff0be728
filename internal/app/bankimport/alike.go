package bankimport

import (
	"strings"
	"unicode"

	"holdover/internal/model/budget"
)

// stemHabit collects the payees and categories of the rows whose bank texts have one stem. The texts differ only by
// words with digits: branches, dates and cards, as in "REWE SAGT DANKE 4140".
type stemHabit struct {
	payee    agreed[budget.PayeeNo]
	category agreed[budget.CategoryNo]
}

// agreed is the value that two of the last three rows had. A single row proves nothing about another text.
type agreed[N comparable] struct {
	habit budget.LastChoicePredictor[N]
	seen  int
}

func (a *agreed[N]) see(n N) {
	var none N
	if a.habit.Add(n); n != none {
		a.seen++
	}
}

func (a *agreed[N]) chosen() (n N) {
	if a.seen > 1 && a.habit.IsCertain() {
		n = a.habit.Predict()
	}
	return n
}

// leastStem is the minimum number of letters of a text that identifies a payee.
const leastStem = 3

// stemOf returns a text without its words with digits. It returns "" if no word has digits, or if too few letters are
// left.
func stemOf(text string) string {
	words := strings.FieldsFunc(budget.NameKey(text), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/*#.,:;-_", r) })
	kept, letters := words[:0], 0
	for _, w := range words {
		if !strings.ContainsFunc(w, unicode.IsDigit) {
			kept = append(kept, w)
			letters += len([]rune(w))
		}
	}
	if len(kept) == len(words) || letters < leastStem {
		return ""
	}
	return strings.Join(kept, " ")
}
