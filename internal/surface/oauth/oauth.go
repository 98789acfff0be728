// Package oauth lets users allow other programs, the clients, to access Holdover on their behalf. Pages call them
// applications. It has the consent page, the addresses that clients call (token, revoke, metadata), and the settings that
// register and disconnect clients.
//
// The rules are in logic/oauthgrant and the storage is app's; this package has HTTP and three pages. Clients' requests may
// be sent from pages of other sites and contain no cookie. Users' requests contain a cookie and are refused from other
// sites. Each kind has its own middleware.
//
// Start with New, then consent.go.
package oauth

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"holdover/internal/app"
	"holdover/internal/surface/httpx"
)

// Config is the configuration of the surface.
type Config struct {
	App *app.App
	Log *slog.Logger
	// Who returns the signed-in user and a secret text of their session. It returns the zero actor if no user is
	// signed in.
	Who func(w http.ResponseWriter, r *http.Request) (who app.Actor, session string, err error)
	// Issuer returns this Holdover's address as clients reach it, without a trailing slash, or an error if the
	// address is not known for certain.
	Issuer func(r *http.Request) (string, error)
	// Address returns the client address of a request.
	Address func(r *http.Request) string
}

// surface is the state that the handlers share.
type surface struct {
	Config
	key   []byte // seals the consent form if there is no sign-in
	pages *pages

	registrations *httpx.RateLimiter
}

// Paths are the patterns of the handler for a ServeMux.
var Paths = []string{"/oauth/", "/settings/oauth", "/settings/oauth/", "/.well-known/oauth-authorization-server", resourceRoot, ResourcePath}

// ResourcePath is the path of the metadata of the address for assistants.
const ResourcePath = resourceRoot + "/mcp"

// resourceRoot is the address of the metadata for clients that know only the host.
const resourceRoot = "/.well-known/oauth-protected-resource"

// mostRegistrations is the number of registrations that one network may make within an hour.
const mostRegistrations = 10

// New returns the handler for Paths. It panics if the program's own templates cannot be parsed, which is an error in
// the build.
func New(cfg Config) http.Handler {
	pages, err := newPages()
	if err != nil {
		panic(err)
	}
	s := &surface{Config: cfg, key: make([]byte, 32), pages: pages, registrations: httpx.NewRateLimiter(mostRegistrations, time.Hour, httpx.MaxNetworks)}
	_, _ = rand.Read(s.key) // never fails: crypto/rand ends the program instead
	users := httpx.NewRouter(s.writeFault)
	users.Handle("GET /oauth/authorize", s.authorize)
	users.Handle("POST /oauth/authorize", s.submitConsent)
	users.HandleHTTP("GET /oauth/assets/", pages.assets)
	users.Handle("GET /settings/oauth", s.settings)
	users.Handle("POST /settings/oauth", s.registerClient)
	users.Handle("POST /settings/oauth/applications/{id}", s.changeClient)
	users.Handle("POST /settings/oauth/connections/{id}", s.disconnect)

	clients := httpx.NewRouter(writeProblem)
	clients.HandleValues("POST /oauth/token", s.token)
	clients.HandleValues("POST /oauth/revoke", s.revoke)
	clients.HandleCall("POST /oauth/register", mostRegistration, s.register)
	clients.Handle("GET /.well-known/oauth-authorization-server", s.metadata)
	clients.Handle("GET "+resourceRoot, s.resource)
	clients.Handle("GET "+ResourcePath, s.resource)
	clientHandler := httpx.Wrap(clients, cfg.Log, writeProblem, httpx.CORS{Methods: "GET, POST"})

	mux := http.NewServeMux()
	mux.Handle("/", httpx.Wrap(users, cfg.Log, s.writeFault))
	for _, path := range []string{"/oauth/token", "/oauth/revoke", "/oauth/register", "/.well-known/oauth-authorization-server", resourceRoot, ResourcePath} {
		mux.Handle(path, clientHandler)
	}
	return mux
}
