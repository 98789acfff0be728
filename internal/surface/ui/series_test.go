package ui

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// seriesColour finds the colours of pictures: the light one, the dark one.
var seriesColour = regexp.MustCompile(`--series-(\d): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)`)

// visions are the transformations of colours in types of colour blindness: Machado, Oliveira and Fernandes 2009, of
// full severity, on linear light.
var visions = map[string][3][3]float64{
	"all colours": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":  {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
	},
	"tritanopia": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// TestColoursOfSeriesAreDistinguishable: any two colours of a chart differ by at least 12 (CIE 1976; 2.3 is just
// noticeable) with normal and impaired colour vision, and adjacent ones of a stack by 17, light and dark.
func TestColoursOfSeriesAreDistinguishable(t *testing.T) {
	t.Parallel()
	css, err := os.ReadFile("assets/css/reports.css")
	if err != nil {
		t.Fatal(err)
	}
	found := seriesColour.FindAllStringSubmatch(string(css), -1)
	if len(found) != 8 {
		t.Fatalf("%d colours were found", len(found))
	}
	for scheme, at := range map[string]int{"light": 2, "dark": 3} {
		for eyes, seen := range visions {
			for i := range found {
				for j := range i {
					least := 12.0
					if i-j == 1 && i < 7 { // the last is a line alone
						least = 17
					}
					if apart := distance(labOf(t, found[i][at], seen), labOf(t, found[j][at], seen)); apart < least {
						t.Errorf("%s, %s: the difference of the colours %d and %d is %.1f", scheme, eyes, j, i, apart)
					}
				}
			}
		}
	}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// labOf returns a colour in CIE L*a*b* of D65 as seen with a kind of colour vision.
func labOf(t *testing.T, hex string, seen [3][3]float64) [3]float64 {
	t.Helper()
	var light [3]float64
	for i := range light {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		if c := float64(n) / 255; c <= 0.04045 {
			light[i] = c / 12.92
		} else {
			light[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	var reaches [3]float64
	for i, row := range seen {
		reaches[i] = min(1, max(0, row[0]*light[0]+row[1]*light[1]+row[2]*light[2]))
	}
	root := func(red, green, blue, white float64) float64 {
		v := (red*reaches[0] + green*reaches[1] + blue*reaches[2]) / white
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x, y, z := root(0.4124564, 0.3575761, 0.1804375, 0.95047), root(0.2126729, 0.7151522, 0.0721750, 1), root(0.0193339, 0.1191920, 0.9503041, 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// TestTheChosenSegmentIsReadableBelowThePointer: the background of a segment below the pointer is light, and the text of the
// chosen one is light too.
func TestTheChosenSegmentIsReadableBelowThePointer(t *testing.T) {
	t.Parallel()
	css, err := os.ReadFile("assets/css/reports.css")
	if err != nil {
		t.Fatal(err)
	}
	hovered := regexp.MustCompile(`(?m)^\.segments .*:hover .*background`).FindAllString(string(css), -1)
	if len(hovered) != 1 || !strings.Contains(hovered[0], ":not([aria-current])") {
		t.Errorf("the chosen segment has the background of the others below the pointer: %q", hovered)
	}
}
