package walk

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/payees"
	"holdover/internal/app/rows"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// PayeeIDs returns the ids of a budget's payees by name.
func (w *Env) PayeeIDs(t testing.TB, id string) map[string]string {
	t.Helper()
	got := testkit.Must(w.App.PayeesOf(t.Context(), app.Machine(), id, payees.Query{}))(t)
	ids := map[string]string{}
	for _, p := range got.Page {
		ids[p.Name] = p.ID
	}
	return ids
}

// AccountIDs returns the ids of a budget's accounts in their order.
func (w *Env) AccountIDs(t testing.TB, id string) (ids []string) {
	t.Helper()
	accounts := testkit.Must(w.App.Accounts(t.Context(), app.Machine(), id))(t)
	for _, acc := range accounts {
		ids = append(ids, acc.ID)
	}
	return ids
}

// Pages creates the pages of an application. A zero actor requires sign-in; otherwise all requests are by the actor.
type Pages func(a *app.App, log *slog.Logger, as app.Actor) http.Handler

// Env is a server with a separate database.
type Env struct {
	Dir    string // of the database
	App    *app.App
	Server *httptest.Server
	pages  Pages
	handle func() http.Handler // creates the handler of the server
	// secondApp is a second application on the same data, closed with the environment. Like the command line it shares
	// only stored data with the server, without starting a process for each query.
	secondApp func() *app.App
}

// NewEnv returns an empty world without sign-in, as on the user's own machine.
func NewEnv(t testing.TB, pages Pages) *Env {
	t.Helper()
	return open(t, pages, app.Machine(), slog.New(slog.DiscardHandler))
}

// NewEnvWithSignIn returns an empty environment with sign-in, which logs to log.
func NewEnvWithSignIn(t testing.TB, pages Pages, log *slog.Logger) *Env {
	t.Helper()
	return open(t, pages, app.Actor{}, log)
}

func open(t testing.TB, pages Pages, as app.Actor, log *slog.Logger) *Env {
	t.Helper()
	w := &Env{Dir: databasetest.Dir(t), pages: pages}
	w.App = apptest.OpenLogged(t, store.Config{Dir: w.Dir}, log)
	w.secondApp = sync.OnceValue(func() *app.App { return apptest.Open(t, store.Config{Dir: w.Dir}) })
	w.serve(t, as, log)
	return w
}

func (w *Env) serve(t testing.TB, as app.Actor, log *slog.Logger) {
	w.handle = func() http.Handler { return w.pages(w.App, log, as) }
	w.Server = httptest.NewServer(w.handle())
	t.Cleanup(w.Stop)
}

// Stop stops the server.
func (w *Env) Stop() {
	_ = w.Server.Listener.Close() // a page would connect again
	w.Server.CloseClientConnections()
	w.Server.Close()
}

// Restart starts the server again at its address, after Stop.
func (w *Env) Restart(t testing.TB) {
	t.Helper()
	address := w.Server.Listener.Addr().String()
	w.Server = httptest.NewUnstartedServer(w.handle())
	_ = w.Server.Listener.Close()
	w.Server.Listener = testkit.Must(net.Listen("tcp", address))(t)
	w.Server.Start()
}

// ImportSample imports the sample budget and returns its id.
func (w *Env) ImportSample(t testing.TB) string {
	t.Helper()
	return apptest.Household(t, w.App, app.Machine())
}

// ImportFile imports the plan of a file and returns the budget's id.
func (w *Env) ImportFile(t testing.TB, path string) string {
	t.Helper()
	file := testkit.Must(os.Open(path))(t)
	defer file.Close()
	return apptest.Import(t, w.App, app.Machine(), file, filepath.Base(path))
}

// FirstAccount returns the path of the first account of the budget at a path.
func (w *Env) FirstAccount(t *testing.T, home string) string {
	t.Helper()
	accounts, err := w.App.Accounts(t.Context(), app.Machine(), home[len("/budgets/"):])
	if err != nil || len(accounts) == 0 {
		t.Fatal(accounts, err)
	}
	return home + "/accounts/" + accounts[0].ID
}

// RequireAssets skips a test of pages if the browser code is not bundled, and fails it if the bundle is older than its
// sources: the test would run earlier code. `make test` bundles it.
func RequireAssets(t testing.TB) {
	t.Helper()
	surface := filepath.Join(testkit.RepoRoot(t), "internal", "surface")
	bundle, err := os.Stat(filepath.Join(surface, "ui", "dist", "app.js"))
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", errors.New("the browser code is not bundled: make assets"))
	}
	for _, pattern := range []string{"ui/assets/*.css", "ui/assets/*/*.css", "ui/scripts/*.ts", "web/app.ts", "web/*/scripts/*.ts", "web/*/scripts/*/*.ts"} {
		for _, source := range testkit.Must(filepath.Glob(filepath.Join(surface, filepath.FromSlash(pattern))))(t) {
			if info := testkit.Must(os.Stat(source))(t); info.ModTime().After(bundle.ModTime()) {
				t.Fatalf("%s was changed after the browser code was bundled: make assets", source)
			}
		}
	}
}

// RowsOf returns the ids of the rows with a payee's name in them.
func (w *Env) RowsOf(t testing.TB, id, payee string) (list []string) {
	t.Helper()
	testkit.NoError(t, w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{Search: payee}, func(r rows.Row) error {
		list = append(list, r.ID)
		return nil
	}))
	return list
}

// FirstAccount returns the id of the budget's first account.
func (w *Walker) FirstAccount() string {
	accounts := testkit.Must(w.Env.App.Accounts(w.Context(), app.Machine(), w.ID))(w)
	return accounts[0].ID
}

// FirstGroup returns the id of the group of categories that a budget shows last.
func (w *Env) FirstGroup(t *testing.T, id string) string {
	t.Helper()
	got := testkit.Must(w.App.Screen(t.Context(), app.Machine(), id))(t)
	return got.Groups[len(got.Groups)-1].ID
}
