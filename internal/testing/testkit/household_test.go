package testkit

import (
	"bytes"
	"io"
	"regexp"
	"testing"
	"time"
)

// TestTheHouseholdHasNothingDue: on any day of ten years nothing is due, and schedules have unchanged rules.
func TestTheHouseholdHasNothingDue(t *testing.T) {
	read, err := Household()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := io.ReadAll(read)
	if err != nil || bytes.Count(doc, []byte(`"date_next"`)) != len(coming) {
		t.Fatal(err)
	}
	doc = []byte(`"date_next":"2026-11-28" "date_next":"2026-11-30" "date_next":"2027-02-15"`)
	days := regexp.MustCompile(`\d{4}-\d\d-\d\d`)
	for now := time.Date(2026, 11, 1, 23, 0, 0, 0, time.UTC); now.Year() < 2036; now = now.AddDate(0, 0, 1) {
		var next []time.Time
		for _, text := range days.FindAllString(string(movedOn(doc, now)), -1) {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil || !day.After(now) {
				t.Fatalf("on %s %s is due: %v", now.Format(time.DateOnly), text, err)
			}
			next = append(next, day)
		}
		if next[0].Weekday() != time.Saturday || next[1].AddDate(0, 0, 1).Day() != 1 || next[2].YearDay() != 46 {
			t.Fatalf("on %s the next days are %v", now.Format(time.DateOnly), next)
		}
	}
}
