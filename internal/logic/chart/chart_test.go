package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/money"
)

func drawChart(t *rapid.T) Chart {
	c := Chart{Title: "Spending <by> \"month\"", Zero: rapid.Bool().Draw(t, "zero"), Text: money.DefaultFormat().Text}
	n := rapid.IntRange(0, 300).Draw(t, "places")
	for range n {
		c.Places = append(c.Places, Place{Label: rapid.SampledFrom([]string{"", "Mar"}).Draw(t, "label"), Name: "March & April", URL: rapid.SampledFrom([]string{"", "/a?b=1&c=2"}).Draw(t, "url")})
	}
	limit := rapid.SampledFrom([]int64{0, 1, 1e6, math.MaxInt64 / 64}).Draw(t, "limit")
	for k := range rapid.IntRange(0, 6).Draw(t, "series") {
		s := Series{Name: "שכר <i>", Kind: Kind(rapid.IntRange(0, 4).Draw(t, "kind")), Colour: k * 3, None: make([]bool, n)}
		for i := range n {
			s.Values = append(s.Values, money.Milli(rapid.Int64Range(-limit, limit).Draw(t, "amount")))
			s.None[i] = rapid.IntRange(0, 9).Draw(t, "none") == 0
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// Every picture is valid XML without NaN or infinite numbers, and nothing is outside of it.
func TestChartsAreValidXMLInsideTheirBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawChart(t)
		for _, svg := range []string{c.SVG(), c.File(900)} {
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Fatal("it has a figure that is no number: ", svg)
			}
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("the chart is no valid XML: %v\n%s", err, svg)
				}
			}
		}
	})
}

// A calendar has all its days in their columns, for any amounts, and is valid XML.
func TestCalendarIsValidXMLWithEveryDay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Calendar{Title: "<i>", First: rapid.IntRange(0, 6).Draw(t, "first")}
		for n := range rapid.IntRange(28, 31).Draw(t, "days") {
			d := Day{Place: Place{Label: fmt.Sprint(n + 1), Name: "שבת <b>", Also: "Spent: 1", URL: rapid.SampledFrom([]string{"", "/a?b=1&c=2"}).Draw(t, "url")}, Part: rapid.Float64Range(0, 1).Draw(t, "part")}
			d.Lines = rapid.SliceOfN(rapid.SampledFrom([]string{"5", "-1,234,567k"}), 0, 2).Draw(t, "lines")
			c.Days = append(c.Days, d)
		}
		for _, svg := range []string{c.SVG(), c.File(960)} {
			if n := strings.Count(svg, `class="place"`); n != len(c.Days) || strings.Contains(svg, "NaN") {
				t.Fatalf("the calendar shows %d of %d days: %s", n, len(c.Days), svg)
			}
			column := fmt.Sprintf(`<svg x="%.3f%%" y="%d"`, 100.0/7*float64(c.First), weekHeight)
			if !strings.Contains(svg, column) {
				t.Fatalf("the first day is in column %d", c.First)
			}
			d := xml.NewDecoder(strings.NewReader(svg))
			for {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("the calendar is no valid XML: %v\n%s", err, svg)
				}
			}
		}
	})
}

// A scale covers the figures with few round steps.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawChart(t)
		if len(c.Places) == 0 || len(c.Series) == 0 {
			return
		}
		s := scaleOf(&c)
		low, high := c.span()
		if s.low > low || s.high < high || len(s.lines()) > maxSteps+2 || s.step <= 0 || s.low >= s.high {
			t.Fatalf("the scale of figures from %d to %d is %+v", low, high, s)
		}
	})
}

func TestScaleHasRoundSteps(t *testing.T) {
	for _, c := range []struct{ low, high, step money.Milli }{{0, 980_000, 200_000}, {-12_340, 45_000, 20_000}, {5, 6, 1}, {0, 1_000_000, 200_000}} {
		if got := roundStep(c.low, c.high); got != c.step {
			t.Errorf("%d to %d in steps of %d, want %d", c.low, c.high, got, c.step)
		}
	}
}

// A place describes its figures as text and omits unknown ones.
func TestPointIsDescribedAsText(t *testing.T) {
	c := Chart{Places: []Place{{Name: "March 2026"}}, Text: money.DefaultFormat().WithSymbol, Series: []Series{
		{Name: "Income", Values: []money.Milli{1_234_500}}, {Name: "Age", Values: []money.Milli{3}, None: []bool{true}},
	}}
	if got := c.says(0); got != "March 2026\nIncome: $1,234.50" {
		t.Errorf("an unknown figure is not omitted: %q", got)
	}
	c.Sum, c.Series[1] = "Total", Series{Name: "Gifts", Kind: Stacked, Values: []money.Milli{-500}}
	c.Series[0].Kind = Stacked
	if got := c.says(0); got != "March 2026\nTotal: $1,234.00\nIncome: $1,234.50\nGifts: -$0.50" {
		t.Errorf("the text of a stack is %q", got)
	}
}

// Long amounts next to the scale have enough space, on a page and in a file.
func TestLongAmountsFitBesideTheScale(t *testing.T) {
	for room, amount := range map[string]money.Milli{`class="chart"`: 90_000, `class="chart wide"`: 9_000_000, `class="chart wider"`: 900_000_000_000} {
		c := Chart{Places: []Place{{Name: "May"}}, Zero: true, Text: money.DefaultFormat().WithSymbol, Series: []Series{{Values: []money.Milli{amount}}}}
		if !strings.Contains(c.SVG(), room) {
			t.Errorf("the chart of %d does not have the size %s", amount, room)
		}
	}
}

// With little space every second label is dropped, but not that of a year.
func TestYearsKeepTheirLabelsInLittleSpace(t *testing.T) {
	for months := 3; months <= 60; months++ {
		for january := range 12 {
			c := Chart{Text: money.DefaultFormat().Text, Series: []Series{{Values: make([]money.Milli, months)}}}
			years := 0
			for m := range months {
				p := Place{Label: "Mar", Name: "March"}
				if m%12 == january {
					p.Label, p.Major = "2026", true
					years++
				} else if months > 24 {
					p.Label = ""
				}
				c.Places = append(c.Places, p)
			}
			if got := len(regexp.MustCompile(`<text class="label"[^>]*>2026<`).FindAllString(c.SVG(), -1)); got != years {
				t.Errorf("%d months with January at %d: %d of %d years have a label", months, january, got, years)
			}
		}
	}
}

// The line at the average was drawn with a halo over the bars, which cut every bar in two.
func TestLevelIsBehindTheBars(t *testing.T) {
	c := Chart{
		Places: []Place{{Name: "March"}, {Name: "April"}}, Zero: true, Text: money.DefaultFormat().Text,
		Series: []Series{{Name: "Food", Kind: Stacked, Values: []money.Milli{10_000, 30_000}}, {Name: "Average", Kind: Level, Colour: 7, Values: []money.Milli{20_000, 20_000}}},
	}
	svg := c.SVG()
	level, bar := strings.Index(svg, `<path class="line series-7"`), strings.Index(svg, `<rect class="series-0"`)
	if level < 0 || level > bar || strings.Contains(svg, "halo") {
		t.Errorf("the level is at %d, the first bar at %d: %s", level, bar, svg)
	}
}

// A figure without neighbours is drawn as a short line; it was invisible.
func TestAPointAloneIsDrawn(t *testing.T) {
	c := Chart{Places: make([]Place, 4), Text: money.DefaultFormat().Text, Series: []Series{{Kind: Line, Values: []money.Milli{0, 0, 23000, 0}, None: []bool{true, true, false, true}}}}
	if svg := c.SVG(); !regexp.MustCompile(`class="line series-0" d="M562\.5 [\d.]+h125\.0"`).MatchString(svg) {
		t.Error("the only point is not drawn around the middle of its place: ", svg)
	}
}
