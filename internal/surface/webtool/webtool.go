// Package webtool is a small web page through which users download their plan as a file: they allow access at the
// source, choose a plan and download it. Anyone can host it for others.
//
// It stores nothing. The data needed between two pages (the state of a sign-in, then the access token) is in one
// encrypted cookie that expires after at most two hours. The file is streamed from the source to the browser.
//
// The steps are in connect.go (allow and return), choose.go (the list) and download.go (the file); trouble.go has a
// message and a hint for each error.
//
// Start with New.
package webtool

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/httpx"
)

// Config is the configuration of a tool.
type Config struct {
	Source       sourceapi.Address // YNAB's or another Holdover's
	ClientID     string            // as registered there
	ClientSecret string            // empty if the source issued none
	// Public is the address that users open, including a path if there is one. The address of /callback below it is
	// the redirect address to register.
	Public string
	// Key encrypts the cookie; 32 bytes, or none for a new one. Instances behind one address need the same key.
	Key   []byte
	Agent string // the User-Agent of requests to the source
	// BehindProxy makes the tool read the client's address from X-Forwarded-For.
	BehindProxy bool
	Log         *slog.Logger
}

// Tool is the running tool.
type Tool struct {
	cfg     Config
	public  *url.URL
	prefix  string // of every path, without a trailing slash
	oauth   oauth2.Config
	revoke  string // the address that revokes access, empty if the source has none
	cookies *cookieCodec
	pages   *pages
	notes   notes
	calls   *httpx.RateLimiter // limits each client's calls to the source
	dedup   requestDedup
	http    *http.Client // for the authorisation calls; follows no redirects
	now     func() time.Time
}

// patience is how long a page waits for the source. A download waits longer: it fails only if no more data arrives.
const patience = 20 * time.Second

// New returns the tool's handler. It makes no request to the source yet.
func New(cfg Config) (http.Handler, error) {
	t, err := newTool(cfg)
	if err != nil {
		return nil, err
	}
	return t.handler(), nil
}

// ParsePublic parses the address that users open.
func ParsePublic(text string) (*url.URL, error) {
	public, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil || public.Host == "" || public.Scheme != "http" && public.Scheme != "https" || public.RawQuery != "" || public.Fragment != "" {
		return nil, apperr.New(apperr.Invalid, "the tool's own address %q cannot be used", text).
			WithHint("give the address that people open, such as https://tool.example/export")
	}
	return public, nil
}

func newTool(cfg Config) (*Tool, error) {
	public, err := ParsePublic(cfg.Public)
	if err != nil {
		return nil, err
	}
	if cfg.ClientID == "" {
		return nil, apperr.New(apperr.Invalid, "no client id was given").
			WithHint("register the tool at %s with the redirect address %s/callback", cfg.Source.Name(), public)
	}
	jar, err := newJar(cfg.Key, public)
	if err != nil {
		return nil, err
	}
	t := &Tool{cfg: cfg, public: public, prefix: strings.TrimRight(public.EscapedPath(), "/"), cookies: jar, now: time.Now}
	t.calls = httpx.NewRateLimiter(mostCalls, time.Minute, httpx.MaxNetworks)
	t.http = &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	t.findAddresses()
	t.pages, err = newPages()
	return t, err
}

// findAddresses derives the source's authorisation addresses from its API's.
func (t *Tool) findAddresses() {
	base := strings.TrimSuffix(t.cfg.Source.String(), "/v1")
	if t.atYNAB() {
		base = "https://app.ynab.com"
	} else {
		t.revoke = base + "/oauth/revoke"
	}
	t.oauth = oauth2.Config{
		ClientID: t.cfg.ClientID, ClientSecret: t.cfg.ClientSecret, RedirectURL: t.public.String() + "/callback", Scopes: []string{"read-only"},
		Endpoint: oauth2.Endpoint{AuthURL: base + "/oauth/authorize", TokenURL: base + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams},
	}
}

func (t *Tool) atYNAB() bool { return t.cfg.Source == sourceapi.Address{} }

// handler serves the tool below its prefix, whether or not the proxy in front removes the prefix.
func (t *Tool) handler() http.Handler {
	r := httpx.NewRouter(t.writeFault)
	r.Handle("GET /{$}", t.home)
	r.Handle("POST /connect", t.paced(t.connect))
	r.Handle("GET /callback", t.paced(t.callback))
	r.Handle("GET /download", t.paced(t.download))
	r.Handle("GET /trouble", t.trouble)
	r.Handle("POST /disconnect", t.paced(t.disconnect))
	r.HandleHTTP("GET /assets/", t.pages.assets)
	r.Handle("GET /healthz", func(w http.ResponseWriter, _ *http.Request) error {
		_, err := w.Write([]byte("ok\n"))
		return err
	})
	return httpx.Wrap(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Security-Policy", t.policy())
		if rest, below := strings.CutPrefix(req.URL.Path, t.prefix); below && t.prefix != "" && (rest == "" || rest[0] == '/') {
			req = req.Clone(req.Context())
			if req.URL.Path = rest; rest == "" {
				req.URL.Path = "/"
			}
			req.URL.RawPath = ""
		}
		r.ServeHTTP(w, req)
	}), t.cfg.Log, t.writeFault)
}

// policy returns the content security policy of the pages, extended to allow the connect form to redirect to the
// source.
func (t *Tool) policy() string {
	u, err := url.Parse(t.oauth.Endpoint.AuthURL)
	if err != nil {
		return httpx.PagePolicy
	}
	return strings.Replace(httpx.PagePolicy, "form-action 'self'", "form-action 'self' "+u.Scheme+"://"+u.Host, 1)
}
