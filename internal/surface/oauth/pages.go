package oauth

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"

	"holdover/internal/app/users"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html assets
var files embed.FS

type pages struct {
	templates map[string]*template.Template
	assets    *httpx.Assets
	scripts   *httpx.Assets // of the application's pages, which package web serves
}

func newPages() (*pages, error) {
	p := &pages{templates: map[string]*template.Template{}}
	for _, name := range []string{"consent", "settings", "fault"} {
		t, err := template.ParseFS(files, "templates/_layout.html", "templates/"+name+".html")
		if err != nil {
			return nil, fmt.Errorf("parse the page %s: %w", name, err)
		}
		p.templates[name] = t
	}
	var err error
	p.assets, err = httpx.NewAssets("/oauth/assets/", ui.Plain(), httpx.Folder(files, "assets"))
	if err == nil {
		p.scripts, err = httpx.NewAssets(ui.AssetPrefix, ui.Dist())
	}
	return p, err
}

// head is the start of every page.
type head struct {
	Title, Plain, CSS string
	Style             ui.Style // zero for a page without scripts
}

func (s *surface) head(title string) head {
	return head{Title: title, Plain: s.pages.assets.URL("plain.css"), CSS: s.pages.assets.URL("oauth.css")}
}

type page interface{ template() string }

// consentPage asks the user whether to give a client access.
type consentPage struct {
	head
	Who         string
	Application string // the client's name
	BackTo      string // the host of the redirect address
	ReadOnly    bool   // the client requested read-only access
	NoScope     bool   // the client requested no scope, which means full access
	// SelfRegistered reports whether the client registered itself: no user here has verified its name.
	SelfRegistered bool
	Plans          []planChoice
	Ask, Seal      string // the client's request, and the proof that this page contained it
}

func (consentPage) template() string { return "consent" }

type planChoice struct{ ID, Name string }

// settingsPage is the page that registers and disconnects clients.
type settingsPage struct {
	head
	Done         string
	Fault        *ui.FaultText
	Admin        bool
	Confirm      string // address at which the user must confirm the identity before applications can be changed, or empty
	New          *newSecret
	Connections  []connectionLine
	Applications []applicationForm
	Typed        applicationForm // refused values of an application
	// refused values of a new application
	Name, Redirects string
	PublicApp       bool
	ImplicitApp     bool
}

func (settingsPage) template() string { return "settings" }

// applicationForm is an application with the values of its forms.
type applicationForm struct {
	users.OAuthApplication
	Most string // the maximum number of users
	Open bool   // the forms are visible
}

type newSecret struct{ Name, ID, Secret string }

type connectionLine struct {
	ID, Application, Plan, Since, LastUsed string
	ReadOnly                               bool
}

type faultPage struct {
	head
	Fault   *ui.FaultText
	BackTo  string       // the client's host, if the error can be sent there
	BackURL template.URL // the address that sends it
}

func (faultPage) template() string { return "fault" }

func (p *pages) render(w http.ResponseWriter, status int, what page) error {
	return ui.RenderPlain(w, status, p.templates[what.template()].Lookup("layout"), what)
}

func (s *surface) writeFault(w http.ResponseWriter, _ *http.Request, err error) {
	p := faultPage{head: s.head("This is not possible"), Fault: ui.FaultIn(err)}
	if failed := s.pages.render(w, httpx.StatusOf(err), p); failed != nil {
		http.Error(w, p.Fault.Message, http.StatusInternalServerError)
	}
}
