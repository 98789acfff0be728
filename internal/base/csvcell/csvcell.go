// Package csvcell protects the cells of CSV files from spreadsheets.
//
// A spreadsheet reads a cell that begins with the sign of a formula as a formula. Texts of users must pass through
// [Guard] before they are written to a CSV file; [Unguard] restores them.
//
// Start with Guard.
package csvcell

import (
	"strings"
	"unicode"
)

// Guard returns a text that is safe in a spreadsheet: a text that begins, after invisible characters, with the sign of
// a formula is prefixed with an apostrophe. So is a guarded text, so that Unguard returns every text unchanged.
func Guard(text string) string {
	if isGuarded(text) || isFormula(text) {
		return "'" + text
	}
	return text
}

// Unguard removes the apostrophe that Guard added.
func Unguard(text string) string {
	if isGuarded(text) {
		return text[1:]
	}
	return text
}

func isGuarded(text string) bool {
	rest := strings.TrimLeft(text, "'")
	return len(rest) < len(text) && isFormula(rest)
}

func isFormula(text string) bool {
	seen := strings.TrimLeftFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.IsSpace(r) || unicode.IsMark(r) || strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r) // blank letters
	})
	return seen != "" && strings.ContainsRune("=+-@|%", rune(seen[0])) || strings.HasPrefix(seen, "＝") || strings.HasPrefix(seen, "＋") || strings.HasPrefix(seen, "－") || strings.HasPrefix(seen, "＠")
}
