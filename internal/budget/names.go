package budget

import (
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// NameKey is what two names are compared by: trimmed, in Unicode normal form C
// and case-folded. A group's key is unique in its budget, a category's in its
// group, hidden ones included.
func NameKey(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// FreeName is name itself where its key is not taken, else name with the first
// suffix -1, -2, … whose key is free.
func FreeName(name string, taken func(key string) bool) string {
	free := name
	for n := 1; taken(NameKey(free)); n++ {
		free = strings.TrimSpace(name) + "-" + strconv.Itoa(n)
	}
	return free
}
