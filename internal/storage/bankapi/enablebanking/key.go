package enablebanking

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"strings"
	"time"

	"holdover/internal/base/apperr"
)

const (
	// tokenLife is short, because each request has its own token.
	tokenLife = 10 * time.Minute
	// clockSkew is how far the service's clock may be behind this one.
	clockSkew = 30 * time.Second
	// leastBits is the length of the shortest key that the service accepts.
	leastBits = 2048
)

// parseKey parses a private key in PEM.
func parseKey(text string) (*rsa.PrivateKey, error) {
	refuse := func(format string, args ...any) (*rsa.PrivateKey, error) {
		return nil, apperr.New(apperr.Invalid, format, args...).AtField(fieldKey).
			WithHint("choose the file with the ending .pem that your browser saved when you registered the application")
	}
	if strings.TrimSpace(text) == "" {
		return refuse("the private key is missing")
	}
	start := strings.Index(text, "-----BEGIN ")
	if start < 0 {
		return refuse("this is not a private key: the line “-----BEGIN PRIVATE KEY-----” is missing")
	}
	block, _ := pem.Decode([]byte(text[start:]))
	switch {
	case block == nil:
		return refuse("the private key is not complete")
	case strings.Contains(block.Type, "ENCRYPTED") || block.Headers["DEK-Info"] != "":
		return refuse("the private key is protected by a password, which Holdover cannot remove")
	case !strings.HasSuffix(block.Type, "PRIVATE KEY"):
		return refuse("this is the public part of a key, not the private key")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		parsed, err = x509.ParsePKCS1PrivateKey(block.Bytes)
	}
	if err != nil {
		return refuse("the private key cannot be read")
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok || key.N.BitLen() < leastBits {
		return refuse("the private key is not an RSA key of at least %d bits", leastBits)
	}
	return key, nil
}

// token returns a signed token of an application.
func token(application string, key *rsa.PrivateKey, now time.Time) (string, error) {
	header, err := json.Marshal(map[string]string{"typ": "JWT", "alg": "RS256", "kid": application})
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(map[string]any{
		"iss": "enablebanking.com", "aud": "api.enablebanking.com", "iat": now.Add(-clockSkew).Unix(), "exp": now.Add(tokenLife).Unix(),
	})
	if err != nil {
		return "", err
	}
	signed := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(claims)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		return "", err
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}
