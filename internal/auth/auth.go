// Package auth holds the rules on who is who and who may do what, as plain
// functions: passwords, roles and scopes, secrets that stand for a person
// (personal access tokens and those of the authorisation step), and how long
// guessing has to wait.
//
// Nothing here knows a clock, a database or a request: the time is an argument,
// what is stored is a value that the caller keeps. Randomness is crypto/rand's.
//
// Floor 1: imports floor 0 (fault). Start with Role.May and Allowed, then
// password.go and secret.go; the authorisation step's rules are in auth/grant.
package auth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"holdover/internal/fault"
)

// MostNameRunes is how many characters a user's name may have.
const MostNameRunes = 100

// UserKey is what two users' names are compared by: trimmed, in Unicode normal
// form C and case-folded, so that "Anna" and " anna" are one person.
func UserKey(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// CheckUserName gives the name as it is kept, trimmed, or says why it cannot be
// a user's name.
func CheckUserName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fault.New(fault.Invalid, "the name is empty").WithHint("enter the name to sign in with")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return "", fault.New(fault.Invalid, "the name has characters that cannot be shown").
			WithHint("use letters, digits and spaces")
	case utf8.RuneCountInString(name) > MostNameRunes:
		return "", fault.New(fault.Invalid, "the name has %d characters, more than %d",
			utf8.RuneCountInString(name), MostNameRunes).WithHint("choose a shorter name")
	}
	return name, nil
}
