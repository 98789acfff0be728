// Package sourcetest is a source for tests: a real HTTP server with the reading calls of the source's API for given
// plans, in the source's formats, and with the failures of sources and connections.
//
// Only tests import it. Start with New.
package sourcetest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"

	"holdover/internal/testing/testkit"
)

// Token is the token that a Server accepts.
const Token = "a-token-of-the-test_0123456789"

// Server is a source with plans.
type Server struct {
	*httptest.Server
	mu      sync.Mutex
	plans   []*plan
	onlyOld bool
	before  func(w http.ResponseWriter, r *http.Request) (done bool)
	calls   []string
}

// Record is a JSON object.
type Record = map[string]json.RawMessage

type plan struct {
	raw    []byte // the whole document as served
	own    Record
	arrays map[string][]Record
}

// New starts a source that ends with the test; each file is a plan document of
// the form {"data":{"plan":…}}.
func New(t testing.TB, files ...string) *Server {
	t.Helper()
	s := &Server{}
	for _, file := range files {
		raw := testkit.Must(os.ReadFile(file))(t)
		s.Add(t, raw)
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// Add adds a plan to the source.
func (s *Server) Add(t testing.TB, raw []byte) {
	t.Helper()
	p := testkit.Must(parse(raw))(t)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plans = append(s.plans, p)
}

// OnlyOld makes the source support only /budgets.
func (s *Server) OnlyOld() { s.onlyOld = true }

// Before calls f before each response; f may respond itself and return true.
func (s *Server) Before(f func(w http.ResponseWriter, r *http.Request) (done bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = f
}

// Calls returns the requested paths with their queries, in order.
func (s *Server) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.calls...)
}

func parse(raw []byte) (*plan, error) {
	var doc struct {
		Data struct {
			Plan Record `json:"plan"`
		} `json:"data"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, err
	}
	p := &plan{raw: raw, own: Record{}, arrays: map[string][]Record{}}
	for name, value := range doc.Data.Plan {
		if value[0] != '[' {
			p.own[name] = value
			continue
		}
		var records []Record
		if err := json.Unmarshal(value, &records); err != nil {
			return nil, err
		}
		p.arrays[name] = records
	}
	return p, nil
}
