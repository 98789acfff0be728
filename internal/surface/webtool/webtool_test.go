package webtool

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/sourceapi"
)

// rig is a tool at a source, and a user's browser without scripts.
type rig struct {
	t      *testing.T
	source *source
	tool   *Tool
	url    string // of the tool's page, without a trailing slash
	http   *http.Client
	log    *syncBuffer
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// newRig starts a source and a tool below a path. stripped simulates a proxy that removes the path.
func newRig(t *testing.T, path string, stripped bool) *rig {
	t.Helper()
	r := &rig{t: t, source: newSource(t), log: &syncBuffer{}}
	var handler http.Handler
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if stripped {
			http.StripPrefix(path, handler).ServeHTTP(w, req)
			return
		}
		handler.ServeHTTP(w, req)
	}))
	t.Cleanup(front.Close)
	r.url = front.URL + path
	address, err := sourceapi.ParseAddress(r.source.server.URL)
	if err != nil {
		t.Fatal(err)
	}
	secret := auth.NewSecret(auth.ClientSecret)
	r.source.client = oauthgrant.Client{ID: "tool", Name: "The tool", Secret: secret.Digest(), Redirects: []string{r.url + "/callback"}}
	r.tool, err = newTool(Config{
		Source: address, ClientID: "tool", ClientSecret: secret.Reveal(), Public: r.url + "/",
		Log: slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	handler = r.tool.handler()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	r.http = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return r
}

func (r *rig) do(req *http.Request, err error) (*http.Response, string) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	resp, err := r.http.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body) // a truncated one is checked too
	return resp, string(body)
}

func (r *rig) get(address string) (*http.Response, string) {
	r.t.Helper()
	return r.do(http.NewRequest(http.MethodGet, address, nil))
}

func (r *rig) post(address string, form url.Values) (*http.Response, string) {
	r.t.Helper()
	req, err := http.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	if err == nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return r.do(req, err)
}

// allow follows the Connect button to the source and makes a choice there. It returns the address of the redirect
// back.
func (r *rig) allow(choice string) string {
	r.t.Helper()
	resp, body := r.post(r.url+"/connect", nil)
	to, err := resp.Location()
	if err != nil {
		r.t.Fatalf("connect: status %d: %s", resp.StatusCode, body)
	}
	resp, body = r.post(to.String(), url.Values{"ask": {to.RawQuery}, "choice": {choice}})
	redirect, err := resp.Location()
	if err != nil {
		r.t.Fatalf("consent: status %d: %s", resp.StatusCode, body)
	}
	return redirect.String()
}

func (r *rig) connected() {
	r.t.Helper()
	resp, body := r.get(r.allow("allow"))
	if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != r.tool.prefix+"/" {
		r.t.Fatalf("callback: status %d: %s", resp.StatusCode, body)
	}
}

var shownTrouble = regexp.MustCompile(`data-trouble="([^"]+)"`)

// wantTrouble checks that a page shows a trouble and the ways out of it.
func wantTrouble(t *testing.T, body, id string) {
	t.Helper()
	if m := shownTrouble.FindStringSubmatch(body); m == nil || m[1] != id {
		t.Errorf("shows %v, want %s", m, id)
	}
	for _, way := range []string{`id="ways" open`, "holdover export --source", "curl.exe -H", "Connect again"} {
		if !strings.Contains(body, way) {
			t.Errorf("%s: page lacks the other way %s", id, way)
		}
	}
}

func TestFromConnectToFile(t *testing.T) {
	for name, c := range map[string]struct {
		path     string
		stripped bool
	}{"at the root": {"", false}, "below a path": {"/tools/export", false}, "behind a proxy": {"/export", true}} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, c.path, c.stripped)
			resp, body := r.get(r.url + "/")
			if resp.StatusCode != http.StatusOK || !strings.Contains(body, "Connect to 127.0.0.1") || !strings.Contains(body, `action="`+c.path+`/connect"`) {
				t.Fatalf("first page: status %d: %s", resp.StatusCode, body)
			}
			r.connected()
			_, body = r.get(r.url + "/")
			if !strings.Contains(body, "Household / Übersicht") || !strings.Contains(body, "Old &lt;b&gt;plan&lt;/b&gt;") ||
				strings.Index(body, "Household") > strings.Index(body, "Old &lt;") {
				t.Fatalf("page lacks the plans, newest first: %s", body)
			}
			resp, file := r.get(r.url + "/download?plan=home&key=plan&name=Household+%2F+%C3%9Cbersicht")
			if file != string(r.source.plan) {
				t.Errorf("file has %d bytes and differs from the source's %d", len(file), len(r.source.plan))
			}
			if d := resp.Header.Get("Content-Disposition"); !strings.HasPrefix(d, "attachment; filename*=utf-8''Household%20-%20%C3%9Cbersicht-") {
				t.Errorf("name of the file: %s", d)
			}
			_, file = r.get(r.url + "/download?plan=home&key=budget&name=x")
			if want := strings.Replace(string(r.source.plan), `"plan"`, `"budget"`, 1); file != want {
				t.Errorf("file with the other leading key: %.60s", file)
			}
			resp, _ = r.post(r.url+"/disconnect", nil)
			if resp.StatusCode != http.StatusSeeOther {
				t.Errorf("disconnect: status %d", resp.StatusCode)
			}
			for _, connection := range r.source.connections {
				if !connection.Revoked {
					t.Error("the access was not revoked at the source")
				}
			}
			_, body = r.get(r.url + "/")
			if !strings.Contains(body, "Connect to") {
				t.Error("still connected after the disconnect")
			}
		})
	}
}

// No data of a user is in the log or readable in the cookie.
func TestNoDataIsKept(t *testing.T) {
	r := newRig(t, "", false)
	r.connected()
	r.get(r.url + "/")
	r.get(r.url + "/download?plan=home&key=plan&name=Household")
	for _, secret := range []string{string(auth.AccessToken), string(auth.GrantCode), "Household", "plan=home"} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("log contains %s:\n%s", secret, r.log)
		}
	}
	u, _ := url.Parse(r.url)
	for _, c := range r.http.Jar.Cookies(u) {
		if strings.Contains(c.Value, "holdover") || len(c.Value) > 3000 {
			t.Errorf("cookie is readable: %s", c.Value)
		}
	}
}

func TestCookieIsSealedAndExpires(t *testing.T) {
	public, _ := url.Parse("https://tool.example/export")
	j, err := newJar(nil, public)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	w := httptest.NewRecorder()
	if err := j.put(w, visit{Access: "secret", Until: now.Add(accessLife)}, now); err != nil {
		t.Fatal(err)
	}
	c := w.Result().Cookies()[0]
	if !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/export/" || c.MaxAge != 7200 {
		t.Errorf("attributes of the cookie: %+v", c)
	}
	read := func(j *cookieCodec, value string, at time.Time) visit {
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		req.AddCookie(&http.Cookie{Name: cookieName, Value: value})
		return j.take(req, at)
	}
	if v := read(j, c.Value, now); v.Access != "secret" {
		t.Errorf("cookie reads as %+v, want the token", v)
	}
	other, _ := newJar(nil, public)
	for name, v := range map[string]visit{
		"expired": read(j, c.Value, now.Add(accessLife)), "encrypted with another key": read(other, c.Value, now), "changed": read(j, "A"+c.Value[1:], now),
		"forged": read(j, "e30", now), "not base64": read(j, "{}", now),
	} {
		if v != (visit{}) {
			t.Errorf("%s: cookie reads as %+v, want it empty", name, v)
		}
	}
	if _, err := newJar([]byte("short"), public); err == nil {
		t.Error("a short key was accepted")
	}
}

func TestFailuresOfTheSignIn(t *testing.T) {
	answer := func(status int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(status); return true }
	}
	for id, spoil := range map[string]func(r *rig) string{
		"source-down": func(r *rig) string {
			r.source.server.Close()
			_, body := r.post(r.url+"/connect", nil)
			return body
		},
		"source-slow": func(r *rig) string {
			r.tool.http.Timeout = 50 * time.Millisecond
			r.source.authorise = func(http.ResponseWriter, *http.Request) bool { time.Sleep(200 * time.Millisecond); return false }
			_, body := r.post(r.url+"/connect", nil)
			return body
		},
		"rate-limited": func(r *rig) string {
			r.source.authorise = answer(http.StatusTooManyRequests)
			_, body := r.post(r.url+"/connect", nil)
			return body
		},
		"client-unknown": func(r *rig) string {
			r.source.client.ID = "another"
			_, body := r.post(r.url+"/connect", nil)
			return body
		},
		"client-restricted": func(r *rig) string {
			_, body := r.get(r.allow("full"))
			return body
		},
		"consent-denied": func(r *rig) string {
			_, body := r.get(r.allow("deny"))
			return body
		},
		"access-ended": func(r *rig) string {
			r.connected()
			clear(r.source.accesses)
			_, body := r.get(r.url + "/")
			return body
		},
		"strayed": func(r *rig) string {
			r.allow("allow")
			_, body := r.get(r.url + "/callback?code=x&state=made-up")
			return body
		},
		"source-refused": func(r *rig) string {
			redirect, _ := url.Parse(r.allow("deny"))
			q := redirect.Query()
			q.Set("error", "<b>odd</b>")
			redirect.RawQuery = q.Encode()
			_, body := r.get(redirect.String())
			return body
		},
	} {
		t.Run(id, func(t *testing.T) { wantTrouble(t, spoil(newRig(t, "/x", false)), id) })
	}
}

// The same on the later steps: the list of plans and the file.
func TestFailuresAfterTheSignIn(t *testing.T) {
	for id, api := range map[string]func(http.ResponseWriter, *http.Request) bool{
		"rate-limited": func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Retry-After", "1800")
			problem(w, http.StatusTooManyRequests, "429", "too_many_requests")
			return true
		},
		"access-ended": func(w http.ResponseWriter, _ *http.Request) bool {
			problem(w, http.StatusUnauthorized, "401", "not_authorized")
			return true
		},
	} {
		t.Run(id, func(t *testing.T) {
			r := newRig(t, "", false)
			r.connected()
			r.source.api = api
			_, body := r.get(r.url + "/download?plan=home&key=plan")
			wantTrouble(t, body, id)
			_, body = r.get(r.url + "/")
			wantTrouble(t, body, id)
			if id == "rate-limited" && !strings.Contains(body, "30 minutes") {
				t.Error("the page does not name the wait")
			}
		})
	}
}

// A download that fails in the middle is cut off, and its page displays the reason.
func TestDownloadThatFailsInTheMiddleIsCutOff(t *testing.T) {
	r := newRig(t, "", false)
	r.connected()
	calls := 0
	r.source.api = func(w http.ResponseWriter, _ *http.Request) bool {
		if calls++; calls > 1 {
			problem(w, http.StatusUnauthorized, "401", "not_authorized")
			return true
		}
		w.Header().Set("Content-Length", "1000000")
		_, _ = w.Write(r.source.plan[:100000])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	req, _ := http.NewRequest(http.MethodGet, r.url+"/download?plan=home&key=plan&visit=abc", nil)
	resp, err := r.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("a truncated file is complete for the client")
	}
	reason := func() said {
		req, _ := http.NewRequest(http.MethodGet, r.url+"/trouble?visit=abc", nil)
		req.Header.Set("Accept", "application/json")
		_, body := r.do(req, nil)
		var s said
		if err := json.Unmarshal([]byte(body), &s); err != nil {
			t.Fatalf("reason %s is not JSON: %v", body, err)
		}
		return s
	}
	if s := reason(); s.ID != "access-ended" || s.Hint == "" {
		t.Errorf("reason: %+v, want access-ended with a hint", s)
	}
	if s := reason(); s.ID != "broken-off" {
		t.Errorf("reason given twice: %+v", s)
	}
}

// A sign-in that another user started cannot be completed in this browser.
func TestAttackForgedCallback(t *testing.T) {
	victim, attacker := newRig(t, "", false), newRig(t, "", false)
	attacker.source, attacker.url, attacker.tool = victim.source, victim.url, victim.tool
	redirect := attacker.allow("allow")
	_, body := victim.get(redirect)
	wantTrouble(t, body, "strayed")
	// A response of another server is not accepted either.
	own, _ := url.Parse(victim.allow("allow"))
	q := own.Query()
	q.Set("iss", "https://evil.example")
	own.RawQuery = q.Encode()
	_, body = victim.get(own.String())
	wantTrouble(t, body, "strayed")
}

func TestAttackFromAnotherSite(t *testing.T) {
	r := newRig(t, "", false)
	req, err := http.NewRequest(http.MethodPost, r.url+"/disconnect", nil)
	if err == nil {
		req.Header.Set("Origin", "https://evil.example")
		req.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	resp, _ := r.do(req, err)
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("form of another site: status %d, want 403", resp.StatusCode)
	}
	resp, _ = r.get(r.url + "/")
	csp := resp.Header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "frame-ancestors 'none'") || !strings.Contains(csp, "form-action 'self' "+r.source.server.URL) || resp.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("Content-Security-Policy %q, Cache-Control %q", csp, resp.Header.Get("Cache-Control"))
	}
}

func TestConfigIsValidated(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	for name, c := range map[string]Config{
		"no client id": {Public: "https://tool.example", Log: log}, "no public address": {ClientID: "x", Log: log},
		"public address with a query": {ClientID: "x", Public: "https://tool.example/?x=1", Log: log}, "short key": {ClientID: "x", Public: "https://tool.example", Key: []byte("x"), Log: log},
	} {
		if _, err := New(c); apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%s: error %v, want it invalid with a hint", name, err)
		}
	}
	tool, err := newTool(Config{ClientID: "x", Public: "https://tool.example/export/", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	if tool.oauth.Endpoint.AuthURL != "https://app.ynab.com/oauth/authorize" || tool.oauth.RedirectURL != "https://tool.example/export/callback" || tool.revoke != "" {
		t.Errorf("client of the default configuration: %+v", tool.oauth)
	}
	if w := tool.ways(); !strings.Contains(w[0].Commands[0].Text, "holdover export") || strings.Contains(w[0].Commands[0].Text, "--source") {
		t.Errorf("other ways to export: %+v", w)
	}
}

// The leading key is changed wherever it is at the start, and nothing else is changed, however the bytes are split.
func TestLeadingKeyIsReplaced(t *testing.T) {
	long := strings.Repeat(" ", 2*headBytes)
	for from, want := range map[string]string{
		`{"data":{"plan":{"name":"plan"}}}`:          `{"data":{"budget":{"name":"plan"}}}`,
		" {\n\"data\" : { \"plan\" :{}}}":            " {\n\"data\" : { \"budget\" :{}}}",
		`{"data":{"server_knowledge":12,"plan":{}}}`: `{"data":{"server_knowledge":12,"budget":{}}}`,
		`{"data":{"budget":{"plan":"x"}}}`:           `{"data":{"budget":{"plan":"x"}}}`,
		`{"data":{"plan":{"note":"` + long + `"}}}`:  `{"data":{"budget":{"note":"` + long + `"}}}`,
		`{"odd":{"plan":{}}}`:                        `{"odd":{"plan":{}}}`,
	} {
		for _, step := range []int{1, 7, 5000} {
			w := httptest.NewRecorder()
			f := &passthrough{w: w, key: "budget", name: "x.json"}
			for rest := from; rest != ""; {
				n := min(step, len(rest))
				if _, err := io.WriteString(f, rest[:n]); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if err := f.flush(); err != nil || w.Body.String() != want {
				t.Errorf("%.40s in pieces of %d: %.60s (error %v)", from, step, w.Body, err)
			}
			if f.Truncate(0) == nil {
				t.Error("what has left can be taken back")
			}
		}
	}
}
