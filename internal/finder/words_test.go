package finder

import (
	"slices"
	"strings"
	"testing"
)

// TestSearchTakesWordsOneByOne says what is looked for as one: amounts, and texts that are too long to take apart.
func TestSearchTakesWordsOneByOne(t *testing.T) {
	long := strings.Repeat("a ", mostWords) + "a"
	for text, want := range map[string][]string{
		"": {}, " \t": {}, "rewe": {"rewe"}, "  rewe  bread ": {"rewe", "bread"}, "12.50": {"12.50"}, long: {long},
	} {
		if got := wordsOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
