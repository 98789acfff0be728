package colour

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/testing/testkit"
)

// The published values are those of the WCAG 2.2 contrast examples: black on white 21, #767676 on white 4.54, #0000ff
// on white 8.59.
func TestContrastEqualsPublishedValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want float64
	}{{"000000", "ffffff", 21}, {"767676", "ffffff", 4.54}, {"777777", "ffffff", 4.48}, {"0000ff", "ffffff", 8.59}, {"ff0000", "ffffff", 4.00}, {"123456", "123456", 1}} {
		a, _ := Parse(c.a)
		b, _ := Parse("#" + c.b)
		if got := Contrast(a, b); math.Abs(got-c.want) > 0.005 || got != Contrast(b, a) {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestParseAcceptsSixDigitsOnly(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "#", "fff", "#fff", "1d5a4", "1d5a400", "##1d5a4", "+1d5a4", "1d5a4g", "1d5a40;}", "red"} {
		if c, ok := Parse(text); ok {
			t.Errorf("%q is %v", text, c)
		}
	}
	if c, ok := Parse("#1D5a40"); !ok || c.Hex() != "1d5a40" {
		t.Errorf("%v, %v", c, ok)
	}
}

func anyColour() *rapid.Generator[RGB] {
	return rapid.Custom(func(t *rapid.T) RGB {
		return RGB{rapid.Uint8().Draw(t, "red"), rapid.Uint8().Draw(t, "green"), rapid.Uint8().Draw(t, "blue")}
	})
}

// Any accent colour is readable after it was adapted to the surfaces of a theme, and stays as it is if it was readable
// before.
func TestShadesAreReadable(t *testing.T) {
	t.Parallel()
	light, dark := []RGB{{246, 244, 238}, {255, 254, 251}, {240, 237, 226}}, []RGB{{0, 0, 0}, {26, 31, 28}, {38, 45, 41}}
	rapid.Check(t, func(t *rapid.T) {
		accent, isDark := anyColour().Draw(t, "accent"), rapid.Bool().Draw(t, "dark")
		surfaces := light
		if isDark {
			surfaces = dark
		}
		s := Shades(accent, isDark, surfaces...)
		if !s.readableOn(surfaces) {
			t.Fatalf("%s became %+v", accent.Hex(), s)
		}
		if again := Shades(s.Accent, isDark, surfaces...); again != s {
			t.Fatalf("a readable colour changed from %+v to %+v", s, again)
		}
	})
}

// FuzzParse checks that a parsed colour is formatted as digits that give the same colour.
func FuzzParse(f *testing.F) {
	testkit.Fuzz(f, []string{"#1d5a40", "ffffff", "#", "0x1234"}, func(t testing.TB, input []byte) {
		c, ok := Parse(string(input))
		if !ok {
			return
		}
		if again, ok := Parse(c.Hex()); !ok || again != c {
			t.Errorf("%q is %v, and %v once formatted", input, c, again)
		}
	})
}
