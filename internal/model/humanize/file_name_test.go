package humanize_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"holdover/internal/model/humanize"
)

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{
		"Household":       "Household",
		"Ours: 2026/27":   "Ours- 2026-27",
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
		if got := humanize.FileName(name, "plan"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	long := humanize.FileName(strings.Repeat("é", 300), "plan")
	if len(long) > 120 || !utf8.ValidString(long) {
		t.Errorf("the name has %d bytes: %q", len(long), long)
	}
}
