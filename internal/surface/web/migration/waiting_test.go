package migration_test

import (
	"bytes"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// another starts a second process with the same database.
func another(t *testing.T, w *walk.Env) *httptest.Server {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a, err := app.Open(t.Context(), store.Config{Dir: w.Dir}, log)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.New(a, log, ui.Options{}))
	t.Cleanup(func() {
		server.Close()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

func send(t *testing.T, p *walk.Person, address, name string, text []byte) *http.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(text)
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	res, err := p.Client.Post(address, form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// A file uploaded to one process can be read by all: without sticky sessions, 20 of 20 previews of bank files were
// not found.
func TestUploadsAreReadableByEveryProcess(t *testing.T) {
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	anna := w.SignedIn(t, "Anna", walk.AnnasPassword)
	other := another(t, w)
	text, err := os.ReadFile(walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "100", "--name", "From the source"))
	if err != nil {
		t.Fatal(err)
	}
	if at := send(t, anna, w.Server.URL+"/import", "plan.json", text).Request.URL.Path; !strings.HasSuffix(at, "/report") {
		t.Fatalf("the import leads to %s", at)
	}
	question := send(t, anna, w.Server.URL+"/import", "plan.json", text).Request.URL.Path
	ben := w.SignedIn(t, "Ben", walk.BensPassword)
	anna.Base, ben.Base = other.URL, other.URL
	anna.Expect(200, question, "already exists")(anna.Get(question))
	ben.Expect(404, question, "has expired")(ben.Get(question))
	budgets, err := w.App.Budgets(t.Context(), app.Machine())
	if err != nil || len(budgets) != 1 {
		t.Fatalf("the budgets are %v, error %v", budgets, err)
	}
	newer := "/budgets/" + budgets[0].ID + "/newer-file/" + strings.TrimPrefix(question, "/known-plan/")
	anna.Expect(200, newer, "This is the file that the budget is compared with.")(anna.Get(newer))

	frame, err := w.App.Frame(t.Context(), app.Machine(), budgets[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	bank := "/budgets/" + budgets[0].ID + "/accounts/" + frame.Accounts[0].ID + "/bank-file"
	upload := send(t, anna, w.Server.URL+bank, "bank.csv", []byte("Date,Payee,Amount\n2026-03-01,Grocer,-12.50\n2026-03-02,Baker,-3.20\n")).Request.URL.Path
	if !strings.HasPrefix(upload, bank+"/") {
		t.Fatalf("the bank file leads to %s", upload)
	}
	anna.Expect(200, upload, "2 transactions")(anna.Get(upload))
	for range 6 { // Ben's entries evict only Ben's
		send(t, ben, other.URL+"/import", "plan.json", text)
	}
	anna.Expect(200, question, "already exists")(anna.Get(question))
	if status, at, _ := anna.Post(question, "name", "Beside it"); status != http.StatusOK || !strings.HasSuffix(at, "/report") {
		t.Errorf("import at another process: status %d at %s", status, at)
	}
}

// A file is neither read nor stored if its user may not apply it.
func TestAViewersUploadIsNotRead(t *testing.T) {
	w, _, ben, budget := walk.Household(t, func(a *app.App, log *slog.Logger, _ app.Actor) http.Handler { return web.New(a, log, ui.Options{}) })
	if err := w.App.SetShare(t.Context(), app.Machine(), budget, "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	before := stored(t, w)
	if got := send(t, ben, w.Server.URL+"/budgets/"+budget+"/newer-file", "plan.json", []byte(`{"plan":{"accounts":[]}}`)); got.StatusCode != http.StatusForbidden {
		t.Errorf("upload by a viewer: status %d, want 403", got.StatusCode)
	}
	if after := stored(t, w); after != before {
		t.Errorf("%d bytes were stored before, %d after", before, after)
	}
}

// stored returns the size of the database.
func stored(t *testing.T, w *walk.Env) (bytes int64) {
	t.Helper()
	files, err := os.ReadDir(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if info, err := f.Info(); err == nil {
			bytes += info.Size()
		}
	}
	return bytes
}
