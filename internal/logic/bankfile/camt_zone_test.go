package bankfile

import "testing"

// A date with a time zone is the written day, in any zone.
func TestCAMTDatesWithZones(t *testing.T) {
	for text, want := range map[string]string{
		"2017-04-01+02:00": "2017-04-01", "2017-04-01Z": "2017-04-01", "2017-04-01-11:00": "2017-04-01", "2017-04-01T23:59:59.999+14:00": "2017-04-01",
		"2017-04-01T00:00:00Z": "2017-04-01", " 2017-04-01 ": "2017-04-01",
	} {
		if got, err := (camtDate{Day: text}).date(); err != nil || got.String() != want {
			t.Errorf("%s: day %s, error %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"2017-04-0102:00", "2017-13-01+02:00", ""} {
		if got, err := (camtDate{Day: text}).date(); err == nil {
			t.Errorf("%s is read as %s, want an error", text, got)
		}
	}
}
