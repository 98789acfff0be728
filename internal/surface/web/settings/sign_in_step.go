package settings

import (
	"net/http"
	"net/url"

	"holdover/internal/app/users"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// The addresses of the second step of a sign-in.
const (
	signInURL     = "/sign-in"
	signInCodeURL = "/sign-in/code"
	signInAppURL  = "/sign-in/set-up"
)

// CodePage asks for the code of an authenticator app, or a recovery code, after the first step.
type CodePage struct {
	ui.Frame
	Name     string // of the user
	Provider string // the provider of the first step; empty for the password
	Back     string // page to open afterwards
	Fault    *ui.FaultText
}

func (*CodePage) Template() string { return "signin_code" }

// AppPage sets up the authenticator app that the owner requires, before the session begins.
type AppPage struct {
	ui.Frame
	Back  string // page to open afterwards
	App   AppForm
	Fault *ui.FaultText
}

func (*AppPage) Template() string { return "signin_app" }

// awaitStep redirects a browser with a pending sign-in to the page of its next step.
func awaitStep(w http.ResponseWriter, r *ui.Request, in users.SignedIn, back string) error {
	r.KeepPendingSignIn(w, in.Pending.Reveal())
	return r.Redirect(w, stepURL(in.Next, back))
}

func stepURL(next users.Step, back string) string {
	at := signInCodeURL
	if next == users.SetUpApp {
		at = signInAppURL
	}
	return at + "?" + url.Values{"back": {back}}.Encode()
}

// device returns the origin of a request.
func device(r *ui.Request) users.Device {
	return users.Device{Address: r.Address(), Browser: r.KnownBrowser(), Agent: r.UserAgent()}
}

// SignInStep shows the page of the next step of the browser's pending sign-in. Without one it shows the sign-in.
func SignInStep(w http.ResponseWriter, r *ui.Request) error {
	back := ui.LocalPath(r.FormValue("back"))
	pending, err := r.App.PendingSignIn(r.Context(), r.PendingSignIn())
	switch {
	case users.IsStartAgain(err):
		return r.Redirect(w, signInURL+"?"+url.Values{"back": {back}}.Encode())
	case err != nil:
		return err
	case pending.Next == users.SetUpApp && r.URL.Path != signInAppURL, pending.Next == users.EnterCode && r.URL.Path != signInCodeURL:
		return r.Redirect(w, stepURL(pending.Next, back))
	case pending.Next == users.SetUpApp:
		return showApp(w, r, back, nil)
	}
	return showCode(w, r, pending, back, nil)
}

func showCode(w http.ResponseWriter, r *ui.Request, pending users.PendingSignIn, back string, failed error) error {
	p := &CodePage{Frame: ui.Frame{Title: "Enter a code"}, Name: pending.Name, Back: back, Fault: ui.FaultIn(failed)}
	if pending.ByProvider && r.Options.Provider != nil {
		p.Provider = r.Options.Provider.Name
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func showApp(w http.ResponseWriter, r *ui.Request, back string, failed error) error {
	offered, err := r.App.OfferAppAtSignIn(r.Context(), r.PendingSignIn(), r.PostFormValue("nonce"))
	if err != nil {
		return restart(w, r, back, err)
	}
	form, err := appForm(r, offered)
	if err != nil {
		return err
	}
	return r.Render(w, httpx.StatusOf(failed), &AppPage{Frame: ui.Frame{Title: "Set up a second factor"}, Back: back, App: form, Fault: ui.FaultIn(failed)})
}

// restart shows the form for name and password with the reason why the second step was refused, if the pending sign-in
// has ended.
func restart(w http.ResponseWriter, r *ui.Request, back string, err error) error {
	if !users.IsStartAgain(err) {
		return err
	}
	r.KeepPendingSignIn(w, "")
	return showSignIn(w, r, "", back, r.Logged(err))
}

// EnterCode ends a sign-in with a code. A user that needed a recovery code sees how many are left.
func EnterCode(w http.ResponseWriter, r *ui.Request) error {
	back := ui.LocalPath(r.PostFormValue("back"))
	in, err := r.App.EnterCode(r.Context(), users.CodeStep{Pending: r.PendingSignIn(), Code: r.PostFormValue("code"), Device: device(r)})
	if err == nil {
		err = beginSession(w, r, in.SignedIn)
	}
	switch {
	case err == nil && in.ByRecovery && back != sessionURL:
		return r.Redirect(w, waysURL+"?"+url.Values{"done": {"recovery"}, "back": {back}}.Encode())
	case err == nil:
		return r.Redirect(w, back)
	case users.IsStartAgain(err) || !forPeople(err):
		return restart(w, r, back, err)
	}
	pending, missing := r.App.PendingSignIn(r.Context(), r.PendingSignIn())
	if missing != nil {
		return restart(w, r, back, missing)
	}
	httpx.RetryAfter(w, err)
	return showCode(w, r, pending, back, r.Logged(err))
}

// SetUpAppAtSignIn sets up the authenticator app of a pending sign-in, begins the session and shows the recovery codes.
func SetUpAppAtSignIn(w http.ResponseWriter, r *ui.Request) error {
	back := ui.LocalPath(r.PostFormValue("back"))
	in, codes, err := r.App.SetUpAppAtSignIn(r.Context(), appSetup(r, r.PendingSignIn()))
	if err == nil {
		err = beginSession(w, r, in)
	}
	switch {
	case err == nil:
		return showCodesOnce(w, r, ui.Holder{User: in.Who.User, Session: in.Key.Reveal()}, codes, back)
	case users.IsStartAgain(err) || !forPeople(err):
		return restart(w, r, back, err)
	}
	httpx.RetryAfter(w, err)
	return showApp(w, r, back, r.Logged(err))
}
