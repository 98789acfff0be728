// Command provider is an identity provider for tests: the example server of zitadel/oidc, with groups and signing out. It
// is a separate module, so that the program does not get its modules.
//
// Start with start.
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// The client of Holdover at the provider. The people there are those of storage.NewUserStore.
const (
	clientID     = "holdover"
	clientSecret = "a secret of the client"
)

// provider is a running identity provider.
type provider struct {
	*storage.Storage
	public string   // the address of Holdover
	member []string // the groups of the person id1; other people have none
	server *http.Server

	mu    sync.Mutex
	ended []string // the people that signed out
}

// start starts a provider at an address, with new keys, for a Holdover at another one.
func start(address, public string, member ...string) (*provider, error) {
	issuer := "http://" + address
	clients := map[string]*storage.Client{clientID: storage.WebClient(clientID, clientSecret, public+"/sign-in/provider/callback")}
	p := &provider{Storage: storage.NewStorageWithClients(storage.NewUserStore(issuer), clients), public: public, member: member}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	p.server = &http.Server{Handler: exampleop.SetupServer(issuer, p, nil, false), ReadHeaderTimeout: time.Minute}
	go func() {
		if err := p.server.Serve(listener); err != http.ErrServerClosed {
			log.Fatal(err)
		}
	}()
	return p, nil
}

// client allows the browser to return to Holdover after signing out.
type client struct {
	op.Client
	after string
}

// PostLogoutRedirectURIs returns the addresses that a browser may open after signing out.
func (c client) PostLogoutRedirectURIs() []string { return []string{c.after} }

// GetClientByClientID returns a client.
func (p *provider) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	c, err := p.Storage.GetClientByClientID(ctx, id)
	return client{c, p.public + "/sign-in"}, err
}

// SetUserinfoFromToken adds the groups to the user information.
func (p *provider) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, token, subject, origin string) error {
	if subject == "id1" {
		info.AppendClaims("groups", p.member)
	}
	return p.Storage.SetUserinfoFromToken(ctx, info, token, subject, origin)
}

// TerminateSession records a sign-out.
func (p *provider) TerminateSession(ctx context.Context, user, client string) error {
	p.mu.Lock()
	p.ended = append(p.ended, user)
	p.mu.Unlock()
	return p.Storage.TerminateSession(ctx, user, client)
}

// signedOut returns the people that signed out.
func (p *provider) signedOut() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

func main() {
	address := flag.String("listen", "localhost:9998", "the address of the provider")
	public := flag.String("public", "http://localhost:8585", "the address of Holdover")
	group := flag.String("group", "money", "the group of test-user")
	flag.Parse()
	if _, err := start(*address, *public, *group); err != nil {
		log.Fatal(err)
	}
	log.Printf("identity provider http://%s for %s: client %s, secret %q; people test-user@localhost and test-user2, password verysecure", *address, *public, clientID, clientSecret)
	select {}
}
