package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// built is the program.
var built string

// TestMain builds the program, and discards the log of the provider.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "holdover-provider-")
		if err != nil {
			log.Fatal(err)
		}
		defer os.RemoveAll(folder)
		built = filepath.Join(folder, "holdover")
		build := exec.Command("go", "build", "-o", built, "./cmd/holdover")
		build.Dir = "../.."
		if out, err := build.CombinedOutput(); err != nil {
			log.Fatalf("%v: %s", err, out)
		}
		slog.SetDefault(slog.New(slog.DiscardHandler))
		return m.Run()
	}())
}

const (
	password  = "a password for the tests"
	atThere   = "test-user@localhost" // the person id1
	other     = "test-user2"          // the person id2, in no group
	thePasswd = "verysecure"          // of both people
)

// holdover is the program with a folder of data, its address and that of the provider.
type holdover struct{ data, address, issuer string }

// newHoldover adds the owner Anna. The server does not run yet.
func newHoldover(t *testing.T) *holdover {
	t.Helper()
	h := &holdover{data: t.TempDir(), address: freeAddress(t), issuer: freeAddress(t)}
	add := exec.CommandContext(t.Context(), built, "user", "add", "Anna", "--data", h.data)
	add.Stdin = strings.NewReader(password)
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return h
}

// freeAddress returns an address of this machine at which no program listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprintf("localhost:%d", l.Addr().(*net.TCPAddr).Port)
}

// serve starts the server and returns a function that stops it.
func (h *holdover) serve(t *testing.T, flags ...string) (stop func()) {
	t.Helper()
	var log bytes.Buffer
	// stop ends the program, not the context of the test: its log is read after it has ended.
	run := exec.Command(built, append([]string{
		"serve", "--data", h.data, "--backup-folder", "off", "--listen", h.address, "--public", "http://" + h.address,
		"--oidc-issuer", "http://" + h.issuer, "--oidc-client", clientID, "--oidc-client-secret", clientSecret, "--oidc-name", "Our provider",
	}, flags...)...)
	run.Stderr = &log
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		_ = run.Process.Signal(syscall.SIGTERM)
		if err := run.Wait(); err != nil || t.Failed() {
			t.Logf("%v: %s", err, log.String())
		}
	}
	t.Cleanup(stop)
	await(t, "Holdover answers", func() bool {
		res, err := http.Get("http://" + h.address + "/healthz")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	return stop
}

// await waits until a condition is true.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it did not happen: %s", what)
		}
	}
}

func (h *holdover) startProvider(t *testing.T, groups ...string) *provider {
	t.Helper()
	p, err := start(h.issuer, "http://"+h.address, groups...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.server.Close() })
	return p
}

// browser is a browser without scripts.
type browser struct {
	t    *testing.T
	base string
	http.Client
	passed []*url.URL // the addresses of the last request and its redirects
	page   string
	status int
}

func (h *holdover) browser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, base: "http://" + h.address}
	b.Client = http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		b.passed = append(b.passed, r.URL)
		return nil
	}}
	return b
}

func (b *browser) at() *url.URL { return b.passed[len(b.passed)-1] }

func (b *browser) resolve(address string) *url.URL {
	b.t.Helper()
	base := b.base
	if strings.HasPrefix(address, "/login/") {
		base = b.at().String()
	}
	u, err := url.Parse(base)
	if err == nil {
		u, err = u.Parse(address)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return u
}

func (b *browser) read(res *http.Response) {
	b.t.Helper()
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	b.status, b.page = res.StatusCode, string(text)
}

func (b *browser) open(address string) {
	b.t.Helper()
	if !b.opens(address) {
		b.t.Fatalf("no server answers: %s", b.at())
	}
}

// opens reports whether servers answer at an address and at those to which it redirects.
func (b *browser) opens(address string) bool {
	b.t.Helper()
	u := b.resolve(address)
	b.passed = []*url.URL{u}
	res, err := b.Get(u.String())
	if err != nil {
		return false
	}
	b.read(res)
	return true
}

func (b *browser) post(address string, fields ...string) {
	b.t.Helper()
	u := b.resolve(address)
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	b.passed = []*url.URL{u}
	res, err := b.PostForm(u.String(), form)
	if err != nil {
		b.t.Fatal(err)
	}
	b.read(res)
}

// want requires a path, a status and a text of the page.
func (b *browser) want(status int, path, text string) {
	b.t.Helper()
	if b.status != status || b.at().Path != path || !strings.Contains(b.page, text) {
		b.t.Fatalf("%d at %s; want %d at %s with %q:\n%s", b.status, b.at(), status, path, text, b.page)
	}
}

var requestID = regexp.MustCompile(`name="id" value="([^"]+)"`)

// identify fills in the form of the provider.
func (b *browser) identify(name, password string) {
	b.t.Helper()
	id := requestID.FindStringSubmatch(b.page)
	if id == nil {
		b.t.Fatalf("%d at %s is not the form of the provider:\n%s", b.status, b.at(), b.page)
	}
	b.post("/login/username", "id", id[1], "username", name, "password", password)
}

// leaving is the link of the page that leads to another site.
var leaving = regexp.MustCompile(`href="(http://[^"]+)"`)

// follow opens the link of the page to the provider.
func (b *browser) follow() {
	b.t.Helper()
	link := leaving.FindStringSubmatch(b.page)
	if link == nil {
		b.t.Fatalf("%d at %s has no link to the provider:\n%s", b.status, b.at(), b.page)
	}
	b.open(html.UnescapeString(link[1]))
}

// TestProvider: with the provider of zitadel/oidc, the owner links an account, signs in and out with it, and other people
// are refused. The server starts before the provider, and works on after the provider is started again with new keys.
func TestProvider(t *testing.T) {
	h := newHoldover(t)
	h.serve(t)
	anna := h.browser(t)
	anna.open("/sign-in/provider")
	anna.want(503, "/sign-in/provider", "Our provider cannot be reached")
	anna.post("/sign-in", "name", "Anna", "password", password)
	anna.want(200, "/budgets", "Budgets")

	p := h.startProvider(t)
	stranger := h.browser(t)
	await(t, "the provider is found", func() bool { return stranger.opens("/sign-in/provider?back=/settings") && stranger.status == 200 })
	stranger.identify(atThere, "wrong password")
	stranger.want(200, "/login/username", "username or password wrong")
	stranger.identify(atThere, thePasswd)
	stranger.want(403, "/sign-in/provider/callback", "No user of this Holdover is linked to you there")

	anna.post("/settings/sign-in/link")
	anna.want(200, "/settings/sign-in/link", "Continue to Our provider")
	anna.follow()
	asked := anna.passed[0].Query()
	if asked.Get("code_challenge_method") != "S256" || asked.Get("code_challenge") == "" || asked.Get("nonce") == "" || asked.Get("state") == "" || asked.Get("response_type") != "code" {
		t.Errorf("the request is not a code flow with PKCE: %v", asked)
	}
	anna.identify(atThere, thePasswd)
	anna.want(200, "/settings/sign-in", atThere)
	anna.post("/sign-out")
	anna.want(200, "/sign-in", "Sign in") // the session began with the password
	if got := p.signedOut(); len(got) != 0 {
		t.Errorf("signed out at the provider: %v", got)
	}

	signIn(anna)
	wrong := h.browser(t)
	wrong.open("/sign-in/provider")
	wrong.identify(other, thePasswd)
	wrong.want(403, "/sign-in/provider/callback", "No user of this Holdover is linked to you there")

	// Proving the identity again makes the provider ask again.
	anna.open("/sign-in/provider?again=1&back=/settings/sign-in")
	if asked := anna.passed[1].Query(); asked.Get("prompt") != "login" || asked.Get("max_age") != "0" {
		t.Errorf("the request does not ask for a new sign-in: %v", asked)
	}
	anna.identify(atThere, thePasswd)
	anna.want(200, "/settings/sign-in", "Unlink")

	anna.post("/sign-out")
	anna.want(200, "/sign-out", "You are signed out of Holdover")
	anna.follow()
	anna.want(200, "/sign-in", "Sign in with Our provider")
	if got := p.signedOut(); !slices.Equal(got, []string{"id1"}) {
		t.Errorf("signed out at the provider: %v", got)
	}

	// The provider is stopped and started again.
	signIn(anna)
	if err := p.server.Close(); err != nil {
		t.Fatal(err)
	}
	anna.open("/settings")
	anna.want(200, "/settings", "Anna")
	late := h.browser(t)
	await(t, "the provider is missed", func() bool { return late.opens("/sign-in/provider?back=/settings") && late.status == 503 })
	late.want(503, "/sign-in/provider", "Our provider cannot be reached")
	late.want(503, "/sign-in/provider", `type="password"`)
	h.startProvider(t)
	await(t, "the provider is found again", func() bool { return late.opens("/sign-in/provider?back=/settings") && late.status == 200 })
	late.identify(atThere, thePasswd)
	late.want(200, "/settings", "Anna")
}

// signIn signs the owner in at the provider.
func signIn(b *browser) {
	b.t.Helper()
	b.open("/sign-in/provider?back=/settings")
	b.identify(atThere, thePasswd)
	b.want(200, "/settings", "Anna")
}

// TestProviderCode: a code of the provider works once, and only with the verifier of PKCE.
func TestProviderCode(t *testing.T) {
	h := newHoldover(t)
	h.startProvider(t)
	h.serve(t, "--oidc-create")
	b := h.browser(t)
	b.open("/sign-in/provider?back=/settings")
	b.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == h.address {
			b.passed = append(b.passed, r.URL)
			return http.ErrUseLastResponse
		}
		return nil
	}
	b.identify(other, thePasswd)
	response := b.at()
	if response.Path != "/sign-in/provider/callback" || response.Query().Get("code") == "" {
		t.Fatal(response)
	}
	token, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+h.issuer+"/oauth/token", strings.NewReader(url.Values{
		"grant_type": {"authorization_code"}, "code": {response.Query().Get("code")}, "redirect_uri": {"http://" + h.address + response.Path}, "code_verifier": {strings.Repeat("x", 43)},
	}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	token.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	token.SetBasicAuth(clientID, url.QueryEscape(clientSecret))
	res, err := http.DefaultClient.Do(token)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d without the verifier", res.StatusCode)
	}
	h.browser(t).wantRefused(response)
	b.CheckRedirect = nil
	b.open(response.String())
	b.want(200, "/sign-in/provider/callback", "")
	if !strings.Contains(b.page, "test-user2") {
		t.Errorf("not signed in:\n%s", b.page)
	}
	b.wantRefused(response)
}

// wantRefused requires that a response of the provider does not count in a browser.
func (b *browser) wantRefused(response *url.URL) {
	b.t.Helper()
	b.open(response.String())
	b.want(401, "/sign-in/provider/callback", "was not begun in this browser")
}

// TestProviderGroups: only members of an allowed group sign in, and become users if the configuration says so; the groups
// come with the user information. The provider's password counts as a second factor only if the configuration says so.
func TestProviderGroups(t *testing.T) {
	h := newHoldover(t)
	h.startProvider(t, "household", "money")
	stop := h.serve(t, "--oidc-create", "--oidc-groups", "money")
	b := h.browser(t)
	b.open("/sign-in/provider?back=/settings")
	b.identify(other, thePasswd)
	b.want(403, "/sign-in/provider/callback", "not in a group that may use this Holdover")
	b.open("/sign-in/provider?back=/settings")
	b.identify(atThere, thePasswd)
	b.want(403, "/sign-in/provider/callback", "an e-mail address that is not verified") // the name is not the verified address
	stop()

	stop = h.serve(t, "--oidc-create")
	b.open("/sign-in/provider?back=/settings")
	b.identify(other, thePasswd)
	b.want(200, "/settings", "test-user2")
	b.open("/settings/users")
	if b.status == 200 && strings.Contains(b.page, "Add a user") {
		t.Error("a person at the provider manages the users")
	}
	stop()

	h.serve(t, "--oidc-groups", "others")
	late := h.browser(t)
	late.open("/sign-in/provider?back=/settings")
	late.identify(other, thePasswd)
	late.want(403, "/sign-in/provider/callback", "not in a group that may use this Holdover") // also for a linked user
}

// TestOnlyProvider: --oidc-only needs a linked owner, and then refuses passwords.
func TestOnlyProvider(t *testing.T) {
	h := newHoldover(t)
	h.startProvider(t)
	refused := exec.CommandContext(t.Context(), built, "serve", "--data", h.data, "--listen", h.address, "--public", "http://"+h.address, "--oidc-issuer", "http://"+h.issuer, "--oidc-client", clientID, "--oidc-only")
	if out, err := refused.CombinedOutput(); err == nil || !strings.Contains(string(out), "is not linked to http://"+h.issuer) {
		t.Fatalf("%v: %s", err, out)
	}
	stop := h.serve(t)
	anna := h.browser(t)
	anna.post("/sign-in", "name", "Anna", "password", password)
	anna.post("/settings/sign-in/link")
	anna.follow()
	anna.identify(atThere, thePasswd)
	anna.want(200, "/settings/sign-in", atThere)
	stop()

	h.serve(t, "--oidc-only")
	b := h.browser(t)
	b.open("/sign-in")
	b.want(200, "/sign-in", "Sign in with Our provider")
	if strings.Contains(b.page, `type="password"`) {
		t.Error("the page has a field for a password")
	}
	b.post("/sign-in", "name", "Anna", "password", password)
	b.want(403, "/sign-in", "Passwords are switched off")
	signIn(b)
}
