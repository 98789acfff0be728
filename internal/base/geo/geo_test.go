package geo

import (
	"math"
	"testing"
)

// Pairs with known distances; the browser's tests use the same.
func TestDistanceInMetres(t *testing.T) {
	for _, c := range []struct {
		name string
		p, q Point
		want float64
		near float64 // tolerance
	}{
		{"Berlin to Paris", Point{52.5200, 13.4050}, Point{48.8566, 2.3522}, 877_460, 500},
		{"New York to London", Point{40.7128, -74.0060}, Point{51.5074, -0.1278}, 5_570_220, 1000},
		{"Sydney to Santiago", Point{-33.8688, 151.2093}, Point{-33.4489, -70.6693}, 11_340_000, 15_000},
		{"two shops in a street", Point{52.5200, 13.4050}, Point{52.5209, 13.4050}, 100, 0.2},
		{"across the antimeridian", Point{0, 179.9999}, Point{0, -179.9999}, 22.24, 0.1},
		{"in Fiji", Point{-16.8, 179.99}, Point{-16.8, -179.99}, 2129, 2},
		{"the pole by two longitudes", Point{90, 0}, Point{90, 123}, 0, 0.001},
		{"across the pole", Point{89.9999, 0}, Point{89.9999, 180}, 22.24, 0.1},
		{"from pole to pole", Point{90, 0}, Point{-90, 0}, math.Pi * radius, 1},
		{"the other side of the earth", Point{12.5, 40}, Point{-12.5, -140}, math.Pi * radius, 1},
		{"the other side, where rounding goes beyond it", Point{2.6, 69.5}, Point{-2.6, -110.5}, math.Pi * radius, 1},
		{"the same point", Point{-33.8688, 151.2093}, Point{-33.8688, 151.2093}, 0, 0},
	} {
		for _, got := range []float64{c.p.Metres(c.q), c.q.Metres(c.p)} {
			if !(math.Abs(got-c.want) <= c.near) {
				t.Errorf("%s: %f m, want %f", c.name, got, c.want)
			}
		}
	}
}

func TestReadChecksCoordinates(t *testing.T) {
	for _, c := range []struct {
		latitude, longitude string
		ok                  bool
		text                [2]string
	}{
		{"52.520008", "13.404954", true, [2]string{"52.5200", "13.4050"}},
		{"0.12345", "-0.00001", true, [2]string{"0.1235", "0.0000"}},
		{"-90", "180", true, [2]string{"-90.0000", "180.0000"}},
		{"90.0001", "0", false, [2]string{}},
		{"0", "-180.5", false, [2]string{}},
		{"999", "0", false, [2]string{}},
		{"", "13", false, [2]string{}},
		{"52,5", "13", false, [2]string{}},
		{" 52.5", "13", false, [2]string{}},
		{"+52.5", "13", false, [2]string{}},
		{"5e1", "13", false, [2]string{}},
		{"0x10", "13", false, [2]string{}},
		{"NaN", "13", false, [2]string{}},
		{"Inf", "-Inf", false, [2]string{}},
		{"52.5\n", "13", false, [2]string{}},
		{"052.5", "13", false, [2]string{}},
		{"52.", ".5", false, [2]string{}},
	} {
		p, ok := Read(c.latitude, c.longitude)
		if ok != c.ok {
			t.Errorf("Read(%q, %q) accepts: %v, want %v", c.latitude, c.longitude, ok, c.ok)
			continue
		}
		if latitude, longitude := p.Text(); ok && [2]string{latitude, longitude} != c.text {
			t.Errorf("%q, %q is formatted as %s, %s", c.latitude, c.longitude, latitude, longitude)
		}
	}
}
