package webtool

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// source is a server that behaves as a source. It uses Holdover's own authorisation rules (logic/oauthgrant) and a
// generated plan. Tests set its failures.
type source struct {
	t      *testing.T
	server *httptest.Server
	plan   []byte

	mu          sync.Mutex
	client      oauthgrant.Client
	codes       map[auth.Digest]oauthgrant.Code
	accesses    map[auth.Digest]oauthgrant.Access
	connections map[string]oauthgrant.Connection
	api         func(w http.ResponseWriter, r *http.Request) bool // true when it has answered
	authorise   func(w http.ResponseWriter, r *http.Request) bool
}

func newSource(t *testing.T) *source {
	t.Helper()
	plan, err := os.ReadFile(testkit.Plan(t, "--seed", "3"))
	if err != nil {
		t.Fatal(err)
	}
	s := &source{
		t: t, plan: plan, codes: map[auth.Digest]oauthgrant.Code{}, accesses: map[auth.Digest]oauthgrant.Access{}, connections: map[string]oauthgrant.Connection{},
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /oauth/authorize", s.authorisePage)
	mux.HandleFunc("POST /oauth/authorize", s.consent)
	mux.HandleFunc("POST /oauth/token", s.token)
	mux.HandleFunc("POST /oauth/revoke", s.revoke)
	mux.HandleFunc("GET /v1/", s.read)
	s.server = httptest.NewServer(mux)
	t.Cleanup(s.server.Close)
	return s
}

func (s *source) ask(w http.ResponseWriter, q url.Values) (oauthgrant.Ask, bool) {
	id, err := oauthgrant.ClientID(q)
	if err == nil && id != s.client.ID {
		err = oauthgrant.UnknownClient()
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return oauthgrant.Ask{}, false
	}
	ask, err := oauthgrant.ReadAsk(s.client, q)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return oauthgrant.Ask{}, false
	}
	return ask, true
}

func (s *source) authorisePage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.authorise != nil && s.authorise(w, r) {
		return
	}
	if ask, ok := s.ask(w, r.URL.Query()); ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Allow?</title><link rel="icon" href="data:,"></head><body><form method="post">
<input type="hidden" name="ask" value="%s"><button name="choice" value="allow">Allow</button><button name="choice" value="deny">Deny</button>
<button name="choice" value="full">Too many</button></form></body></html>`, html.EscapeString(ask.Values().Encode()))
	}
}

func (s *source) consent(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q, _ := url.ParseQuery(r.FormValue("ask"))
	ask, ok := s.ask(w, q)
	if !ok {
		return
	}
	switch r.FormValue("choice") {
	case "deny":
		http.Redirect(w, r, ask.Deny().Redirect(s.server.URL), http.StatusSeeOther)
		return
	case "full":
		c := oauthgrant.Client{Restricted: true}
		http.Redirect(w, r, c.Admit(ask, 1, false).Redirect(s.server.URL), http.StatusSeeOther)
		return
	}
	secret, code, err := ask.AllowCode(fmt.Sprint("c", len(s.codes)), oauthgrant.Consent{User: 1, Scope: ask.Scope}, time.Now())
	if err != nil {
		s.t.Error(err)
	}
	s.codes[code.Digest] = code
	http.Redirect(w, r, ask.CodeRedirect(s.server.URL, secret), http.StatusSeeOther)
}

func (s *source) token(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = r.ParseForm()
	call, refusal := oauthgrant.ReadCall(r.PostForm, oauthgrant.Basic{})
	if refusal == nil {
		refusal = oauthgrant.Authenticate(s.client, call.ClientID == s.client.ID, call.ClientID, call.Secret)
	}
	var issue oauthgrant.Issue
	if refusal == nil {
		code, found := s.codes[call.Code.Digest()]
		if issue, refusal = call.Redeem(code, found, time.Now()); refusal == nil {
			code.Used = true
			s.codes[code.Digest], s.connections[code.Connection.ID], s.accesses[issue.Access.Digest] = code, code.Connection, issue.Access
		}
	}
	w.Header().Set("Content-Type", "application/json")
	if refusal != nil {
		w.WriteHeader(http.StatusBadRequest)
		_ = json.NewEncoder(w).Encode(map[string]string{"error": refusal.Code, "error_description": refusal.Detail})
		return
	}
	_ = json.NewEncoder(w).Encode(issue.Answer())
}

func (s *source) revoke(_ http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = r.ParseForm()
	rev, refusal := oauthgrant.ReadRevocation(r.PostForm, oauthgrant.Basic{})
	if refusal != nil {
		s.t.Error(refusal)
		return
	}
	a := s.accesses[rev.Token.Digest()]
	if c, found := s.connections[a.Connection]; rev.Ends(c, found) {
		c.Revoked = true
		s.connections[c.ID] = c
	}
}

func (s *source) read(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.api != nil && s.api(w, r) {
		return
	}
	token, err := auth.ParseSecret(auth.AccessToken, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	a, found := s.accesses[token.Digest()]
	if err != nil || !found || !a.Lives(s.connections[a.Connection], time.Now()) {
		problem(w, http.StatusUnauthorized, "401", "not_authorized")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	switch r.URL.Path {
	case "/v1/plans":
		fmt.Fprint(w, `{"data":{"plans":[{"id":"old","name":"Old <b>plan</b>","last_modified_on":"2020-01-02T03:04:05Z"},`+
			`{"id":"home","name":"Household / Übersicht","last_modified_on":"2026-11-20T08:00:00Z","first_month":"2024-01-01","last_month":"2026-11-01","currency_format":{"iso_code":"EUR"}}],"default_plan":null}}`)
	case "/v1/plans/home", "/v1/plans/old":
		_, _ = w.Write(s.plan)
	default:
		problem(w, http.StatusNotFound, "404.1", "not_found")
	}
}

func problem(w http.ResponseWriter, status int, id, name string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":{"id":%q,"name":%q,"detail":"no"}}`, id, name)
}
