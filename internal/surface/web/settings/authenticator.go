package settings

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"rsc.io/qr"

	"holdover/internal/app/users"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// AppForm is the form that sets up an authenticator app.
type AppForm struct {
	Name    string // of the user
	Nonce   string
	Secret  string       // in groups of four characters
	Address template.URL // opens an app on this device
	QR      QRCode
}

// QRCode is a QR code as one SVG path.
type QRCode struct {
	Size int // modules of a side, with the margin
	Path string
}

// issuer is the name that apps show beside the user's.
const issuer = "Holdover"

func appForm(r *ui.Request, offered users.OfferedApp) (AppForm, error) {
	address := offered.Secret.URI(issuer, offered.Name+"@"+r.Host)
	code, err := qrCode(address)
	return AppForm{Name: offered.Name, Nonce: offered.Nonce, Secret: offered.Secret.Grouped(), Address: template.URL(address), QR: code}, err //nolint:gosec // the name is escaped in it
}

// qrMargin is the light border that scanners need, in modules.
const qrMargin = 4

func qrCode(text string) (QRCode, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return QRCode{}, err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%[3]dz", from+qrMargin, y+qrMargin, x-from)
			}
		}
	}
	return QRCode{Size: code.Size + 2*qrMargin, Path: path.String()}, nil
}

// SetUpPage sets up an authenticator app in the settings.
type SetUpPage struct {
	Settings
	App      AppForm
	Replaces bool // the user has an app, which the new one replaces
}

func (*SetUpPage) Template() string { return "settings_app" }

func SetUpForm(w http.ResponseWriter, r *ui.Request) error { return showSetUp(w, r, nil) }

func showSetUp(w http.ResponseWriter, r *ui.Request, failed error) error {
	me, err := me(r)
	if err != nil {
		return err
	}
	factor, err := r.App.SecondFactor(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	if !factor.IsRecent {
		return r.Redirect(w, waysURL)
	}
	offered, err := r.App.OfferApp(r.Context(), r.Actor, browserKey(w, r), r.PostFormValue("nonce"))
	if err != nil {
		return err
	}
	p := &SetUpPage{Settings: settingsOf(r, &me, waysURL, failed), Replaces: factor.HasApp}
	if p.App, err = appForm(r, offered); err != nil {
		return err
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// browserKey returns a secret of the browser: that of its session, or of the cookie that identifies the browser if a proxy
// signs the user in without a session.
func browserKey(w http.ResponseWriter, r *ui.Request) string {
	if key := r.SessionKey(); key != "" {
		return key
	}
	key := r.KnownBrowser()
	if key == "" {
		key = users.NewBrowser().Reveal()
		r.KeepBrowser(w, key)
	}
	return key
}

func appSetup(r *ui.Request, key string) users.AppSetup {
	return users.AppSetup{Nonce: r.PostFormValue("nonce"), Code: r.PostFormValue("code"), Key: key, Device: device(r), EndOthers: r.PostFormValue("end-others") != ""}
}

// SetUpApp stores the authenticator app and shows its recovery codes.
func SetUpApp(w http.ResponseWriter, r *ui.Request) error {
	codes, err := r.App.SetUpApp(r.Context(), r.Actor, appSetup(r, browserKey(w, r)))
	if err != nil {
		return beside(w, r, err, showSetUp)
	}
	return showCodesOnce(w, r, r.Holder(), codes, waysURL)
}

// RemoveApp removes the authenticator app and the recovery codes.
func RemoveApp(w http.ResponseWriter, r *ui.Request) error {
	if err := r.App.RemoveApp(r.Context(), r.Actor, factorChange(r)); err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "app-removed")
}

// MakeCodes makes new recovery codes and shows them.
func MakeCodes(w http.ResponseWriter, r *ui.Request) error {
	codes, err := r.App.NewRecoveryCodes(r.Context(), r.Actor, factorChange(r))
	if err != nil {
		return beside(w, r, err, showWays)
	}
	return showCodesOnce(w, r, r.Holder(), codes, waysURL)
}

func factorChange(r *ui.Request) users.FactorChange {
	return users.FactorChange{Device: device(r), EndOthers: r.PostFormValue("end-others") != ""}
}

// CodesPage shows new recovery codes once. Codes is empty when it is loaded again.
type CodesPage struct {
	ui.Frame
	Codes []string
	Text  string       // of the file and the clipboard
	File  template.URL // the file, in the address of its link
	Back  string       // page to open afterwards
}

func (*CodesPage) Template() string { return "recovery_codes" }

// showCodesOnce redirects to the page that shows new recovery codes once.
func showCodesOnce(w http.ResponseWriter, r *ui.Request, of ui.Holder, codes []string, back string) error {
	key, err := r.App.Waiting.KeepSecret(r.Context(), of, codesURL, codes)
	if err != nil {
		return err
	}
	return r.Redirect(w, codesURL+"?"+url.Values{"made": {key}, "back": {back}}.Encode())
}

func ShowCodes(w http.ResponseWriter, r *ui.Request) error {
	p := &CodesPage{Frame: ui.Frame{Title: "Recovery codes"}, Back: ui.LocalPath(r.FormValue("back"))}
	if err := r.App.Waiting.TakeSecret(r.Context(), r.Holder(), codesURL, r.FormValue("made"), &p.Codes); err != nil {
		return err
	}
	if len(p.Codes) > 0 {
		p.Text = "Recovery codes of " + r.Actor.Name + " for Holdover at " + r.Host + ". Each works once.\n\n" + strings.Join(p.Codes, "\n") + "\n"
		p.File = template.URL("data:text/plain;charset=utf-8," + url.PathEscape(p.Text)) //nolint:gosec // the text is escaped in it
	}
	return r.Render(w, http.StatusOK, p)
}
