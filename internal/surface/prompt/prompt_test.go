package prompt

import (
	"slices"
	"testing"
)

// TestOptionIsChosenByNumberOrPartOfItsText selects options by number or by part of their text, in any case.
func TestOptionIsChosenByNumberOrPartOfItsText(t *testing.T) {
	options := []string{"Household  EUR", "Zürich  CHF", "House 2  EUR"}
	for typed, want := range map[string][]int{"1": {0}, "2": {1}, "ZÜR": {1}, "house": {0, 2}, "household": {0}, "4": nil, "9": nil, "none": nil, "": {0, 1, 2}} {
		if got := matching(options, []int{0, 1, 2}, typed); !slices.Equal(got, want) {
			t.Errorf("%q chooses %v, want %v", typed, got, want)
		}
	}
	// After "house", only the first and the third option are listed, with their numbers of before. The number of the second
	// chooses nothing, but a text still searches all options.
	for typed, want := range map[string][]int{"1": {0}, "2": nil, "3": {2}, "zür": {1}} {
		if got := matching(options, []int{0, 2}, typed); !slices.Equal(got, want) {
			t.Errorf("after \"house\", %q chooses %v, want %v", typed, got, want)
		}
	}
}
