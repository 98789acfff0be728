package files_test

import (
	"net/http"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestDownloadsInEveryFormat follows the links of the page of downloads. An unknown format is not found.
func TestDownloadsInEveryFormat(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	p := world.Person(t)
	_, _, page := p.Get("/budgets/" + id + "/download")
	for _, f := range app.ExportFormats() {
		at := "/budgets/" + id + "/download/" + f.Name()
		if !strings.Contains(page, `href="`+at+`"`) || !strings.Contains(page, f.Title) {
			t.Errorf("the page does not link to %s", at)
		}
		if status, _, body := p.Get(at); status != http.StatusOK || len(body) < 10_000 {
			t.Errorf("%s: status %d, %d bytes", at, status, len(body))
		}
		status, _, omitted := p.Get(at + "/omitted")
		if want := "scheduled transactions"; status != http.StatusOK || f.Text && f.Name() != "plan" && !strings.Contains(omitted, want) {
			t.Errorf("%s/omitted: status %d without %q", at, status, want)
		}
	}
	if _, _, omitted := p.Get("/budgets/" + id + "/download/plan/omitted"); !strings.Contains(omitted, "Everything in this budget is in the file") {
		t.Errorf("the plan document lacks data of the sample:\n%s", omitted)
	}
	for _, at := range []string{"/download/word", "/download/word/omitted"} {
		if status, _, body := p.Get("/budgets/" + id + at); status != http.StatusNotFound || !strings.Contains(body, "o format is named") {
			t.Errorf("%s: status %d", at, status)
		}
	}
}

// TestWalkDownload finds the downloads in the menu of the budget, and what a file does not contain.
func TestWalkDownload(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			w.Open("/budgets")
			w.Click("Menu of Household")
			w.Click("Download")
			w.See("hledger and Ledger")
			browsertest.Shot(t, w.Tab, "download-"+l.Name)
			walk.Check(t, w.Tab, "downloads")
			w.Click("Not included in the file for Beancount")
			w.See("scheduled transactions")
			browsertest.Shot(t, w.Tab, "omitted-"+l.Name)
			walk.Check(t, w.Tab, "what a file does not contain")
		})
	}
}
