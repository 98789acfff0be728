// Package simplefintest is a server of SimpleFIN for tests, written from the public description of the protocol. Its state can be
// changed while it runs, also so that it misbehaves.
//
// Start with New.
package simplefintest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The user and the password of access URLs.
const (
	User     = "user-of-the-access-url"
	Password = "password/of:the@access-url"
)

// longestWindow is the longest time that a request may cover.
const longestWindow = 90 * 24 * time.Hour

// Server is a server of SimpleFIN with an own certificate.
type Server struct {
	*httptest.Server
	mu       sync.Mutex
	state    State
	tokens   map[string]bool // by whether they were claimed
	requests []url.Values
	perDay   map[string]int // requests for accounts
}

// State contains the accounts, and how the server behaves.
type State struct {
	Now      func() time.Time
	Accounts []Account
	Errors   []Problem
	// IsVersion1 selects version 1 of the protocol, whatever a request asks for.
	IsVersion1 bool
	Revoked    bool
	Fail       []int // statuses of the next responses, the first one first
	Redirect   string
	// Claimed is the response to a claimed token; the access URL of this server if it is "".
	Claimed string
	// DailyLimit is the number of requests for accounts that are answered on a day; 0 for no limit.
	DailyLimit int
	// IsEndInclusive makes transactions at the end of a window part of the response, against the protocol.
	IsEndInclusive bool
	// Stall, if it is not nil, delays the rest of a response until it is closed.
	Stall chan struct{}
	// Flood is the number of transactions that are added to each account.
	Flood int
	// Raw is the body of responses for accounts instead of the account set.
	Raw string
}

// Account is a bank account.
type Account struct {
	ID, Name, Currency string
	Bank, Connection   string // a name, and the id of the connection in version 2
	Balance, Available string
	BalanceAt          time.Time
	Rows               []Row
}

// Row is a transaction. A pending one has no time of booking.
type Row struct {
	ID                       string
	Posted, Transacted       time.Time
	Amount                   string
	Description, Payee, Memo string
}

// Problem is an error for the user. Version 1 shows the message only.
type Problem struct{ Code, Message, Connection, Account string }

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{tokens: map[string]bool{}, perDay: map[string]int{}, state: State{Now: time.Now}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /simplefin/info", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"versions":["1","2"]}`) })
	mux.HandleFunc("POST /simplefin/claim/{token}", s.claim)
	mux.HandleFunc("GET /simplefin/accounts", s.accounts)
	s.Server = httptest.NewTLSServer(mux)
	t.Cleanup(s.Close)
	return s
}

// Client returns a client that trusts the server's certificate and follows no redirects.
func (s *Server) Client() *http.Client {
	client := s.Server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client
}

// Change changes the state.
func (s *Server) Change(change func(*State)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.state)
}

// SetupToken returns a new token that can be claimed once.
func (s *Server) SetupToken() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	token := fmt.Sprintf("token-%d", len(s.tokens)+1)
	s.tokens[token] = false
	return base64.StdEncoding.EncodeToString([]byte(s.URL + "/simplefin/claim/" + token))
}

// AccessURL returns the access URL that claiming returns.
func (s *Server) AccessURL() string {
	u, err := url.Parse(s.URL + "/simplefin")
	if err != nil {
		panic(err)
	}
	u.User = url.UserPassword(User, Password)
	return u.String()
}

// Requests returns the parameters of the requests for accounts so far, and forgets them.
func (s *Server) Requests() []url.Values {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.requests
	s.requests = nil
	return out
}

// fails answers with the next failure, if there is one.
func (s *Server) fails(w http.ResponseWriter) bool {
	if s.state.Redirect != "" {
		w.Header().Set("Location", s.state.Redirect)
		w.WriteHeader(http.StatusFound)
		return true
	}
	if len(s.state.Fail) == 0 {
		return false
	}
	status := s.state.Fail[0]
	s.state.Fail = s.state.Fail[1:]
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "3600")
	}
	http.Error(w, "failed", status)
	return true
}

func (s *Server) claim(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails(w) {
		return
	}
	claimed, exists := s.tokens[r.PathValue("token")]
	if !exists || claimed || r.ContentLength != 0 {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	s.tokens[r.PathValue("token")] = true
	if s.state.Claimed != "" {
		fmt.Fprint(w, s.state.Claimed)
		return
	}
	fmt.Fprintln(w, s.AccessURL())
}

func (s *Server) accounts(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	query, state := r.URL.Query(), s.state
	s.requests = append(s.requests, query)
	today := state.Now().UTC().Format(time.DateOnly)
	s.perDay[today]++
	user, password, _ := r.BasicAuth()
	switch {
	case s.fails(w):
		s.mu.Unlock()
		return
	case state.Revoked || user != User || password != Password:
		s.mu.Unlock()
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	case state.DailyLimit > 0 && s.perDay[today] > state.DailyLimit:
		s.mu.Unlock()
		http.Error(w, "too many requests", http.StatusTooManyRequests)
		return
	}
	state.Accounts, state.Errors = slices.Clone(state.Accounts), slices.Clone(state.Errors)
	for i := range state.Accounts {
		state.Accounts[i].Rows = slices.Clone(state.Accounts[i].Rows)
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if state.Raw != "" {
		fmt.Fprint(w, state.Raw)
		return
	}
	state.write(w, query)
}

// write writes the account set for a request.
func (s *State) write(w http.ResponseWriter, query url.Values) {
	now := s.Now()
	start, end := moment(query.Get("start-date"), now.Add(-30*24*time.Hour)), moment(query.Get("end-date"), time.Time{})
	until := end
	if end.IsZero() {
		until = now
	}
	if until.Sub(start) > longestWindow {
		s.Errors = append(s.Errors, Problem{Code: "gen.api", Message: "Requested date range exceeds limit of 90 days"})
		start = until.Add(-longestWindow)
	}
	isVersion2 := query.Get("version") == "2" && !s.IsVersion1
	s.writeErrors(w, isVersion2)
	fmt.Fprint(w, `,"accounts":[`)
	first := true
	for i := range s.Accounts {
		a := &s.Accounts[i]
		if wanted := query["account"]; len(wanted) > 0 && !slices.Contains(wanted, a.ID) {
			continue
		}
		if !first {
			fmt.Fprint(w, ",")
		}
		first = false
		s.writeAccount(w, a, isVersion2)
		if query.Get("balances-only") == "1" {
			fmt.Fprint(w, "[]}")
			continue
		}
		s.writeRows(w, a, func(r *Row) bool {
			if r.Posted.IsZero() {
				return query.Get("pending") == "1"
			}
			return !r.Posted.Before(start) && (end.IsZero() || r.Posted.Before(end) || s.IsEndInclusive && r.Posted.Equal(end))
		})
	}
	fmt.Fprint(w, "]}")
}

func (s *State) writeErrors(w http.ResponseWriter, isVersion2 bool) {
	texts, list, connections := []string{}, []map[string]string{}, []map[string]string{}
	for _, p := range s.Errors {
		texts = append(texts, p.Message)
		list = append(list, map[string]string{"code": p.Code, "msg": p.Message, "conn_id": p.Connection, "account_id": p.Account})
	}
	seen := map[string]bool{}
	for _, a := range s.Accounts {
		if !seen[a.Connection] {
			connections = append(connections, map[string]string{"conn_id": a.Connection, "name": a.Bank + " – Jo", "org_name": a.Bank, "org_id": "org-" + a.Connection, "sfin_url": "https://sfin.example"})
		}
		seen[a.Connection] = true
	}
	fmt.Fprint(w, `{"errors":`+asJSON(texts))
	if isVersion2 {
		fmt.Fprint(w, `,"errlist":`+asJSON(list)+`,"connections":`+asJSON(connections))
	}
}

// writeAccount writes an account up to its transactions.
func (s *State) writeAccount(w http.ResponseWriter, a *Account, isVersion2 bool) {
	fields := map[string]any{"id": a.ID, "name": a.Name, "currency": a.Currency, "balance": a.Balance, "balance-date": a.BalanceAt.Unix(), "holdings": []any{}, "extra": map[string]any{"a": []int{1}}}
	if a.Available != "" {
		fields["available-balance"] = a.Available
	}
	if isVersion2 {
		fields["conn_id"] = a.Connection
	} else {
		fields["org"] = map[string]string{"name": a.Bank, "sfin-url": "https://sfin.example"}
	}
	fmt.Fprint(w, strings.TrimSuffix(asJSON(fields), "}")+`,"transactions":`)
}

// writeRows writes the transactions of an account and its end.
func (s *State) writeRows(w http.ResponseWriter, a *Account, isWanted func(*Row) bool) {
	fmt.Fprint(w, "[")
	separator, isBroken := "", false
	write := func(r *Row) {
		_, err := fmt.Fprint(w, separator, r.text())
		separator, isBroken = ",", err != nil
	}
	for i := range a.Rows {
		if isWanted(&a.Rows[i]) {
			write(&a.Rows[i])
		}
	}
	if s.Stall != nil {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
		<-s.Stall
	}
	yesterday := s.Now().Add(-24 * time.Hour).Unix()
	for i := 0; i < s.Flood && !isBroken; i++ {
		_, err := fmt.Fprintf(w, `%s{"id":"flood-%d","posted":%d,"amount":"-1.00","description":"Flood"}`, separator, i, yesterday)
		separator, isBroken = ",", err != nil
	}
	fmt.Fprint(w, "]}")
}

func (r *Row) text() string {
	fields := map[string]any{"id": r.ID, "posted": 0, "amount": r.Amount, "description": r.Description, "extra": map[string]string{"category": "food"}}
	if r.Posted.IsZero() {
		fields["pending"] = true
	} else {
		fields["posted"] = r.Posted.Unix()
	}
	if !r.Transacted.IsZero() {
		fields["transacted_at"] = r.Transacted.Unix()
	}
	for name, text := range map[string]string{"payee": r.Payee, "memo": r.Memo} {
		if text != "" {
			fields[name] = text
		}
	}
	return asJSON(fields)
}

// moment parses seconds since 1970.
func moment(text string, otherwise time.Time) time.Time {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return otherwise
	}
	return time.Unix(n, 0)
}

func asJSON(value any) string {
	out, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(out)
}
