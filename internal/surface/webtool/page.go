package webtool

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/guide"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/tool.html assets
var files embed.FS

// page is the data of the tool's only page.
type page struct {
	Base, Plain, CSS, JS string
	Source               string
	Connected            bool
	Disconnected         bool
	Visit                string // identifies the downloads of this page
	Plans                []choice
	Trouble              *said
	Ways                 []guide.Way
	TokenSteps           []string
}

type choice struct {
	ID, Name, Facts string
	First           bool
}

// said is an error as displayed on the page and as read by its script.
type said struct {
	ID      string `json:"id"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

type pages struct {
	tool   *template.Template
	assets *httpx.Assets
}

func newPages() (*pages, error) {
	tool, err := template.ParseFS(files, "templates/tool.html")
	if err != nil {
		return nil, fmt.Errorf("parse the page: %w", err)
	}
	assets, err := httpx.NewAssets("/assets/", ui.Plain(), httpx.Folder(files, "assets"))
	return &pages{tool: tool, assets: assets}, err
}

func (t *Tool) page() page {
	return page{
		Base: t.prefix, Plain: t.prefix + t.pages.assets.URL("plain.css"), CSS: t.prefix + t.pages.assets.URL("tool.css"), JS: t.prefix + t.pages.assets.URL("tool.js"),
		Source: t.source(), Ways: t.ways(), TokenSteps: t.inItsWords(guide.Token()),
	}
}

// ways returns the other ways to get the file, with this source's addresses in the commands.
func (t *Tool) ways() []guide.Way {
	var ways []guide.Way
	for _, w := range guide.Ways() {
		if w.ID == "webtool" {
			continue
		}
		w.Title, w.Steps, w.Notes = t.inItsWords([]string{w.Title})[0], t.inItsWords(w.Steps), t.inItsWords(w.Notes)
		var commands []guide.Command
		for _, c := range w.Commands {
			if c.AsksYNAB && !t.atYNAB() {
				c.Text += " --source " + strings.TrimSuffix(t.cfg.Source.String(), "/v1")
			}
			c.Text = t.inItsWords([]string{c.Text})[0]
			commands = append(commands, c)
		}
		w.Commands = commands
		ways = append(ways, w)
	}
	return ways
}

// inItsWords replaces YNAB's name and address by those of another source.
func (t *Tool) inItsWords(texts []string) []string {
	if t.atYNAB() {
		return texts
	}
	address := t.cfg.Source.String()
	words := strings.NewReplacer(
		"Open "+guide.API+" in", "Open "+strings.TrimSuffix(address, "/v1")+"/docs/api in",
		guide.API, address, "YNAB's API pages", "The API pages of "+t.source(), "YNAB", t.source(),
	)
	return iterutil.Map(texts, words.Replace)
}

// writeFault writes the page with an error at the top and the other ways below, or the error as JSON for the page's
// script.
func (t *Tool) writeFault(w http.ResponseWriter, r *http.Request, err error) {
	what := &said{ID: "internal", Message: "something went wrong inside the tool", Hint: "use one of the other ways"}
	if f, ok := errors.AsType[*apperr.Error](err); ok {
		what = &said{ID: f.ID, Message: f.SentenceWithPart(), Hint: f.Hint}
	}
	status := httpx.StatusOf(err)
	if r.Header.Get("Accept") == "application/json" {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(what) // the client has disconnected
		return
	}
	p := t.page()
	p.Trouble = what
	if failed := ui.RenderPlain(w, status, t.pages.tool, p); failed != nil {
		http.Error(w, what.Message, http.StatusInternalServerError)
	}
}
