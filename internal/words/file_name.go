package words

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

var (
	refused  = regexp.MustCompile(`[<>:"/\\|?*]+`)
	reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)`)
)

const longestName = 120 // bytes; encrypted folders allow 143, with what callers add

// FileName makes a name one that any system can keep as a file's: no separators, no characters that Windows refuses, nothing
// hidden or reserved, not too long. It is none where nothing is left of the name.
func FileName(name, none string) string {
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
	name = strings.Trim(cut(name, longestName), " .-~")
	switch {
	case name == "":
		return none
	case reserved.MatchString(name):
		return "_" + name
	}
	return name
}

// cut keeps at most n bytes, and no half of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
