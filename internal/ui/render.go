package ui

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"sync"

	"holdover/internal/httpx"
)

//go:embed templates/*.html
var templateFiles embed.FS

// newTemplates parses the pages of rooms, by name: each is a file templates/NAME.html that defines "main". Files that begin
// with an underscore are shared by the room's pages.
func newTemplates(rooms []Room) (map[string]*template.Template, error) {
	layout, err := template.New("layout").Funcs(pieceMarks()).ParseFS(templateFiles, "templates/_*.html")
	if err != nil {
		return nil, fmt.Errorf("parsing the shared templates: %w", err)
	}
	pages := map[string]*template.Template{}
	for _, room := range append([]Room{{Templates: templateFiles}}, rooms...) {
		for _, name := range room.PageNames() {
			if pages[name] != nil {
				return nil, fmt.Errorf("two rooms have a page %s", name)
			}
			page, err := layout.Clone()
			if shared, _ := fs.Glob(room.Templates, "templates/_*.html"); err == nil && len(shared) > 0 {
				page, err = page.ParseFS(room.Templates, shared...)
			}
			if err == nil {
				page, err = page.ParseFS(room.Templates, "templates/"+name+".html")
			}
			if err != nil {
				return nil, fmt.Errorf("parsing the template of %s: %w", name, err)
			}
			pages[name] = page
		}
	}
	return pages, nil
}

// Renderer is the one place that writes pages.
type Renderer struct {
	pages  map[string]*template.Template
	Assets *httpx.Assets
}

// NewRenderer makes the renderer of the pages of rooms.
func NewRenderer(rooms ...Room) (*Renderer, error) {
	pages, err := newTemplates(rooms)
	if err != nil {
		return nil, err
	}
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	return &Renderer{pages: pages, Assets: assets}, nil
}

// TemplateOf is the template of a page, with all that it uses.
func (rd *Renderer) TemplateOf(p Page) *template.Template { return rd.pages[p.Template()] }

// Render writes a page, or of one that a script has in part already what that lacks; all of it or nothing.
func (rd *Renderer) Render(w http.ResponseWriter, r *http.Request, status int, p Page) error {
	p.Framed().Style = rd.style(r)
	return rd.draft(p, "layout", func(text []byte) error {
		drawn := cutOut(text)
		if status != http.StatusOK {
			return writeHTML(w, status, drawn.whole())
		}
		return writeHTML(w, status, drawn.answerTo(r, p.Framed()))
	})
}

// renderPart writes a part of a page, for a script to put where it belongs.
func (rd *Renderer) renderPart(w http.ResponseWriter, status int, p Page, part string) error {
	return rd.draft(p, part, func(text []byte) error { return writeHTML(w, status, withoutMarks(text)) })
}

func writeHTML(w http.ResponseWriter, status int, text []byte) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, err := w.Write(text)
	return err
}

// draft hands over what a template writes once it is whole.
func (rd *Renderer) draft(p Page, part string, done func(text []byte) error) error {
	out := drafts.Get().(*bytes.Buffer)
	out.Reset()
	defer func() {
		if out.Cap() <= maxDraft {
			drafts.Put(out)
		}
	}()
	if err := rd.TemplateOf(p).ExecuteTemplate(out, part, p); err != nil {
		return fmt.Errorf("rendering %s of %s: %w", part, p.Template(), err)
	}
	return done(out.Bytes())
}

// drafts are what pages are written into until they are whole: the budget screen is
// half a megabyte, and growing one for each request took a tenth of it.
var drafts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxDraft is how large a draft is kept for the next page, in bytes.
const maxDraft = 1 << 20

func (rd *Renderer) style(r *http.Request) Style {
	theme := themeOf(r)
	s := Style{Theme: theme, CSS: rd.Assets.URL("app.css"), JS: rd.Assets.URL("app.js"), Icon: rd.Assets.URL("icon.svg"), Here: here(r)}
	if who := ActorIn(r.Context()); who.User != 0 {
		s.User, s.SignOut = who.Name, hasSession(r)
	}
	for _, c := range []ThemeChoice{{Value: FollowSystem, Label: "System"}, {Value: Light, Label: "Light"}, {Value: Dark, Label: "Dark"}} {
		c.Current = c.Value == theme
		s.Themes = append(s.Themes, c)
	}
	return s
}

// The browser code is made by `make assets` from internal/ui/assets; without it
// the folder holds only a note, and pages say so.
//
//go:embed all:dist
var dist embed.FS

const (
	AssetPrefix = "/assets/"
	// Unbuilt is what the server says when it was built without its browser code.
	Unbuilt = "this program was built without its style sheet and scripts; make assets makes them, then make build"
)

func loadAssets() (*httpx.Assets, error) {
	dir, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	return httpx.NewAssets(AssetPrefix, dir)
}

//go:embed plain
var plain embed.FS

// Plain is the folder with plain.css, the styles of pages that stand apart from the application's.
func Plain() fs.FS {
	folder, err := fs.Sub(plain, "plain")
	if err != nil {
		panic(err) // the name is right
	}
	return folder
}
