// Package enabletest is an Enable Banking for tests: an HTTPS server with one application, banks, a page on which the user
// agrees, sessions, balances and pages of transactions, written from the public description of its API. It checks the
// signature of every request, and its methods make it misbehave.
//
// Start with New and Server.Client.
package enabletest

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"holdover/internal/testing/testkit"
)

// ApplicationID identifies the application of the server.
const ApplicationID = "0b0a9a35-9d3a-4f0e-8f0e-6d2b5a7c1e11"

// host is the address of the service that the server stands for.
const host = "api.enablebanking.com:443"

// The states of sessions.
const (
	Authorized = "AUTHORIZED"
	Expired    = "EXPIRED"
	Closed     = "CLOSED"
	Revoked    = "REVOKED"
)

// Bank is a bank.
type Bank struct {
	Name, Country string
	Beta          bool
	// Validity is the longest time of a consent.
	Validity time.Duration
	// Headers are the headers that the bank requires of a request with a user.
	Headers []string
	// Days is the number of past days for which the bank has transactions; 0 for any.
	Days int
}

// Account is a bank account.
type Account struct {
	Hash              string // stays the same in each session
	IBAN, Other       string
	Name, Product     string
	Details, Currency string
	Type              string // CACC, SVGS, CARD …
	IsClosed          bool   // it has no uid
	Balances          []Balance
	Booked, Pending   []Transaction
}

// Balance is a balance of a type such as CLBD.
type Balance struct{ Type, Amount, Date, Changed string }

// Session is a user's access to a bank.
type Session struct {
	ID, Status string
	Until      time.Time
	Language   string // of the bank's page
	bank       Bank
	uids       map[string]string // hash by uid
}

// Request is a request that the server received.
type Request struct {
	Method, Path string
	Query        url.Values
	Header       http.Header
}

// failure is a planned response.
type failure struct {
	path   string
	after  int // that many requests succeed before
	status int
	code   string
	retry  string
}

// Server is the service. Its fields are set before the first request; afterwards use Change.
type Server struct {
	*httptest.Server
	// Key is the application's private key.
	Key          *rsa.PrivateKey
	RedirectURLs []string
	IsInactive   bool
	Environment  string
	Countries    []string
	Banks        []Bank
	Accounts     []Account
	// PageSize is the number of transactions of a page; 0 for all of them.
	PageSize int
	// RepeatsLastPage responds to the key of the last page with the same page and key, as one bank does.
	RepeatsLastPage bool
	// Transactions replaces the response to a request for transactions, given its key; nil for none.
	Transactions func(key string) string
	// Now is the server's time.
	Now func() time.Time
	// ShowsPlainPage shows the bank's page without TLS, for browsers that do not know the server's certificate.
	ShowsPlainPage bool

	t        testing.TB
	plain    *httptest.Server
	mu       sync.Mutex
	sessions []*Session
	visits   map[string]visit // by id
	codes    map[string]visit // by code; a code works once
	failures []failure
	requests []Request
	reads    map[string]int // without a user, by account, kind and day
	isDown   bool
}

// newKey returns the key of all servers, because making one takes long.
var newKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// New returns a server with three banks and no account.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{
		t: t, Key: testkit.Must(newKey())(t), Environment: "PRODUCTION", Now: time.Now, Countries: []string{"DE", "FI"},
		Banks: []Bank{
			{Name: "Nordlicht Bank", Country: "FI", Validity: 180 * 24 * time.Hour},
			{Name: "Aalto Säästöpankki", Country: "FI", Validity: 90 * 24 * time.Hour, Beta: true},
			{Name: "Hansebank", Country: "DE", Validity: 365 * 24 * time.Hour},
		},
		visits: map[string]visit{}, codes: map[string]visit{}, reads: map[string]int{},
	}
	s.Server = httptest.NewTLSServer(s.routes())
	s.plain = httptest.NewServer(http.HandlerFunc(s.page))
	t.Cleanup(func() { s.Close(); s.plain.Close() })
	return s
}

// Client returns a client that reaches the server at the service's address.
func (s *Server) Client() *http.Client {
	client := *s.Server.Client()
	transport := client.Transport.(*http.Transport).Clone()
	transport.TLSClientConfig.ServerName = "example.com" // a name of the certificate
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == host {
			address = s.Listener.Addr().String()
		}
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	client.Transport = transport
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// PrivateKey returns the application's private key as the control panel saves it.
func (s *Server) PrivateKey() string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: testkit.Must(x509.MarshalPKCS8PrivateKey(s.Key))(s.t)}))
}

// Change changes the server's fields between requests.
func (s *Server) Change(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

// Account calls change with the account of a hash.
func (s *Server) Account(hash string, change func(*Account)) {
	s.Change(func() {
		i := slices.IndexFunc(s.Accounts, func(a Account) bool { return a.Hash == hash })
		if i < 0 {
			s.t.Errorf("the server has no account %q", hash)
			return
		}
		change(&s.Accounts[i])
	})
}

// BookPending books a pending transaction, found by its text, under another reference and on another day, as banks do.
func (s *Server) BookPending(hash, text, reference, day string) {
	s.Account(hash, func(a *Account) {
		i := slices.IndexFunc(a.Pending, func(x Transaction) bool { return slices.Contains(x.Lines, text) })
		if i < 0 {
			s.t.Errorf("no pending transaction has the text %q", text)
			return
		}
		x := a.Pending[i]
		a.Pending = slices.Delete(a.Pending, i, i+1)
		x.Reference, x.Date = reference, day
		a.Booked = append(a.Booked, x)
	})
}

// FailNext fails the next request with a path that ends in a text, such as "/transactions". The code may be "" for a response
// without a readable body.
func (s *Server) FailNext(path string, status int, code string) { s.FailAfter(path, 0, status, code) }

// FailAfter is FailNext after a number of requests that succeed.
func (s *Server) FailAfter(path string, after, status int, code string) {
	s.Change(func() { s.failures = append(s.failures, failure{path: path, after: after, status: status, code: code}) })
}

// FailNextWithRetry is FailNext with status 429 and the header Retry-After.
func (s *Server) FailNextWithRetry(path, retry string) {
	s.Change(func() {
		s.failures = append(s.failures, failure{path: path, status: http.StatusTooManyRequests, code: "ASPSP_RATE_LIMIT_EXCEEDED", retry: retry})
	})
}

// SetDown makes every request fail without a readable response.
func (s *Server) SetDown(isDown bool) { s.Change(func() { s.isDown = isDown }) }

// EndSessions gives all sessions a state.
func (s *Server) EndSessions(status string) {
	s.Change(func() {
		for _, session := range s.sessions {
			session.Status = status
		}
	})
}

// Sessions returns the sessions in the order of their creation.
func (s *Server) Sessions() (all []Session) {
	s.Change(func() {
		for _, session := range s.sessions {
			all = append(all, *session)
		}
	})
	return all
}

// Requests returns the requests with paths that end in a text.
func (s *Server) Requests(path string) (some []Request) {
	s.Change(func() {
		for _, r := range s.requests {
			if hasSuffix(r.Path, path) {
				some = append(some, r)
			}
		}
	})
	return some
}

// uuid returns a random id.
func uuid() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // crypto/rand does not fail
	return fmt.Sprintf("%x-%x-4%x-a%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
