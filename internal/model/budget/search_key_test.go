package budget

import "testing"

// TestSearchIgnoresCaseAndAccents lists texts that a search must treat as equal.
func TestSearchIgnoresCaseAndAccents(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Café": "cafe", "CAFE\u0301": "cafe", "Straße": "strasse", "Łódź": "lodz", "Ærø": "aero", "ＲＥＷＥ": "rewe", "Йод": "иод", "각": "각", "पानी": "पानी", "İstanbul": "istanbul", "\xff": "\xff", "a\xffÉ": "a\xffe",
	} {
		if got := SearchKey(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
