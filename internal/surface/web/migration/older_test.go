package migration_test

import (
	"bytes"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestAnOlderFileNeedsConfirmation: the page reported records that an older file lacks as deleted in YNAB, and applied
// it like a newer one.
func TestAnOlderFileNeedsConfirmation(t *testing.T) {
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	anna := w.SignedIn(t, "Anna", walk.AnnasPassword)
	text, err := os.ReadFile(walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "100", "--name", "From the source"))
	if err != nil {
		t.Fatal(err)
	}
	report := send(t, anna, w.Server.URL+"/import", "plan.json", text).Request.URL.Path
	form := strings.TrimSuffix(report, "/report") + "/newer-file"
	older := regexp.MustCompile(`("last_modified_on": *")\d+`).ReplaceAll(bytes.ReplaceAll(text, []byte(`"Groceries"`), []byte(`"Food"`)), []byte("${1}2001"))
	res := send(t, anna, w.Server.URL+form, "older.json", older)
	var page bytes.Buffer
	if _, err := page.ReadFrom(res.Body); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"This file is older than the current one: it is from 2001-", "deleted in this file.", `name="older"`} {
		if !strings.Contains(page.String(), words) {
			t.Errorf("the page does not contain %q", words)
		}
	}
	apply := regexp.MustCompile(`action="(` + form + `/[^"]+)"`).FindStringSubmatch(page.String())
	if apply == nil {
		t.Fatal("there are no changes to apply")
	}
	if status, _, _ := anna.Post(apply[1]); status != http.StatusConflict {
		t.Errorf("the older file is applied without a confirmation: status %d", status)
	}
	if status, at, _ := anna.Post(apply[1], "older", "1"); status != http.StatusOK || !strings.Contains(at, "/verification") {
		t.Errorf("the confirmed file is not applied: status %d at %s", status, at)
	}
}

// TestARefusedFileLinksToTheGuide: the error pages mentioned a command of the command line.
func TestARefusedFileLinksToTheGuide(t *testing.T) {
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	anna := w.SignedIn(t, "Anna", walk.AnnasPassword)
	text, err := os.ReadFile(walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "100"))
	if err != nil {
		t.Fatal(err)
	}
	report := send(t, anna, w.Server.URL+"/import", "plan.json", text).Request.URL.Path
	for _, form := range []string{"/import", strings.TrimSuffix(report, "/report") + "/newer-file"} {
		res := send(t, anna, w.Server.URL+form, "page.html", []byte("<html><title>Forbidden</title>"))
		var page bytes.Buffer
		if _, err := page.ReadFrom(res.Body); err != nil {
			t.Fatal(err)
		}
		if content := page.String(); !strings.Contains(content, "The download was refused.") || !strings.Contains(content, `href="/export-guide"`) || strings.Contains(content, "holdover help") {
			t.Errorf("%s: the page does not link to the guide: %s", form, content)
		}
	}
}
