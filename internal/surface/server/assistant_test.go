package server

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"golang.org/x/oauth2"

	"holdover/internal/app/users"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// register registers a program as assistants do.
func (h *house) register(body string) (status int, made oauthgrant.Registered) {
	h.t.Helper()
	resp := testkit.Must(http.Post(h.url+"/oauth/register", "application/json", strings.NewReader(body)))(h.t)
	defer resp.Body.Close()
	text := testkit.Must(io.ReadAll(resp.Body))(h.t)
	if resp.StatusCode == http.StatusCreated {
		testkit.NoError(h.t, json.Unmarshal(text, &made))
	}
	return resp.StatusCode, made
}

type withToken struct{ token, origin string }

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+w.token)
	if w.origin != "" {
		r.Header.Set("Origin", w.origin)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	return http.DefaultTransport.RoundTrip(r)
}

func (h *house) assistant(token string) *sdk.ClientSession {
	h.t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(h.t.Context(),
		&sdk.StreamableClientTransport{Endpoint: h.url + "/mcp", HTTPClient: &http.Client{Transport: withToken{token: token}}, DisableStandaloneSSE: true}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = session.Close() })
	return session
}

// An assistant could not be connected by the address alone. It sends a request without
// a token, reads where to get one, registers itself, sends the user to the consent page, and lists the tools that the
// user allowed.
func TestAssistantConnectsByAddress(t *testing.T) {
	h := newHouse(t)
	resp := testkit.Must(http.Post(h.url+"/mcp", "application/json", strings.NewReader("{}")))(t)
	resp.Body.Close()
	at := regexp.MustCompile(`resource_metadata="([^"]+)"`).FindStringSubmatch(resp.Header.Get("WWW-Authenticate"))
	if resp.StatusCode != http.StatusUnauthorized || at == nil {
		t.Fatalf("request without a token: status %d, header %v; want 401 with the metadata's address", resp.StatusCode, resp.Header)
	}
	read := func(address string, into any) {
		t.Helper()
		resp := testkit.Must(http.Get(address))(t)
		defer resp.Body.Close()
		testkit.NoError(t, json.NewDecoder(resp.Body).Decode(into))
	}
	var resource oauthgrant.Resource
	var metadata oauthgrant.Metadata
	read(at[1], &resource)
	read(resource.AuthorizationServers[0]+"/.well-known/oauth-authorization-server", &metadata)
	if resource.Resource != h.url+"/mcp" || metadata.RegisterAddress != h.url+"/oauth/register" {
		t.Fatalf("metadata of the resource %+v, of the server %+v", resource, metadata)
	}
	const back = "http://127.0.0.1:33418/callback"
	status, made := h.register(`{"client_name":"Claude \u202e\u0007","redirect_uris":["` + back + `"],"token_endpoint_auth_method":"none","grant_types":["authorization_code","refresh_token"],"response_types":["code"]}`)
	if status != http.StatusCreated || made.ID == "" || made.Secret != "" || made.Name != "Claude " && made.Name != "Claude" {
		t.Fatalf("registration: status %d, client %+v; want 201 without a secret", status, made)
	}
	for scope, writes := range map[string]bool{"": true, "full read-only": true, "read-only": false} {
		anna := h.browser("Anna", password)
		anna.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		verifier := oauth2.GenerateVerifier()
		client := oauth2.Config{ClientID: made.ID, RedirectURL: back, Endpoint: oauth2.Endpoint{AuthURL: metadata.AuthorizeAddress, TokenURL: metadata.TokenAddress, AuthStyle: oauth2.AuthStyleInParams}}
		address := client.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier), oauth2.SetAuthURLParam("scope", scope), oauth2.SetAuthURLParam("resource", resource.Resource))
		page := testkit.Must(anna.Get(address))(t)
		text := string(testkit.Must(io.ReadAll(page.Body))(t))
		page.Body.Close()
		if !strings.Contains(text, "registered itself") || !strings.Contains(text, "127.0.0.1:33418") {
			t.Fatal(text)
		}
		form := url.Values{"choice": {"allow"}}
		for _, hidden := range regexp.MustCompile(`name="(ask|seal)" value="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			form.Set(hidden[1], strings.NewReplacer("&amp;", "&", "&#43;", "+", "&#34;", `"`).Replace(hidden[2]))
		}
		if chosen := regexp.MustCompile(`name="scope" value="([^"]*)" checked`).FindStringSubmatch(text); chosen != nil {
			form.Set("scope", chosen[1])
		}
		answer := testkit.Must(anna.PostForm(h.url+"/oauth/authorize", form))(t)
		answer.Body.Close()
		to := testkit.Must(url.Parse(answer.Header.Get("Location")))(t)
		token, err := client.Exchange(t.Context(), to.Query().Get("code"), oauth2.VerifierOption(verifier), oauth2.SetAuthURLParam("resource", resource.Resource))
		if err != nil {
			t.Fatalf("exchange of the code: %v (consent: status %d, location %s)", err, answer.StatusCode, to)
		}
		tools := testkit.Must(h.assistant(token.AccessToken).ListTools(t.Context(), nil))(t)
		names := map[string]bool{}
		for _, tool := range tools.Tools {
			names[tool.Name] = true
		}
		if !names["month"] || names["assign"] != writes || names["edit_transaction"] != writes {
			t.Errorf("tools for the scope %q: %v", scope, names)
		}
	}
}

// TestCallsOfAssistantsAreCounted: requests to /mcp did not count towards the hourly limit of a token, which is one for
// /mcp and the API.
func TestCallsOfAssistantsAreCounted(t *testing.T) {
	h := newHouse(t)
	in := testkit.Must(h.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}}))(t)
	secret, _, err := h.app.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "Counted", Scope: auth.Full, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	testkit.NoError(t, err)
	limited := httptest.NewServer(Handler(Config{App: h.app, Log: slog.New(slog.DiscardHandler), HourlyLimit: 3}))
	defer limited.Close()
	client := &http.Client{Transport: withToken{token: secret.Reveal()}}
	ask := func(method, path string) *http.Response {
		t.Helper()
		r := testkit.Must(http.NewRequestWithContext(t.Context(), method, limited.URL+path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)))(t)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		resp := testkit.Must(client.Do(r))(t)
		resp.Body.Close()
		return resp
	}
	for i, at := range []struct{ method, path, used string }{{"POST", "/mcp", "1/3"}, {"GET", "/v1/user", "2/3"}, {"POST", "/mcp", "3/3"}} {
		if resp := ask(at.method, at.path); resp.StatusCode != http.StatusOK || resp.Header.Get("X-Rate-Limit") != at.used {
			t.Errorf("request %d: %d, %s", i+1, resp.StatusCode, resp.Header.Get("X-Rate-Limit"))
		}
	}
	for _, path := range []string{"/mcp", "/v1/user"} {
		method := map[string]string{"/mcp": "POST", "/v1/user": "GET"}[path]
		if resp := ask(method, path); resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") == "" {
			t.Errorf("%s above the limit: %d %v", path, resp.StatusCode, resp.Header)
		}
	}
}

// A token that may only read cannot call a tool that writes: the server does not offer it. Requests from a page of
// another origin, with a wrong token or with a token in the query are refused.
func TestAttackAssistantAddress(t *testing.T) {
	h := newHouse(t)
	in := testkit.Must(h.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}}))(t)
	token := func(scope auth.Scope) string {
		t.Helper()
		secret, _, err := h.app.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "T " + string(scope), Scope: scope, Password: password, Device: users.Device{Address: "192.0.2.1"}})
		testkit.NoError(t, err)
		return secret.Reveal()
	}
	reader, full := token(auth.ReadOnly), token(auth.Full)
	for _, tool := range []string{"assign", "add_transaction", "edit_transaction", "delete_transactions", "schedule_transaction", "undo"} {
		result, err := h.assistant(reader).CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: map[string]any{}})
		if err == nil && !result.IsError {
			t.Errorf("read-only token can call %s", tool)
		} else if err != nil && !strings.Contains(err.Error(), "unknown tool") {
			t.Errorf("call of %s: error %v, want an unknown tool", tool, err)
		}
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for name, c := range map[string]struct {
		with   withToken
		query  string
		status int
	}{
		"another origin": {withToken{full, "https://evil.example"}, "", http.StatusForbidden}, "unknown token": {withToken{"holdover_token_x", ""}, "", http.StatusUnauthorized},
		"token in the query": {withToken{"", ""}, "?access_token=" + full, http.StatusUnauthorized},
	} {
		r := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, h.url+"/mcp"+c.query, strings.NewReader(list)))(t)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		resp := testkit.Must((&http.Client{Transport: c.with}).Do(r))(t)
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", name, resp.StatusCode, c.status)
		}
	}
	if strings.Contains(h.log.String(), full) {
		t.Error("log contains the token")
	}
}

// Registrations are limited in size, number and rate, and the metadata of a registration grants no access.
func TestAttackRegistrationFlood(t *testing.T) {
	h := newHouse(t)
	for name, body := range map[string]string{
		"not JSON": "{", "no redirect address": `{}`, "unsafe redirect address": `{"redirect_uris":["http://evil.example/"]}`, "script as redirect address": `{"redirect_uris":["javascript:alert(1)"]}`,
		"a long name":  `{"redirect_uris":["https://a.example/"],"client_name":"` + strings.Repeat("x", 101) + `"}`,
		"implicit":     `{"redirect_uris":["https://a.example/"],"response_types":["token"]}`,
		"a large body": `{"redirect_uris":["https://a.example/"],"x":"` + strings.Repeat("x", 20<<10) + `"}`,
	} {
		if status, _ := h.register(body); status < 400 || status >= 500 {
			t.Errorf("registration with %s: status %d, want 4xx", name, status)
		}
	}
	const before = 6 // that were read and refused count too
	made := 0
	for range 30 {
		if status, _ := h.register(`{"redirect_uris":["https://a.example/"]}`); status == http.StatusCreated {
			made++
		} else if status != http.StatusTooManyRequests {
			t.Fatal(status)
		}
	}
	if made != 10-before {
		t.Errorf("%d registrations from one address in an hour, want %d", made, 10-before)
	}
	in := testkit.Must(h.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}}))(t)
	var unknown bytes.Buffer
	resp := testkit.Must(http.PostForm(h.url+"/oauth/token", url.Values{"grant_type": {"refresh_token"}, "client_id": {"unknown"}, "refresh_token": {"x"}}))(t)
	_, _ = io.Copy(&unknown, resp.Body)
	resp.Body.Close()
	if resp.StatusCode < 400 || strings.Contains(unknown.String(), "access_token") {
		t.Errorf("token for an unknown client: status %d: %s", resp.StatusCode, unknown.String())
	}
	for range 120 {
		_, err := h.app.SelfRegisterOAuth(t.Context(), oauthgrant.Registration{Redirects: []string{"https://a.example/"}})
		if err == nil {
			made++
		}
	}
	if made != 100 {
		t.Errorf("%d unused registrations are stored, want 100", made)
	}
	if all := testkit.Must(h.app.OAuthApplications(t.Context(), in.Who))(t); len(all) != 100 {
		t.Errorf("the owner sees %d registrations, want 100", len(all))
	}
}
