package register_test

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkSearchAndBulkByKeyboard searches by words, sets payee and notes of the found rows, saves the filter,
// downloads and prints the rows, with the keyboard only.
func TestWalkSearchAndBulkByKeyboard(t *testing.T) {
	t.Parallel()
	w, _ := twinsIn(t, walk.WideLight)
	enter := func() { w.Helper(); w.Do(chromedp.KeyEvent(kb.Enter)); w.Settle() }
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.CheckTally("302 transactions")
	w.Press("/")
	w.Keys("twin 77.77 -typed" + kb.Enter)
	w.CheckTally("1 transaction,")
	w.TabTo(`e.matches('.search input')`, chromedp.ModifierShift)
	w.Keys("a", chromedp.ModifierCtrl)
	w.Keys("twin 77.77" + kb.Enter)
	w.CheckTally("2 transactions")

	w.TabTo(`e.matches('.tx .edit-row')`)
	w.Keys("a", chromedp.ModifierCtrl)
	w.See("2 selected")
	bulk := func(action, text string) {
		w.Helper()
		w.TabTo(`e.matches('#chosen .bulk-does button') && e.innerText === `+walk.Quoted(action), chromedp.ModifierShift)
		enter()
		w.Until("the form of "+action, `!!document.querySelector('#spot:popover-open details[open]')`)
		w.TabTo(`e.matches('#spot details[open] input[type=text], #spot details[open] textarea')`)
		w.Keys(text)
		w.TabTo(`e.matches('#spot details[open] .menu-form .button')`)
		enter()
	}
	bulk("Notes", "of twins")
	w.See("Set the notes of 2 transactions")
	w.Until("both have the notes", `[...document.querySelectorAll('.tx .notes')].filter(e => e.innerText.trim().endsWith('of twins')).length === 2`)
	bulk("Payee", "Twins")
	w.See("Set the payee of 2 transactions")
	w.Until("both have the payee", `[...document.querySelectorAll('.tx .payee')].filter(e => e.innerText.trim() === 'Twins').length === 2`)
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Set the payee of 2 transactions")

	w.TabToWords("Save filter")
	enter()
	w.TabTo(`e.name === 'name'`)
	w.Keys("Both of them" + kb.Enter)
	w.See("Saved the filter Both of them")
	folder := browsertest.Downloads(t, w.Tab)
	w.TabToWords("CSV")
	enter()
	checkBothTwins(t, downloaded(t, folder, "Synthetic Plan ✓ transactions*.csv"))
	w.CheckTally("2 transactions")

	w.TabToWords("Print")
	enter()
	w.See("of twins")
	if n := w.Eval(`[...document.querySelectorAll('.printed .tx')].length`); n != "2" {
		t.Errorf("%s transactions are printed", n)
	}
	w.Eval(`window.print = () => { document.title = 'printed' }`)
	w.TabToWords("Print")
	enter()
	w.Until("the paper", `document.title === 'printed'`)
	w.TabToWords("Back")
	enter()
	w.CheckTally("2 transactions")
	w.CheckConserved()
}

// checkBothTwins checks that a file contains the two displayed rows and no others.
func checkBothTwins(t *testing.T, file string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(file), "\n")
	if len(lines) != 3 || !strings.Contains(lines[1], "Twin of the bank") || !strings.Contains(lines[2], "Twin typed") || strings.Count(file, ",-77.77,") != 2 {
		t.Errorf("downloaded: %q", lines)
	}
}

// TestWalkBulkOnAPhone sets notes and payee of two rows by touch, and applies the saved filter.
func TestWalkBulkOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		w := twinsOnAPhone(t, look)
		for _, set := range []struct{ action, field, says string }{{"Notes", "Text", "Set the notes of 2 transactions"}, {"Payee", "Payee (empty: none)", "Set the payee of 2 transactions"}} {
			w.Click("Actions")
			w.Click(set.action)
			w.Fill(set.field, "Twin set")
			w.CheckTouchTargets("#spot:popover-open")
			walk.Check(t, w.Tab, "the form of "+set.action)
			w.SubmitOpenForm()
			w.See(set.says)
		}
		w.Until("both have both", `[...document.querySelectorAll('.tx')].filter(e => e.innerText.split('Twin set').length === 3).length === 2`)
		w.Click("Undo")
		w.See("Undone: Set the payee of 2 transactions")
		w.CheckConserved()
	})
}

// TestWalkDownloadAndPrint searches by words, downloads and prints the displayed rows, with the mouse and by touch.
func TestWalkDownloadAndPrint(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneLight} {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			w, _ := twinsIn(t, look)
			w.Open("/budgets/" + w.ID + "/accounts/all")
			w.CheckTally("302 transactions")
			search := func(words string) {
				w.Helper()
				w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.getElementById('search').getBoundingClientRect())`, "the search")
				w.Eval(`document.activeElement.select()`)
				w.Keys(words)
			}
			search("twin 77.77 -typed")
			w.CheckTally("1 transaction,")
			search("twin 77.77")
			w.CheckTally("2 transactions")
			w.ShootColours("found-by-words")
			if look.Phone {
				w.CheckTouchTargets(".finding")
			}

			folder := browsertest.Downloads(t, w.Tab)
			w.Click("CSV")
			checkBothTwins(t, downloaded(t, folder, "Synthetic Plan ✓ transactions*.csv"))
			w.CheckTally("2 transactions")

			w.Click("Print")
			w.Until("the page for paper", `document.querySelectorAll('.printed .tx').length === 2 && document.querySelector('.printed-what').innerText.includes('twin 77.77')`)
			w.ShootColours("print-twins")
			if look.Phone {
				w.CheckTouchTargets(".page-head")
				w.CheckTouchTargets(".printed-what")
			}
			w.Eval(`window.print = () => { document.title = 'printed' }`)
			w.Click("Print")
			w.Until("the paper", `document.title === 'printed'`)
			w.Click("Back")
			w.CheckTally("2 transactions")
			w.CheckConserved()
		})
	}
}

// downloaded waits up to a minute for a file that matches a pattern in a folder, and returns its content.
func downloaded(t *testing.T, folder, pattern string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			data, err := os.ReadFile(found[0])
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		time.Sleep(10 * time.Millisecond)
	}
	instead, _ := filepath.Glob(filepath.Join(folder, "*"))
	t.Fatalf("no file named %s was downloaded; the folder contains %q", pattern, instead)
	return ""
}

// TestDownloadAndPrintWithoutScripts searches, sets payee and notes of two rows, downloads and prints them, with links
// and forms only.
func TestDownloadAndPrintWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	two := twins(t, world, id)
	b := walk.NewPlain(t, world)
	home := "/budgets/" + id
	at := home + "/accounts/all?search=" + url.QueryEscape("twin 77.77")
	for _, what := range []string{"notes", "payee"} {
		b.Open(home + "/menu?" + url.Values{"chosen": {what}, "pick": two, "back": {at}}.Encode())
		b.Send("/do/rows-"+what, `name="`+what+`"`, url.Values{what: {"Twin set"}, "way": {"replace"}, "pick": two})
		b.Sees("Set the " + what + " of 2 transactions")
	}
	b.Open(at)
	b.Sees("2 transactions,")
	b.Follow("CSV")
	if lines := strings.Split(strings.TrimSpace(b.Page), "\n"); len(lines) != 3 || strings.Count(b.Page, "Twin set") != 4 {
		t.Errorf("downloaded: %s", b.Page)
	}
	b.Open(at)
	b.Follow("Print")
	if strings.Count(b.Page, "Twin set") < 4 {
		t.Errorf("the page for print: %s", b.Page)
	}
}
