package migration_test

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
	"holdover/internal/logic/cleanup"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkVerification opens the comparison, a month and the clean-up.
func TestWalkVerification(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--name", "Two cards"))
	w.Open("/budgets/" + w.ID + "/report")
	w.Click("Compared with the file when it was imported, today")
	w.Click("Verification")
	w.See("category figures match the file")
	w.See("To Budget differs in 26 months")
	w.See("assigned to card payments")
	browsertest.Shot(t, w.Tab, "walk-verification")
	walk.Check(t, w.Tab, "verification")
	w.Click("August 2025")
	w.See("To Budget is")
	w.See("Every category")
	w.Click("assigned to card payments")
	w.See("July 2024")
	browsertest.Shot(t, w.Tab, "walk-verification-month")
	walk.Check(t, w.Tab, "a month of the verification")
	w.Click("Month before")
	w.See("July 2025")
	w.Click("Verification")
	w.Click("Clean up")
	w.See("Make it match")

	months, err := world.App.Months(t.Context(), app.Machine(), w.ID, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	category := months[5].Categories[1]
	if _, err := world.App.SetBudgeted(t.Context(), app.Machine(), w.ID, category.ID, months[5].Month, category.Budgeted+1000); err != nil {
		t.Fatal(err)
	}
	w.Open("/budgets/" + w.ID + "/verification?month=" + months[5].Month.String())
	w.See("changed here since")
	walk.Check(t, w.Tab, "a month with an edit")
}

// TestWalkCleanUp applies each clean-up with the button on its card, and undoes it.
func TestWalkCleanUp(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--rta", "net", "--name", "Two cards"))
	w.Open("/budgets/" + w.ID)
	w.Click("Two cards")
	w.Click("Clean-up")
	w.See("To Budget matches YNAB in 0 of 26 months")
	w.See("No correction is needed")
	browsertest.Shot(t, w.Tab, "walk-clean-up")
	walk.Check(t, w.Tab, "clean-up")
	before := w.Eval(`document.querySelector('.verdict h1').innerText`)

	for _, c := range []struct{ apply, says, toast string }{
		{"Apply Credit-card debt", "Cleaned up the credit-card debt", "Cleaned up the credit-card debt"},
		{"Apply Duplicates", "Cleaned up duplicates", "Cleaned up duplicates"},
		{"Make it match", "Matched YNAB: 26 of 26 months, 0 before", "Matched YNAB"},
	} {
		w.Click(c.apply)
		w.See(c.says)
		w.See("Verified again: ")
		w.CheckConserved()
		walk.Check(t, w.Tab, c.apply)
		browsertest.Shot(t, w.Tab, "walk-"+strings.ToLower(strings.ReplaceAll(c.toast, " ", "-")))
		w.Click("Undo " + c.toast)
		w.Until("the sentence before", `document.querySelector('.verdict h1')?.innerText === `+walk.Quoted(before))
		w.CheckConserved()
	}

	w.Click("What would change by Duplicates")
	w.Eval(`(() => { const s = document.querySelector('#duplicates select'); s.value = 'rename'; return 1 })()`)
	w.Eval(`(() => { const s = document.querySelector('#duplicates .twin-name'); s.value = ' '; return 1 })()`)
	w.Click("Apply Duplicates")
	w.Until("what is wrong", `document.querySelector('#duplicates .fault') !== null`)
	walk.Check(t, w.Tab, "a name that cannot be")

	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("What would change by Credit-card debt")
	w.Click("Leave out Move Visa Card")
	w.Click("Update preview for Credit-card debt")
	w.See("1 left out")
	walk.Check(t, w.Tab, "an item left out")
	w.Click("Apply Credit-card debt")
	w.See("Cleaned up the credit-card debt")
	w.CheckConserved()
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("Apply Credit-card debt") // the excluded row
	w.See("Cleaned up the credit-card debt: 1 step")
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("Apply Hold for next month")
	w.See("Held money that YNAB reserved for later")
	w.CheckConserved()
	w.Click("Undo Held money that YNAB reserved for later")
	w.See("Undone: Held")
	w.Open("/budgets/" + w.ID + "/clean-up")
	for range 2 {
		w.Click("Undo Cleaned up the credit-card debt")
		w.See("Undone: Cleaned up")
		w.Open("/budgets/" + w.ID + "/clean-up")
	}
	w.Click("Make it match")
	w.See("Matched YNAB")
	w.Open("/budgets/" + w.ID + "/clean-up")
	w.Click("Do it yourself Hold for next month")
	w.See("choose Hold for next month")
	w.CheckConserved()
	done, err := world.App.CleanUpsDone(t.Context(), app.Machine(), w.ID)
	if err != nil || done[cleanup.Everything].Change == 0 {
		t.Errorf("the clean-ups done are %+v, error %v", done, err)
	}
}

// The page is complete without scripts, and in dark colours on a phone.
func TestCleanUpLooks(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "4", "--years", "2", "--tx", "600", "--currency", "KWD", "--cards", "2", "--rta", "net"))
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			for _, page := range []string{"verification", "verification?month=2025-08", "clean-up", "clean-up?kind=duplicates", "cards", "newer-file", "report"} {
				w.Open("/budgets/" + id + "/" + page)
				w.Eval(`document.querySelectorAll('details').forEach(d => d.open = true) || 1`)
				if beside := w.Eval(`[...document.querySelectorAll('.ledger-scroll:has(> :is(.read-down, .items))')].filter(r => r.scrollWidth > r.clientWidth).map(r => r.ariaLabel).join()`); beside != "" {
					t.Errorf("parts of %s are outside the screen: %s", page, beside)
				}
				if over := w.Eval(`[...document.querySelectorAll('.becauses .fig')].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)`); over != "" {
					t.Errorf("amounts of %s cover the text beside them: %s", page, over)
				}
				if marks := w.Eval(`[...document.querySelectorAll('summary')].filter(e => getComputedStyle(e).display === 'list-item').map(e => e.innerText)`); marks != "" {
					t.Errorf("%s shows the browser's own marker for folding: %s", page, marks)
				}
				browsertest.Shot(t, w.Tab, "proof-"+strings.NewReplacer("?", "-", "=", "-").Replace(page)+"-"+l.Name)
				walk.Check(t, w.Tab, page)
			}
		})
	}
}

// A form submitted without scripts has the same result.
func TestCleanUpWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "4", "--years", "1", "--tx", "200", "--cards", "1"))
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page := world.Server.URL + "/budgets/" + id + "/clean-up"
	res, err := client.PostForm(page+"/make-it-match", url.Values{"per-card": {"1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusSeeOther || !strings.HasSuffix(res.Header.Get("Location"), "/clean-up?done=2#make-it-match") {
		t.Errorf("make it match: status %d, redirected to %s", res.StatusCode, res.Header.Get("Location"))
	}
	refused, err := client.PostForm(page+"/everything", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer refused.Body.Close()
	if refused.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown clean-up: status %d", refused.StatusCode)
	}
}

// withRenamedCategory writes a newer document of a plan, in which the category Dining Out is renamed to Restaurants, and returns its path.
func withRenamedCategory(t *testing.T, path string) (newer string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	newer = filepath.Join(t.TempDir(), "newer.json")
	if err := os.WriteFile(newer, bytes.ReplaceAll(text, []byte(`"Dining Out"`), []byte(`"Restaurants"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	return newer
}

// TestWalkNewerFile compares a newer file, applies it and undoes that.
func TestWalkNewerFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	path := walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "200", "--name", "From the source")
	w.ID = world.ImportFile(t, path)
	w.Open("/budgets/" + w.ID)
	w.Click("From the source")
	w.Click("Update from a newer file")
	walk.Check(t, w.Tab, "newer file")
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{withRenamedCategory(t, path)}))
	w.Click("Compare")
	w.See("0 new, 1 changed and 0 deleted since.")
	w.See("Restaurants")
	browsertest.Shot(t, w.Tab, "walk-newer")
	walk.Check(t, w.Tab, "what a newer file changes")
	w.Click("Apply changes")
	w.See("Updated from a newer file: 0 new, 1 changed, 0 deleted")
	w.CheckConserved()
	w.Click("Undo")
	w.See("Undone: Updated from a newer file")
	w.See("Verification") // the page after applying it
	w.Open("/budgets/" + w.ID + "/newer-file")
	other := walk.Generated(t, "--seed", "6", "--years", "1", "--tx", "100")
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{other}))
	w.Click("Compare")
	w.See("The file is not the plan of")
	walk.Check(t, w.Tab, "another plan")
}

// TestNoCleanUpIsProposedIfAllMatches: the next step is the only primary button, and if all figures match, no
// clean-up is proposed.
func TestNoCleanUpIsProposedIfAllMatches(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--name", "Two cards"))
	cleanUp := `href="/budgets/` + id + `/clean-up">`
	if _, _, page := world.Person(t).Get("/budgets/" + id + "/verification"); !strings.Contains(page, `<a class="button primary" `+cleanUp) {
		t.Error("where To Budget differs, Clean up is not the primary button")
	}
	if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	if _, _, page := world.Person(t).Get("/budgets/" + id + "/verification"); !strings.Contains(page, "verdict match") || !strings.Contains(page, `<a class="button" `+cleanUp) {
		t.Error("where all figures match, Clean up is the primary button")
	}
}
