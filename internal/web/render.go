package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"holdover/internal/httpx"
)

//go:embed templates/*.html
var templateFiles embed.FS

// pageNames are the pages; each has a file of its name in templates, which
// defines "main". The files that begin with an underscore are shared.
var pageNames = []string{
	"budgets", "budget_new", "budget", "accounts", "account_new", "register", "filter", "row", "report", "verify", "cleanup", "newer", "import", "known", "from_source", "from_source_plans", "guide", "menu", "history", "fault",
	"payees", "scheduled", "bank_file",
	"signin", "first_start", "settings", "settings_users", "settings_sharing", "settings_developer",
}

func parseTemplates() (map[string]*template.Template, error) {
	shared, err := template.New("layout").ParseFS(templateFiles, "templates/_*.html")
	if err != nil {
		return nil, fmt.Errorf("parsing the shared templates: %w", err)
	}
	pages := make(map[string]*template.Template, len(pageNames))
	for _, name := range pageNames {
		page, err := shared.Clone()
		if err == nil {
			page, err = page.ParseFS(templateFiles, "templates/"+name+".html")
		}
		if err != nil {
			return nil, fmt.Errorf("parsing the template of %s: %w", name, err)
		}
		pages[name] = page
	}
	return pages, nil
}

// renderer is the one place that writes pages.
type renderer struct {
	pages  map[string]*template.Template
	assets *httpx.Assets
}

func newRenderer() (*renderer, error) {
	pages, err := parseTemplates()
	if err != nil {
		return nil, err
	}
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	return &renderer{pages: pages, assets: assets}, nil
}

// render writes a page, whole or not at all.
func (rd *renderer) render(w http.ResponseWriter, r *http.Request, status int, p page) error {
	p.frame().Style = rd.style(r)
	var out bytes.Buffer
	if err := rd.pages[p.template()].ExecuteTemplate(&out, "layout", p); err != nil {
		return fmt.Errorf("rendering %s: %w", p.template(), err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err := out.WriteTo(w)
	return err
}

// renderPart writes a part of a page, for a script to put where it belongs.
func (rd *renderer) renderPart(w http.ResponseWriter, status int, p page, part string) error {
	var out bytes.Buffer
	if err := rd.pages[p.template()].ExecuteTemplate(&out, part, p); err != nil {
		return fmt.Errorf("rendering %s: %w", part, err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err := out.WriteTo(w)
	return err
}

func (rd *renderer) style(r *http.Request) Style {
	theme := themeOf(r)
	s := Style{Theme: theme, CSS: rd.assets.URL("app.css"), JS: rd.assets.URL("app.js"), Icon: rd.assets.URL("icon.svg"), Here: here(r)}
	if who := actorIn(r.Context()); who.User != 0 {
		s.User, s.SignOut = who.Name, hasSession(r)
	}
	for _, c := range []ThemeChoice{{Value: FollowSystem, Label: "System"}, {Value: Light, Label: "Light"}, {Value: Dark, Label: "Dark"}} {
		c.Current = c.Value == theme
		s.Themes = append(s.Themes, c)
	}
	return s
}

// here is the page to come back to after a small form; a form's own address is
// no page, so only what was asked for with GET counts.
func here(r *http.Request) string {
	if r.Method != http.MethodGet {
		return "/"
	}
	return r.URL.RequestURI()
}

// localPath keeps a path that a form gave on this server.
func localPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\t\r\n") {
		return "/"
	}
	return path
}
