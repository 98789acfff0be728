package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// The tests reproduce the advisories of another program's release on Holdover, each by name.

type house struct {
	t   *testing.T
	app *app.App
	url string
	log *bytes.Buffer
}

const bensPassword = "another few plain words"

type lockedWriter struct {
	mu sync.Mutex
	w  *bytes.Buffer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, log: &bytes.Buffer{}}
	log := slog.New(slog.NewTextHandler(&lockedWriter{w: h.log}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	if h.app, err = app.Open(t.Context(), store.Config{Dir: databasetest.Dir(t)}, log); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(Config{App: h.app, Log: log, Pages: web.Options{FirstCode: "ABCDEFGHIJ"}}))
	t.Cleanup(func() {
		server.Close()
		if err := h.app.Close(); err != nil {
			t.Error(err)
		}
	})
	h.url = server.URL
	if err := h.app.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	if _, err := h.app.AddUser(t.Context(), app.Machine(), "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	return h
}

// browser returns a browser without scripts, signed in if a name is given.
func (h *house) browser(name, password string) *http.Client {
	h.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	c := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if name != "" && h.post(c, "/sign-in", url.Values{"name": {name}, "password": {password}}) != http.StatusSeeOther {
		h.t.Fatalf("sign-in of %s failed", name)
	}
	return c
}

func (h *house) post(c *http.Client, path string, form url.Values) int {
	return h.send(c, path, "application/x-www-form-urlencoded", form.Encode())
}

func (h *house) send(c *http.Client, path, kind, body string) int {
	h.t.Helper()
	resp, err := c.Post(h.url+path, kind, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func (h *house) canSignIn(name, password string) bool {
	_, err := h.app.SignIn(h.t.Context(), users.Credentials{Name: name, Password: password, Device: users.Device{Address: "192.0.2.77"}})
	return err == nil
}

func TestAdvisoryPasswordOfAnotherJSONTypeIsRefused(t *testing.T) {
	h := newHouse(t)
	for _, c := range []struct{ kind, body string }{
		{"application/json", `{"name":"Anna","password":{"$ne":""}}`},
		{"application/json", `{"name":"Anna","password":true}`},
		{"application/x-www-form-urlencoded", "name=Anna&password[]=x"},
		{"application/x-www-form-urlencoded", "name=Anna&password=&password=" + url.QueryEscape(password)},
		{"application/x-www-form-urlencoded", "name=Anna"},
		{"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAnna\r\n--x--\r\n"},
	} {
		if got := h.send(h.browser("", ""), "/sign-in", c.kind, c.body); got != http.StatusUnauthorized && got != http.StatusUnsupportedMediaType && got != http.StatusTooManyRequests {
			t.Errorf("sign-in with %s %s: status %d, want it refused", c.kind, c.body, got)
		}
	}
	if got := h.send(h.browser("", ""), "/sign-in", "application/x-www-form-urlencoded", "name=Anna&password=%00"); got != http.StatusBadRequest {
		t.Errorf("password with a zero byte: status %d, want 400", got)
	}
}

func TestAdvisoryPasswordChangeNeedsTheOldPassword(t *testing.T) {
	h := newHouse(t)
	anna := h.browser("Anna", password)
	for _, present := range []url.Values{{}, {"present": {""}}, {"present": {"x"}}, {"present": {bensPassword}}} {
		form := url.Values{"password": {"some new plain words"}, "again": {"some new plain words"}}
		for name, v := range present {
			form[name] = v
		}
		if got := h.post(anna, "/settings/password", form); got != http.StatusUnauthorized {
			t.Errorf("password change with %v: status %d, want 401", present, got)
		}
	}
	if !h.canSignIn("Anna", password) {
		t.Error("the password was changed")
	}
}

// A stranger with knowledge of Anna's name could prevent her from changing her password in her browser by trying
// wrong ones: her confirmation was limited like any sign-in under that name.
func TestAdvisoryStrangersCannotBlockAPasswordChange(t *testing.T) {
	h := newHouse(t)
	anna, other := h.browser("Anna", password), h.browser("Anna", password)
	for i := range 40 {
		_, err := h.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: "a guess that is wrong", Device: users.Device{Address: fmt.Sprintf("2001:db8:%x::1", i)}})
		if kind := apperr.KindOf(err); kind != apperr.Unauthorized && kind != apperr.TooMany {
			t.Fatal(err)
		}
	}
	// In a new network the name's count applies only after the network itself has failed for the name
	// (docs/decisions/0075-sign-in-limits.md).
	var err error
	for range auth.ByNameAndNetwork.Free + 1 {
		_, err = h.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: "a guess that is wrong", Device: users.Device{Address: "192.0.2.77"}})
	}
	testkit.WantKind(t, err, apperr.TooMany)
	if h.canSignIn("Anna", password) {
		t.Fatal("the strangers' attempts were not counted")
	}
	if got := h.post(other, "/settings/developer", url.Values{"name": {"Sheet"}, "scope": {"full"}, "password": {password}}); got != http.StatusSeeOther {
		t.Errorf("create a token: status %d", got)
	}
	if got := h.post(anna, "/settings/password", url.Values{"present": {password}, "password": {"some new plain words"}, "again": {"some new plain words"}}); got != http.StatusSeeOther {
		t.Errorf("change the password: status %d", got)
	}
}

func TestAdvisoryPasswordChangeEndsSessions(t *testing.T) {
	h := newHouse(t)
	present, other := h.browser("Anna", password), h.browser("Anna", password)
	if got := h.post(present, "/settings/password", url.Values{"present": {password}, "password": {"some new plain words"}, "again": {"some new plain words"}}); got != http.StatusSeeOther {
		t.Fatal(got)
	}
	if h.post(present, "/settings/sessions", url.Values{"session": {"others"}}) != http.StatusSeeOther {
		t.Error("the browser that changed the password is signed out")
	}
	if h.post(other, "/settings/sessions", url.Values{"session": {"others"}}) != http.StatusUnauthorized {
		t.Error("the other browser is still signed in")
	}
}

func TestAdvisoryOnlyTheAdminCanSetUp(t *testing.T) {
	h := newHouse(t)
	ben, nobody := h.browser("Ben", bensPassword), h.browser("", "")
	owner := url.Values{"name": {"Eve"}, "password": {"four words of Eve's"}, "again": {"four words of Eve's"}, "code": {"ABCDEFGHIJ"}}
	for name, c := range map[string]*http.Client{"Ben": ben, "nobody": nobody} {
		if got := h.post(c, "/first-start", owner); got != http.StatusConflict {
			t.Errorf("%s creates another owner: status %d, want 409", name, got)
		}
		want := map[string]int{"Ben": http.StatusForbidden, "nobody": http.StatusUnauthorized}[name]
		for _, path := range []string{"/settings/users", "/settings/users/password", "/settings/users/remove"} {
			if got := h.post(c, path, url.Values{"name": {"Anna"}, "password": {"four words of Eve's"}}); got != want {
				t.Errorf("%s posts to %s: status %d, want %d", name, path, got, want)
			}
		}
	}
	if h.canSignIn("Eve", "four words of Eve's") || !h.canSignIn("Anna", password) {
		t.Error("a user other than the admin created a user or changed a password")
	}
}

func TestAdvisorySecretsAreNotLogged(t *testing.T) {
	h := newHouse(t)
	anna := h.browser("Anna", password)
	in, err := h.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	token, _, err := h.app.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "Sheet", Scope: auth.Full, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	const sourceToken = "source-token-0123456789"
	h.post(anna, "/import/from-source", url.Values{"address": {"http://127.0.0.1:1"}, "token": {sourceToken}})
	h.post(h.browser("", ""), "/sign-in", url.Values{"name": {"a secret typed as a name"}, "password": {"a secret typed wrong"}})
	h.post(h.browser("", ""), "/first-start", url.Values{"code": {"ABCDEFGHIJ"}})
	ask(t, http.MethodGet, h.url+"/v1/plans?access_token="+token.Reveal(), "Authorization", "Bearer "+token.Reveal())
	ask(t, http.MethodGet, h.url+"/v1/plans?access_token="+token.Reveal())
	ask(t, http.MethodGet, h.url+"/oauth/authorize?client_secret=a-secret-of-a-client")
	for _, path := range []string{"/oauth/token", "/oauth/revoke"} {
		ask(t, http.MethodPost, h.url+path+"?grant_type=authorization_code&client_id=x&client_secret=a-secret-of-a-client&code=a-secret-of-a-client&token=a-secret-of-a-client")
	}
	for _, secret := range []string{password, token.Reveal(), in.Key.Reveal(), in.Browser.Reveal(), sourceToken, "a secret typed", "ABCDEFGHIJ", "a-secret-of-a-client"} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("log contains %q", secret)
		}
	}
	if !strings.Contains(h.log.String(), "/sign-in") {
		t.Error("the log is empty")
	}
}

func TestAdvisoryInternalAddressesAreNotProbed(t *testing.T) {
	h := newHouse(t)
	var called atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Add(1) }))
	defer inner.Close()
	ben := h.browser("Ben", bensPassword)
	for _, address := range []string{inner.URL, inner.URL + "/v1", strings.Replace(inner.URL, "127.0.0.1", "localhost", 1), strings.Replace(inner.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1)} {
		if got := h.post(ben, "/import/from-source", url.Values{"address": {address}, "token": {"abc"}}); got != http.StatusForbidden {
			t.Errorf("import by Ben from %s: status %d, want 403", address, got)
		}
	}
	if called.Load() > 0 {
		t.Error("a user other than the admin made the server call an internal address")
	}
}

func TestAdvisoryImportOverwritesNothing(t *testing.T) {
	h := newHouse(t)
	doc, err := testkit.Household()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(doc); err != nil {
		t.Fatal(err)
	}
	bring1 := func(who users.Actor) string {
		got, err := h.app.Import(t.Context(), who, bytes.NewReader(text.Bytes()), migration.ImportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return got.Budget.ID
	}
	who := func(name, password string) users.Actor {
		in, err := h.app.SignIn(t.Context(), users.Credentials{Name: name, Password: password, Device: users.Device{Address: "192.0.2.1"}})
		if err != nil {
			t.Fatal(err)
		}
		return in.Who
	}
	anna, ben := who("Anna", password), who("Ben", bensPassword)
	annas := bring1(anna)
	before, err := h.app.Frame(t.Context(), anna, annas)
	if err != nil {
		t.Fatal(err)
	}
	bens := bring1(ben)
	if bens == annas {
		t.Error("an import replaced another user's budget")
	}
	after, err := h.app.Frame(t.Context(), anna, annas)
	if err != nil || after.Budget != before.Budget {
		t.Errorf("Anna's budget was changed (error %v)", err)
	}
	// A plan's id at the source refers to the user's own budget of it, never to another user's.
	if seen, err := h.app.Frame(t.Context(), ben, annas); err == nil && seen.Budget.ID != bens || err != nil && apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("Ben sees Anna's budget (error %v)", err)
	}
}

func TestAdvisoryOnlyHTTPLinksAreAccepted(t *testing.T) {
	h := newHouse(t)
	anna := h.browser("Anna", password)
	for _, link := range []string{"javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "JaVaScRiPt:alert(1)", "//evil.example", "\tjavascript:alert(1)"} {
		if got := h.post(anna, "/settings/oauth", url.Values{"name": {"Tool"}, "redirects": {link}, "kind": {"secret"}}); got != http.StatusBadRequest {
			t.Errorf("register the link %q: status %d, want 400", link, got)
		}
		resp, err := anna.PostForm(h.url+"/theme", url.Values{"back": {link}})
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if to := resp.Header.Get("Location"); to != "/" {
			t.Errorf("link %q redirects to %q, want /", link, to)
		}
	}
}

// Searches and suggestions take patterns literally, and take time linear in their length.
func TestAdvisoryPayeeSearchIsLinear(t *testing.T) {
	h := newHouse(t)
	importSample(t, h.app, "")
	anna := h.browser("Anna", password)
	budgets, err := h.app.Budgets(t.Context(), app.Machine())
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("a", 8000) + "!"
	for _, text := range []string{long, "(a+)+$", strings.Repeat("(", 4000), "%%%%%%%%____", strings.Repeat("a%", 2000), "\\"} {
		for _, path := range []string{"/payees?q=", "/payees/suggest?q=", "/payees/suggest?text=", "/accounts/all?q="} {
			resp, err := anna.Get(h.url + "/budgets/" + budgets[0].ID + path + url.QueryEscape(text))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode >= http.StatusInternalServerError {
				t.Errorf("GET %s%.20s: status %d", path, text, resp.StatusCode)
			}
		}
	}
}
