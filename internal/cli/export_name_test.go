package cli

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestDocumentName(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	for plan, want := range map[string]string{
		"Household":       "Household",
		"../../x:y*?":     "x-y",
		`C:\dir\a<b>|"c`:  "C-dir-a-b-c",
		"  two\twords\n":  "two words",
		"CON":             "_CON",
		"com1.x":          "_com1.x",
		"Console":         "Console",
		".hidden":         "hidden",
		"-rf":             "rf",
		"a.":              "a",
		"":                "plan",
		"...":             "plan",
		"e\u0301te\u0301": "\u00e9t\u00e9",
		"a\u202egpj.exe":  "agpj.exe",
		"Zoë 💶":           "Zoë 💶",
		"\xff\xfe\x00x":   "x",
	} {
		if got := documentName(plan, at); got != want+"-20261121-093000.json" {
			t.Errorf("%q: %q, want %q", plan, got, want)
		}
	}
	long := documentName(strings.Repeat("é", 300), at)
	if len(long) > 143 || !utf8.ValidString(long) {
		t.Errorf("%d bytes: %q", len(long), long)
	}
}

func TestShortDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "1 s", 90 * time.Second: "1 min 30 s", 2 * time.Minute: "2 min", time.Hour: "1 h 0 min", 1400 * time.Millisecond: "1 s",
	} {
		if got := shortDuration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
