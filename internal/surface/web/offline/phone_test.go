package offline_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	_ "modernc.org/sqlite" // reads the journal

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// phone is a browser in which Ben is signed in, and its connection to the server. The page runs the same scripts as the offline
// page; the test calls their functions.
type phone struct {
	*walk.Walker
	line *connection
	page string // that the service worker stores, in which the scripts run
}

// connection is what can happen between phones and the server to the requests that change something.
type connection struct {
	off      atomic.Bool  // requests do not reach the server
	lost     atomic.Int32 // responses to lose, after the server has handled the request
	busy     atomic.Int32 // requests that a proxy answers with 503
	slow     atomic.Int32 // requests that take longer
	sending  atomic.Int32 // requests of the outbox that are handled now
	together atomic.Int32 // the most at the same time
	upgrades atomic.Int32 // of the server
}

func (c *connection) wrap(next http.Handler) http.Handler {
	takes := func(n *atomic.Int32) bool { return n.Load() > 0 && n.Add(-1) >= 0 }
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.off.Load() {
			panic(http.ErrAbortHandler) // closes the connection
		}
		if r.Header.Get("Holdover-Outbox") == "" {
			c.serve(w, r, next)
			return
		}
		c.together.Store(max(c.together.Load(), c.sending.Add(1)))
		defer c.sending.Add(-1)
		switch {
		case takes(&c.busy):
			http.Error(w, "busy", http.StatusServiceUnavailable)
		case takes(&c.lost):
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		case takes(&c.slow):
			time.Sleep(3 * time.Millisecond)
			next.ServeHTTP(w, r)
			time.Sleep(3 * time.Millisecond)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// serve handles a request of a page. The service worker is another one after each upgrade.
func (c *connection) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	if r.URL.Path != "/sw.js" {
		next.ServeHTTP(w, r)
		return
	}
	r.Header.Del("If-None-Match")
	r.Header.Del("Accept-Encoding")
	script := httptest.NewRecorder()
	next.ServeHTTP(script, r)
	w.Header().Set("Content-Type", script.Header().Get("Content-Type"))
	fmt.Fprintf(w, "%s\n// upgrade %d", script.Body, c.upgrades.Load())
}

// restore lets everything arrive again.
func (c *connection) restore() {
	c.off.Store(false)
	for _, n := range []*atomic.Int32{&c.lost, &c.busy, &c.slow} {
		n.Store(0)
	}
}

// bundle is the scripts of the outbox as one script that defines the object "outbox".
var bundle = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("node_modules/.bin/esbuild", "--bundle", "--format=iife", "--global-name=outbox", "--loader=ts", "--log-level=error")
	cmd.Dir = "../../../.."
	cmd.Stdin = strings.NewReader(`export * from './internal/surface/web/offline/scripts/outbox';
		export * from './internal/surface/web/offline/scripts/sender';
		export * from './internal/surface/web/offline/scripts/sync';
		export * from './internal/surface/web/offline/scripts/database';`)
	text, err := cmd.Output()
	return string(text), err
})

// phoneJS defines what a user does on the phone, as functions of random numbers.
const phoneJS = `
globalThis.phone = {
	async state(id) {
		const all = await outbox.entries();
		return {
			waiting: all.map(e => ({seq: e.seq, key: e.key, what: e.what, record: e.record, fault: e.fault ?? null})),
			saved: (await outbox.sent()).map(e => ({seq: e.seq, key: e.key, change: e.saved.change})),
			known: (await outbox.snapshotOf(id))?.snapshot.knowledge ?? 0,
		};
	},
	async rows(id) {
		const snapshot = (await outbox.snapshotOf(id)).snapshot;
		const waiting = await outbox.entries();
		const queued = waiting.filter(e => e.what === 'add-row').map(e => ({id: outbox.rowID(e.key), account: snapshot.accounts[0].id, seen: '', date: snapshot.today}));
		const stored = snapshot.rows.filter(r => !r.split && !r.transfer);
		return [...queued, ...queued, ...stored.slice(0, 12)];
	},
	enqueue: (id, what, record, fields, opened, seen) => outbox.enqueue({user: 'Ben', budget: id, what, record, fields, opened, seen, label: what}),
	rowFields: (account, date, n) => [['account', account], ['date', date], ['payee', 'Shop ' + n % 7], ['notes', 'entry ' + n], ['amount', (n % 900 + 1) + '.' + String(n % 90 + 10)], ['direction', n % 5 ? 'out' : 'in'], ['cleared', 'uncleared']],
	async add(id, n) {
		const {accounts, today} = (await outbox.snapshotOf(id)).snapshot;
		return phone.enqueue(id, 'add-row', '', phone.rowFields(accounts[n % Math.min(2, accounts.length)].id, today, n), 0, '');
	},
	async edit(id, n, at) {
		const known = (await outbox.snapshotOf(id)).snapshot.knowledge;
		const rows = await phone.rows(id);
		const row = rows[at % rows.length];
		return phone.enqueue(id, 'edit-row', 'row ' + row.id, [['row', row.id], ...phone.rowFields(row.account, row.date, n)], row.seen ? known : 0, row.seen);
	},
	async change(id, row, amount) {
		const {rows, knowledge} = (await outbox.snapshotOf(id)).snapshot;
		const {account, date, seen} = rows.find(r => r.id === row);
		return phone.enqueue(id, 'edit-row', 'row ' + row, [['row', row], ['account', account], ['date', date], ['payee', 'Both'], ['amount', amount], ['direction', 'out'], ['cleared', 'uncleared']], knowledge, seen);
	},
	async remove(id, n, at) {
		const known = (await outbox.snapshotOf(id)).snapshot.knowledge;
		const rows = await phone.rows(id);
		const row = rows[at % rows.length];
		return phone.enqueue(id, 'delete-rows', 'row ' + row.id, [['pick', row.id]], row.seen ? known : 0, '');
	},
	async approve(id, n, at) {
		const {rows, knowledge} = (await outbox.snapshotOf(id)).snapshot;
		const ready = rows.filter(r => !r.approved);
		const row = (ready.length ? ready : rows)[at % (ready.length || rows.length)];
		return phone.enqueue(id, 'approve-row', 'row ' + row.id, [['row', row.id], ['category', ''], ['stood', '']], knowledge, '');
	},
	async cells(id) {
		const {groups, months} = (await outbox.snapshotOf(id)).snapshot;
		return [groups.filter(g => !g.income).flatMap(g => g.categories.map(c => c.id)).filter(c => months[0].figures[c]), months[0].month];
	},
	async assign(id, n, at) {
		const [cells, month] = await phone.cells(id);
		const category = cells[at % Math.min(4, cells.length)];
		const known = (await outbox.snapshotOf(id)).snapshot.knowledge;
		return phone.enqueue(id, 'budgeted', 'cell ' + category + ' ' + month, [['category', category], ['month', month], ['amount', String(n % 5000)]], known, '');
	},
	async move(id, n, at) {
		const [cells, month] = await phone.cells(id);
		const known = (await outbox.snapshotOf(id)).snapshot.knowledge;
		return phone.enqueue(id, 'transfer', '', [['category', cells[at % cells.length]], ['to', cells[(at + 1) % cells.length]], ['month', month], ['amount', String(n % 50 + 1)]], known, '');
	},
};`

// newPhones opens a server with a small budget, and phones of Ben, who may change it.
func newPhones(t *testing.T, count int, options ...string) []*phone {
	t.Helper()
	walk.RequireAssets(t)
	line := &connection{}
	pages := func(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
		return line.wrap(webtest.Pages(a, log, as))
	}
	world := walk.NewEnvWithSignIn(t, pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	id := world.ImportFile(t, walk.Generated(t, append([]string{"--seed", "5", "--years", "1", "--tx", "40", "--groups", "2", "--categories", "4", "--payees", "6"}, options...)...))
	testkit.NoError(t, world.App.SetShare(t.Context(), app.Machine(), id, "Ben", auth.Editor))
	var phones []*phone
	for range count {
		p := &phone{Walker: walk.New(t, world, walk.PhoneLight), line: line, page: "/waiting"}
		p.ID = id
		p.Open("/sign-in?back=/budgets")
		p.Fill("Name", "Ben")
		p.Fill("Password", walk.BensPassword)
		p.Keys(kb.Enter)
		p.Until("the budgets", `location.pathname === '/budgets'`)
		p.Open("/budgets/" + id)
		p.call(nil, `navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 0)`) // the page does it when it is idle
		p.start()
		p.call(nil, `outbox.signedIn('Ben')`)
		p.call(nil, `outbox.sync(id)`)
		phones = append(phones, p)
	}
	return phones
}

// start opens the page, also without a server, and loads the scripts into it.
func (p *phone) start() {
	p.Helper()
	p.Do(chromedp.Navigate(p.Env.Server.URL + p.page))
	script := testkit.Must(bundle())(p)
	testkit.Must(chromedp.Run(p.Tab, chromedp.Evaluate[string](strings.Replace(script, "var outbox =", "globalThis.outbox =", 1)+phoneJS+"''")))(p)
}

func today() civil.Date { return civil.DateOf(time.Now()) }

// usePicture makes a picture, which the service worker stores too, the page in which the scripts run: it draws nothing.
func (p *phone) usePicture() {
	p.Helper()
	p.page = p.Eval(`document.querySelector('link[rel="icon"]').getAttribute('href')`)
	p.kill()
}

// call evaluates an expression of the budget's id, and stores its value as JSON.
func (p *phone) call(into any, expression string) {
	p.Helper()
	text, err := chromedp.Run(p.Tab, chromedp.Evaluate[string](`(async (id) => JSON.stringify((await (`+expression+`)) ?? null))(`+walk.Quoted(p.ID)+`)`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", expression, err)
	}
	if into != nil {
		testkit.NoError(p, json.Unmarshal([]byte(text), into))
	}
}

// kill ends the page without waiting for anything, and opens it again.
func (p *phone) kill() {
	p.Helper()
	p.Do(chromedp.Navigate("about:blank"))
	p.start()
}

type waitingEntry struct {
	Seq               int64
	Key, What, Record string
	Fault             *struct {
		Status  int
		Code    string
		Guarded int
		Message string
	}
}

type phoneState struct {
	Waiting []waitingEntry
	Saved   []struct {
		Seq    int64
		Key    string
		Change int64
	}
	Known int64
}

func (p *phone) state() (s phoneState) {
	p.Helper()
	p.call(&s, `phone.state(id)`)
	return s
}

// send sends the outbox, and waits for the end.
func (p *phone) send() { p.Helper(); p.call(nil, `outbox.send()`) }

// journal returns the numbers of the changes with each key, without those that undo others.
func (p *phone) journal() map[string][]int64 {
	p.Helper()
	db := testkit.Must(sql.Open("sqlite", database.Address(filepath.Join(p.Env.Dir, database.FileName))))(p)
	defer db.Close()
	list := testkit.Must(db.QueryContext(p.Context(), "SELECT request_key, no FROM change WHERE request_key <> '' AND action NOT IN ('undo', 'redo') ORDER BY no"))(p)
	defer list.Close()
	found := map[string][]int64{}
	for list.Next() {
		var key string
		var no int64
		testkit.NoError(p, list.Scan(&key, &no))
		found[key] = append(found[key], no)
	}
	testkit.NoError(p, list.Err())
	return found
}

func (e waitingEntry) String() string {
	if e.Fault == nil {
		return fmt.Sprint(e.Seq, " ", e.What)
	}
	return fmt.Sprint(e.Seq, " ", e.What, " ", e.Fault.Status, " ", e.Fault.Message)
}
