package openid

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/providertest"
	"holdover/internal/testing/testkit"
)

func encode(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// TestAttackAccessTokens: only a token of the team, for the application and signed with the team's key names a user.
func TestAttackAccessTokens(t *testing.T) {
	t.Parallel()
	at := providertest.New(t, "", "")
	var fetched string
	team := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched = r.URL.Path
		http.Redirect(w, r, at.URL+"/keys", http.StatusFound)
	}))
	t.Cleanup(team.Close)
	a := NewAccess(team.URL, "tag", time.Now)
	good := map[string]any{"iss": team.URL, "aud": []string{"tag"}, "email": "anna@example.com", "exp": time.Now().Add(time.Minute).Unix()}
	token := func(name string, value any) string {
		claims := map[string]any{}
		for k, v := range good {
			claims[k] = v
		}
		if name != "" {
			claims[name] = value
		}
		return at.SignWith(jose.RS256, at.PrivateKey(), testkit.Must(json.Marshal(claims))(t))
	}
	if name, err := a.Name(t.Context(), token("", nil)); err != nil || name != "anna@example.com" || fetched != "/cdn-cgi/access/certs" {
		t.Fatal(name, err, fetched)
	}
	claims := testkit.Must(json.Marshal(good))(t)
	for name, text := range map[string]string{
		"empty":     "",
		"text":      "anna@example.com",
		"audience":  token("aud", []string{"other"}),
		"issuer":    token("iss", "https://evil.example"),
		"expired":   token("exp", time.Now().Add(-time.Minute).Unix()),
		"no e-mail": token("email", ""),
		"none":      encode(`{"alg":"none"}`) + "." + encode(string(claims)) + ".",
		"HS256":     at.SignWith(jose.HS256, at.PublicKey(), claims),
		"other key": providertest.New(t, "", "").Signed(claims),
	} {
		_, err := a.Name(t.Context(), text)
		if apperr.KindOf(err) != apperr.Unauthorized {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAttackUnknownKeyIDs: each token with an unknown key id caused a request to the team.
func TestAttackUnknownKeyIDs(t *testing.T) {
	t.Parallel()
	at := providertest.New(t, "", "")
	var requests atomic.Int64
	var fails atomic.Bool
	team := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if fails.Load() {
			panic(http.ErrAbortHandler)
		}
		http.Redirect(w, r, at.URL+"/keys", http.StatusFound)
	}))
	t.Cleanup(team.Close)
	now := time.Now()
	a := NewAccess(team.URL, "tag", func() time.Time { return now })
	claims := testkit.Must(json.Marshal(map[string]any{"iss": team.URL, "aud": []string{"tag"}, "email": "anna@example.com", "exp": now.Add(time.Hour).Unix()}))(t)
	good := at.SignWith(jose.RS256, at.PrivateKey(), claims)
	_, payload, _ := strings.Cut(good, ".")
	unknown := func(id string) {
		t.Helper()
		_, err := a.Name(t.Context(), encode(`{"alg":"RS256","kid":"`+id+`"}`)+"."+payload)
		testkit.WantKind(t, err, apperr.Unauthorized)
	}
	sent := func(want int64) {
		t.Helper()
		if got := requests.Load(); got != want {
			t.Errorf("%d requests for keys, want %d", got, want)
		}
	}
	fails.Store(true)
	unknown("a")
	failed := requests.Load() // the client may repeat a request whose connection broke
	unknown("b")
	sent(failed)
	fails.Store(false)
	now = now.Add(firstPause)
	for i := range 20 {
		unknown(strconv.Itoa(i))
	}
	sent(failed + 1)
	if name := testkit.Must(a.Name(t.Context(), good))(t); name != "anna@example.com" {
		t.Error(name)
	}
	now = now.Add(keyPause)
	unknown("c")
	unknown("d")
	sent(failed + 2)
}
