package openid

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/providertest"
	"holdover/internal/testing/testkit"
)

func newProvider(t *testing.T, change func(*Config)) (*Provider, *providertest.Provider) {
	t.Helper()
	at := providertest.New(t, "subject-1", "anna")
	c := Config{
		Issuer: at.URL, ClientID: providertest.ClientID, ClientSecret: providertest.ClientSecret, Name: "Provider", Scopes: []string{"openid"},
		Public: "https://money.example", GroupsClaim: "groups", SignOut: true,
	}
	if change != nil {
		change(&c)
	}
	return New(c, time.Now), at
}

// authorize begins a flow and returns it with the provider's response.
func authorize(t *testing.T, p *Provider, f Flow) (Flow, url.Values) {
	t.Helper()
	f, address, err := p.NewFlow(t.Context(), f)
	testkit.NoError(t, err)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res := testkit.Must(client.Get(address))(t)
	defer res.Body.Close()
	back := testkit.Must(url.Parse(res.Header.Get("Location")))(t)
	if res.StatusCode != http.StatusSeeOther || back.Host != "money.example" || back.Path != CallbackPath {
		t.Fatalf("status %d to %s", res.StatusCode, back)
	}
	return f, back.Query()
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	p, _ := newProvider(t, nil)
	f, response := authorize(t, p, Flow{Back: "/budgets"})
	stored := testkit.Must(DecodeFlow(f.Encode()))(t)
	person := testkit.Must(p.Finish(t.Context(), stored, response))(t)
	if person.Issuer != p.Issuer || person.Subject != "subject-1" || person.Name != "anna" || person.Email != "" || person.IDToken == "" || person.IsStrong || !person.Proved.IsZero() {
		t.Errorf("%+v", person)
	}
	if got := p.SignOutURL(t.Context(), "token"); !strings.HasPrefix(got, p.Issuer+"/logout?") || !strings.Contains(got, "id_token_hint=token") || !strings.Contains(got, url.QueryEscape("https://money.example/sign-in")) {
		t.Error(got)
	}
}

// TestAttackIDTokens: an ID token that is not for this sign-in, this client and this provider is refused.
func TestAttackIDTokens(t *testing.T) {
	t.Parallel()
	for name, attack := range map[string]func(*providertest.Provider){
		"wrong issuer":        claim("iss", "https://evil.example"),
		"wrong audience":      claim("aud", "another client"),
		"no audience":         claim("aud", nil),
		"two audiences":       claim("aud", []string{providertest.ClientID, "another client"}),
		"other party":         claim("azp", "another client"),
		"expired":             claim("exp", time.Now().Add(-time.Minute).Unix()),
		"never expires":       claim("exp", nil),
		"not yet valid":       claim("nbf", time.Now().Add(time.Hour).Unix()),
		"wrong nonce":         claim("nonce", "another"),
		"no nonce":            claim("nonce", nil),
		"no subject":          claim("sub", ""),
		"long subject":        claim("sub", strings.Repeat("x", 256)),
		"other access token":  claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
		"subject is a number": claim("sub", 7),
		"alg none": func(at *providertest.Provider) {
			at.Sign = func(claims []byte) string { return encode(`{"alg":"none"}`) + "." + encode(string(claims)) + "." }
		},
		"HS256 with the public key": func(at *providertest.Provider) {
			at.Sign = func(claims []byte) string { return at.SignWith(jose.HS256, at.PublicKey(), claims) }
		},
		"HS256 with the client's secret": func(at *providertest.Provider) {
			at.Sign = func(claims []byte) string {
				return at.SignWith(jose.HS256, []byte(strings.Repeat(providertest.ClientSecret, 2)), claims)
			}
		},
		"key of another provider": func(at *providertest.Provider) {
			other := providertest.New(at.TB(), "subject-1", "anna")
			at.Sign = func(claims []byte) string { return other.SignWith(jose.RS256, other.PrivateKey(), claims) }
		},
		"no ID token": func(at *providertest.Provider) { at.Sign = func([]byte) string { return "" } },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, at := newProvider(t, nil)
			attack(at)
			f, response := authorize(t, p, Flow{})
			_, err := p.Finish(t.Context(), f, response)
			testkit.WantKind(t, err, apperr.Unauthorized)
		})
	}
}

func claim(name string, value any) func(*providertest.Provider) {
	return func(at *providertest.Provider) {
		at.Claims = func(all map[string]any) {
			if all[name] = value; value == nil {
				delete(all, name)
			}
		}
	}
}

// TestAttackResponses: a response of another flow, browser or provider is refused, and a code works once.
func TestAttackResponses(t *testing.T) {
	t.Parallel()
	p, _ := newProvider(t, nil)
	f, response := authorize(t, p, Flow{})
	other, others := authorize(t, p, Flow{})
	with := func(name string, values ...string) url.Values {
		q := url.Values{"code": response["code"], "state": response["state"]}
		q[name] = values
		return q
	}
	late := f
	late.Ends = time.Now().Add(-time.Second).Unix()
	unverified := f
	unverified.Verifier = other.Verifier
	for name, c := range map[string]struct {
		flow     Flow
		response url.Values
	}{
		"state of another browser": {f, others},
		"state of another tab":     {other, response},
		"no state":                 {f, url.Values{"code": response["code"]}},
		"two states":               {f, with("state", f.State, other.State)},
		"expired flow":             {late, response},
		"other provider":           {f, with("iss", "https://evil.example")},
		"two providers":            {f, with("iss", p.Issuer, "https://evil.example")},
		"error":                    {f, with("error", "access_denied")},
		"error with text":          {f, with("error", "<script>alert(1)</script>")},
		"invented code":            {f, with("code", "invented")},
		"no code":                  {f, with("code")},
	} {
		_, err := p.Finish(t.Context(), c.flow, c.response)
		if testkit.WantKind(t, err, apperr.Unauthorized); err != nil && strings.Contains(err.Error(), "script") {
			t.Errorf("%s: %v", name, err)
		}
	}
	testkit.Must(p.Finish(t.Context(), f, response))(t)
	_, err := p.Finish(t.Context(), f, response)
	testkit.WantKind(t, err, apperr.Unauthorized) // the code was used
	f, response = authorize(t, p, Flow{})
	f.Verifier = other.Verifier
	_, err = p.Finish(t.Context(), f, response)
	testkit.WantKind(t, err, apperr.Unauthorized) // another verifier of PKCE
	for _, cookie := range []string{"", "x", encode("{}"), encode(`{"s":"a","n":"b"}`), encode(`[]`)} {
		_, err := DecodeFlow(cookie)
		testkit.WantKind(t, err, apperr.Unauthorized)
	}
}

// TestGroups: only members of an allowed group may sign in; the groups may come with the user information, which must be
// about the same person.
func TestGroups(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		claims, info map[string]any
		want         apperr.Kind
	}{
		"member":           {claims: map[string]any{"groups": []string{"others", "money"}}},
		"other group":      {claims: map[string]any{"groups": []string{"others"}}, want: apperr.Forbidden},
		"no group":         {want: apperr.Forbidden},
		"text":             {claims: map[string]any{"groups": "money"}, want: apperr.Forbidden},
		"by information":   {info: map[string]any{"sub": "subject-1", "groups": []string{"money"}}},
		"of another":       {info: map[string]any{"sub": "subject-2", "groups": []string{"money"}}, want: apperr.Unauthorized},
		"token has others": {claims: map[string]any{"groups": []string{}}, info: map[string]any{"sub": "subject-1", "groups": []string{"money"}}, want: apperr.Forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, at := newProvider(t, func(c *Config) { c.Groups = []string{"money"} })
			at.Claims = func(all map[string]any) {
				for name, value := range c.claims {
					all[name] = value
				}
			}
			if c.info != nil {
				at.Info = func() map[string]any { return c.info }
			}
			f, response := authorize(t, p, Flow{})
			_, err := p.Finish(t.Context(), f, response)
			testkit.WantKind(t, err, c.want)
		})
	}
}

// TestProofs: an e-mail address counts only if it is verified, a second factor only by configuration, and a repeated
// sign-in only if the provider asked for it.
func TestProofs(t *testing.T) {
	t.Parallel()
	p, at := newProvider(t, func(c *Config) { c.SecondFactor = []string{"mfa"} })
	more := map[string]any{}
	at.Claims = func(all map[string]any) {
		for name, value := range more {
			all[name] = value
		}
	}
	finish := func(f Flow) (Person, error) {
		f, response := authorize(t, p, f)
		return p.Finish(t.Context(), f, response)
	}
	for _, c := range []struct {
		claims map[string]any
		email  string
		strong bool
	}{
		{map[string]any{"email": "a@example.com"}, "", false},
		{map[string]any{"email": "a@example.com", "email_verified": false}, "", false},
		{map[string]any{"email": "a@example.com", "email_verified": "true"}, "", false},
		{map[string]any{"email": "a@example.com", "email_verified": true}, "a@example.com", false},
		{map[string]any{"amr": []string{"pwd"}, "acr": "1"}, "", false},
		{map[string]any{"amr": []string{"pwd", "mfa"}}, "", true},
		{map[string]any{"acr": "mfa"}, "", true},
	} {
		more = c.claims
		if person := testkit.Must(finish(Flow{}))(t); person.Email != c.email || person.IsStrong != c.strong {
			t.Errorf("%v: %+v", c.claims, person)
		}
	}
	more = nil
	if person := testkit.Must(finish(Flow{Again: true}))(t); person.Proved.IsZero() || at.Asked().Get("prompt") != "login" {
		t.Errorf("%+v", person)
	}
	for _, at := range []int64{0, time.Now().Add(-time.Hour).Unix()} {
		more = map[string]any{"auth_time": at}
		_, err := finish(Flow{Again: true})
		testkit.WantKind(t, err, apperr.Unauthorized)
	}
}

// TestProviderStartsLaterAndStops: a provider that is down is reported, asked again after a pause, and found once it is there.
// The browser is not sent to a provider that has stopped since, neither to sign in nor to sign out.
func TestProviderStartsLaterAndStops(t *testing.T) {
	t.Parallel()
	p, at := newProvider(t, nil)
	now := time.Now()
	p.now = func() time.Time { return now }
	at.Down.Store(true)
	_, _, err := p.NewFlow(t.Context(), Flow{})
	testkit.WantKind(t, err, apperr.Unavailable)
	at.Down.Store(false)
	_, _, err = p.NewFlow(t.Context(), Flow{})
	testkit.WantKind(t, err, apperr.Unavailable) // the pause
	now = now.Add(firstPause)
	f, response := authorize(t, p, Flow{})
	now = now.Add(freshFor)
	at.Down.Store(true)
	_, _, err = p.NewFlow(t.Context(), Flow{})
	testkit.WantKind(t, err, apperr.Unavailable)
	if address := p.SignOutURL(t.Context(), "token"); address != "" {
		t.Error(address)
	}
	at.Down.Store(false)
	testkit.Must(p.Finish(t.Context(), f, response))(t) // a sign-in that has begun does not wait for the pause
	_, _, err = p.NewFlow(t.Context(), Flow{})
	testkit.WantKind(t, err, apperr.Unavailable)
	now = now.Add(firstPause)
	_, _, err = p.NewFlow(t.Context(), Flow{})
	testkit.NoError(t, err)
}

// TestAttackDiscovery: a provider that names another issuer is not accepted.
func TestAttackDiscovery(t *testing.T) {
	t.Parallel()
	p, _ := newProvider(t, func(c *Config) { c.Issuer += "/" })
	_, _, err := p.NewFlow(t.Context(), Flow{})
	testkit.WantKind(t, err, apperr.Unavailable)
	for _, issuer := range []string{"", "auth.example", "http://auth.example", "https://", "https://a@auth.example", "https://auth.example?x", "ftp://auth.example"} {
		testkit.WantKind(t, ParseIssuer(issuer), apperr.Invalid)
	}
}
