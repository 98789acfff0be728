package budget

import (
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// NameKey is what two names are compared by: trimmed and folded. A group's key is
// unique in its budget, a category's in its group, hidden ones included.
func NameKey(name string) string { return Fold(strings.TrimSpace(name)) }

// Fold makes texts equal that differ in case or composition alone: it is in
// Unicode normal form C and case-folded.
func Fold(text string) string {
	for i := range len(text) {
		if text[i] > 127 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(text)))
		}
	}
	return strings.ToLower(text) // the same, and much faster
}

// FreeName is name itself where its key is not taken, else name with the first
// suffix -1, -2, … whose key is free.
func FreeName(name string, taken func(key string) bool) string { return FreeNames(taken)(name) }

// FreeNames is FreeName for many names, each of which is taken from then on. It goes
// on where it ended for a name: from the first again, a file of a hundred thousand
// equal names takes hours.
func FreeNames(taken func(key string) bool) func(name string) string {
	tried := map[string]int{}
	return func(name string) string {
		stem := NameKey(name)
		free := name
		for n := tried[stem]; ; n++ {
			if n > 0 {
				free = strings.TrimSpace(name) + "-" + strconv.Itoa(n)
			}
			if !taken(NameKey(free)) {
				return free
			}
			tried[stem] = n + 1
		}
	}
}
