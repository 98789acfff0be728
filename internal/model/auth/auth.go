// Package auth contains the rules of authentication and authorisation as pure functions: passwords, roles and scopes,
// secrets such as personal access tokens and OAuth tokens, and the delay after failed sign-ins.
//
// It uses no clock, database or request: the time is an argument, and the caller stores the values. Randomness is
// from crypto/rand.
//
// Start with Role.May and Allowed, then password.go and secret.go; the rules of OAuth are in logic/oauthgrant.
package auth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/apperr"
)

// MostNameRunes is the maximum number of characters of a user's name.
const MostNameRunes = 100

// UserKey returns the key by which user names are compared: trimmed, in Unicode normal form C and case-folded, so
// that "Anna" and " anna" are the same user.
func UserKey(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(name))))
}

// CheckUserName returns the trimmed name, or an error if it cannot be a user's name.
func CheckUserName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", apperr.New(apperr.Invalid, "the name is empty").WithHint("enter the name to sign in with")
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return "", apperr.New(apperr.Invalid, "the name has characters that cannot be shown").
			WithHint("use letters, digits and spaces")
	case utf8.RuneCountInString(name) > MostNameRunes:
		return "", apperr.New(apperr.Invalid, "the name has %d characters, more than %d",
			utf8.RuneCountInString(name), MostNameRunes).WithHint("choose a shorter name")
	}
	return name, nil
}
