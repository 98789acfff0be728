// Package colour computes the contrast of colours and derives readable shades of an accent colour.
//
// It belongs to the base layer. Start with Shades.
package colour

import (
	"fmt"
	"math"
	"strconv"
)

// RGB is a colour of the sRGB colour space.
type RGB struct{ R, G, B uint8 }

// Parse parses six hexadecimal digits, such as "1d5a40", with or without a "#" before them. It reports whether the text
// is a colour.
func Parse(text string) (c RGB, ok bool) {
	digits := text
	if len(digits) == 7 && digits[0] == '#' {
		digits = digits[1:]
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 {
		return RGB{}, false
	}
	return RGB{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// Hex returns the six hexadecimal digits of the colour in lower case.
func (c RGB) Hex() string { return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B) }

// luminance returns the relative luminance of WCAG 2.2, from 0 (black) to 1 (white).
func (c RGB) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// Contrast returns the contrast ratio of WCAG 2.2, from 1 to 21.
func Contrast(a, b RGB) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Mix returns a mixture of two colours: of 100 parts, the given number are of b.
func Mix(a, b RGB, parts int) RGB {
	mix := func(x, y uint8) uint8 { return uint8((int(x)*(100-parts) + int(y)*parts + 50) / 100) }
	return RGB{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B)}
}

var (
	black = RGB{0, 0, 0}
	white = RGB{255, 255, 255}
)

// Readable is the least contrast of text in WCAG 2.2, level AA.
const Readable = 4.5

// Scheme contains the shades of an accent colour for a light or a dark theme.
type Scheme struct {
	Accent RGB // text and borders on the theme's surfaces
	Ink    RGB // text on Accent
	Soft   RGB // a background for text in Accent
}

// Shades returns the shade of an accent colour that is nearest to it and readable on every surface and on its own soft
// background. A dark theme needs a lighter shade, a light theme a darker one.
func Shades(accent RGB, dark bool, surfaces ...RGB) Scheme {
	towards, soften := black, 12
	if dark {
		towards, soften = white, 18
	}
	for parts := 0; ; parts++ {
		s := Scheme{Accent: Mix(accent, towards, parts)}
		s.Soft, s.Ink = Mix(surfaces[0], s.Accent, soften), inkOn(s.Accent)
		if parts == 100 || s.readableOn(surfaces) {
			return s
		}
	}
}

func (s Scheme) readableOn(surfaces []RGB) bool {
	for _, surface := range surfaces {
		if Contrast(s.Accent, surface) < Readable {
			return false
		}
	}
	return Contrast(s.Accent, s.Soft) >= Readable && Contrast(s.Accent, s.Ink) >= Readable
}

// inkOn returns black or white, whichever has more contrast on a colour.
func inkOn(c RGB) RGB {
	if Contrast(c, black) > Contrast(c, white) {
		return black
	}
	return white
}
