package migration_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// A report whose sentence is that all figures match has no amber mark and one button. What differs by YNAB's rules is
// folded, with the date of the comparison and a link to the present one.
func TestReportSaysWhenItWasCompared(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--name", "Two cards"))
	if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	_, _, page := world.Person(t).Get("/budgets/" + id + "/report")
	_, main, _ := strings.Cut(page, `<div class="sheet-page report">`)
	main, _, _ = strings.Cut(main, "</main>") // the file menu has buttons too
	if !strings.Contains(main, "category figures match the file.") || !strings.Contains(main, `<header class="verdict match">`) {
		t.Errorf("the mark is not that of a report in which all figures match:\n%.600s", main)
	}
	if n := strings.Count(main, `class="button`); n != 1 {
		t.Errorf("the report has %d buttons, not one", n)
	}
	header, _, _ := strings.Cut(main, "</header>")
	_, folded, _ := strings.Cut(main, "<details")
	if strings.Contains(header, "differs in") || !strings.Contains(folded, "To Budget differs in 26 months") {
		t.Error("the comparison of the import is not folded")
	}
	if !strings.Contains(folded, "when it was imported, today") || !strings.Contains(folded, `href="/budgets/`+id+`/verification"`) {
		t.Error("the comparison neither has a date nor leads to the present one")
	}
}
