package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/oauth2"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
)

const password = "plain words for signing in"

// holdover is a running Holdover with its authorisation surface, and an address where programs wait for the redirect.
type holdover struct {
	t    *testing.T
	app  *app.App
	url  string
	plan string // a budget of Anna's
	dir  string // of the database
}

func newHoldover(t *testing.T) *holdover {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	dir := databasetest.Dir(t)
	a := apptest.Open(t, store.Config{Dir: dir})
	if err := a.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	h := &holdover{t: t, app: a, plan: apptest.Household(t, a, app.Machine()), dir: dir}
	surface := New(Config{App: a, Log: log, Who: h.who, Issuer: func(*http.Request) (string, error) { return h.url, nil }, Address: func(*http.Request) string { return "192.0.2.1" }})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/sign-in", "/callback": // placeholders for the sign-in page and the program
			_, _ = io.WriteString(w, "<!doctype html><html lang=en><head><title>Back</title><link rel=icon href=data:,></head><body><main><h1>Back at the program</h1></main></body></html>")
		default:
			surface.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

const cookie = "session"

func (h *holdover) who(_ http.ResponseWriter, r *http.Request) (app.Actor, string, error) {
	c, err := r.Cookie(cookie)
	if err != nil {
		return app.Actor{}, "", nil
	}
	who, _, err := h.app.Session(r.Context(), c.Value)
	if apperr.KindOf(err) == apperr.Unauthorized {
		return app.Actor{}, "", nil
	}
	return who, c.Value, err
}

// signIn returns the key of a user's session. It creates the user if necessary.
func (h *holdover) signIn(name string) (app.Actor, string) {
	h.t.Helper()
	if name != "Anna" {
		if _, err := h.app.AddUser(h.t.Context(), app.Machine(), name, password); apperr.KindOf(err) != "" && apperr.KindOf(err) != apperr.Conflict {
			h.t.Fatal(err)
		}
	}
	in, err := h.app.SignIn(h.t.Context(), users.Credentials{Name: name, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		h.t.Fatal(err)
	}
	return in.Who, in.Key.Reveal()
}

// person is a browser without scripts.
type person struct {
	h    *holdover
	http *http.Client
}

func (h *holdover) person(name string) person {
	h.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if name != "" {
		_, key := h.signIn(name)
		u, _ := url.Parse(h.url)
		jar.SetCookies(u, []*http.Cookie{{Name: cookie, Value: key, Path: "/"}})
	}
	return person{h, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (p person) send(method, address string, form url.Values, change ...func(*http.Request)) (*http.Response, string) {
	p.h.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = p.h.url + address
	}
	req, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	if err != nil {
		p.h.t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, do := range change {
		do(req)
	}
	resp, err := p.http.Do(req)
	if err != nil {
		p.h.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		p.h.t.Fatal(err)
	}
	return resp, string(body)
}

var hidden = regexp.MustCompile(`name="(ask|seal)" value="([^"]*)"`)

// consentForm returns the hidden fields of the consent page's form.
func consentForm(body string) url.Values {
	form := url.Values{}
	for _, m := range hidden.FindAllStringSubmatch(body, -1) {
		form.Set(m[1], html.UnescapeString(m[2]))
	}
	return form
}

// choose makes a choice on the consent page and returns the address of the redirect.
func (p person) choose(address string, choice map[string]string) *url.URL {
	p.h.t.Helper()
	resp, body := p.send(http.MethodGet, address, nil)
	form := consentForm(body)
	if resp.StatusCode != http.StatusOK || len(form) != 2 {
		p.h.t.Fatalf("consent page: status %d: %s", resp.StatusCode, body)
	}
	for name, value := range choice {
		form.Set(name, value)
	}
	resp, body = p.send(http.MethodPost, "/oauth/authorize", form)
	redirect, err := resp.Location()
	if err != nil || resp.StatusCode != http.StatusSeeOther {
		p.h.t.Fatalf("consent: status %d, want a redirect: %s", resp.StatusCode, body)
	}
	return redirect
}

// program registers one and configures an independent client for it.
func (h *holdover) program(public bool) *oauth2.Config {
	h.t.Helper()
	anna, _ := h.signIn("Anna")
	made, secret, err := h.app.RegisterOAuth(h.t.Context(), anna, users.OAuthRegistration{Name: "Tool <b>", Redirects: []string{h.url + "/callback"}, Public: public, Implicit: true})
	if err != nil {
		h.t.Fatal(err)
	}
	return &oauth2.Config{
		ClientID: made.ID, ClientSecret: secret.Reveal(), RedirectURL: h.url + "/callback",
		Endpoint: oauth2.Endpoint{AuthURL: h.url + "/oauth/authorize", TokenURL: h.url + "/oauth/token"},
	}
}

var allow = map[string]string{"choice": "allow", "scope": "full"}

// TestResourceOfAnotherServerIsRefused: the parameter resource (RFC 8707) was not read. It names this server's address
// for assistants or its API; an empty one counts as left out.
func TestResourceOfAnotherServerIsRefused(t *testing.T) {
	h := newHoldover(t)
	p, c := h.person("Anna"), h.program(true)
	for resource, ok := range map[string]bool{
		h.url + "/mcp": true, h.url + "/v1/": true, "": true, "https://evil.example/mcp": false, h.url + "/mcp/../x": false, h.url + ".evil.example/mcp": false, "mcp": false,
	} {
		verifier, target := oauth2.GenerateVerifier(), oauth2.SetAuthURLParam("resource", resource)
		address := c.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier), target)
		if !ok {
			if resp, body := p.send(http.MethodGet, address, nil); resp.StatusCode != http.StatusBadRequest || !strings.Contains(html.UnescapeString(body), "error=invalid_target") {
				t.Errorf("consent for the resource %q: status %d, want 400 with invalid_target: %s", resource, resp.StatusCode, body)
			}
			address = c.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier))
		}
		token, err := c.Exchange(t.Context(), p.choose(address, allow).Query().Get("code"), oauth2.VerifierOption(verifier), target)
		if ok {
			if err != nil || token.AccessToken == "" {
				t.Errorf("token for the resource %q: %v", resource, err)
			}
			continue
		}
		if refused, isRefused := errors.AsType[*oauth2.RetrieveError](err); !isRefused || refused.ErrorCode != "invalid_target" {
			t.Errorf("token for the resource %q: error %v, want invalid_target", resource, err)
		}
	}
}

// golang.org/x/oauth2, which was written independently, works with each of its ways to authenticate the client.
func TestClientOfTheGoLibrary(t *testing.T) {
	h := newHoldover(t)
	p := h.person("Anna")
	for name, style := range map[string]oauth2.AuthStyle{"detected by the client": oauth2.AuthStyleAutoDetect, "header": oauth2.AuthStyleInHeader, "form": oauth2.AuthStyleInParams} {
		for _, public := range []bool{false, true} {
			c := h.program(public)
			c.Endpoint.AuthStyle = style
			verifier := oauth2.GenerateVerifier()
			redirect := p.choose(c.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier)), allow)
			if redirect.Query().Get("state") != "xyz" || redirect.Query().Get("iss") != h.url {
				t.Fatalf("redirect to %s, want the state and issuer", redirect)
			}
			token, err := c.Exchange(t.Context(), redirect.Query().Get("code"), oauth2.VerifierOption(verifier))
			if err != nil {
				t.Fatalf("%s, public %t: exchange of the code: %v", name, public, err)
			}
			who, err := h.app.ActorOfBearer(t.Context(), token.AccessToken)
			if err != nil || who.Name != "Anna" || who.Scope != auth.Full {
				t.Errorf("user of the token: %+v, want Anna with full access (error %v)", who, err)
			}
			old := token.AccessToken
			token.Expiry = token.Expiry.AddDate(-1, 0, 0)
			fresh, err := c.TokenSource(t.Context(), token).Token()
			if err != nil || fresh.AccessToken == old || fresh.RefreshToken == token.RefreshToken {
				t.Errorf("%s, public %t: refresh: %v", name, public, err)
			}
		}
	}
}

func TestConsentChoices(t *testing.T) {
	h := newHoldover(t)
	p, c := h.person("Anna"), h.program(false)
	address := c.AuthCodeURL("xyz")
	_, body := p.send(http.MethodGet, address, nil)
	for _, words := range []string{"Tool &lt;b&gt;", "signed in as <strong><bdi>Anna", "Read and change the budgets", "Default budget", "127.0.0.1"} {
		if !strings.Contains(body, words) {
			t.Errorf("consent page lacks %q", words)
		}
	}
	const least, all = `value="read-only" checked`, `value="full" checked`
	// An application that names no scope was offered less access than YNAB grants.
	const explained = "did not specify the access it needs"
	if strings.Contains(body, least) || !strings.Contains(body, all) || !strings.Contains(body, explained) {
		t.Error("full access is not preselected and explained")
	}
	if _, page := p.send(http.MethodGet, address+"&scope=full", nil); strings.Contains(page, least) || !strings.Contains(page, all) || strings.Contains(page, explained) {
		t.Error("full access is not offered to a program that asks for it")
	}
	if redirect := p.choose(address, map[string]string{"choice": "deny"}); redirect.Query().Get("error") != "access_denied" || redirect.Query().Get("state") != "xyz" {
		t.Errorf("denied: redirect to %s", redirect)
	}
	redirect := p.choose(address, map[string]string{"choice": "allow", "scope": "read-only", "plan": h.plan})
	token, err := c.Exchange(t.Context(), redirect.Query().Get("code"))
	if err != nil || token.Extra("scope") != "read-only" {
		t.Fatalf("token: %+v, want the scope read-only (error %v)", token, err)
	}
	if who, err := h.app.ActorOfBearer(t.Context(), token.AccessToken); err != nil || who.Scope != auth.ReadOnly || who.Default != h.plan {
		t.Errorf("user of the token: %+v, want read-only with the chosen plan (error %v)", who, err)
	}
	c.Scopes = []string{"read-only"}
	if _, body = p.send(http.MethodGet, c.AuthCodeURL("x"), nil); !strings.Contains(body, "read only") || strings.Contains(body, `value="full"`) {
		t.Error("more is offered than the program asked for")
	}
	redirect = p.choose(h.url+"/oauth/authorize?"+url.Values{"client_id": {c.ClientID}, "redirect_uri": {c.RedirectURL}, "response_type": {"token"}}.Encode(), allow)
	f, _ := url.ParseQuery(redirect.Fragment)
	if _, err := h.app.ActorOfBearer(t.Context(), f.Get("access_token")); err != nil || redirect.RawQuery != "" {
		t.Errorf("implicit form: redirect to %s (error %v)", redirect, err)
	}
}

// A user that is not signed in is redirected to the sign-in and returns to the same page. An invalid request is
// reported before that.
func TestConsentNeedsSignIn(t *testing.T) {
	h := newHoldover(t)
	nobody, c := h.person(""), h.program(false)
	resp, _ := nobody.send(http.MethodGet, c.AuthCodeURL("xyz"), nil)
	to, err := resp.Location()
	if err != nil || to.Path != "/sign-in" || !strings.HasPrefix(to.Query().Get("back"), "/oauth/authorize?") {
		t.Errorf("redirect without sign-in: %v (error %v)", to, err)
	}
	c.ClientID = "unknown"
	if resp, body := nobody.send(http.MethodGet, c.AuthCodeURL("xyz"), nil); resp.StatusCode != http.StatusNotFound || !strings.Contains(body, "is not registered with this Holdover") {
		t.Errorf("unknown application: status %d: %s", resp.StatusCode, body)
	}
}

func TestAttackConsentForgedFromAnotherSite(t *testing.T) {
	h := newHoldover(t)
	p, c := h.person("Anna"), h.program(false)
	_, body := p.send(http.MethodGet, c.AuthCodeURL("xyz"), nil)
	form := consentForm(body)
	form.Set("choice", "allow")
	form.Set("scope", "full")
	refused := func(name string, form url.Values, change ...func(*http.Request)) {
		t.Helper()
		if resp, _ := p.send(http.MethodPost, "/oauth/authorize", form, change...); resp.StatusCode != http.StatusForbidden || resp.Header.Get("Location") != "" {
			t.Errorf("%s: status %d, want 403 without a redirect", name, resp.StatusCode)
		}
	}
	refused("another site's form", form, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") })
	refused("another site's form in an older browser", form, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	ben := h.person("Ben")
	_, body = ben.send(http.MethodGet, c.AuthCodeURL("xyz"), nil)
	stolen := consentForm(body)
	stolen.Set("choice", "allow")
	stolen.Set("scope", "full")
	refused("another person's seal", stolen)
	changed, _ := url.ParseQuery(form.Encode())
	changed.Set("ask", strings.Replace(form.Get("ask"), "response_type=code", "response_type=token", 1))
	refused("another ask under the seal", changed)
	changed.Del("seal")
	refused("no seal", changed)
}

func TestAttackClickjacking(t *testing.T) {
	h := newHoldover(t)
	resp, _ := h.person("Anna").send(http.MethodGet, h.program(false).AuthCodeURL("xyz"), nil)
	csp := resp.Header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "frame-ancestors 'none'") || !strings.Contains(csp, "form-action 'self' "+h.url+";") || strings.Contains(csp, "unsafe") {
		t.Error(csp)
	}
}

func TestAttackOpenRedirect(t *testing.T) {
	h := newHoldover(t)
	p, c := h.person("Anna"), h.program(false)
	for _, change := range []oauth2.AuthCodeOption{
		oauth2.SetAuthURLParam("redirect_uri", "https://evil.example/"), oauth2.SetAuthURLParam("redirect_uri", h.url+"/callback/../evil"),
		oauth2.SetAuthURLParam("redirect_uri", "javascript:alert(1)"),
	} {
		resp, body := p.send(http.MethodGet, c.AuthCodeURL("xyz", change, oauth2.SetAuthURLParam("scope", "bad")), nil)
		if resp.StatusCode != http.StatusBadRequest || resp.Header.Get("Location") != "" || strings.Contains(body, "evil") {
			t.Errorf("changed redirect: status %d, location %q; want 400 without one", resp.StatusCode, resp.Header.Get("Location"))
		}
	}
}

// A link to our consent page never redirects automatically, whatever is wrong with it: the page shows the error, and
// the user may return to the program with it.
func TestAttackOpenRedirectByError(t *testing.T) {
	h := newHoldover(t)
	c := h.program(false)
	for _, p := range []person{h.person(""), h.person("Anna")} {
		resp, body := p.send(http.MethodGet, c.AuthCodeURL("xyz", oauth2.SetAuthURLParam("scope", "bad")), nil)
		if resp.StatusCode != http.StatusBadRequest || resp.Header.Get("Location") != "" {
			t.Errorf("invalid scope: status %d, location %q; want 400 without one", resp.StatusCode, resp.Header.Get("Location"))
		}
		link := regexp.MustCompile(`href="([^"]*error=invalid_scope[^"]*)"`).FindStringSubmatch(body)
		if link == nil || !strings.HasPrefix(html.UnescapeString(link[1]), h.url+"/callback?") || !strings.Contains(body, "scope is read-only") {
			t.Errorf("page has no link back to the application: %s", body)
		}
	}
}

func TestAttackForeignPlan(t *testing.T) {
	h := newHoldover(t)
	ben, c := h.person("Ben"), h.program(false)
	_, body := ben.send(http.MethodGet, c.AuthCodeURL("xyz"), nil)
	if strings.Contains(body, h.plan) {
		t.Error("page shows another user's budget")
	}
	form := consentForm(body)
	for name, value := range map[string]string{"choice": "allow", "scope": "full", "plan": h.plan} {
		form.Set(name, value)
	}
	if resp, _ := ben.send(http.MethodPost, "/oauth/authorize", form); resp.StatusCode != http.StatusNotFound || resp.Header.Get("Location") != "" {
		t.Errorf("consent to another user's plan: status %d, want 404", resp.StatusCode)
	}
}

// TestResponsesToPrograms checks the responses to programs. Parameters may be in the address, as in YNAB's documentation,
// but none may be both there and in the body.
func TestResponsesToPrograms(t *testing.T) {
	h := newHoldover(t)
	p, c := h.person("Anna"), h.program(false)
	code := p.choose(c.AuthCodeURL("xyz"), allow).Query().Get("code")
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {c.ClientID}, "client_secret": {c.ClientSecret}, "code": {code}, "redirect_uri": {c.RedirectURL}}
	answer := func(resp *http.Response, body string) (status int, problemCode string) {
		t.Helper()
		var b problem
		if err := json.Unmarshal([]byte(body), &b); err != nil || resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("response %s has the header %v, want JSON for any origin that is not stored (error %v)", body, resp.Header, err)
		}
		return resp.StatusCode, b.Error
	}
	other := url.Values{"code": {p.choose(c.AuthCodeURL("xyz"), allow).Query().Get("code")}}
	for name, values := range form {
		if name != "code" {
			other[name] = values
		}
	}
	resp, body := p.send(http.MethodPost, "/oauth/token?client_id="+c.ClientID, form)
	if status, code := answer(resp, body); status != http.StatusBadRequest || code != "invalid_request" || !strings.Contains(body, "twice") {
		t.Errorf("parameters in address and body: status %d: %s", status, body)
	}
	resp, body = p.send(http.MethodPost, "/oauth/token?"+other.Encode(), url.Values{})
	if status, code := answer(resp, body); status != http.StatusOK || code != "" || !strings.Contains(body, `"expires_in":7200`) {
		t.Errorf("parameters in the address: status %d: %s", status, body)
	}
	wrongSecret, _ := url.ParseQuery(form.Encode())
	wrongSecret.Set("client_secret", "wrong")
	if status, code := answer(p.send(http.MethodPost, "/oauth/token", wrongSecret)); status != http.StatusUnauthorized || code != "invalid_client" {
		t.Errorf("wrong secret: status %d, error %s", status, code)
	}
	fromAPage := func(r *http.Request) {
		r.Header.Set("Origin", "https://tool.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	resp, body = p.send(http.MethodPost, "/oauth/token", form, fromAPage)
	if status, code := answer(resp, body); status != http.StatusOK || code != "" || !strings.Contains(body, `"expires_in":7200`) {
		t.Errorf("token for a page: status %d, want 200 for 7200 s: %s", status, body)
	}
	if status, code := answer(p.send(http.MethodPost, "/oauth/token", form)); status != http.StatusBadRequest || code != "invalid_grant" {
		t.Errorf("same code again: status %d, error %s", status, code)
	}
	if status, code := answer(p.send(http.MethodPost, "/oauth/revoke", url.Values{"client_id": {c.ClientID}, "client_secret": {c.ClientSecret}, "token": {"unknown"}})); status != http.StatusOK || code != "" {
		t.Errorf("revoke: status %d, error %s", status, code)
	}
	if status, _ := answer(p.send(http.MethodGet, "/oauth/token", nil)); status != http.StatusMethodNotAllowed {
		t.Errorf("GET /oauth/token: status %d, want 405", status)
	}
	if resp, body := p.send(http.MethodGet, "/.well-known/oauth-authorization-server", nil); resp.StatusCode != http.StatusOK || !strings.Contains(body, `"token_endpoint":"`+h.url+`/oauth/token"`) {
		t.Errorf("metadata: status %d, want 200 with the token endpoint: %s", resp.StatusCode, body)
	}
	if resp, _ := p.send(http.MethodOptions, "/oauth/token", nil, fromAPage, func(r *http.Request) { r.Header.Set("Access-Control-Request-Method", "POST") }); resp.StatusCode != http.StatusNoContent {
		t.Errorf("preflight: status %d", resp.StatusCode)
	}
}

// Programs may also send a JSON object, as axios does. It is refused if it has a duplicate member, or a value that is
// not a string.
func TestProgramsSendJSON(t *testing.T) {
	h := newHoldover(t)
	p, c := h.person("Anna"), h.program(false)
	send := func(path, body string) (int, string) {
		t.Helper()
		resp, err := http.Post(h.url+path, "application/json; charset=utf-8", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(text)
	}
	code := p.choose(c.AuthCodeURL("xyz"), allow).Query().Get("code")
	whole := fmt.Sprintf(`{"grant_type":"authorization_code","client_id":%q,"client_secret":%q,"code":%q,"redirect_uri":%q`, c.ClientID, c.ClientSecret, code, c.RedirectURL)
	for name, body := range map[string]string{
		"nested": whole + `,"more":{"a":"b"}}`, "twice": whole + `,"grant_type":"authorization_code"}`, "a number": whole + `,"expires_in":7200}`,
		"list": "[]", "cut off": whole, "two objects": whole + "}{}", "too large": whole + `,"more":"` + strings.Repeat("x", 70<<10) + `"}`,
	} {
		if status, text := send("/oauth/token", body); status/100 != 4 || !strings.Contains(text, "invalid_request") {
			t.Errorf("%s: status %d, want invalid_request: %s", name, status, text)
		}
	}
	status, text := send("/oauth/token", whole+"}")
	var given struct {
		Refresh string `json:"refresh_token"`
	}
	if err := json.Unmarshal([]byte(text), &given); err != nil || status != http.StatusOK {
		t.Fatalf("token by JSON: status %d (error %v): %s", status, err, text)
	}
	if status, text := send("/oauth/revoke", fmt.Sprintf(`{"client_id":%q,"client_secret":%q,"token":%q}`, c.ClientID, c.ClientSecret, given.Refresh)); status != http.StatusOK {
		t.Errorf("revoke: status %d: %s", status, text)
	}
}

// TestRefusedCallsAreLoggedWithTheReason sends a request without credentials, one with a wrong secret and one with an invalid header. The log
// states that the request was refused, with the reason, and reports no error of Holdover.
func TestRefusedCallsAreLoggedWithTheReason(t *testing.T) {
	h := newHoldover(t)
	var log strings.Builder
	surface := New(Config{App: h.app, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), Who: h.who})
	for _, path := range []string{"/oauth/token", "/oauth/revoke"} {
		for given, want := range map[string]string{"": "invalid_client: ", "Basic JXp6OmE=": "invalid_request: the credentials in the header are not encoded", "Basic bm9ib2R5Ondyb25n": "invalid_"} {
			log.Reset()
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {"x"}, "token": {"x"}}.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if given != "" {
				r.Header.Set("Authorization", given)
			}
			surface.ServeHTTP(httptest.NewRecorder(), r)
			if line := log.String(); strings.Contains(line, "went wrong in Holdover") || !strings.Contains(line, `error="the request was refused" cause="`+want) || !strings.Contains(line, "level=INFO") {
				t.Errorf("POST %s with %q is logged as %s", path, given, line)
			}
		}
	}
}

func TestApplicationsAreManagedInSettings(t *testing.T) {
	h := newHoldover(t)
	p := h.person("Anna")
	_, body := p.send(http.MethodPost, "/settings/oauth", url.Values{"name": {"Web tool"}, "redirects": {"http://far.example/cb"}, "kind": {"secret"}})
	if !strings.Contains(body, "start with https://") || !strings.Contains(body, `value="Web tool"`) {
		t.Errorf("page after an invalid address: %s", body)
	}
	made, _ := p.send(http.MethodPost, "/settings/oauth", url.Values{"name": {"Web tool"}, "redirects": {h.url + "/callback\r\nhttps://tool.example/cb"}, "kind": {"secret"}})
	shown := func(made *http.Response) string { // a secret is displayed once
		t.Helper()
		if made.StatusCode != http.StatusSeeOther {
			t.Fatalf("registration: status %d, want a redirect to the secret", made.StatusCode)
		}
		_, strangers := h.person("Ben").send(http.MethodGet, made.Header.Get("Location"), nil)
		_, body := p.send(http.MethodGet, made.Header.Get("Location"), nil)
		_, again := p.send(http.MethodGet, made.Header.Get("Location"), nil)
		if strings.Contains(strangers+again, "holdover_client_") {
			t.Error("the secret is displayed to another user, or twice")
		}
		return body
	}
	body = shown(made)
	secret := regexp.MustCompile(`holdover_client_[a-z2-7]+`).FindString(body)
	id := regexp.MustCompile(`Client id <code>([^<]+)`).FindStringSubmatch(body)
	if secret == "" || id == nil {
		t.Fatal(body)
	}
	if _, body = p.send(http.MethodGet, "/settings/oauth", nil); strings.Contains(body, secret) || !strings.Contains(body, "restricted to 25 users") {
		t.Error("the secret is displayed again, or the restriction is not")
	}
	c := &oauth2.Config{ClientID: id[1], ClientSecret: secret, RedirectURL: h.url + "/callback", Endpoint: oauth2.Endpoint{AuthURL: h.url + "/oauth/authorize", TokenURL: h.url + "/oauth/token"}}
	token, err := c.Exchange(context.Background(), p.choose(c.AuthCodeURL("x"), allow).Query().Get("code"))
	if err != nil {
		t.Fatal(err)
	}
	_, body = p.send(http.MethodGet, "/settings/oauth", nil)
	line := regexp.MustCompile(`/settings/oauth/connections/([^"]+)`).FindStringSubmatch(body)
	if line == nil || !strings.Contains(body, "last used never") {
		t.Fatal(body)
	}
	if resp, _ := h.person("Ben").send(http.MethodPost, line[0], url.Values{}); resp.StatusCode != http.StatusNotFound {
		t.Errorf("disconnect another user's connection: status %d, want 404", resp.StatusCode)
	}
	if resp, _ := p.send(http.MethodPost, line[0], url.Values{}); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("disconnect: status %d", resp.StatusCode)
	}
	if _, err := h.app.ActorOfBearer(t.Context(), token.AccessToken); apperr.KindOf(err) != apperr.Unauthorized {
		t.Errorf("token after the disconnect: error %v, want unauthorized", err)
	}
	for do, form := range map[string]url.Values{
		"restrict": {"most": {"7"}}, "save": {"name": {"Renamed"}, "redirects": {"https://tool.example/cb"}}, "secret": {},
	} {
		form.Set("do", do)
		resp, body := p.send(http.MethodPost, "/settings/oauth/applications/"+id[1], form)
		if resp.StatusCode >= 400 {
			t.Errorf("%s: status %d: %s", do, resp.StatusCode, body)
		}
		if do == "secret" && !regexp.MustCompile(`holdover_client_[a-z2-7]+`).MatchString(shown(resp)) {
			t.Error("the new secret is not displayed")
		}
	}
	if _, body = p.send(http.MethodGet, "/settings/oauth", nil); !strings.Contains(body, "restricted to 7 users") || !strings.Contains(body, "Renamed") {
		t.Error(body)
	}
	if resp, _ := p.send(http.MethodPost, "/settings/oauth/applications/"+id[1], url.Values{"do": {"remove"}}); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("remove: status %d", resp.StatusCode)
	}
	if _, body = p.send(http.MethodGet, "/settings/oauth", nil); strings.Contains(body, id[1]) {
		t.Error("the removed application is listed")
	}
}
