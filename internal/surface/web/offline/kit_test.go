package offline_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

const storedText = "Saved on this device. It is sent when you are connected."

// offlineWalk is a walk with a server that can be stopped, replaced by a newer version, or hidden by a proxy.
type offlineWalk struct {
	walk.RowWalker
	newer     atomic.Bool // the server is a newer version of the program
	unwell    atomic.Bool // a proxy says that it does not reach the server
	unsaved   atomic.Bool // a proxy says so about forms only
	slow      atomic.Bool // pages do not respond
	saidBuild string      // of the version that the browser installed
}

// newOfflineWalk opens a window with the worker, in which Anna is signed in, and the sample budget.
func newOfflineWalk(t *testing.T, l walk.Look) *offlineWalk {
	t.Helper()
	walk.RequireAssets(t)
	w := &offlineWalk{}
	pages := func(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
		next := webtest.Pages(a, log, as)
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			switch {
			case w.unwell.Load(), w.unsaved.Load() && strings.Contains(r.URL.Path, "/do/"):
				http.Error(rw, "Bad Gateway", http.StatusBadGateway)
			case w.newer.Load() && (r.URL.Path == "/sw.js" || r.URL.Path == "/offline" || r.URL.Path == "/waiting"):
				w.serveNewer(rw, r, next)
			case w.slow.Load() && r.Header.Get("Sec-Fetch-Mode") == "navigate":
				<-r.Context().Done()
			default:
				next.ServeHTTP(rw, r)
			}
		})
	}
	world := walk.NewEnvWithSignIn(t, pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	w.RowWalker = walk.RowWalker{Walker: walk.New(t, world, l)}
	w.ID = world.ImportSample(t)
	w.signIn("Anna", walk.AnnasPassword)
	return w
}

const newBuild = "0123456789ab"

// serveNewer responds as a newer version of the program, whose page and worker have another build.
func (w *offlineWalk) serveNewer(rw http.ResponseWriter, r *http.Request, next http.Handler) {
	for _, name := range []string{"If-None-Match", "Accept-Encoding"} {
		r.Header.Del(name)
	}
	answer := httptest.NewRecorder()
	next.ServeHTTP(answer, r)
	for name, values := range answer.Header() {
		if name != "Content-Length" && name != "Etag" {
			rw.Header()[name] = values
		}
	}
	_, _ = rw.Write([]byte(strings.ReplaceAll(answer.Body.String(), w.saidBuild, newBuild)))
}

func (w *offlineWalk) signIn(name, password string) {
	w.Helper()
	w.Open("/sign-in?back=/budgets")
	w.Fill("Name", name)
	w.Fill("Password", password)
	w.Keys(kb.Enter)
	w.Until("the budgets", `location.pathname === '/budgets'`)
	w.Settle()
	w.Until("the worker", `navigator.serviceWorker.controller?.state === 'activated'`)
}

func (w *offlineWalk) signOut() {
	w.Helper()
	w.Open("/settings")
	w.pressSignOut()
	w.Until("the sign-in page", `location.pathname === '/sign-in'`)
	w.Settle()
}

func (w *offlineWalk) pressSignOut() {
	w.ClickAt(walk.CentreOf(`[...document.querySelectorAll('form[action="/sign-out"] button')].find((button) => button.checkVisibility())`), "Sign out")
}

// untilStored waits until a store of the browser's database has a number of records.
func (w *offlineWalk) untilStored(store string, records int) {
	w.Helper()
	w.Until(fmt.Sprint(records, " in ", store), fmt.Sprintf(`(() => {
		const open = indexedDB.open('holdover');
		open.onupgradeneeded = () => open.transaction.abort();
		open.onsuccess = () => {
			const all = open.result.transaction('%[1]s').objectStore('%[1]s').count();
			all.onsuccess = () => { window.count_%[1]s = all.result; open.result.close() };
		};
		return window.count_%[1]s === %[2]d })()`, store, records))
}

// openBudgetPage opens a page of the budget and waits until the browser has stored the budget.
func (w *offlineWalk) openBudgetPage(path string) {
	w.Helper()
	w.Open("/budgets/" + w.ID + path)
	w.untilStored("snapshots", 1)
}

// stopped does something without the server, and waits until the page says that it is stored.
func (w *offlineWalk) stopped(does func()) {
	w.Helper()
	w.Env.Stop()
	does()
	w.See(storedText)
	w.See("1 waiting")
}

// online tells the page that the connection has returned: the browser knows only that it has a network.
func (w *offlineWalk) online() { w.Eval(`window.dispatchEvent(new Event('online'))`) }

// connected starts the server again, and waits until everything is sent.
func (w *offlineWalk) connected() {
	w.Helper()
	w.Env.Restart(w)
	w.online()
	w.Until("nothing waits", `!document.querySelector('.waiting-here')`)
	w.Settle()
}

// addWithoutServer saves a new transaction while the server is stopped, or no form reaches it.
func (w *offlineWalk) addWithoutServer(payee string) {
	w.Helper()
	w.OpenAccount("Checking")
	w.untilStored("snapshots", 1)
	w.ClickAt(walk.CentreOf(`[...document.querySelectorAll('.register a.add-row, .bar-add')].find((link) => link.checkVisibility())`), "Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("payee", payee)
	w.Type("amount", "3.20")
	if !w.unsaved.Load() {
		w.Env.Stop()
	}
	w.Eval(`(f => { f.requestSubmit(f.querySelector('[data-save]')) })(document.querySelector('.row-fields-form'))`)
	w.See(storedText)
	w.See("1 waiting")
	w.WaitClosed()
}
