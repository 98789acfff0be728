package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

const (
	// RecoveryCodes is the number of codes in a set.
	RecoveryCodes = 10
	// FewRecoveryCodes is the number of unused codes from which on the user is warned.
	FewRecoveryCodes  = 3
	recoveryBytes     = 10 // 80 random bits
	recoveryGroup     = 4
	recoverySaltBytes = 4
)

// NewRecoveryCodes returns a set of random codes, written in groups: "abcd-efgh-ijkl-mnop".
func NewRecoveryCodes() []string {
	codes := make([]string, RecoveryCodes)
	for i := range codes {
		var b [recoveryBytes]byte
		_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
		codes[i] = inGroups(letters.EncodeToString(b[:]), "-")
	}
	return codes
}

// inGroups separates groups of four characters.
func inGroups(text, separator string) string {
	var groups []string
	for ; len(text) > recoveryGroup; text = text[recoveryGroup:] {
		groups = append(groups, text[:recoveryGroup])
	}
	return strings.Join(append(groups, text), separator)
}

// Grouped returns the secret in groups of four characters, for reading.
func (s TOTPSecret) Grouped() string { return inGroups(s.Text(), " ") }

// typedCode returns a typed code without spaces and hyphens, in lower case. The digits 0 and 1, which no recovery code
// has, stand for the letters that they resemble.
func typedCode(code string) string {
	return strings.NewReplacer(" ", "", "-", "", "\t", "", "\u00a0", "", "0", "o", "1", "l").Replace(strings.ToLower(code))
}

// IsTOTPCode reports whether a typed text has the form of a code of an authenticator app, and returns it without
// spaces. Any other text is taken for a recovery code.
func IsTOTPCode(typed string) (code string, ok bool) {
	code = strings.NewReplacer(" ", "", "\u00a0", "").Replace(typed)
	return code, len(code) == totpDigits && strings.Trim(code, "0123456789") == ""
}

// HashRecoveryCode returns the stored form of a code: its salt and digest. A code has so much randomness that a slow
// hash adds nothing.
func HashRecoveryCode(code string) string {
	var salt [recoverySaltBytes]byte
	_, _ = rand.Read(salt[:])
	return saltedDigest(hex.EncodeToString(salt[:]), code)
}

func saltedDigest(salt, code string) string {
	sum := sha256.Sum256([]byte("recovery\n" + salt + "\n" + typedCode(code)))
	return salt + "$" + hex.EncodeToString(sum[:])
}

// RecoveryCodeMatches reports whether a typed code has the stored form, in constant time.
func RecoveryCodeMatches(stored, code string) bool {
	salt, _, _ := strings.Cut(stored, "$")
	return len(code) < 100 && subtle.ConstantTimeCompare([]byte(saltedDigest(salt, code)), []byte(stored)) == 1
}
