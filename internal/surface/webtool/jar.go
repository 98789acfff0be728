package webtool

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
)

const (
	cookieName  = "holdover_webtool"
	keyBytes    = 32
	connectLife = 15 * time.Minute // from Connect to the redirect back
	accessLife  = 2 * time.Hour    // the longest time that a token is stored
)

// visit is the content of the cookie: first the state of a sign-in, then the access token.
type visit struct {
	State    string    `json:"s,omitempty"`
	Verifier string    `json:"v,omitempty"`
	Access   string    `json:"a,omitempty"`
	Until    time.Time `json:"u"` // the cookie is invalid from this time on
}

// cookieCodec stores a visit in an encrypted cookie and reads it again.
type cookieCodec struct {
	sealer cipher.AEAD
	path   string
	secure bool
}

func newJar(key []byte, public *url.URL) (*cookieCodec, error) {
	if len(key) == 0 {
		key = make([]byte, keyBytes)
		_, _ = rand.Read(key) // never fails: crypto/rand ends the program instead
	}
	if len(key) != keyBytes {
		return nil, apperr.New(apperr.Invalid, "the cookie's key has %d bytes, not %d", len(key), keyBytes).
			WithHint("openssl rand -base64 32 makes one")
	}
	sealer, err := auth.NewSealer(key)
	if err != nil {
		return nil, fmt.Errorf("make the cookie's cipher: %w", err)
	}
	return &cookieCodec{sealer: sealer, path: strings.TrimRight(public.EscapedPath(), "/") + "/", secure: public.Scheme == "https"}, nil
}

func (j *cookieCodec) put(w http.ResponseWriter, v visit, now time.Time) error {
	plain, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write the cookie: %w", err)
	}
	sealed := base64.RawURLEncoding.EncodeToString(j.sealer.Seal(nil, nil, plain, []byte(cookieName)))
	j.set(w, sealed, int(v.Until.Sub(now)/time.Second))
	return nil
}

func (j *cookieCodec) clear(w http.ResponseWriter) { j.set(w, "", -1) }

// set uses SameSite=Lax, because the redirect from the source is a request from its site.
func (j *cookieCodec) set(w http.ResponseWriter, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: value, Path: j.path, MaxAge: seconds, HttpOnly: true, Secure: j.secure, SameSite: http.SameSiteLaxMode,
	})
}

// take returns the visit of a request. It is empty if the request has none, or one that has expired or was not made
// by this tool.
func (j *cookieCodec) take(r *http.Request, now time.Time) visit {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return visit{}
	}
	sealed, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		return visit{}
	}
	plain, err := j.sealer.Open(nil, nil, sealed, []byte(cookieName))
	if err != nil {
		return visit{}
	}
	var v visit
	if json.Unmarshal(plain, &v) != nil || !now.Before(v.Until) {
		return visit{}
	}
	return v
}
