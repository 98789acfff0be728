package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"holdover/internal/base/apperr"
)

// A password has between LeastPasswordRunes and MostPasswordRunes characters. There are no rules about the
// characters, since they make passwords worse. It must not be one that attackers try first (see common).
const (
	LeastPasswordRunes = 12
	MostPasswordRunes  = 256
)

// CheckPasswordRules returns an error if a password is not acceptable for the user.
func CheckPasswordRules(name, password string) error {
	n := utf8.RuneCountInString(password)
	switch {
	case !utf8.ValidString(password):
		return apperr.New(apperr.Invalid, "the password has invalid characters").
			WithHint("type it again")
	case n < LeastPasswordRunes:
		return apperr.New(apperr.Invalid, "the password is too short: it has %d of at least %d characters", n, LeastPasswordRunes).
			WithHint("four or five unrelated words are easy to remember and hard to guess")
	case n > MostPasswordRunes:
		return apperr.New(apperr.Invalid, "the password is too long: it has %d of at most %d characters", n, MostPasswordRunes)
	case UserKey(password) == UserKey(name):
		return apperr.New(apperr.Invalid, "the password is the same as the name").WithHint("choose another password")
	case common(name, password):
		return apperr.New(apperr.Invalid, "the password is easy to guess: it consists mostly of common words and sequences").
			WithHint("four or five unrelated words are easy to remember and hard to guess")
	}
	return nil
}

// cost is the cost of one hash. The current cost is about 50 ms and 46 MiB on one core of a small server, more than
// OWASP's minimum for argon2id (19 MiB, two passes).
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

var present = cost{memory: 46 * 1024, passes: 2, threads: 1}

// Cheapen makes hashing nearly free. Only tests of sign-in use it (package authtest), never a server.
func Cheapen() { present = cost{memory: 8, passes: 1, threads: 1} }

// The maximum cost of a stored hash, so that a damaged row cannot exhaust the machine's memory.
const (
	mostMemory  = 1 << 20 // KiB
	mostPasses  = 64
	mostThreads = 16
	saltBytes   = 16
	keyBytes    = 32
)

// places limits the number of concurrent hashes, each of which uses 46 MiB.
var places = make(chan struct{}, 2)

// HashPassword returns the stored form of a password: a PHC string ("$argon2id$v=19$m=…,t=…,p=…$salt$key"). It does
// not check the rules.
func HashPassword(password string) string {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails: crypto/rand ends the program instead
	return encode(present, salt, derive(present, salt, password, keyBytes))
}

// CheckPassword reports whether a password matches its stored form, in constant time. It returns an error if the
// stored form is damaged.
func CheckPassword(stored, password string) (bool, error) {
	c, salt, key, err := decode(stored)
	if err != nil {
		return false, err
	}
	if len(password) > utf8.UTFMax*MostPasswordRunes {
		return false, nil
	}
	return subtle.ConstantTimeCompare(derive(c, salt, password, len(key)), key) == 1, nil
}

// CheckNobody takes as long as CheckPassword, for an unknown name, so that timing does not reveal which names exist.
func CheckNobody(password string) {
	if len(password) <= utf8.UTFMax*MostPasswordRunes {
		derive(present, make([]byte, saltBytes), password, keyBytes)
	}
}

// PasswordIsStale reports whether a stored password was hashed with a different cost than the present one, so that
// the next successful sign-in should hash it again.
func PasswordIsStale(stored string) bool {
	c, salt, key, err := decode(stored)
	return err != nil || c != present || len(salt) != saltBytes || len(key) != keyBytes
}

// derive uses the password in Unicode normal form C, since systems type accents in different forms.
func derive(c cost, salt []byte, password string, size int) []byte {
	places <- struct{}{}
	defer func() { <-places }()
	return argon2.IDKey(norm.NFC.Bytes([]byte(password)), salt, c.passes, c.memory, c.threads, uint32(size))
}

var b64 = base64.RawStdEncoding.Strict()

func encode(c cost, salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.threads,
		b64.EncodeToString(salt), b64.EncodeToString(key))
}

func decode(stored string) (c cost, salt, key []byte, err error) {
	fields := strings.Split(stored, "$")
	if len(fields) != 6 || fields[0] != "" || fields[1] != "argon2id" || fields[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, damaged("it is no argon2id hash")
	}
	if _, err := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil {
		return c, nil, nil, damaged("its cost cannot be read")
	}
	if c.memory < 8 || c.memory > mostMemory || c.passes < 1 || c.passes > mostPasses || c.threads < 1 || c.threads > mostThreads {
		return c, nil, nil, damaged("its cost is out of bounds")
	}
	if salt, err = b64.DecodeString(fields[4]); err != nil || len(salt) < 8 || len(salt) > 64 {
		return c, nil, nil, damaged("its salt cannot be read")
	}
	if key, err = b64.DecodeString(fields[5]); err != nil || len(key) < 16 || len(key) > 64 {
		return c, nil, nil, damaged("its key cannot be read")
	}
	return c, salt, key, nil
}

func damaged(what string) error {
	return apperr.New(apperr.Internal, "the stored password is damaged: %s", what).
		WithHint("set a new one with: holdover user password NAME")
}
