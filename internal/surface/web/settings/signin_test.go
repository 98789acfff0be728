package settings_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

const firstCode = "ABCDEFGHIJ"

// The owner cannot be created without the code: behind a proxy that does not forward addresses, every request comes
// from this machine.
func TestFirstStartAlwaysNeedsTheCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		options ui.Options
		header  http.Header
	}{
		{"from the same machine", ui.Options{FirstCode: firstCode}, http.Header{}},
		{"through a proxy", ui.Options{FirstCode: firstCode}, http.Header{"X-Forwarded-For": {"192.0.2.1"}}},
		{"behind the proxy", ui.Options{FirstCode: firstCode, BehindProxy: true}, http.Header{}},
		{"under another host name", ui.Options{FirstCode: firstCode}, http.Header{"Host": {"rebound.example"}}},
		{"without a code", ui.Options{}, http.Header{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := webtest.NewEnvWithSignIn(t, c.options)
			w.ImportSample(t)
			p := w.Person(t)
			p.Header = c.header
			p.Header.Set("Accept", "text/html")
			p.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			status, _, body := p.Get("/first-start")
			if status != 200 || strings.Contains(body, `name="code"`) != (c.options.FirstCode != "") || strings.Contains(body, firstCode) || strings.Contains(body, "becomes theirs") {
				t.Errorf("status %d\n%s", status, body)
			}
			owner := []string{"name", "Anna", "password", walk.AnnasPassword, "again", walk.AnnasPassword}
			for _, code := range []string{"", "ABCDEFGHIX"} {
				if got, _, _ := p.Post("/first-start", append(owner, "code", code)...); got != http.StatusForbidden {
					t.Errorf("with the code %q: status %d", code, got)
				}
			}
			want := http.StatusForbidden
			if c.options.FirstCode != "" {
				want = http.StatusSeeOther
				if _, _, body := p.Get("/first-start?code=" + firstCode); !strings.Contains(body, `type="hidden" name="code" value="`+firstCode+`"`) || !strings.Contains(body, "The existing budget becomes theirs") {
					t.Errorf("the link does not contain the code: %s", body)
				}
			}
			if got, _, _ := p.Post("/first-start", append(owner, "code", " abcdefghij ")...); got != want {
				t.Errorf("with the code: %d, want %d", got, want)
			}
		})
	}
}

func TestSignInAndOut(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{FirstCode: firstCode})
	p := w.Person(t)
	p.Expect(200, "/first-start", "Create the owner")(p.Get("/budgets"))
	p.Expect(400, "/first-start", "do not match")(p.Post("/first-start", "code", firstCode, "name", "Anna", "password", walk.AnnasPassword, "again", "x"))
	p.Expect(400, "/first-start", "too short")(p.Post("/first-start", "code", firstCode, "name", "Anna", "password", "short", "again", "short"))
	p.Expect(200, "/budgets", "Sign out")(p.Post("/first-start", "code", firstCode, "name", "Anna", "password", walk.AnnasPassword, "again", walk.AnnasPassword))
	p.Expect(200, "/budgets", "Sign out")(p.Get("/sign-in"))
	p.Expect(409, "/first-start", "already")(p.Post("/first-start", "code", firstCode, "name", "Eve", "password", walk.AnnasPassword, "again", walk.AnnasPassword))

	cookie := p.Client.Jar.Cookies(mustURL(t, p.Base))[0]
	p.Expect(200, "/sign-in", "Sign in")(p.Post("/sign-out"))
	p.Expect(200, "/sign-in?back=%2Fsettings%3Fdone%3Dpassword", "Sign in")(p.Get("/settings?done=password"))
	p.Client.Jar.SetCookies(mustURL(t, p.Base), []*http.Cookie{{Name: cookie.Name, Value: cookie.Value, Path: "/"}})
	p.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(p.Get("/budgets")) // the key is invalid after the session has ended

	p.Expect(401, "/settings/password", "not signed in")(p.Post("/settings/password"))
	p.Expect(401, "/sign-in", "the name or the password is wrong")(p.Post("/sign-in", "name", "Anna", "password", "wrong"))
	p.Expect(401, "/sign-in", "the name or the password is wrong")(p.Post("/sign-in", "name", "Nobody", "password", "wrong"))
	p.Expect(200, "/settings", "Your account")(p.Post("/sign-in", "name", "anna", "password", walk.AnnasPassword, "back", "/settings"))
	for _, back := range []string{"//evil.example", "/\t/evil.example", `/\evil.example`, "https://evil.example", "javascript:alert(1)"} {
		p.Expect(200, "/budgets", "Budgets")(p.Post("/sign-in", "name", "anna", "password", walk.AnnasPassword, "back", back))
	}

	// The fifth wrong password causes a delay of a second. A busy machine may need that long for the next request.
	stranger := w.Person(t)
	tooMany := func() bool {
		for range 5 {
			stranger.Post("/sign-in", "name", "Anna", "password", "wrong")
		}
		res, err := stranger.Client.PostForm(stranger.Base+"/sign-in", url.Values{"name": {"Anna"}, "password": {walk.AnnasPassword}})
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		page, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != 429 || res.Request.URL.Path != "/sign-in" || !strings.Contains(string(page), "ait ") {
			return false
		}
		if wait, err := strconv.Atoi(res.Header.Get("Retry-After")); err != nil || wait < 1 {
			t.Errorf("status 429 without a time to wait: %v", res.Header)
		}
		return true
	}
	for range 4 {
		if tooMany() {
			return
		}
	}
	t.Error("no delay after five wrong passwords")
}

func mustURL(t testing.TB, text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// The cookie is not accessible to scripts and other sites, and over TLS not sent over unencrypted connections. A
// header about TLS is trusted only behind a proxy.
func TestSessionCookie(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		behind bool
		want   string
	}{{false, "holdover_session"}, {true, "__Host-holdover_session"}} {
		w := webtest.NewEnvWithSignIn(t, ui.Options{BehindProxy: c.behind, FirstCode: firstCode})
		if err := w.App.CreateOwner(t.Context(), "Anna", walk.AnnasPassword); err != nil {
			t.Fatal(err)
		}
		form := url.Values{"name": {"Anna"}, "password": {walk.AnnasPassword}}
		got := cookiesByProxy(t, w.Server.URL+"/sign-in", form)
		if len(got) != 2 || got[1].Name != map[bool]string{true: "__Host-holdover_browser", false: "holdover_browser"}[c.behind] ||
			got[1].Secure != c.behind || !got[1].HttpOnly || got[0].Name != c.want || got[0].Secure != c.behind || !got[0].HttpOnly || got[0].SameSite != http.SameSiteLaxMode ||
			got[0].Path != "/" || got[0].Domain != "" || got[0].MaxAge != 30*24*3600 {
			t.Errorf("behind a proxy %v: the cookie is %+v", c.behind, got)
		}
	}
}

// cookiesByProxy submits a form like a proxy that terminates TLS, and returns the cookies of the response.
func cookiesByProxy(t *testing.T, address string, form url.Values) []*http.Cookie {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-Proto", "https")
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.Cookies()
}

// Behind a proxy each client has a separate address, which it cannot forge.
func TestClientAddressBehindAProxy(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "[2001:db8::1]:1234"
	r.Header.Add("X-Forwarded-For", "203.0.113.9")
	r.Header.Add("X-Forwarded-For", "203.0.113.10, 198.51.100.7")
	if got := (&ui.Request{Request: r, Site: &ui.Site{}}).Address(); got != "2001:db8::1" {
		t.Errorf("without a proxy the address is %s", got)
	}
	if got := (&ui.Request{Request: r, Site: &ui.Site{Options: ui.Options{BehindProxy: true}}}).Address(); got != "198.51.100.7" {
		t.Errorf("behind a proxy the address is %s", got)
	}
}

// The cookie with the choice of colours is also sent only over encrypted connections, if there are any.
func TestThemeCookieBehindTLS(t *testing.T) {
	t.Parallel()
	for _, behind := range []bool{false, true} {
		w := webtest.NewEnvWithSignIn(t, ui.Options{BehindProxy: behind})
		if got := cookiesByProxy(t, w.Server.URL+"/theme", url.Values{"theme": {"dark"}}); len(got) != 1 || got[0].Secure != behind {
			t.Errorf("behind a proxy %v: the cookie is %v", behind, got)
		}
	}
}

// The page lists the browsers in which the user is signed in, and signs them out.
func TestSessionsPage(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	here, there := w.SignedIn(t, "Anna", walk.AnnasPassword), w.SignedIn(t, "Anna", walk.AnnasPassword)
	_, _, body := here.Get("/settings/sign-in")
	id := regexp.MustCompile(`name="session" value="([0-9a-zA-Z_-]{20,})"`).FindStringSubmatch(body)
	if id == nil || strings.Count(body, "this browser") != 1 || !strings.Contains(body, "Sign out everywhere else") {
		t.Fatalf("the list of sessions is not complete: %s", body)
	}
	ben := w.SignedIn(t, "Ben", walk.BensPassword)
	ben.Expect(404, "/settings/sessions", "session not found")(ben.Post("/settings/sessions", "session", id[1]))
	here.Expect(200, "/settings/sign-in?done=session", "That browser was signed out")(here.Post("/settings/sessions", "session", id[1]))
	there.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(there.Get("/budgets"))
	again := w.SignedIn(t, "Anna", walk.AnnasPassword)
	here.Expect(200, "/settings/sign-in?done=session", "That browser was signed out")(here.Post("/settings/sessions", "session", "others"))
	again.Expect(200, "/sign-in?back=%2Fbudgets", "Sign in")(again.Get("/budgets"))
	here.Expect(200, "/budgets", "Budgets")(here.Get("/budgets"))
}
