// Package place is points on the earth: how they are read and written, and how far one is from another.
//
// Floor 0: values; imports nothing of Holdover. Start with Read.
package place

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Point is a place on the earth, in degrees. Read gives only such as are on it.
type Point struct{ Latitude, Longitude float64 }

// degrees are written plainly, as the source does: no exponents, signs of plus or spaces.
var degrees = regexp.MustCompile(`^-?(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,24})?$`)

// Read reads a latitude and a longitude. false says that they are none.
func Read(latitude, longitude string) (p Point, ok bool) {
	if !degrees.MatchString(latitude) || !degrees.MatchString(longitude) {
		return p, false
	}
	p.Latitude, _ = strconv.ParseFloat(latitude, 64) // which has been looked at
	p.Longitude, _ = strconv.ParseFloat(longitude, 64)
	return p, p.Valid()
}

// Valid says whether the point is on the earth.
func (p Point) Valid() bool { return math.Abs(p.Latitude) <= 90 && math.Abs(p.Longitude) <= 180 }

// decimals are as many as tell a shop from the one beside it: 11 metres.
const decimals = 4

// Text writes the point's latitude and longitude for keeping: no finer than is needed.
func (p Point) Text() (latitude, longitude string) { return text(p.Latitude), text(p.Longitude) }

func text(degree float64) string {
	written := strconv.FormatFloat(degree, 'f', decimals, 64)
	if strings.Trim(written, "-0.") == "" {
		return strings.TrimPrefix(written, "-")
	}
	return written
}

// radius is the earth's mean one, in metres.
const radius = 6_371_008.8

// Metres is how far another point is, along the earth taken as a ball. The browser's place.ts says the same.
func (p Point) Metres(q Point) float64 {
	rad := func(degree float64) float64 { return degree * math.Pi / 180 }
	half := func(angle float64) float64 { s := math.Sin(angle / 2); return s * s }
	across := math.Cos(rad(p.Latitude)) * math.Cos(rad(q.Latitude)) * half(rad(q.Longitude-p.Longitude))
	return 2 * radius * math.Asin(math.Min(1, math.Sqrt(half(rad(q.Latitude-p.Latitude))+across)))
}
