package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/browsertest"
)

// asViewer is the world's server for somebody who may only look at a budget.
func (w *world) asViewer(t *testing.T, id string) *world {
	t.Helper()
	a := w.app
	for _, name := range []string{"Owner", "Looker"} {
		if _, err := a.AddUser(t.Context(), app.Machine(), name, "correct horse battery "+name); err != nil {
			t.Fatal(err)
		}
	}
	users, err := a.Users(t.Context(), app.Machine())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.SetShare(t.Context(), app.Machine(), id, "Looker", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	looker := users[len(users)-1]
	who := app.Actor{User: 2, UserID: looker.ID, Name: looker.Name, Scope: auth.Full}
	server := httptest.NewServer(New(a, slog.New(slog.DiscardHandler), Options{As: who}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return &world{app: a, server: server, dir: w.dir}
}

// Who may only look searches, filters and opens splits, and finds nothing to
// change anything with; what is sent all the same is refused.
func TestRegisterOfViewer(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	id := world.importFile(t, uglyPlan(t))
	viewer := world.asViewer(t, id)
	b := newPlainBrowser(t, viewer)
	b.open("/budgets/" + id + "/accounts/all")
	b.sees("300 transactions")
	for _, control := range []string{`name="pick"`, `edit-row`, `mark-it`, `flag-at`, `Add transaction`, `id="chosen"`, `class="dots"`, `rows/new`} {
		if strings.Contains(b.page, control) {
			t.Errorf("a viewer finds %s", control)
		}
	}
	row, err := world.app.Register(t.Context(), app.Machine(), id, app.RegisterQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"delete-rows", "duplicate-rows", "rows-flag", "rows-approve", "rows-category", "rows-cleared"} {
		if status := b.read(b.http.PostForm(viewer.server.URL+"/budgets/"+id+"/do/"+what, map[string][]string{"rows": {row.Rows[0].ID}})); status != http.StatusForbidden {
			t.Errorf("%s by a viewer: %d", what, status)
		}
	}

	w := newWalker(t, viewer, looks[1])
	w.open("/budgets/" + id + "/accounts/all")
	browsertest.Shot(t, w.tab, "register-viewer")
	checkPage(t, w.tab, "the register of a viewer")
	w.inRow("Split, 4 parts", ".split")
	w.until("closed", `!!document.querySelector('.tx[data-folded]')`)
	w.click("Filter")
	w.choose("Flag", "Red")
	w.click("Show")
	w.see("Red flag")
}
