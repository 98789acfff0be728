// Package geo handles points on the earth: parsing, formatting and distance.
//
// Start with Read.
package geo

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Point is a position on the earth in degrees. Read returns valid points only.
type Point struct{ Latitude, Longitude float64 }

// degrees matches plain decimal degrees as the source writes them, without exponent, plus sign or spaces.
var degrees = regexp.MustCompile(`^-?(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,24})?$`)

// Read parses a latitude and a longitude. ok is false if they are invalid.
func Read(latitude, longitude string) (p Point, ok bool) {
	if !degrees.MatchString(latitude) || !degrees.MatchString(longitude) {
		return p, false
	}
	p.Latitude, _ = strconv.ParseFloat(latitude, 64) // the pattern has checked it
	p.Longitude, _ = strconv.ParseFloat(longitude, 64)
	return p, p.Valid()
}

// Valid reports whether the point is on the earth.
func (p Point) Valid() bool { return math.Abs(p.Latitude) <= 90 && math.Abs(p.Longitude) <= 180 }

// decimals is the stored precision: 11 metres, enough to distinguish two neighbouring shops.
const decimals = 4

// Text formats the latitude and longitude at the stored precision.
func (p Point) Text() (latitude, longitude string) { return text(p.Latitude), text(p.Longitude) }

func text(degree float64) string {
	written := strconv.FormatFloat(degree, 'f', decimals, 64)
	if strings.Trim(written, "-0.") == "" {
		return strings.TrimPrefix(written, "-")
	}
	return written
}

// radius is the mean radius of the earth in metres.
const radius = 6_371_008.8

// Metres returns the distance to another point on a sphere. The browser's place.ts computes the same.
func (p Point) Metres(q Point) float64 {
	rad := func(degree float64) float64 { return degree * math.Pi / 180 }
	half := func(angle float64) float64 { s := math.Sin(angle / 2); return s * s }
	across := math.Cos(rad(p.Latitude)) * math.Cos(rad(q.Latitude)) * half(rad(q.Longitude-p.Longitude))
	return 2 * radius * math.Asin(math.Min(1, math.Sqrt(half(rad(q.Latitude-p.Latitude))+across)))
}
