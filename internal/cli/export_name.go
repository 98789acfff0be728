package cli

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// documentName is the file name of a plan exported at a time. Any system can
// keep it: no separators, no characters that Windows refuses, nothing hidden or
// reserved, not too long.
func documentName(plan string, at time.Time) string {
	return safeName(plan) + at.Format("-20060102-150405") + ".json"
}

var (
	refused  = regexp.MustCompile(`[<>:"/\\|?*]+`)
	reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)
)

const longestName = 120 // bytes; encrypted folders allow 143 with the time

func safeName(name string) string {
	name = norm.NFC.String(strings.ToValidUTF8(name, ""))
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r): // controls, and what changes the direction or shows nothing
			return -1
		}
		return r
	}, name)
	name = refused.ReplaceAllString(name, "-")
	name = strings.Trim(cutText(name, longestName), " .-~")
	switch {
	case name == "":
		return "plan"
	case reserved.MatchString(name):
		return "_" + name
	}
	return name
}

// cutText keeps at most n bytes, and no half of a character.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// shortDuration says a wait the way people do: "1 s", "2 min 30 s".
func shortDuration(d time.Duration) string {
	return strings.TrimSuffix(strings.NewReplacer("h", " h ", "m", " min ", "s", " s").Replace(d.Round(time.Second).String()), " 0 s")
}
