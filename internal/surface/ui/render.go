package ui

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"

	"holdover/internal/surface/httpx"
)

// Renderer is the only type that writes pages.
type Renderer struct {
	pages     map[string]*template.Template
	rendering *semaphore.Weighted // limits concurrent rendering to the number of processors
	Assets    *httpx.Assets
}

// NewRenderer returns a renderer for the pages of feature packages.
func NewRenderer(features ...Feature) (*Renderer, error) {
	pages, err := newTemplates(features)
	if err != nil {
		return nil, err
	}
	assets, err := httpx.NewAssets(AssetPrefix, Dist())
	if err != nil {
		return nil, err
	}
	return &Renderer{pages: pages, rendering: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))), Assets: assets}, nil
}

// TemplateOf returns the template of a page, including the templates that it uses.
func (rd *Renderer) TemplateOf(p Page) *template.Template { return rd.pages[p.Template()] }

// Render writes a page, or the missing pieces for a script that has a part of it. On an error it writes nothing.
func (rd *Renderer) Render(w http.ResponseWriter, r *http.Request, status int, p Page) error {
	return rd.whole(r, p, func(d *renderedPage) error {
		if status != http.StatusOK {
			return writeHTML(w, status, d.page)
		}
		return writeHTML(w, status, d.answerTo(r, p.Framed()))
	})
}

// whole passes a page, as the response to a request, and its pieces to done.
func (rd *Renderer) whole(r *http.Request, p Page, done func(*renderedPage) error) error {
	p.Framed().Style = StyleOf(r, rd.Assets)
	p.Framed().Sidebar.foldGroups(r)
	return rd.draw(p, "layout", func(d *pageBuffer) error {
		cut := cutOut(d.text.out.Bytes(), d.page)
		d.page = cut.page
		return done(cut)
	})
}

// renderPart writes a part of a page, for a script to insert.
func (rd *Renderer) renderPart(w http.ResponseWriter, status int, p Page, part string) error {
	return rd.draw(p, part, func(d *pageBuffer) error { return writeHTML(w, status, withoutMarks(d.text.out.Bytes())) })
}

const htmlType = "text/html; charset=utf-8"

func writeHTML(w http.ResponseWriter, status int, text []byte) error {
	w.Header().Set("Content-Type", htmlType)
	w.WriteHeader(status)
	_, err := w.Write(text)
	return err
}

// RenderPlain writes a page without the frame of the application, completely or not at all.
func RenderPlain(w http.ResponseWriter, status int, t *template.Template, what any) error {
	var out bytes.Buffer
	if err := t.Execute(&out, what); err != nil {
		return fmt.Errorf("rendering a plain page: %w", err)
	}
	return writeHTML(w, status, out.Bytes())
}

// draw executes a template and passes the complete output to done.
func (rd *Renderer) draw(p Page, part string, done func(*pageBuffer) error) error {
	d := drafts.Get().(*pageBuffer)
	d.text.out.Reset()
	defer func() {
		if d.text.out.Cap()+cap(d.page) <= maxDraft {
			drafts.Put(d)
		}
	}()
	if err := rd.write(&d.text, p, part); err != nil {
		return fmt.Errorf("rendering %s of %s: %w", part, p.Template(), err)
	}
	return done(d)
}

// write executes a template when a processor is free, in the order of the calls. Fifty half rendered pages would
// delay each other, and delay the request that holds the database's write lock.
func (rd *Renderer) write(out *HTMLWriter, p Page, part string) error {
	p.Framed().Out = out
	if err := rd.rendering.Acquire(context.Background(), 1); err != nil {
		return err
	}
	defer rd.rendering.Release(1)
	return rd.TemplateOf(p).ExecuteTemplate(&out.out, part, p)
}

type pageBuffer struct {
	text HTMLWriter // the output of the template
	page []byte     // the output
}

// drafts are reused: the budget screen is half a megabyte, and growing a buffer for each request took a tenth of its
// time.
var drafts = sync.Pool{New: func() any { return new(pageBuffer) }}

// maxDraft is the maximum size of a reused buffer in bytes.
const maxDraft = 2 << 20

// StyleOf returns the part of a page that is the same for all pages of its user. The assets are those of Dist.
func StyleOf(r *http.Request, assets *httpx.Assets) Style {
	look := LookOf(r)
	s := Style{Look: look, Themes: quickThemes(look.Theme), AccentCSS: look.accentURL(), CSS: assets.URL("app.css"), JS: assets.URL("app.js"), Icon: assets.URL("icon.svg"), Touch: assets.URL("icon-180.png"), Bars: barsOf(look.Theme), Here: here(r)}
	s.Near = CookieOf(r, nearCookie) == "1"
	if who := ActorIn(r.Context()); who.User != 0 {
		s.User, s.SignOut = who.Name, who.ByProxy || hasSession(r)
	}
	return s
}

// dist is the browser code, built by `make assets` (scripts/assets.mjs). Without a build the folder contains only a
// note, and pages display a message.
//
//go:embed all:dist
var dist embed.FS

// Dist returns the folder with the browser code.
func Dist() fs.FS { return httpx.Folder(dist, "dist") }

const (
	AssetPrefix = "/assets/"
	// Unbuilt is the server's response if it was built without its browser code.
	Unbuilt = "this program was built without its style sheet and scripts; make assets makes them, then make build"
)

//go:embed plain
var plain embed.FS

// Plain returns the folder with plain.css, the styles of pages without the frame of the application.
func Plain() fs.FS { return httpx.Folder(plain, "plain") }
