package web

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/store"
)

const (
	annasPassword = "four plain words here"
	bensPassword  = "another few plain words"
)

// signWorld is a server that people sign in to.
func signWorld(t testing.TB, options Options) *world {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a, err := app.Open(t.Context(), store.Config{Dir: t.TempDir()}, log)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(New(a, log, options))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return &world{app: a, server: server}
}

// person is a browser without scripts.
type person struct {
	t      testing.TB
	base   string
	client *http.Client
	header http.Header
}

func (w *world) person(t testing.TB) *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t: t, base: w.server.URL, client: &http.Client{Jar: jar}, header: http.Header{"Accept": {"text/html"}}}
}

// get and post give the status, where one ended up, and the page.
func (p *person) get(path string) (int, string, string) {
	return p.do(http.MethodGet, path, nil)
}

func (p *person) post(path string, fields ...string) (int, string, string) {
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return p.do(http.MethodPost, path, form)
}

func (p *person) do(method, path string, form url.Values) (int, string, string) {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header = p.header.Clone()
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, answer.Request.URL.RequestURI(), string(body)
}

func (p *person) wants(status int, at, says string) func(int, string, string) {
	p.t.Helper()
	return func(gotStatus int, gotAt, body string) {
		p.t.Helper()
		if gotStatus != status || gotAt != at || !strings.Contains(strings.ToLower(body), strings.ToLower(says)) {
			p.t.Errorf("%d at %s, want %d at %s with %q", gotStatus, gotAt, status, at, says)
		}
	}
}

// Whoever is at the machine creates the owner; from elsewhere it takes the code.
func TestFirstStart(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		header  http.Header
		code    bool
	}{
		{"at the machine", Options{FirstCode: "ABCDEFGHIJ"}, http.Header{}, false},
		{"through a proxy", Options{FirstCode: "ABCDEFGHIJ"}, http.Header{"X-Forwarded-For": {"192.0.2.1"}}, true},
		{"behind the proxy", Options{FirstCode: "ABCDEFGHIJ", BehindProxy: true}, http.Header{}, true},
		{"under a foreign name", Options{FirstCode: "ABCDEFGHIJ"}, http.Header{"Host": {"rebound.example"}}, true},
		{"from elsewhere, without code", Options{}, http.Header{"X-Forwarded-For": {"192.0.2.1"}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := signWorld(t, c.options).person(t)
			p.header = c.header
			p.header.Set("Accept", "text/html")
			p.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			status, _, body := p.get("/first-start")
			if status != 200 || strings.Contains(body, `name="code"`) != (c.code && c.options.FirstCode != "") {
				t.Errorf("status %d, code asked for: %v", status, !c.code)
			}
			owner := []string{"name", "Anna", "password", annasPassword, "again", annasPassword}
			want := http.StatusSeeOther
			if c.code {
				want = http.StatusForbidden
			}
			if got, _, _ := p.post("/first-start", owner...); got != want {
				t.Errorf("without code: %d, want %d", got, want)
			}
			if !c.code {
				return
			}
			if got, _, _ := p.post("/first-start", append(owner, "code", "ABCDEFGHIX")...); got != http.StatusForbidden {
				t.Errorf("with a wrong code: %d", got)
			}
			if c.options.FirstCode != "" {
				want = http.StatusSeeOther
			}
			if got, _, _ := p.post("/first-start", append(owner, "code", " abcdefghij ")...); got != want {
				t.Errorf("with the code: %d, want %d", got, want)
			}
		})
	}
}

func TestSignInAndOut(t *testing.T) {
	w := signWorld(t, Options{})
	p := w.person(t)
	p.wants(200, "/first-start", "Create the owner")(p.get("/budgets"))
	p.wants(400, "/first-start", "are not the same")(p.post("/first-start", "name", "Anna", "password", annasPassword, "again", "x"))
	p.wants(400, "/first-start", "too short")(p.post("/first-start", "name", "Anna", "password", "short", "again", "short"))
	p.wants(200, "/budgets", "Sign out")(p.post("/first-start", "name", "Anna", "password", annasPassword, "again", annasPassword))
	p.wants(200, "/budgets", "Sign out")(p.get("/sign-in"))
	p.wants(409, "/first-start", "already")(p.post("/first-start", "name", "Eve", "password", annasPassword, "again", annasPassword))

	cookie := p.client.Jar.Cookies(mustURL(t, p.base))[0]
	p.wants(200, "/sign-in", "Sign in")(p.post("/sign-out"))
	p.wants(200, "/sign-in?back=%2Fsettings%3Fdone%3Dpassword", "Sign in")(p.get("/settings?done=password"))
	p.client.Jar.SetCookies(mustURL(t, p.base), []*http.Cookie{{Name: cookie.Name, Value: cookie.Value, Path: "/"}})
	p.wants(200, "/sign-in?back=%2Fbudgets", "Sign in")(p.get("/budgets")) // the key has ended with the session

	p.wants(401, "/settings/password", "nobody is signed in")(p.post("/settings/password"))
	p.wants(401, "/sign-in", "the name or the password is wrong")(p.post("/sign-in", "name", "Anna", "password", "wrong"))
	p.wants(401, "/sign-in", "the name or the password is wrong")(p.post("/sign-in", "name", "Nobody", "password", "wrong"))
	p.wants(200, "/settings", "Your account")(p.post("/sign-in", "name", "anna", "password", annasPassword, "back", "/settings"))
	for _, back := range []string{"//evil.example", "/\t/evil.example", `/\evil.example`, "https://evil.example", "javascript:alert(1)"} {
		p.wants(200, "/budgets", "Budgets")(p.post("/sign-in", "name", "anna", "password", annasPassword, "back", back))
	}

	stranger := w.person(t)
	for range 5 {
		stranger.post("/sign-in", "name", "Anna", "password", "wrong")
	}
	stranger.wants(429, "/sign-in", "wait ")(stranger.post("/sign-in", "name", "Anna", "password", annasPassword))
}

func mustURL(t testing.TB, text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// The cookie is out of reach of scripts and other sites, and over TLS of
// everything unencrypted. What a client says of TLS counts behind a proxy alone.
func TestSessionCookie(t *testing.T) {
	for _, c := range []struct {
		behind bool
		want   string
	}{{false, plainCookie}, {true, secureCookie}} {
		w := signWorld(t, Options{BehindProxy: c.behind, FirstCode: "ABCDEFGHIJ"})
		if err := w.app.CreateOwner(t.Context(), "Anna", annasPassword); err != nil {
			t.Fatal(err)
		}
		form := url.Values{"name": {"Anna"}, "password": {annasPassword}}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.server.URL+"/sign-in", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("X-Forwarded-Proto", "https")
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		got := answer.Cookies()
		if len(got) != 1 || got[0].Name != c.want || got[0].Secure != c.behind || !got[0].HttpOnly || got[0].SameSite != http.SameSiteLaxMode ||
			got[0].Path != "/" || got[0].Domain != "" || got[0].MaxAge != 30*24*3600 {
			t.Errorf("behind a proxy %v: %+v", c.behind, got)
		}
	}
}

// Behind a proxy everybody has an address of their own, which they cannot make up.
func TestAddress(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "[2001:db8::1]:1234"
	r.Header.Add("X-Forwarded-For", "203.0.113.9")
	r.Header.Add("X-Forwarded-For", "203.0.113.10, 198.51.100.7")
	if got := (&site{}).address(r); got != "2001:db8::1" {
		t.Error(got)
	}
	if got := (&site{options: Options{BehindProxy: true}}).address(r); got != "198.51.100.7" {
		t.Error(got)
	}
}
