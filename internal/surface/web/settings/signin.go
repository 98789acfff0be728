package settings

import (
	"crypto/subtle"
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

type SignInPage struct {
	ui.Frame
	Name string
	Back string // page to open afterwards
	// Restored reports that a backup was restored just now.
	Restored bool
	Provider *ProviderChoice // nil without an identity provider
	Passkeys bool            // browsers use passkeys at the address of this page
	Fault    *ui.FaultText
}

func (*SignInPage) Template() string { return "signin" }

// FirstStartPage is the form that creates the owner.
type FirstStartPage struct {
	ui.Frame
	Name     string
	GoodCode string // the link contained the code, so there is no field for it
	NoCode   bool   // this process has no code
	Existing int    // number of existing budgets; set only with the right code
	// Restore offers to restore a backup; it is nil without the right code, or if there are budgets.
	Restore    *RestoreForm
	MayRestore bool // whether the right code leads to the form, if there are no budgets
	Fault      *ui.FaultText
}

func (*FirstStartPage) Template() string { return "first_start" }

func SignInForm(w http.ResponseWriter, r *ui.Request) error {
	back := ui.LocalPath(r.FormValue("back"))
	if !ui.ActorIn(r.Context()).IsAnonymous() {
		return r.Redirect(w, back)
	}
	has, err := r.App.HasUsers(r.Context())
	if err != nil {
		return err
	}
	if !has {
		return r.Redirect(w, "/first-start")
	}
	return showSignIn(w, r, "", back, nil)
}

func showSignIn(w http.ResponseWriter, r *ui.Request, name, back string, failed error) error {
	return r.Render(w, httpx.StatusOf(failed), &SignInPage{
		Frame: ui.Frame{Title: "Sign in"}, Name: name, Back: back, Restored: r.URL.Query().Has("restored"),
		Passkeys: passkeysAt(r) == nil, Provider: providerChoice(r, back), Fault: ui.FaultIn(failed),
	})
}

func SignIn(w http.ResponseWriter, r *ui.Request) error {
	name, back := r.PostFormValue("name"), ui.LocalPath(r.PostFormValue("back"))
	in, err := signIn(r, name, r.PostFormValue("password"))
	if err == nil && in.Next != users.Done {
		return awaitStep(w, r, in, back)
	}
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
	return showSignIn(w, r, name, back, r.Logged(err))
}

func signIn(r *ui.Request, name, password string) (users.SignedIn, error) {
	return r.App.SignIn(r.Context(), users.Credentials{Name: name, Password: password, Device: device(r)})
}

// beginSession gives a new session to the browser. It ends the browser's previous session and pending sign-in, so that
// a key known before the sign-in becomes invalid.
func beginSession(w http.ResponseWriter, r *ui.Request, in users.SignedIn) error {
	if old := r.SessionKey(); old != "" {
		if err := r.App.SignOut(r.Context(), old); err != nil {
			return err
		}
	}
	if r.PendingSignIn() != "" {
		r.KeepPendingSignIn(w, "")
	}
	r.KeepSession(w, in.Key.Reveal())
	r.KeepBrowser(w, in.Browser.Reveal())
	return nil
}

func SignOut(w http.ResponseWriter, r *ui.Request) error {
	elsewhere, err := signOutElsewhere(r)
	if err != nil {
		return err
	}
	if key := r.SessionKey(); key != "" {
		if err := r.App.SignOut(r.Context(), key); err != nil {
			return err
		}
	}
	r.KeepSession(w, "")
	if elsewhere != nil {
		return leave(w, r, elsewhere)
	}
	return r.Redirect(w, "/sign-in")
}

func FirstStart(w http.ResponseWriter, r *ui.Request) error {
	return showFirstStart(w, r, nil)
}

func showFirstStart(w http.ResponseWriter, r *ui.Request, failed error) error {
	has, err := r.App.HasUsers(r.Context())
	if err != nil {
		return err
	}
	if has && failed == nil {
		return r.Redirect(w, "/sign-in")
	}
	p := &FirstStartPage{Frame: ui.Frame{Title: "Create the owner"}, Name: r.PostFormValue("name"), NoCode: r.Options.FirstCode == "", MayRestore: r.Options.Backups != nil}
	wrong := mayCreateOwner(r)
	if wrong == nil {
		p.GoodCode = r.Options.FirstCode
		all, err := r.App.Budgets(r.Context(), app.Machine())
		if err != nil {
			return err
		}
		p.Existing = len(all)
		if p.Restore, err = restoreForm(r); err != nil {
			return err
		}
	} else if failed == nil && r.URL.Query().Has("code") {
		failed = wrong
	}
	if failed != nil {
		p.Fault = ui.FaultIn(r.Logged(failed))
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func CreateOwner(w http.ResponseWriter, r *ui.Request) error {
	name, password := r.PostFormValue("name"), r.PostFormValue("password")
	err := mayCreateOwner(r)
	if err == nil {
		err = repeated(password, r.PostFormValue("again"))
	}
	if err == nil {
		err = r.App.CreateOwner(r.Context(), name, password)
	}
	var in users.SignedIn
	if err == nil {
		in, err = signIn(r, name, password) // no rule about a second factor exists before the first user
	}
	if err == nil {
		err = beginSession(w, r, in)
	}
	if err == nil {
		return r.Redirect(w, "/budgets")
	}
	if !forPeople(err) {
		return err
	}
	return showFirstStart(w, r, err)
}

// mayCreateOwner requires the code that the server printed, so that a stranger cannot create the owner. The address
// of a request is no proof: behind a proxy that does not forward addresses, all requests come from this machine.
func mayCreateOwner(r *ui.Request) error {
	given := strings.ToUpper(strings.TrimSpace(r.FormValue("code")))
	if r.Options.FirstCode == "" || subtle.ConstantTimeCompare([]byte(given), []byte(r.Options.FirstCode)) != 1 {
		return apperr.New(apperr.Forbidden, "the code is wrong").
			WithHint("look for it in the output of holdover serve, which prints a new code at each start; if several servers share one database, use holdover user add")
	}
	return nil
}

// repeated returns an error if the new password was typed differently the second time.
func repeated(password, again string) error {
	if password != again {
		return apperr.New(apperr.Invalid, "the passwords do not match").WithHint("enter the new password twice")
	}
	return nil
}

// forPeople reports whether the page shows the error next to its form. All other errors are shown on a separate page.
func forPeople(err error) bool {
	switch apperr.KindOf(err) {
	case apperr.Invalid, apperr.Conflict, apperr.Unauthorized, apperr.Forbidden, apperr.TooMany, apperr.NotFound:
		return true
	}
	return false
}
