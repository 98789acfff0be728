// Package web is Holdover in a browser: pages rendered on the server that work without scripts, and faster with them.
//
// Each feature is a room below this folder, which owns its handlers, pages and templates and hands over its changes and menus.
// Here is what holds them together: the one map of all addresses (routes.go), who asks (who.go), and which room a change or a
// menu belongs to (dispatch.go). What the rooms share is in package ui.
//
// Floor 5: may import its rooms, ui, httpx and floors 0 to 4. Start with routes.go.
package web

import (
	"cmp"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/auth"
	"holdover/internal/httpx"
	"holdover/internal/ui"
	"holdover/internal/web/accounts"
	"holdover/internal/web/bankfile"
	"holdover/internal/web/bring"
	"holdover/internal/web/budget"
	"holdover/internal/web/files"
	"holdover/internal/web/inbox"
	"holdover/internal/web/payees"
	"holdover/internal/web/register"
	"holdover/internal/web/reports"
	"holdover/internal/web/rules"
	"holdover/internal/web/scheduled"
	"holdover/internal/web/settings"
)

// Options are what the pages need to know of where they run.
type Options = ui.Options

// New is the pages of the application. It panics where the program's own templates cannot be read, or two rooms claim one
// name: defects of the build.
func New(a *app.App, log *slog.Logger, options ui.Options) http.Handler {
	rd, err := ui.NewRenderer(allRooms()...)
	if err != nil {
		panic(err)
	}
	s := &ui.Site{App: a, Log: log, Pages: rd, Options: options, Clock: time.Now}
	t := &table{site: s, router: httpx.NewRouter(rd.WriteFault), open: map[string]bool{}}
	t.router.HandleHTTP("GET "+ui.AssetPrefix, rd.Assets)
	d := dispatcherOf(allRooms())
	d.pages = t.router
	routes(t, d)
	public := func(path string) bool { return t.open[path] || strings.HasPrefix(path, ui.AssetPrefix) }
	return httpx.Wrap(recognised(s, public, t.router), log, rd.WriteFault)
}

// table registers addresses with who may ask, and how much may be sent.
type table struct {
	site   *ui.Site
	router *httpx.Router
	open   map[string]bool // paths that everybody may ask for
}

func (t *table) Everybody(pattern string, h ui.Handler) {
	_, path, _ := strings.Cut(pattern, " ")
	t.open[path] = true
	t.router.Handle(pattern, t.site.Handle(h, true))
}

func (t *table) Handle(pattern string, h ui.Handler) {
	t.router.Handle(pattern, t.handler(pattern, h))
}

// handler reports a missing permission before anything else that a change is refused for. Forms are read before the budget is
// opened; what is wrong in one must not hide that the user may not change the budget, or that it is another user's.
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

// rightOf is the right that a request to an address needs: all that is sent to a budget changes it, except where routes says otherwise.
func rightOf(pattern string) auth.Right {
	if right, special := otherRights[pattern]; special || !strings.HasPrefix(pattern, "POST /budgets/{id}/") {
		return cmp.Or(right, auth.See)
	}
	return auth.Change
}

// HandleFramed is Handle for a page that begins with the frame of its budget.
func (t *table) HandleFramed(pattern string, h func(http.ResponseWriter, *ui.Request, *frame.Frame) error) {
	t.Handle(pattern, func(w http.ResponseWriter, r *ui.Request) error {
		f, err := r.Frame()
		if err != nil {
			return err
		}
		return h(w, r, f)
	})
}

func (t *table) HandleForm(pattern string, most int64, h ui.Handler) {
	t.router.HandleForm(pattern, most, t.handler(pattern, h))
}

func (t *table) HandleFile(pattern string, most int64, h ui.Handler) {
	t.router.HandleFile(pattern, most, t.handler(pattern, h))
}

func allRooms() []ui.Room {
	return []ui.Room{
		budget.Room(), register.Room(), inbox.Room(), accounts.Room(), payees.Room(), scheduled.Room(), rules.Room(), bankfile.Room(), bring.Room(), files.Room(), reports.Room(), settings.Room(),
	}
}
