package bankimport

import (
	"strings"
	"unicode"

	"holdover/internal/budget"
)

// alike are the rows whose texts of the bank's differ by numbers alone: branches,
// dates and cards, as in "REWE SAGT DANKE 4140".
type alike struct {
	payee    agreed[budget.PayeeNo]
	category agreed[budget.CategoryNo]
}

// agreed is what two of the last three chose. One alone says nothing of another text.
type agreed[N comparable] struct {
	habit budget.Habit[N]
	seen  int
}

func (a *agreed[N]) see(n N) {
	var none N
	if a.habit.See(n); n != none {
		a.seen++
	}
}

func (a *agreed[N]) chosen() (n N) {
	if a.seen > 1 && a.habit.Sure() {
		n = a.habit.Usual()
	}
	return n
}

// leastStem is how many letters a text has at least that says whom it is of.
const leastStem = 3

// stemOf is a text without the words that have digits in them; none where it has no
// such word, or too little is left.
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
