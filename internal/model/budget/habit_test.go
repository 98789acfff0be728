package budget

import "testing"

// The prediction changes when two of the last three choices agree, and not before.
func TestHabit(t *testing.T) {
	for choices, want := range map[string]string{
		"a": "a", "ab": "a", "aab": "a", "abb": "b", "aabab": "b", "abc": "a", "abcd": "a", "aaabcb": "b", "abcabc": "a", "": "",
	} {
		var h LastChoicePredictor[string]
		for _, c := range choices {
			h.Add(string(c))
			h.Add("")
		}
		if h.Predict() != want {
			t.Errorf("%s: %q, want %q", choices, h.Predict(), want)
		}
	}
	var h LastChoicePredictor[int]
	for i, sure := range []bool{true, false, true, false} {
		if h.Add([]int{1, 2, 1, 3}[i]); h.IsCertain() != sure {
			t.Errorf("after %d choices it is certain: %v", i+1, h.IsCertain())
		}
	}
}
