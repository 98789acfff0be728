package settings

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// TokensPage is the page on which a user creates and revokes personal access tokens.
type TokensPage struct {
	Settings
	Secret     string // a whole new token, shown once
	Name       string // value of the form's field
	ReadOnly   bool   // value of the form's field
	Open       bool   // the form is open
	NoPassword bool   // the user has no password to enter
	Tokens     []TokenRow
}

func (*TokensPage) Template() string { return "settings_developer" }

// TokenRow is a token in the list, without its secret.
type TokenRow struct {
	No       int64
	Name     string
	Short    string
	Scope    string
	Created  string
	LastUsed string
}

var scopeNames = map[auth.Scope]string{auth.Full: "Full", auth.ReadOnly: "Read-only"}

// Tokens lists the tokens. It shows a new token whole, once, to the user that created it.
func Tokens(w http.ResponseWriter, r *ui.Request) error {
	p, err := tokensPage(r, nil)
	if err == nil {
		err = r.App.Waiting.TakeSecret(r.Context(), r.Holder(), developerURL, r.URL.Query().Get("made"), &p.Secret)
	}
	if err != nil {
		return err
	}
	return r.Render(w, http.StatusOK, p)
}

func showTokens(w http.ResponseWriter, r *ui.Request, failed error) error {
	p, err := tokensPage(r, failed)
	if err != nil {
		return err
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func tokensPage(r *ui.Request, failed error) (*TokensPage, error) {
	me, err := me(r)
	if err != nil {
		return nil, err
	}
	tokens, err := r.App.Tokens(r.Context(), r.Actor)
	if err != nil {
		return nil, err
	}
	p := &TokensPage{Settings: settingsOf(r, &me, developerURL, failed)}
	p.NoPassword = me.NoPassword
	needed, err := r.App.NeedsConfirmation(r.Context(), r.Actor, me)
	if err != nil {
		return nil, err
	}
	if needed {
		p.Unconfirmed = confirmAt(developerURL)
	}
	p.ReadOnly = true // most programs only read
	if failed != nil {
		p.Open, p.Name = true, r.PostFormValue("name")
		p.ReadOnly = auth.Scope(r.PostFormValue("scope")) == auth.ReadOnly
	}
	for _, t := range tokens {
		p.Tokens = append(p.Tokens, tokenRow(t, r.Now))
	}
	return p, nil
}

func tokenRow(t users.Token, now time.Time) TokenRow {
	row := TokenRow{No: t.No, Name: t.Name, Short: t.Short, Scope: scopeNames[t.Scope], Created: humanize.Day(t.Created), LastUsed: "Never"}
	if t.LastUsed != nil {
		row.LastUsed = ui.Ago(*t.LastUsed, now)
	}
	return row
}

// NewToken creates a token and redirects to the page that shows it once.
func NewToken(w http.ResponseWriter, r *ui.Request) error {
	secret, _, err := r.App.NewToken(r.Context(), r.Actor, users.TokenRequest{
		Name: r.PostFormValue("name"), Scope: auth.Scope(r.PostFormValue("scope")),
		Password: r.PostFormValue("password"), Device: device(r),
	})
	if err != nil {
		return beside(w, r, err, showTokens)
	}
	key, err := r.App.Waiting.KeepSecret(r.Context(), r.Holder(), developerURL, secret.Reveal())
	if err != nil {
		return err
	}
	return r.Redirect(w, developerURL+"?"+url.Values{"made": {key}}.Encode())
}

func RevokeToken(w http.ResponseWriter, r *ui.Request) error {
	no, err := strconv.ParseInt(r.PostFormValue("token"), 10, 64)
	if err != nil {
		return apperr.New(apperr.NotFound, "token not found").WithCause(err)
	}
	if err := r.App.RevokeToken(r.Context(), r.Actor, no); err != nil {
		return err
	}
	return came(w, r, developerURL, "revoked")
}
