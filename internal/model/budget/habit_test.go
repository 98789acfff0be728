package budget

import "testing"

// The prediction changes when two of the last three choices agree, and not before.
func TestHabit(t *testing.T) {
	for choices, want := range map[string]string{
		"a": "a", "ab": "a", "aab": "a", "abb": "b", "aabab": "b", "abc": "a", "abcd": "a", "aaabcb": "b", "abcabc": "a", "": "",
	} {
		var h Habit[string]
		for _, c := range choices {
			h.See(string(c))
			h.See("")
		}
		if h.Usual() != want {
			t.Errorf("%s: %q, not %q", choices, h.Usual(), want)
		}
	}
	var h Habit[int]
	for i, sure := range []bool{true, false, true, false} {
		if h.See([]int{1, 2, 1, 3}[i]); h.Sure() != sure {
			t.Errorf("after %d it is sure: %v", i+1, h.Sure())
		}
	}
}
