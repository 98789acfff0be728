package web

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cleanup"
)

// TestWalkVerification reads the comparison, goes into a month and to the
// clean-up.
func TestWalkVerification(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--name", "Two cards"))
	w.open("/budgets/" + w.id + "/report")
	w.click("Verification")
	w.see("category figures match the file")
	w.see("To Budget differs in 26 months")
	w.see("assigned to card payments")
	browsertest.Shot(t, w.tab, "walk-verification")
	checkPage(t, w.tab, "verification")
	w.click("August 2025")
	w.see("To Budget is")
	w.see("Every category")
	w.click("assigned to card payments")
	w.see("July 2024")
	browsertest.Shot(t, w.tab, "walk-verification-month")
	checkPage(t, w.tab, "a month of the verification")
	w.click("Month before")
	w.see("July 2025")
	w.click("Verification")
	w.click("Clean up")
	w.see("Make it match")

	months, err := world.app.Months(t.Context(), app.Machine(), w.id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	category := months[5].Categories[1]
	if _, err := world.app.SetBudgeted(t.Context(), app.Machine(), w.id, category.ID, months[5].Month, category.Budgeted+1000); err != nil {
		t.Fatal(err)
	}
	w.open("/budgets/" + w.id + "/verification?month=" + months[5].Month.String())
	w.see("changed here since")
	checkPage(t, w.tab, "a month with an edit")
}

// TestWalkCleanUp does each clean-up by the words on its card, and takes it back.
func TestWalkCleanUp(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importFile(t, generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--rta", "net", "--name", "Two cards"))
	w.open("/budgets/" + w.id)
	w.click("Two cards")
	w.click("Clean-up")
	w.see("To Budget is the source’s figure in 0 of 26 months")
	w.see("No correction is needed")
	browsertest.Shot(t, w.tab, "walk-clean-up")
	checkPage(t, w.tab, "clean-up")
	before := w.eval(`document.querySelector('.verdict h1').innerText`)

	for _, c := range []struct{ apply, says, toast string }{
		{"Apply Credit-card debt", "Cleaned up the credit-card debt", "Cleaned up the credit-card debt"},
		{"Apply Duplicates", "Cleaned up duplicates", "Cleaned up duplicates"},
		{"Make it match", "Made it match: 26 of 26 months, 0 before", "Made it match"},
	} {
		w.click(c.apply)
		w.see(c.says)
		w.see("Verified again: ")
		w.law()
		checkPage(t, w.tab, c.apply)
		browsertest.Shot(t, w.tab, "walk-"+strings.ToLower(strings.ReplaceAll(c.toast, " ", "-")))
		w.click("Undo " + c.toast)
		w.until("the sentence before", `document.querySelector('.verdict h1')?.innerText === `+quoted(before))
		w.law()
	}

	w.click("What would change by Duplicates")
	w.eval(`(() => { const s = document.querySelector('#duplicates select'); s.value = 'rename'; return 1 })()`)
	w.eval(`(() => { const s = document.querySelector('#duplicates .twin-name'); s.value = ' '; return 1 })()`)
	w.click("Apply Duplicates")
	w.until("what is wrong", `document.querySelector('#duplicates .fault') !== null`)
	checkPage(t, w.tab, "a name that cannot be")

	w.open("/budgets/" + w.id + "/clean-up")
	w.click("What would change by Credit-card debt")
	w.click("Leave out Move Visa Card")
	w.click("Show with these choices for Credit-card debt")
	w.see("1 left out")
	checkPage(t, w.tab, "an item left out")
	w.click("Apply Credit-card debt")
	w.see("Cleaned up the credit-card debt")
	w.law()
	w.open("/budgets/" + w.id + "/clean-up")
	w.click("Apply Credit-card debt") // the row that was left out
	w.see("Cleaned up the credit-card debt: 1 step")
	w.open("/budgets/" + w.id + "/clean-up")
	w.click("Apply Hold for next month")
	w.see("Held what the source kept for later")
	w.law()
	w.click("Undo Held what the source kept for later")
	w.see("Undone: Held")
	w.open("/budgets/" + w.id + "/clean-up")
	for range 2 {
		w.click("Undo Cleaned up the credit-card debt")
		w.see("Undone: Cleaned up")
		w.open("/budgets/" + w.id + "/clean-up")
	}
	w.click("Make it match")
	w.see("Made it match")
	w.open("/budgets/" + w.id + "/clean-up")
	w.click("Do it yourself Hold for next month")
	w.see("choose Hold for next month")
	w.law()
	done, err := world.app.CleanUpsDone(t.Context(), app.Machine(), w.id)
	if err != nil || done[cleanup.Everything].Change == 0 {
		t.Errorf("%+v, %v", done, err)
	}
}

// Without scripts, and dark on a phone, everything is there all the same.
func TestCleanUpLooks(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	id := world.importFile(t, generated(t, "--seed", "4", "--years", "2", "--tx", "600", "--currency", "KWD", "--cards", "2", "--rta", "net"))
	for _, l := range looks[1:] {
		t.Run(l.name, func(t *testing.T) {
			w := newWalker(t, world, l)
			for _, page := range []string{"verification", "verification?month=2025-08", "clean-up", "clean-up?kind=duplicates", "newer-file"} {
				w.open("/budgets/" + id + "/" + page)
				w.eval(`document.querySelectorAll('details').forEach(d => d.open = true) || 1`)
				w.do(chromedp.Sleep(0))
				browsertest.Shot(t, w.tab, "proof-"+strings.NewReplacer("?", "-", "=", "-").Replace(page)+"-"+l.name)
				checkPage(t, w.tab, page)
			}
		})
	}
}

// A form that a browser without scripts sends does the same.
func TestCleanUpWithoutScripts(t *testing.T) {
	world := newWorld(t)
	id := world.importFile(t, generated(t, "--seed", "4", "--years", "1", "--tx", "200", "--cards", "1"))
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page := world.server.URL + "/budgets/" + id + "/clean-up"
	answer, err := client.PostForm(page+"/make-it-match", url.Values{"per-card": {"1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther || !strings.HasSuffix(answer.Header.Get("Location"), "/clean-up?done=2#make-it-match") {
		t.Errorf("%d to %s", answer.StatusCode, answer.Header.Get("Location"))
	}
	refused, err := client.PostForm(page+"/everything", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer refused.Body.Close()
	if refused.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown clean-up: %d", refused.StatusCode)
	}
}

// TestWalkNewer compares a newer file, takes it over and takes that back.
func TestWalkNewer(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	path := generated(t, "--seed", "5", "--years", "1", "--tx", "200", "--name", "From the source")
	w.id = world.importFile(t, path)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(t.TempDir(), "newer.json")
	if err := os.WriteFile(newer, bytes.ReplaceAll(text, []byte(`"Dining Out"`), []byte(`"Restaurants"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	w.open("/budgets/" + w.id)
	w.click("From the source")
	w.click("Newer file")
	checkPage(t, w.tab, "newer file")
	w.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{newer}))
	w.click("Compare")
	w.see("0 new, 1 changed and 0 deleted at the source.")
	w.see("Restaurants")
	browsertest.Shot(t, w.tab, "walk-newer")
	checkPage(t, w.tab, "what a newer file changes")
	w.click("Take it over")
	w.see("Took over from the source: 0 new, 1 changed, 0 deleted")
	w.law()
	w.click("Undo")
	w.see("Undone: Took over from the source")
	other := generated(t, "--seed", "6", "--years", "1", "--tx", "100")
	w.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{other}))
	w.click("Compare")
	w.see("The file is not the plan that")
	checkPage(t, w.tab, "another plan")
}
