package tag

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestTagsOfATextAreFound lists texts with the names of their tags.
func TestTagsOfATextAreFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"#holiday":                         {"holiday"},
		"ferry #Holiday, #car-2026.":       {"Holiday", "car-2026"},
		"(#a)#b":                           {"a", "b"},
		"#a#b":                             {"a"},
		"invoice #12, order #12-34":        nil,
		"#2026-trip #12b":                  {"2026-trip", "12b"},
		"## #":                             nil,
		"##holiday ###x":                   nil,
		"a#b 1#b _#b -#b":                  nil,
		"https://example.com/#top page#at": nil,
		"#holiday-":                        {"holiday"},
		"#-holiday #_x #_1":                {"_x"},
		"#été #ÉTÉ #e\u0301te\u0301!":      {"été", "ÉTÉ", "e\u0301te\u0301"},
		"＃旅行、#日本":                          {"旅行", "日本"},
		"#पानी #کتاب\u200cها":              {"पानी", "کتاب\u200cها"},
		"#️⃣ #\xffa #a\xff":                {"a"},
		"#a/#b":                            {"a"},
	} {
		got := iterutil.Map(Find(text), func(f Found) string { return f.Name(text) })
		if !slices.Equal(got, want) {
			t.Errorf("%q has the tags %q, want %q", text, got, want)
		}
	}
}

// TestTagsAreEqualWithoutCaseAndAccents compares the keys of names.
func TestTagsAreEqualWithoutCaseAndAccents(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{{"Holiday", "HOLIDAY"}, {"café", "Cafe"}, {"Straße", "STRASSE"}} {
		if Key(same[0]) != Key(same[1]) {
			t.Errorf("%s and %s are different tags", same[0], same[1])
		}
	}
	if Key("holiday") == Key("holidays") {
		t.Error("holiday and holidays are the same tag")
	}
}

// TestATextIsOneTag lists texts that are a tag and others.
func TestATextIsOneTag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"holiday": "holiday", " #Holiday ": "Holiday", "＃旅行": "旅行", "#12": "", "two words": "", "##x": "", "": "", "#": "", "a#b": "", "x-": ""} {
		if got, ok := Parse(text); got != want || ok != (want != "") {
			t.Errorf("%q is the tag %q, want %q", text, got, want)
		}
	}
}

// TestTagsAreReplacedAndRemoved lists texts after another name was given to #a, and after #a was removed.
func TestTagsAreReplacedAndRemoved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, replaced, removed string }{
		{"#a", "#b", ""},
		{"x #A y", "x #b y", "x y"},
		{"x #a, y #aa", "x #b, y #aa", "x , y #aa"},
		{"#á x", "#b x", "x"},
		{"x\n#a", "x\n#b", "x"},
		{"(#a) ##a #ab", "(#b) ##a #ab", "() ##a #ab"},
		{"#a #a #c", "#b #b #c", "#c"},
		{" nothing ", " nothing ", " nothing "},
	} {
		if got := Replace(c.text, "a", "b"); got != c.replaced {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.replaced)
		}
		if got := Remove(c.text, "a"); got != c.removed {
			t.Errorf("%q becomes %q without the tag, want %q", c.text, got, c.removed)
		}
	}
}

// notes draws texts with many signs.
func notes() *rapid.Generator[string] {
	word := rapid.OneOf(rapid.SampledFrom([]string{"#", "##", "#a", "#A", "#b", "#ab", " ", "-", "/", "1", "é", "e\u0301", "＃", "½", "ﬁ", "旅", "\u200c", "\u20e3", "\xff"}), rapid.String())
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), "") })
}

// TestKeysAreThoseOfTheSearchKey finds the same tags in a text and in its search key, which the row index has.
func TestKeysAreThoseOfTheSearchKey(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { sameKeys(t, notes().Draw(t, "text")) })
}

func sameKeys(t rapid.TB, text string) {
	keys := iterutil.Map(Find(text), func(f Found) string { return f.Key })
	if inKey := slices.Collect(InKey(budget.SearchKey(text))); !slices.Equal(keys, inKey) {
		t.Fatalf("%q has the tags %q, its search key %q has %q", text, keys, budget.SearchKey(text), inKey)
	}
}

// TestRenamingIsReversible renames a tag to a name that the text does not have, and back.
func TestRenamingIsReversible(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := Replace(notes().Draw(t, "text"), "a", "a")
		if Has(text, "new") {
			return
		}
		renamed := Replace(text, "a", "new")
		if Has(renamed, "a") || Has(renamed, "new") != Has(text, "a") {
			t.Fatalf("%q was renamed to %q", text, renamed)
		}
		if len(Find(renamed)) != len(Find(text)) {
			t.Fatalf("%q has %d tags, renamed %q has %d", text, len(Find(text)), renamed, len(Find(renamed)))
		}
		if back := Replace(renamed, "new", "a"); back != text {
			t.Fatalf("%q was renamed to %q and back to %q", text, renamed, back)
		}
		if without := Remove(text, "a"); Has(without, "a") {
			t.Fatalf("%q has the tag after removing it: %q", text, without)
		}
	})
}

// FuzzFind finds the tags of any text: they are in order, do not overlap, and are those of the search key.
func FuzzFind(f *testing.F) {
	testkit.Fuzz(f, []string{"#holiday", "a ##b #c-d", "＃旅行 #été", "#12 #\xff"}, func(t testing.TB, input []byte) {
		text, last := string(input), 0
		for _, found := range Find(text) {
			if found.Start < last || found.End <= found.Start || found.End > len(text) {
				t.Fatalf("%q has a tag at %d to %d, after %d", text, found.Start, found.End, last)
			}
			if name, ok := Parse(found.Name(text)); !ok || Key(name) != found.Key {
				t.Fatalf("the name %q of a tag is not a name", found.Name(text))
			}
			last = found.End
		}
		if !strings.Contains(text, "\xff") {
			sameKeys(t, text)
		}
	})
}

// TestEachColourIsUsed derives all colours from names.
func TestEachColourIsUsed(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for i := range 200 {
		used[ColourOf(strings.Repeat("a", i))] = true
	}
	if len(used) != len(Colours) || ColourOf("holiday") != ColourOf(Key("Holiday")) {
		t.Errorf("%d of %d colours are used", len(used), len(Colours))
	}
}
