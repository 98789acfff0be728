// Package web contains the browser interface: pages rendered on the server, which work without scripts and respond
// faster with them.
//
// Each feature is a package below this folder. It owns its handlers, pages and templates, and returns its changes and
// menus in a [ui.Feature]. Package web combines them: it registers all addresses (routes.go), recognises users
// (who.go), and dispatches changes and menus (dispatch.go). Shared code is in package ui.
//
// Start with routes.go.
package web

import (
	"cmp"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/accounts"
	"holdover/internal/surface/web/bankfile"
	"holdover/internal/surface/web/banks"
	"holdover/internal/surface/web/budget"
	"holdover/internal/surface/web/files"
	"holdover/internal/surface/web/inbox"
	"holdover/internal/surface/web/loans"
	"holdover/internal/surface/web/migration"
	"holdover/internal/surface/web/palette"
	"holdover/internal/surface/web/payees"
	"holdover/internal/surface/web/register"
	"holdover/internal/surface/web/reports"
	"holdover/internal/surface/web/rules"
	"holdover/internal/surface/web/scheduled"
	"holdover/internal/surface/web/settings"
	"holdover/internal/surface/web/tags"
)

// Options describe the environment in which the pages run.
type Options = ui.Options

// New returns the handler of all pages. It panics if an embedded template is invalid or if two feature packages use
// the same name; both are errors of the build.
func New(a *app.App, log *slog.Logger, options ui.Options) http.Handler {
	rd, err := ui.NewRenderer(allFeatures()...)
	if err != nil {
		panic(err)
	}
	s := &ui.Site{App: a, Log: log, Pages: rd, Options: options, Clock: time.Now}
	t := &table{site: s, router: httpx.NewRouter(rd.WriteFault), public: map[string]bool{}}
	t.router.HandleHTTP("GET "+ui.AssetPrefix, rd.Assets)
	d := dispatcherOf(allFeatures())
	d.pages = t.router
	routes(t, d)
	isPublic := func(path string) bool { return t.public[path] || strings.HasPrefix(path, ui.AssetPrefix) }
	return httpx.Wrap(recognised(s, isPublic, t.router), log, rd.WriteFault)
}

// table registers addresses, each with the required right and the maximum size of a request.
type table struct {
	site   *ui.Site
	router *httpx.Router
	public map[string]bool // paths that need no session
}

// Public registers an address that needs no session.
func (t *table) Public(pattern string, h ui.Handler) {
	_, path, _ := strings.Cut(pattern, " ")
	t.public[path] = true
	t.router.Handle(pattern, t.site.Handle(h, true))
}

// PublicFile is Public for a form with a file; most is its maximum size in bytes.
func (t *table) PublicFile(pattern string, most int64, h ui.Handler) {
	_, path, _ := strings.Cut(pattern, " ")
	t.public[path] = true
	t.router.HandleFile(pattern, most, t.site.Handle(h, true))
}

// Handle registers an address that needs a session and, below a budget, the right that rightOf returns.
func (t *table) Handle(pattern string, h ui.Handler) {
	t.router.Handle(pattern, t.handler(pattern, h))
}

// handler returns a missing permission before any other error. Forms are read before the budget is opened. An error
// in a form must not hide that the user may not change the budget, or has no access to it.
func (t *table) handler(pattern string, h ui.Handler) httpx.Handler {
	right := rightOf(pattern)
	if right == auth.See {
		return t.site.Handle(h, false)
	}
	return t.site.Handle(func(w http.ResponseWriter, r *ui.Request) error {
		err := h(w, r)
		if err != nil {
			return cmp.Or(r.Require(right), err)
		}
		return nil
	}, false)
}

// rightOf returns the right that a request needs. POST requests to a budget need auth.Change, except those in
// otherRights.
func rightOf(pattern string) auth.Right {
	if right, special := otherRights[pattern]; special || !strings.HasPrefix(pattern, "POST /budgets/{id}/") {
		return cmp.Or(right, auth.See)
	}
	return auth.Change
}

// HandleFramed is Handle for a page that needs the frame of its budget first.
func (t *table) HandleFramed(pattern string, h func(http.ResponseWriter, *ui.Request, *pageframe.Frame) error) {
	t.Handle(pattern, func(w http.ResponseWriter, r *ui.Request) error {
		f, err := r.Frame()
		if err != nil {
			return err
		}
		return h(w, r, f)
	})
}

// HandleForm is Handle for a long form; most is its maximum size in bytes.
func (t *table) HandleForm(pattern string, most int64, h ui.Handler) {
	t.router.HandleForm(pattern, most, t.handler(pattern, h))
}

// HandleFile is Handle for a form with a file; most is its maximum size in bytes.
func (t *table) HandleFile(pattern string, most int64, h ui.Handler) {
	t.router.HandleFile(pattern, most, t.handler(pattern, h))
}

func allFeatures() []ui.Feature {
	return []ui.Feature{
		budget.Feature(), register.Feature(), inbox.Feature(), accounts.Feature(), loans.Feature(), payees.Feature(), scheduled.Feature(),
		rules.Feature(), bankfile.Feature(), banks.Feature(), migration.Feature(), files.Feature(), reports.Feature(), settings.Feature(), palette.Feature(), tags.Feature(),
	}
}
