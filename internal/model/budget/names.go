package budget

import (
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// NameKey returns the key that names are compared by: trimmed and folded. A group's key is unique in its budget, a
// category's in its group, hidden ones included.
func NameKey(name string) string { return Fold(strings.TrimSpace(name)) }

// Fold makes texts equal that differ only in case or composition: it returns Unicode normal form C, case-folded.
func Fold(text string) string {
	for i := range len(text) {
		if text[i] > 127 {
			return norm.NFC.String(cases.Fold().String(norm.NFC.String(text)))
		}
	}
	return strings.ToLower(text) // the same result, much faster
}

// FreeName returns name if its key is not taken, otherwise name with the first suffix -1, -2, … that makes the key
// free.
func FreeName(name string, taken func(key string) bool) string { return FreeNames(taken)(name) }

// FreeNames returns a FreeName for many names, each of which is taken afterwards. It remembers the last suffix of
// each name: without that, a file with a hundred thousand equal names takes hours.
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
