package settings_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/backups"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// backupOfAnna makes a backup of a Holdover with the owner Anna, and returns its path and the id of her budget.
func backupOfAnna(t *testing.T) (path, id string) {
	t.Helper()
	a := apptest.New(t)
	testkit.NoError(t, a.CreateOwner(t.Context(), "Anna", walk.AnnasPassword))
	id = apptest.Household(t, a, app.Machine())
	b := a.NewBackups(backups.Config{Folder: filepath.Join(t.TempDir(), "backups"), Keep: 1, Now: time.Now})
	return testkit.Must(b.MakeNow(t.Context(), app.Machine()))(t), id
}

// postFile sends the form of an upload with the code before the file.
func postFile(t *testing.T, p *walk.Person, base, code string, file []byte) int {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	testkit.NoError(t, form.WriteField("code", code))
	testkit.Must(testkit.Must(form.CreateFormFile("file", "all.db"))(t).Write(file))(t)
	testkit.NoError(t, form.Close())
	answer := testkit.Must(p.Client.Post(base+"/first-start/upload", form.FormDataContentType(), &body))(t)
	testkit.NoError(t, answer.Body.Close())
	return answer.StatusCode
}

// TestRestoreNeedsTheCode: without the code, no backup is listed, restored or accepted. Damaged files change nothing. A second
// restore is refused.
func TestRestoreNeedsTheCode(t *testing.T) {
	t.Parallel()
	path, _ := backupOfAnna(t)
	whole, name := testkit.Must(os.ReadFile(path))(t), filepath.Base(path)
	env := webtest.NewEnvWithBackups(t, ui.Options{FirstCode: firstCode}, filepath.Dir(path))
	p := env.Person(t)
	p.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for _, code := range []string{"", "ABCDEFGHIX"} {
		if _, _, body := p.Get("/first-start?code=" + code); strings.Contains(body, name) || strings.Contains(body, filepath.Dir(path)) {
			t.Errorf("code %q: the page lists the backups", code)
		}
		if got, _, _ := p.Post("/first-start/restore", "code", code, "backup", name); got != http.StatusForbidden {
			t.Errorf("code %q: restore answers %d", code, got)
		}
		if got := postFile(t, p, env.Server.URL, code, whole); got != http.StatusForbidden {
			t.Errorf("code %q: upload answers %d", code, got)
		}
	}
	p.Expect(200, "/first-start?code="+firstCode, name)(p.Get("/first-start?code=" + firstCode))
	p.Expect(404, "/first-start/restore", "not there any more")(p.Post("/first-start/restore", "code", firstCode, "backup", "../"+name))
	for problem, file := range map[string][]byte{"cut short": whole[:len(whole)-4096], "not a database": []byte("{}"), "empty": nil} {
		if got := postFile(t, p, env.Server.URL, firstCode, file); got != http.StatusBadRequest {
			t.Errorf("%s: upload answers %d", problem, got)
		}
	}
	if has := testkit.Must(env.App.HasUsers(t.Context()))(t); has {
		t.Fatal("a backup was restored without the code, or a damaged one was")
	}
	if got := postFile(t, p, env.Server.URL, firstCode, whole); got != http.StatusSeeOther {
		t.Errorf("upload answers %d", got)
	}
	for _, got := range []int{postFile(t, p, env.Server.URL, firstCode, whole), first(p.Post("/first-start/restore", "code", firstCode, "backup", name))} {
		if got != http.StatusConflict {
			t.Errorf("a second restore answers %d", got)
		}
	}
}

func first(status int, _, _ string) int { return status }

// TestWalkRestoreOnTheFirstPage restores a backup in the browser by keyboard, signs in as its owner, sees the budget, makes a backup
// and finds it in the list. Ben, who is not the owner, sees no backups.
func TestWalkRestoreOnTheFirstPage(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	path, id := backupOfAnna(t)
	folder := filepath.Dir(path)
	testkit.NoError(t, os.WriteFile(filepath.Join(folder, "holdover-2026-01-01.db"), []byte("SQLite format 3\x00"), 0o600))
	env := webtest.NewEnvWithBackups(t, ui.Options{FirstCode: firstCode}, folder)
	anna := walk.New(t, env, walk.PhoneDark)
	anna.Open("/first-start")
	anna.See("Show the backups")
	anna.Open("/first-start?code=" + firstCode)
	anna.See("Or restore a backup")
	anna.See("damaged")
	if buttons := anna.Eval(`document.querySelectorAll('button[name=backup]').length`); buttons != "1" {
		t.Errorf("got %s buttons that restore, want one, as the other backup is damaged", buttons)
	}
	anna.Shoot("first-start-restore")
	anna.TabTo(`e.matches('button[name=backup]')`)
	anna.Keys(kb.Enter)
	anna.See("The backup was restored.")
	anna.Fill("Name", "Anna")
	anna.Fill("Password", walk.AnnasPassword+kb.Enter)
	anna.See("Household")
	anna.Open("/budgets/" + id)
	anna.See("To Budget")
	anna.Open("/settings/backups")
	anna.Click("Back up now")
	anna.See("A backup was made.")
	anna.See("made on request")
	anna.Shoot("backups")

	testkit.Must(env.App.AddUser(t.Context(), app.Machine(), "Ben", walk.BensPassword))(t)
	ben := env.SignedIn(t, "Ben", walk.BensPassword)
	ben.Expect(403, "/settings/backups", "only the owner")(ben.Get("/settings/backups"))
	ben.Expect(403, "/settings/backups", "only the owner")(ben.Post("/settings/backups"))
	if _, _, body := ben.Get("/settings"); strings.Contains(body, "/settings/backups") {
		t.Error("a user who is not the owner gets the link to the backups")
	}
	made := testkit.Must(filepath.Glob(filepath.Join(folder, "holdover-*.db")))(t)
	if len(made) != 3 {
		t.Errorf("got the backups %v, want three", made)
	}
}
