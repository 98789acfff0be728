package sourceapi

import (
	"strings"

	"holdover/internal/base/apperr"
)

// Token is a personal access token. Printing, logging or encoding it reveals only that it exists.
type Token struct{ secret string }

const hidden = "(token)"

// ParseToken parses a pasted token and ignores spaces, quotes and a leading "Bearer" around it. It recognises the
// shortened form of the source's table by its dots or stars. It does not check the length.
func ParseToken(s string) (Token, error) {
	s = strings.Trim(strings.TrimSpace(s), `"'`)
	if word, rest, ok := strings.Cut(s, " "); ok && strings.EqualFold(word, "bearer") {
		s = strings.TrimSpace(rest)
	}
	switch {
	case s == "":
		return Token{}, apperr.New(apperr.Invalid, "no token was given")
	case strings.ContainsAny(s, "*•…●∙·") || strings.Contains(s, "..."):
		return Token{}, apperr.New(apperr.Unauthorized, "this is the shortened form of a token").
			WithHint("the whole token is shown once, on top of the page, when it is made; the form in the table cannot be used. Make a new one")
	case strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }):
		return Token{}, apperr.New(apperr.Unauthorized, "the token contains a space or an invalid character").
			WithHint("copy exactly the whole token again")
	}
	return Token{secret: s}, nil
}

// Reveal returns the token itself, for storing it.
func (t Token) Reveal() string { return t.secret }

// IsZero reports whether there is no token.
func (t Token) IsZero() bool { return t.secret == "" }

// String never shows the token.
func (t Token) String() string { return hidden }

// GoString never shows the token.
func (t Token) GoString() string { return hidden }

// MarshalText never shows the token.
func (t Token) MarshalText() ([]byte, error) { return []byte(hidden), nil }
