package settings

import (
	"encoding/json"
	"net/http"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// mostChallenges is the number of challenges for sign-ins that one network gets in a minute. Each page of a sign-in asks for
// one.
const mostChallenges = 60

// Passkeys handles the requests with which browsers create and use passkeys.
type Passkeys struct{ challenges *httpx.RateLimiter }

// NewPasskeys returns handlers with their own limit on challenges.
func NewPasskeys() *Passkeys {
	return &Passkeys{httpx.NewRateLimiter(mostChallenges, time.Minute, httpx.MaxNetworks)}
}

// PasskeyRow is a passkey in the list.
type PasskeyRow struct {
	ID, Name      string
	Created, Used string
	Synced        bool
}

func passkeyRow(p users.PasskeyView, now time.Time) PasskeyRow {
	row := PasskeyRow{ID: p.ID, Name: p.Name, Created: humanize.Day(p.Created), Used: "never", Synced: p.Synced}
	if !p.Used.IsZero() {
		row.Used = ui.Ago(p.Used, now)
	}
	return row
}

// passkeysAt returns the reason why users cannot sign in with passkeys at the address of a page, or nil.
func passkeysAt(r *ui.Request) error { return r.App.PasskeysAt(r.Options.PublicOrigin(r.Request)) }

// Begin sends the options with which a browser signs with a passkey.
func (k *Passkeys) Begin(w http.ResponseWriter, r *ui.Request) error {
	if _, wait := k.challenges.Take(auth.Network(r.Address(), 64), r.Now); wait > 0 {
		return apperr.New(apperr.TooMany, "too many sign-ins were begun from this network").WithHint("wait %s, then try again", users.WaitText(wait)).WithRetry(wait)
	}
	options, err := r.App.BeginPasskey(r.Context(), r.Options.PublicOrigin(r.Request))
	return sendOptions(w, options, err)
}

// BeginAdd sends the options with which a browser creates a passkey.
func (k *Passkeys) BeginAdd(w http.ResponseWriter, r *ui.Request) error {
	options, err := r.App.BeginAddPasskey(r.Context(), r.Actor, r.Options.PublicOrigin(r.Request))
	return sendOptions(w, options, err)
}

func sendOptions(w http.ResponseWriter, options json.RawMessage, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, err = w.Write(options)
	return err
}

func signedPasskey(r *ui.Request) users.SignedPasskey {
	return users.SignedPasskey{Response: r.PostFormValue("credential"), Origin: r.Options.PublicOrigin(r.Request), Device: device(r)}
}

// SignIn starts a session with a passkey.
func (k *Passkeys) SignIn(w http.ResponseWriter, r *ui.Request) error {
	back := ui.LocalPath(r.PostFormValue("back"))
	in, err := r.App.SignInByPasskey(r.Context(), signedPasskey(r))
	if err == nil {
		err = beginSession(w, r, in)
	}
	if err == nil {
		return r.Redirect(w, back)
	}
	if !forPeople(err) {
		return err
	}
	httpx.RetryAfter(w, err)
	return showSignIn(w, r, "", back, r.Logged(err))
}

// Confirm is the confirmation of the identity with a passkey.
func (k *Passkeys) Confirm(w http.ResponseWriter, r *ui.Request) error {
	in, err := r.App.ConfirmByPasskey(r.Context(), r.Actor, signedPasskey(r))
	return confirmed(w, r, in, err)
}

// Add stores a new passkey.
func (k *Passkeys) Add(w http.ResponseWriter, r *ui.Request) error {
	err := r.App.AddPasskey(r.Context(), r.Actor, users.NewPasskey{
		Name: r.PostFormValue("name"), Response: r.PostFormValue("credential"), Origin: r.Options.PublicOrigin(r.Request), FactorChange: factorChange(r),
	})
	if err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "passkey-added")
}

// Rename renames a passkey.
func (k *Passkeys) Rename(w http.ResponseWriter, r *ui.Request) error {
	if err := r.App.RenamePasskey(r.Context(), r.Actor, r.PostFormValue("passkey"), r.PostFormValue("name")); err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "passkey-renamed")
}

// Remove removes a passkey.
func (k *Passkeys) Remove(w http.ResponseWriter, r *ui.Request) error {
	if err := r.App.RemovePasskey(r.Context(), r.Actor, r.PostFormValue("passkey"), factorChange(r)); err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "passkey-removed")
}
