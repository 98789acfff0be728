package files_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/model/auth"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkArchive archives years from the menu of a budget, undoes it, archives again and brings them back from a file.
func TestWalkArchive(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range walk.Looks {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			w.Open("/budgets")
			w.Click("Menu of Household")
			w.Click("Archive years")
			w.See("Every figure of the budget from that year on stays the same")
			w.Click("Preview")
			w.See("will be archived")
			browsertest.Shot(t, w.Tab, "archive-"+l.Name)
			walk.Check(t, w.Tab, "the preview of an archive")
			archive := `[...document.querySelectorAll('button')].find((b) => b.textContent.startsWith('Archive the years')).focus()`
			w.Eval(archive + `, ''`)
			w.Keys(kb.Enter)
			w.See("Before 2026")
			w.See("Archived")
			walk.Check(t, w.Tab, "archived years")
			browsertest.Shot(t, w.Tab, "archived-"+l.Name)
			w.CheckConserved()
			w.Open("/budgets/" + w.ID + "/accounts/all")
			w.See("Transactions before 2026 are archived")
			walk.Check(t, w.Tab, "a register of a budget with archived years")
			w.Open("/budgets/" + w.ID + "/reports")
			w.See("Transactions before 2026 are archived")
			w.Click("Bring back")
			w.See("Before 2026")

			var file strings.Builder
			all, err := world.App.Archives(t.Context(), app.Machine(), w.ID)
			if err == nil {
				err = world.App.ArchiveFile(t.Context(), app.Machine(), w.ID, all[0].ID, &file)
			}
			path := filepath.Join(t.TempDir(), "archived.jsonl")
			if err != nil || os.WriteFile(path, []byte(file.String()), 0o600) != nil {
				t.Fatal(err)
			}
			w.Click("Bring back from a downloaded file")
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#archive-file"), []string{path}))
			w.Click("Bring back from this file")
			w.See("Archive older years")
			w.CheckConserved()
		})
	}
}

// TestArchiveWithoutScripts archives, downloads and brings back like a browser without scripts, and shows errors on the page.
func TestArchiveWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	at := "/budgets/" + id + "/archive"
	b, p := walk.NewPlain(t, world), world.Person(t)
	for _, year := range []string{"soon", "9999", "-1", "99999999999999999999"} {
		if status, _, page := p.Get(at + "?year=" + year); status != http.StatusBadRequest || !strings.Contains(page, "fault-message") {
			t.Errorf("year %s: status %d", year, status)
		}
	}
	b.Open(at + "?year=2026")
	b.Send("/archive", "Archive the years before 2026", nil)
	b.Sees("Archived 1")
	all, err := world.App.Archives(t.Context(), app.Machine(), id)
	if err != nil || len(all) != 1 {
		t.Fatalf("%+v (%v)", all, err)
	}
	if status, _, text := p.Get(at + "/" + all[0].ID); status != http.StatusOK || !strings.HasPrefix(text, `{"holdover_archive":1`) {
		t.Errorf("the download has status %d", status)
	}
	if status, _, _ := p.Get(at + "/nothing"); status != http.StatusNotFound {
		t.Errorf("an unknown archive has status %d", status)
	}
	if status, _, page := p.Get("/budgets/" + id + "/verification"); status != http.StatusConflict || !strings.Contains(page, "are archived") {
		t.Errorf("the verification has status %d", status)
	}
	b.Open(at)
	b.Send("/bring-back", "Bring back", url.Values{})
	b.Sees("Brought back")
}

// TestViewerDownloadsArchivedYears: a viewer downloads archived years and changes nothing; a stranger sees nothing.
func TestViewerDownloadsArchivedYears(t *testing.T) {
	t.Parallel()
	world, _, ben, id := walk.Household(t, webtest.Pages)
	if _, err := world.App.ArchiveYears(t.Context(), app.Machine(), id, 2026); err != nil {
		t.Fatal(err)
	}
	all, err := world.App.Archives(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	at := "/budgets/" + id + "/archive"
	want := func(status int, paths ...string) {
		t.Helper()
		for _, path := range paths {
			got := 0
			if path == at || strings.Contains(path, all[0].ID) {
				got, _, _ = ben.Get(path)
			} else {
				got, _, _ = ben.Post(path, "year", "2026")
			}
			if got != status {
				t.Errorf("%s: status %d, want %d", path, got, status)
			}
		}
	}
	want(http.StatusNotFound, at, at+"/"+all[0].ID, "/budgets/"+id+"/bring-back", at+"?post")
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	ben.Post("/budgets/" + id + "/accept")
	want(http.StatusOK, at, at+"/"+all[0].ID)
	want(http.StatusForbidden, "/budgets/"+id+"/bring-back", at+"?post")
}
