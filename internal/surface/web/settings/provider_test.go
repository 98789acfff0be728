package settings_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/openid"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/providertest"
)

// newProviderEnv returns a server with the users Anna and Ben, and an identity provider that signs in a person.
func newProviderEnv(t *testing.T, name string, change func(*openid.Config)) (*walk.Env, *openid.Provider, *providertest.Provider) {
	t.Helper()
	at := providertest.New(t, "subject of "+name, name)
	c := openid.Config{Issuer: at.URL, ClientID: providertest.ClientID, ClientSecret: providertest.ClientSecret, Name: "Our provider", Scopes: []string{"openid"}, GroupsClaim: "groups", SignOut: true}
	if change != nil {
		change(&c)
	}
	p := openid.New(c, time.Now)
	env := webtest.NewEnvWithSignIn(t, ui.Options{Provider: p})
	p.Public = env.Server.URL
	env.AddAnnaAndBen(t)
	return env, p, at
}

// TestProviderLinkAndUnlink: a user links an account at the provider, signs in with it, signs out of both, and unlinks it.
func TestProviderLinkAndUnlink(t *testing.T) {
	t.Parallel()
	env, _, at := newProviderEnv(t, "anna@provider", nil)
	stranger := env.Person(t)
	stranger.Expect(403, "/sign-in/provider/callback", "No user of this Holdover is linked")(stripped(stranger.Get("/sign-in/provider?back=/settings")))

	anna := env.SignedIn(t, "Anna", walk.AnnasPassword)
	anna.Header.Set("Holdover-Form", "1")
	status, address := location(t, anna, "/settings/sign-in/link")
	anna.Header.Del("Holdover-Form")
	if status != 204 || !strings.HasPrefix(address, at.URL+"/authorize?") {
		t.Fatal(status, address)
	}
	anna.Expect(200, "/settings/sign-in?done=linked", "anna@provider")(open(anna, address))
	if _, _, body := anna.Get("/settings/sign-in"); !strings.Contains(body, "Account at the identity provider linked") {
		t.Error("the log lacks the link")
	}

	there := env.Person(t)
	old := there.Client.Jar
	there.Expect(200, "/settings", "Your account")(there.Get("/sign-in/provider?back=/settings"))
	if keys := cookies(there, old); len(keys) != 2 { // session and known browser; the cookie of the flow is gone
		t.Error(keys)
	}
	_, _, body := there.Post("/sign-out")
	if !strings.Contains(body, "You are signed out of Holdover") || !strings.Contains(body, "id_token_hint=ey") {
		t.Fatal(body)
	}
	there.Expect(200, "/sign-in?back=%2Fsettings", "Sign in with Our provider")(there.Get("/settings"))

	anna.Expect(200, "/settings/sign-in?done=unlinked", "unlinked")(anna.Post("/settings/sign-in/unlink", "issuer", at.URL, "subject", "subject of anna@provider"))
	anna.Expect(404, "/settings/sign-in/unlink", "not found")(anna.Post("/settings/sign-in/unlink", "issuer", at.URL, "subject", "subject of anna@provider"))
	stranger.Expect(403, "/sign-in/provider/callback", "No user of this Holdover is linked")(stripped(stranger.Get("/sign-in/provider")))
}

func stripped(status int, at, body string) (int, string, string) {
	path, _, _ := strings.Cut(at, "?")
	return status, path, body
}

// open opens an address of another server, which leads back.
func open(p *walk.Person, address string) (int, string, string) {
	at := *p
	at.Base = ""
	return at.Get(address)
}

// location posts a form like a script and returns the address to open.
func location(t *testing.T, p *walk.Person, path string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.Base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = p.Header.Clone()
	res, err := p.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode, res.Header.Get("Holdover-Location")
}

func cookies(p *walk.Person, jar http.CookieJar) (names []string) {
	at, _ := url.Parse(p.Base)
	for _, c := range jar.Cookies(at) {
		names = append(names, c.Name)
	}
	return names
}

// response begins a sign-in in a browser and returns the address of the response, which the browser has not opened.
func response(t *testing.T, p *walk.Person, start string) string {
	t.Helper()
	follow := p.Client.CheckRedirect
	defer func() { p.Client.CheckRedirect = follow }()
	var last string
	p.Client.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Path == openid.CallbackPath {
			last = r.URL.RequestURI()
			return http.ErrUseLastResponse
		}
		return nil
	}
	p.Get(start)
	if last == "" {
		t.Fatal("the provider did not answer")
	}
	return last
}

// TestAttackProviderResponses: a response counts once, in the browser and the tab that began the sign-in; the session key
// is new; the page opened afterwards is of this server.
func TestAttackProviderResponses(t *testing.T) {
	t.Parallel()
	env, _, _ := newProviderEnv(t, "eve", func(c *openid.Config) { c.Create = true })
	const begun = "not begun in this browser"
	eve, anna := env.Person(t), env.SignedIn(t, "Anna", walk.AnnasPassword)
	stolen := response(t, eve, "/sign-in/provider")
	anna.Expect(401, "/sign-in/provider/callback", begun)(stripped(anna.Get(stolen))) // sign-in as the attacker
	other := env.Person(t)
	response(t, other, "/sign-in/provider")
	other.Expect(401, "/sign-in/provider/callback", begun)(stripped(other.Get(stolen)))
	eve.Expect(200, "/budgets", "Budgets")(eve.Get(stolen))
	eve.Expect(401, "/sign-in/provider/callback", begun)(stripped(eve.Get(stolen))) // twice

	tabs := env.Person(t)
	first := response(t, tabs, "/sign-in/provider?back=/settings")
	second := response(t, tabs, "/sign-in/provider?back=/budgets")
	tabs.Expect(401, "/sign-in/provider/callback", begun)(stripped(tabs.Get(first)))
	tabs.Expect(200, "/budgets", "Budgets")(tabs.Get(second))

	for _, back := range []string{"//evil.example", `/\evil.example`, "https://evil.example", "javascript:alert(1)"} {
		tabs.Expect(200, "/budgets", "Budgets")(tabs.Get("/sign-in/provider?" + url.Values{"back": {back}}.Encode()))
	}

	// A session key that was known before the sign-in is not used: fixation.
	fixed := env.SignedIn(t, "Ben", walk.BensPassword)
	at, _ := url.Parse(fixed.Base)
	before := key(fixed, at)
	fixed.Expect(200, "/settings", "eve")(fixed.Get("/sign-in/provider?back=/settings"))
	if key(fixed, at) == before {
		t.Error("the session key has not changed")
	}
	fixed.Client.Jar.SetCookies(at, []*http.Cookie{{Name: "holdover_session", Value: before, Path: "/"}})
	fixed.Expect(200, "/sign-in?back=%2Fsettings", "Sign in")(fixed.Get("/settings"))

	// Linking is finished only by the user that began it.
	ben := env.SignedIn(t, "Ben", walk.BensPassword)
	ben.Header.Set("Holdover-Form", "1")
	_, address := location(t, ben, "/settings/sign-in/link")
	ben.Header.Del("Holdover-Form")
	ben.Post("/sign-out")
	ben.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword)
	ben.Expect(401, "/sign-in/provider/callback", "the session in which you began")(stripped(open(ben, address)))
}

func key(p *walk.Person, at *url.URL) string {
	for _, c := range p.Client.Jar.Cookies(at) {
		if c.Name == "holdover_session" {
			return c.Value
		}
	}
	return ""
}

// TestProviderIsDown: the sign-in page says so, and passwords work on.
func TestProviderIsDown(t *testing.T) {
	t.Parallel()
	env, _, at := newProviderEnv(t, "anna", nil)
	at.Down.Store(true)
	p := env.Person(t)
	p.Expect(503, "/sign-in/provider", "Our provider cannot be reached")(p.Get("/sign-in/provider"))
	p.Expect(200, "/budgets", "Budgets")(p.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword))
}

// TestOnlyProvider: without passwords no page offers a form for one, and none is accepted.
func TestOnlyProvider(t *testing.T) {
	t.Parallel()
	env, _, _ := newProviderEnv(t, "dora", func(c *openid.Config) { c.Only, c.Create = true, true })
	anna := env.SignedIn(t, "Anna", walk.AnnasPassword)
	env.App.DisablePasswords()
	p := env.Person(t)
	if _, _, body := p.Get("/sign-in"); strings.Contains(body, `type="password"`) || !strings.Contains(body, "Sign in with Our provider") {
		t.Error(body)
	}
	p.Expect(403, "/sign-in", "Passwords are switched off")(p.Post("/sign-in", "name", "Anna", "password", walk.AnnasPassword))
	for _, page := range []string{"/settings", "/settings/sign-in", "/settings/users", "/settings/developer"} {
		if status, _, body := anna.Get(page); status != 200 || strings.Contains(body, `type="password"`) {
			t.Errorf("%s: %d, with a field for a password", page, status)
		}
	}
	anna.Expect(403, "/settings/password", "switched off")(anna.Post("/settings/password", "present", walk.AnnasPassword, "password", "some new plain words", "again", "some new plain words"))
	anna.Expect(403, "/settings/users", "switched off")(anna.Post("/settings/users", "name", "Carl", "password", "some new plain words"))
	anna.Expect(403, "/settings/users/password", "switched off")(anna.Post("/settings/users/password", "name", "Ben", "password", "some new plain words"))
	p.Expect(200, "/budgets", "Budgets")(p.Get("/sign-in/provider"))
}

// TestProviderAndSecondFactor: an app of Holdover is asked for after the provider, unless the provider states a second
// factor that the configuration accepts.
func TestProviderAndSecondFactor(t *testing.T) {
	t.Parallel()
	env, _, at := newProviderEnv(t, "dora", func(c *openid.Config) { c.Create, c.SecondFactor = true, []string{"mfa"} })
	anna := env.SignedIn(t, "Anna", walk.AnnasPassword)
	anna.Post("/settings/users/second-factor", "required", "1")
	p := env.Person(t)
	p.Expect(200, "/sign-in/set-up", "app")(stripped(p.Get("/sign-in/provider")))
	p.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(p.Get("/budgets"))
	at.Claims = func(c map[string]any) { c["amr"] = []string{"pwd", "mfa"}; c["auth_time"] = time.Now().Unix() }
	p.Expect(200, "/budgets", "Budgets")(p.Get("/sign-in/provider"))
	setUpApp(t, p)
	at.Claims = nil
	p.Expect(200, "/sign-in/code", "Our provider signed you in as <strong><bdi>dora")(stripped(p.Get("/sign-in/provider")))
}

// TestAttackForeignPageStartsProviderSignIn: a link on another site began a sign-in at the provider, which could end without
// a question.
func TestAttackForeignPageStartsProviderSignIn(t *testing.T) {
	t.Parallel()
	env, _, _ := newProviderEnv(t, "eve", nil)
	p := env.Person(t)
	for _, site := range []string{"cross-site", "same-site"} {
		p.Header.Set("Sec-Fetch-Site", site)
		p.Expect(200, "/sign-in?back=%2Fsettings", "Sign in with Our provider")(p.Get("/sign-in/provider?back=/settings"))
		p.Expect(200, "/sign-in?back=%2Fsettings", "Sign in with Our provider")(p.Get("/sign-in/provider?again=1&back=/settings"))
	}
	at, _ := url.Parse(p.Base)
	if kept := p.Client.Jar.Cookies(at); len(kept) != 0 {
		t.Errorf("a flow began: %v", kept)
	}
	for _, site := range []string{"same-origin", "none"} {
		p.Header.Set("Sec-Fetch-Site", site)
		p.Expect(403, "/sign-in/provider/callback", "No user of this Holdover is linked")(stripped(p.Get("/sign-in/provider")))
	}
}
