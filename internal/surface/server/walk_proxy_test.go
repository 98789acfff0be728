package server

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/surface/proxyauth"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// behind returns a Holdover with the users Anna and Ben that believes the header Remote-User of a network.
func behind(t *testing.T, network string) (a *app.App, address string) {
	t.Helper()
	proxy := &proxyauth.Config{Header: "Remote-User", Networks: []netip.Prefix{netip.MustParsePrefix(network)}, SignOut: "/signed-out"}
	a, address = runningAs(t, Config{Pages: web.Options{Proxy: proxy, BehindProxy: true}})
	testkit.Must(a.AddUser(t.Context(), app.Machine(), "Ben", "another few plain words"))(t)
	return a, address
}

// opened returns a browser that opens pages at an address.
func opened(t *testing.T, address string, look walk.Look) *walk.Walker {
	t.Helper()
	return walk.New(t, &walk.Env{Server: &httptest.Server{URL: address}}, look)
}

// TestWalkProxyHeader uses Holdover through a proxy that signs users in, with every value that is refused. Where the header is
// missing, or does not come from the proxy's address, the form for the password appears.
func TestWalkProxyHeader(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			var names atomic.Pointer[[]string]
			names.Store(&[]string{"Anna"})
			through := func(holdover string) string {
				to := testkit.Must(url.Parse(holdover))(t)
				mux := http.NewServeMux()
				mux.HandleFunc("GET /signed-out", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("Signed out at the proxy")) })
				mux.Handle("/", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
					r.SetURL(to)
					r.SetXForwarded()
					r.Out.Host = r.In.Host
					r.Out.Header["Remote-User"] = *names.Load()
				}})
				s := httptest.NewServer(mux)
				t.Cleanup(s.Close)
				return s.URL
			}
			_, address := behind(t, "127.0.0.1/32")
			_, elsewhere := behind(t, "192.0.2.0/24")
			w := opened(t, through(address), look)
			w.Open("/settings/sign-in")
			w.See("A proxy in front of this Holdover signs you in")
			w.Until("Anna", `document.body.dataset.user === 'Anna'`)
			w.Shoot("proxy-ways-" + look.Name)
			w.Click("Sign out")
			w.See("Signed out at the proxy")

			for _, c := range []struct {
				shot  string
				names []string
				see   string
			}{
				{"proxy-unknown", []string{"Carl"}, "there is no such user here"},
				{"proxy-twice", []string{"Anna", "Anna"}, "was sent more than once"},
				{"proxy-empty", []string{""}, "is empty"},
				{"", []string{"Anna,Ben"}, "contains several names"},
				{"", []string{"An\xffna"}, "contains characters that are not allowed"},
			} {
				names.Store(&c.names)
				w.Open("/budgets")
				w.See(c.see)
				w.See("Sign out at the proxy") // other pages are refused too
				w.Until("nobody is signed in", `!document.body.dataset.user`)
				if c.shot != "" {
					w.Shoot(c.shot + "-" + look.Name)
				}
			}

			names.Store(&[]string{})
			w.Open("/budgets")
			w.See("No account?")
			w.Fill("Name", "Ben")
			w.Fill("Password", "another few plain words")
			w.Click("Sign in")
			w.Until("Ben", `document.body.dataset.user === 'Ben'`)
			names.Store(&[]string{"Anna"}) // the proxy's user counts, not that of the session
			w.Open("/settings")
			w.Until("Anna", `document.body.dataset.user === 'Anna'`)

			stranger := opened(t, through(elsewhere), look)
			stranger.Open("/budgets")
			stranger.See("No account?")
			stranger.Shoot("proxy-stranger-" + look.Name)
		})
	}
}

// TestWalkBehindCaddyThatSignsIn: the example of docs/guide/identity-providers.md with a real Caddy and a stand-in for Authelia. The
// header of a browser is removed, and programs use their tokens without signing in at the proxy.
func TestWalkBehindCaddyThatSignsIn(t *testing.T) {
	walk.RequireAssets(t)
	program, err := exec.LookPath("caddy")
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_CADDY", err)
	}
	var name atomic.Pointer[string]
	authelia := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/authz/forward-auth" {
			t.Errorf("asked for %s", r.URL)
		}
		if user := name.Load(); user != nil {
			w.Header().Set("Remote-User", *user)
			return
		}
		http.Error(w, "Sign in at the proxy", http.StatusUnauthorized)
	}))
	t.Cleanup(authelia.Close)
	a, holdover := behind(t, "127.0.0.1/32")
	address := freeAddress(t)
	guide := string(testkit.Must(os.ReadFile(filepath.Join(testkit.RepoRoot(t), "docs", "guide", "identity-providers.md")))(t))
	_, site, found := strings.Cut(guide, "    money.example {\n")
	site, _, ended := strings.Cut(site, "\n    }\n")
	if !found || !ended {
		t.Fatal("the guide has no example for Caddy")
	}
	site = strings.NewReplacer("authelia:9091", strings.TrimPrefix(authelia.URL, "http://"), "holdover:8585", strings.TrimPrefix(holdover, "http://")).Replace(site)
	file := filepath.Join(t.TempDir(), "Caddyfile")
	testkit.NoError(t, os.WriteFile(file, []byte("{\n\tadmin off\n}\nhttp://"+address+" {\n"+site+"\n}\n"), 0o600))
	cmd := exec.Command(program, "run", "--config", file)
	cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	startProxy(t, cmd, "http://"+address)

	w := opened(t, "http://"+address, walk.WideLight)
	w.Open("/budgets")
	w.See("Sign in at the proxy")
	for _, user := range []string{"Anna", "Ben"} {
		name.Store(&user)
		w.Open("/settings")
		w.Until(user, `document.body.dataset.user === `+walk.Quoted(user))
	}
	carl := "Carl"
	name.Store(&carl)
	w.Open("/settings")
	w.See("there is no such user here")
	w.See("Sign out at the proxy")

	secret, _, err := a.NewToken(t.Context(), app.Machine(), users.TokenRequest{Name: "program", Scope: "full"})
	testkit.NoError(t, err)
	name.Store(nil)
	for _, c := range []struct {
		path    string
		headers []string
		want    int
	}{
		{"/settings", []string{"Remote-User", "Anna"}, http.StatusUnauthorized},
		{"/v1/budgets", []string{"Remote-User", "Anna"}, http.StatusUnauthorized},
		{"/v1/budgets", []string{"Authorization", "Bearer " + secret.Reveal()}, http.StatusOK},
		{"/healthz", nil, http.StatusOK},
	} {
		if res, body := ask(t, http.MethodGet, "http://"+address+c.path, c.headers...); res.StatusCode != c.want {
			t.Errorf("%s with %q: %d, want %d\n%s", c.path, c.headers, res.StatusCode, c.want, body)
		}
	}
	ben := "Ben"
	name.Store(&ben)
	if _, body := ask(t, http.MethodGet, "http://"+address+"/settings", "Remote-User", "Anna"); !strings.Contains(body, `data-user="Ben"`) {
		t.Errorf("the header of the browser counts:\n%s", body)
	}
}
