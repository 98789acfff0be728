package web

import (
	"net/http"
	"strconv"
	"time"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/fault"
)

// TokensPage is where a person makes and revokes personal access tokens.
type TokensPage struct {
	Settings
	Secret   string // a new token whole, this once
	Name     string // in the form
	ReadOnly bool   // in the form
	Open     bool   // the form is open
	Tokens   []TokenRow
}

func (*TokensPage) template() string { return "settings_developer" }

// TokenRow is a token as it is recognised.
type TokenRow struct {
	No       int64
	Name     string
	Short    string
	Scope    string
	Created  string
	LastUsed string
}

var scopeNames = map[auth.Scope]string{auth.Full: "Full", auth.ReadOnly: "Read-only"}

func (s *site) tokens(w http.ResponseWriter, r *http.Request) error { return s.showTokens(w, r, nil) }

func (s *site) showTokens(w http.ResponseWriter, r *http.Request, failed error) error {
	p, err := s.tokensPage(r, failed)
	if err != nil {
		return err
	}
	return s.pages.render(w, r, statusOf(failed), p)
}

func (s *site) tokensPage(r *http.Request, failed error) (*TokensPage, error) {
	who, me, err := s.me(r)
	if err != nil {
		return nil, err
	}
	tokens, err := s.app.Tokens(r.Context(), who)
	if err != nil {
		return nil, err
	}
	p := &TokensPage{Settings: settingsOf(r, &me, developerURL, failed)}
	if failed != nil {
		p.Open, p.Name = true, r.PostFormValue("name")
		p.ReadOnly = auth.Scope(r.PostFormValue("scope")) == auth.ReadOnly
	}
	for _, t := range tokens {
		row := TokenRow{No: t.No, Name: t.Name, Short: t.Short, Scope: scopeNames[t.Scope], Created: dayText(t.Created), LastUsed: "Never"}
		if t.LastUsed != nil {
			row.LastUsed = ago(*t.LastUsed, s.now())
		}
		p.Tokens = append(p.Tokens, row)
	}
	return p, nil
}

// newToken makes a token and shows it in the answer itself: it goes through no
// address, cookie or second request.
func (s *site) newToken(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	secret, _, err := s.app.NewToken(r.Context(), who, app.TokenRequest{
		Name: r.PostFormValue("name"), Scope: auth.Scope(r.PostFormValue("scope")),
		Password: r.PostFormValue("password"), Address: s.address(r),
	})
	if err != nil {
		return s.beside(w, r, err, s.showTokens)
	}
	p, err := s.tokensPage(r, nil)
	if err != nil {
		return err
	}
	p.Secret = secret.Reveal()
	w.Header().Set("Cache-Control", "no-store")
	return s.pages.render(w, r, http.StatusOK, p)
}

func (s *site) revokeToken(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	no, err := strconv.ParseInt(r.PostFormValue("token"), 10, 64)
	if err != nil {
		return fault.New(fault.NotFound, "there is no such token").WithCause(err)
	}
	if err := s.app.RevokeToken(r.Context(), who, no); err != nil {
		return err
	}
	return came(w, r, developerURL, "revoked")
}

// dayText is a day in words.
func dayText(at time.Time) string { return at.Local().Format("2 January 2006") }
