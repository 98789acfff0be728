package humanize

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

const longestName = 120 // bytes; encrypted folders allow 143 including the suffixes of callers

// FileName turns a name into a file name that is valid on every system: no separators, no characters that Windows
// forbids, not hidden or reserved, not too long. It returns none if nothing remains.
func FileName(name, none string) string {
	name = norm.NFC.String(strings.ToValidUTF8(name, ""))
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r): // control characters, and those that change the direction or are invisible
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

// cut returns at most n bytes of s without splitting a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
