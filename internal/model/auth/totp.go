package auth

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238 as authenticator apps implement it
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

// TOTPSecret is the secret that an authenticator app shares with the server (RFC 6238): HMAC-SHA1, six digits, 30
// seconds, which every app supports.
type TOTPSecret []byte

const (
	// TOTPSecretBytes is the length of a secret, that of the hash.
	TOTPSecretBytes = 20
	totpPeriod      = 30
	totpDigits      = 6
	totpModulus     = 1_000_000
	totpSkew        = 1 // steps before and after the present one, for a clock that is wrong
)

// Text returns the secret as users type it into an app.
func (s TOTPSecret) Text() string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(s)
}

// URI returns the address that a QR code for an app contains.
func (s TOTPSecret) URI(issuer, account string) string {
	return fmt.Sprintf("otpauth://totp/%s:%s?secret=%s&issuer=%[1]s&algorithm=SHA1&digits=%[4]d&period=%[5]d",
		url.PathEscape(issuer), url.PathEscape(account), s.Text(), totpDigits, totpPeriod)
}

// Code returns the code of a moment.
func (s TOTPSecret) Code(at time.Time) string { return s.code(at.Unix() / totpPeriod) }

func (s TOTPSecret) code(step int64) string {
	mac := hmac.New(sha1.New, s)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(step)))
	sum := mac.Sum(nil)
	from := sum[len(sum)-1] & 0xf
	n := binary.BigEndian.Uint32(sum[from:]) & 0x7fffffff
	return fmt.Sprintf("%0*d", totpDigits, n%totpModulus)
}

// StepOf returns the step to which a code belongs, if it is that of now, the one before or the one after. All of them
// are compared, each in constant time. The caller refuses a step that is not later than the last used one.
func (s TOTPSecret) StepOf(code string, now time.Time) (step int64, ok bool) {
	present := now.Unix() / totpPeriod
	for at := present - totpSkew; at <= present+totpSkew; at++ {
		if subtle.ConstantTimeCompare([]byte(s.code(at)), []byte(code)) == 1 {
			step, ok = at, true
		}
	}
	return step, ok
}
