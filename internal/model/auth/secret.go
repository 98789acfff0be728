package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"strings"

	"holdover/internal/base/apperr"
)

// SecretKind is the purpose of a secret and its prefix, so that a secret published by mistake is recognised.
type SecretKind string

// The kinds of secrets.
const (
	PersonalToken SecretKind = "holdover_pat_"
	AccessToken   SecretKind = "holdover_access_"
	RefreshToken  SecretKind = "holdover_refresh_"
	GrantCode     SecretKind = "holdover_code_"
	ClientSecret  SecretKind = "holdover_client_"
)

// A secret is its kind, 32 random characters (160 bits) and 7 of a checksum that distinguishes a mistyped secret from
// an unknown one without a lookup.
const (
	randomBytes = 20
	randomChars = 32
	sumChars    = 7
)

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Secret identifies a user or a program. Printed or logged it shows only its shortened form; Reveal returns it
// completely. The text is behind a pointer because fmt prints unexported fields without calling String. Compare
// secrets by Digest.
type Secret struct{ text *string }

// NewSecret returns a new random secret of the kind.
func NewSecret(kind SecretKind) Secret {
	var b [randomBytes]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	body := string(kind) + letters.EncodeToString(b[:])
	text := body + checksum(body)
	return Secret{&text}
}

// ParseSecret parses a received secret, and returns an error that explains an invalid one. The caller looks it up by
// its Digest.
func ParseSecret(kind SecretKind, text string) (Secret, error) {
	text = strings.TrimSpace(text)
	rest, ours := strings.CutPrefix(text, string(kind))
	switch {
	case text == "":
		return Secret{}, apperr.New(apperr.Unauthorized, "the token is missing")
	case strings.ContainsAny(text, "…*•"):
		return Secret{}, apperr.New(apperr.Unauthorized, "this is the shortened form of a token, which gives no access").
			WithHint("a token is shown in full only once; create a new one if you did not save it")
	case !ours:
		return Secret{}, apperr.New(apperr.Unauthorized, "this is not a token of this Holdover")
	case len(rest) != randomChars+sumChars || checksum(text[:len(text)-sumChars]) != text[len(text)-sumChars:]:
		return Secret{}, apperr.New(apperr.Unauthorized, "the token is incomplete or has a wrong character").
			WithHint("copy it again completely")
	}
	return Secret{&text}, nil
}

// KindOfSecret returns the kind that the text's prefix names, or "".
func KindOfSecret(text string) SecretKind {
	for _, k := range []SecretKind{PersonalToken, AccessToken, RefreshToken, GrantCode, ClientSecret} {
		if strings.HasPrefix(text, string(k)) {
			return k
		}
	}
	return ""
}

// Reveal returns the whole secret, to be shown once or sent to its owner.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Short returns the form for tables and logs: the kind and four characters at each end. The 120 random bits that it
// omits cannot be guessed.
func (s Secret) Short() string {
	text := s.Reveal()
	kind := string(KindOfSecret(text))
	if len(text) < len(kind)+randomChars+sumChars {
		return ""
	}
	return kind + text[len(kind):len(kind)+4] + "…" + text[len(text)-4:]
}

// String returns the shortened form, for any kind of printing.
func (s Secret) String() string { return s.Short() }

// GoString returns the shortened form, for %#v.
func (s Secret) GoString() string { return s.Short() }

// MarshalText returns the shortened form, for JSON and slog.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.Short()), nil }

// Digest is the stored form of a secret, by which it is looked up. A secret has so much randomness that a plain
// SHA-256 reveals nothing.
type Digest string

// Digest returns the secret's digest, in 64 hexadecimal digits.
func (s Secret) Digest() Digest {
	sum := sha256.Sum256([]byte(s.Reveal()))
	return Digest(hex.EncodeToString(sum[:]))
}

func checksum(body string) string {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], crc32.ChecksumIEEE([]byte(body)))
	return letters.EncodeToString(b[:])
}
