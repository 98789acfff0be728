package enabletest

import (
	"crypto/rsa"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"holdover/internal/storage/bankapi"
	"holdover/internal/testing/testkit"
)

// visit is a visit to a bank's page.
type visit struct {
	bank        Bank
	until       time.Time
	state, back string
	language    string
}

func hasSuffix(path, end string) bool { return strings.HasSuffix(path, end) }

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /application", s.application)
	mux.HandleFunc("GET /aspsps", s.banks)
	mux.HandleFunc("POST /auth", s.auth)
	mux.HandleFunc("POST /sessions", s.authorize)
	mux.HandleFunc("GET /sessions/{id}", s.session)
	mux.HandleFunc("DELETE /sessions/{id}", s.deleteSession)
	mux.HandleFunc("GET /accounts/{uid}/balances", s.balances)
	mux.HandleFunc("GET /accounts/{uid}/transactions", s.transactions)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/consent" {
			s.page(w, r)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.requests = append(s.requests, Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.Query(), Header: r.Header.Clone()})
		if s.isDown {
			http.Error(w, "<html>Bad gateway</html>", http.StatusBadGateway)
			return
		}
		if i := slices.IndexFunc(s.failures, func(f failure) bool { return hasSuffix(r.URL.Path, f.path) }); i >= 0 && s.failures[i].after > 0 {
			s.failures[i].after--
		} else if i >= 0 {
			f := s.failures[i]
			s.failures = slices.Delete(s.failures, i, i+1)
			if f.retry != "" {
				w.Header().Set("Retry-After", f.retry)
			}
			if f.code == "" {
				http.Error(w, "<html>error</html>", f.status)
				return
			}
			s.fail(w, f.status, f.code)
			return
		}
		if problem := s.tokenProblem(r.Header.Get("Authorization")); problem != "" {
			w.Header().Set("X-Problem", problem)
			s.fail(w, http.StatusUnauthorized, "UNAUTHORIZED_ACCESS")
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// tokenProblem verifies the token of a request: its signature, kid, issuer, audience and times.
func (s *Server) tokenProblem(header string) string {
	token, ok := strings.CutPrefix(header, "Bearer ")
	if !ok {
		return "no token"
	}
	signed, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil || len(signed.Signatures) != 1 {
		return "not a token"
	}
	protected := signed.Signatures[0].Protected
	payload, err := signed.Verify(s.Key.Public().(*rsa.PublicKey))
	if err != nil {
		return "the signature is wrong"
	}
	var claims struct {
		Issuer   string `json:"iss"`
		Audience string `json:"aud"`
		Issued   int64  `json:"iat"`
		Expires  int64  `json:"exp"`
	}
	now := s.Now()
	switch err := json.Unmarshal(payload, &claims); {
	case err != nil:
		return "the claims cannot be read"
	case protected.KeyID != ApplicationID || protected.ExtraHeaders[jose.HeaderType] != "JWT":
		return "the header is wrong"
	case claims.Issuer != "enablebanking.com" || claims.Audience != "api.enablebanking.com":
		return "the issuer or the audience is wrong"
	case claims.Expires <= now.Unix() || claims.Issued > now.Add(time.Minute).Unix() || claims.Expires-claims.Issued > 86400:
		return "the times are wrong"
	}
	return ""
}

func (s *Server) write(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if _, err := w.Write(s.encode(value)); err != nil {
		s.t.Log(err) // the client is gone
	}
}

func (s *Server) fail(w http.ResponseWriter, status int, code string) {
	s.write(w, status, map[string]any{"code": status, "error": code, "message": "Details of " + code, "detail": map[string]any{"secret": "internal"}})
}

func (s *Server) application(w http.ResponseWriter, _ *http.Request) {
	s.write(w, http.StatusOK, map[string]any{
		"name": "Household", "description": nil, "kid": ApplicationID, "environment": s.Environment, "redirect_urls": s.RedirectURLs,
		"active": !s.IsInactive, "countries": s.Countries, "services": []string{"AIS"},
	})
}

func (s *Server) banks(w http.ResponseWriter, r *http.Request) {
	all := []map[string]any{}
	for _, b := range s.Banks {
		if country := r.URL.Query().Get("country"); country != "" && country != b.Country {
			continue
		}
		all = append(all, map[string]any{
			"name": b.Name, "country": b.Country, "logo": "https://enablebanking.com/brands/" + b.Country, "psu_types": []string{"business", "personal"},
			"auth_methods": []any{}, "maximum_consent_validity": int64(b.Validity / time.Second), "beta": b.Beta, "required_psu_headers": b.Headers,
		})
	}
	s.write(w, http.StatusOK, map[string]any{"aspsps": all})
}

var language = regexp.MustCompile(`^[a-z]{2}$`)

func (s *Server) auth(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Access struct {
			Until time.Time `json:"valid_until"`
		} `json:"access"`
		Bank struct {
			Name    string `json:"name"`
			Country string `json:"country"`
		} `json:"aspsp"`
		State    string `json:"state"`
		Back     string `json:"redirect_url"`
		UserType string `json:"psu_type"`
		Language string `json:"language"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.State == "" || in.UserType != "personal" || in.Language != "" && !language.MatchString(in.Language) {
		s.fail(w, http.StatusUnprocessableEntity, "WRONG_REQUEST_PARAMETERS")
		return
	}
	i := slices.IndexFunc(s.Banks, func(b Bank) bool { return b.Name == in.Bank.Name && b.Country == in.Bank.Country })
	switch {
	case i < 0:
		s.fail(w, http.StatusBadRequest, "WRONG_ASPSP_PROVIDED")
	case !slices.Contains(s.RedirectURLs, in.Back):
		s.fail(w, http.StatusBadRequest, "REDIRECT_URI_NOT_ALLOWED")
	case in.Access.Until.After(s.Now().Add(s.Banks[i].Validity)) || !in.Access.Until.After(s.Now()):
		s.fail(w, http.StatusUnprocessableEntity, "WRONG_REQUEST_PARAMETERS")
	default:
		id, at := uuid(), s.URL
		s.visits[id] = visit{bank: s.Banks[i], until: in.Access.Until, state: in.State, back: in.Back, language: in.Language}
		if s.ShowsPlainPage {
			at = s.plain.URL
		}
		s.write(w, http.StatusOK, map[string]any{"url": at + "/consent?id=" + id, "authorization_id": id, "psu_id_hash": "x"})
	}
}

var consent = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>{{.Bank}}</title>
<h1>{{.Bank}}</h1><form method="post"><button name="choice" value="allow">Allow access</button><button name="choice" value="refuse">Refuse</button></form>`))

// page is the bank's page, on which the user agrees.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.FormValue("id")
	v, ok := s.visits[id]
	switch {
	case !ok:
		http.Error(w, "the visit has ended", http.StatusNotFound)
		return
	case r.Method == http.MethodGet:
		if err := consent.Execute(w, struct{ Bank string }{v.bank.Name}); err != nil {
			s.t.Error(err)
		}
		return
	}
	delete(s.visits, id)
	back, err := url.Parse(v.back)
	if err != nil {
		s.t.Error(err)
		return
	}
	q := back.Query()
	q.Set("state", v.state)
	if r.FormValue("choice") == "allow" {
		code := uuid()
		s.codes[code] = v
		q.Set("code", code)
	} else {
		q.Set("error", "access_denied")
		q.Set("error_description", "Access <b>denied</b> by the user")
	}
	back.RawQuery = q.Encode()
	http.Redirect(w, r, back.String(), http.StatusSeeOther)
}

// Connect connects a user to a bank and returns the secret of the connection. returnTo has to be one of RedirectURLs.
func (s *Server) Connect(p bankapi.Provider, bank Bank, returnTo string) []byte {
	s.t.Helper()
	in := bankapi.Input{ReturnTo: returnTo, Visit: "visit-" + uuid(), Language: "en"}
	step := func(state []byte, values map[string]string) bankapi.Step {
		s.t.Helper()
		in.State, in.Values = state, values
		return testkit.Must(p.Connect(s.t.Context(), in))(s.t)
	}
	form := step(nil, nil)
	banks := step(form.State, map[string]string{"application": ApplicationID, "key": s.PrivateKey(), "country": bank.Country})
	visit := step(banks.State, map[string]string{"bank": bank.Name})
	return step(visit.State, s.Visit(visit.VisitTo, "allow")).Secret
}

// values returns the first value of each parameter.
func values(q url.Values) map[string]string {
	out := map[string]string{}
	for name := range q {
		out[name] = q.Get(name)
	}
	return out
}

// Visit agrees (“allow”) or refuses on the page at an address, and returns the query with which the page returns.
func (s *Server) Visit(address, choice string) map[string]string {
	s.t.Helper()
	res, err := s.Client().PostForm(address, url.Values{"choice": {choice}})
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	back, err := res.Location()
	if err != nil {
		s.t.Fatalf("the bank's page does not return: %d", res.StatusCode)
	}
	return values(back.Query())
}
