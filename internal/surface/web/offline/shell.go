// Package offline serves what a browser needs to work without a connection: the service worker, the page that it shows
// in place of pages that cannot be loaded, and the snapshot of a budget.
//
// The scripts are the larger part. They store snapshots of budgets and changes that wait, and draw the page. Start with
// scripts/worker.ts and scripts/outbox.ts; decision 0110 describes the design.
package offline

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed shell.html
var shellText string

var shellTemplate = template.Must(template.New("layout").Parse(shellText))

// Shell is the page that a browser stores, without any user's data, and the service worker that stores it.
type Shell struct {
	assets *httpx.Assets
	build  string // changes with the scripts and the styles
	worker []byte
}

// NewShell returns the page with the assets of the program.
func NewShell(assets *httpx.Assets) *Shell {
	s := &Shell{assets: assets}
	sum := sha256.New()
	for _, name := range []string{"app.css", "offline.js", "worker.js", "icon.svg"} {
		sum.Write([]byte(assets.URL(name)))
	}
	sum.Write([]byte(shellText))
	s.build = hex.EncodeToString(sum.Sum(nil)[:6])
	s.worker = workerOf(assets, s.build)
	return s
}

// shellPage is the data of the page.
type shellPage struct {
	CSS, JS, Icon, Touch string
	Bars                 []ui.Bar
	Build                string
	WithoutScripts       string // the page to load without scripts, "" for a text about it
}

func (s *Shell) render(w http.ResponseWriter, withoutScripts string) error {
	if s.assets.URL("offline.js") == "" {
		return apperr.New(apperr.NotFound, ui.Unbuilt)
	}
	return ui.RenderPlain(w, http.StatusOK, shellTemplate, shellPage{
		CSS: s.assets.URL("app.css"), JS: s.assets.URL("offline.js"), Icon: s.assets.URL("icon.svg"), Touch: s.assets.URL("icon-180.png"),
		Bars: ui.SystemBars(), Build: s.build, WithoutScripts: withoutScripts,
	})
}

// Page shows the page: the service worker stores it, and a browser without the worker loads it.
func (s *Shell) Page(w http.ResponseWriter, _ *ui.Request) error { return s.render(w, "") }

// addFormURL leads to the form of a new transaction for a browser without scripts.
const addFormURL = "/add/form"

// Add shows the page, whose script shows the form of a new transaction.
func (s *Shell) Add(w http.ResponseWriter, _ *ui.Request) error { return s.render(w, addFormURL) }

// Usual redirects to a page of the budget that was used last, or to the list of budgets.
func Usual(page string) ui.Handler {
	return func(w http.ResponseWriter, r *ui.Request) error {
		id, err := r.UsualBudget()
		if err != nil {
			return err
		}
		if id == "" {
			return r.Redirect(w, "/budgets")
		}
		return r.Redirect(w, ui.LinksOf(id).To(page))
	}
}

// Share answers a file that another app shares before the browser has the service worker, which would have stored it.
func Share(_ http.ResponseWriter, r *ui.Request) error {
	_, _ = io.Copy(io.Discard, r.Body) // a browser may not read the response before it has sent the file
	return apperr.New(apperr.Conflict, "the file was not added: Holdover is not ready to receive files on this device yet").
		WithHint("open Holdover once, then share the file again")
}

// precached is a file that the worker stores when it is installed. The revision is null if the address contains a hash.
type precached struct {
	URL      string  `json:"url"`
	Revision *string `json:"revision"`
}

// workerOf returns the service worker: the program's script after the list of files that it stores. A change of any of them
// changes it, so browsers install it as a new version. It returns nil if the program was built without scripts.
func workerOf(assets *httpx.Assets, build string) []byte {
	script := assets.Content("worker.js")
	if script == nil {
		return nil
	}
	files := []precached{{"/offline", &build}}
	for _, name := range []string{"app.css", "offline.js", "icon.svg"} {
		files = append(files, precached{URL: assets.URL(name)})
	}
	list, err := json.Marshal(map[string]any{"build": build, "files": files})
	if err != nil {
		panic(err) // the list consists of texts
	}
	return fmt.Appendf(nil, "self.holdover=%s;\n%s", list, script)
}

// Worker responds with the service worker. Browsers request it at each navigation.
func (s *Shell) Worker(w http.ResponseWriter, r *ui.Request) error {
	if s.worker == nil {
		return apperr.New(apperr.NotFound, ui.Unbuilt)
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", `"`+s.build+`"`)
	http.ServeContent(w, r.Request, "sw.js", time.Time{}, bytes.NewReader(s.worker))
	return nil
}
