package offline_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// open opens an address while the server is stopped, in a new document, and waits until the offline page has drawn it.
func (w *offlineWalk) open(path string) {
	w.Helper()
	w.Do(chromedp.Navigate("about:blank"))
	w.Do(chromedp.Navigate(w.Env.Server.URL + path))
	w.Until("the offline page at "+path, `document.body?.dataset.drawn === `+walk.Quoted(path)+` && document.body.innerText.includes('No connection.')`)
}

// tap touches the first element that a selector finds.
func (w *offlineWalk) tap(selector string) {
	w.Helper()
	w.Tap(walk.CentreOf(`document.querySelector(`+walk.Quoted(selector)+`)`), selector)
}

// untilSynced waits until the stored budget is that of the server.
func (w *offlineWalk) untilSynced() {
	w.Helper()
	w.Until("the budget of the server", fmt.Sprintf(`(() => {
		void fetch('/budgets/%s/offline').then((response) => response.json()).then((snapshot) => { window.sentKnowledge = snapshot.knowledge }).catch(() => undefined);
		const open = indexedDB.open('holdover');
		open.onsuccess = () => {
			const all = open.result.transaction('snapshots').objectStore('snapshots').getAll();
			all.onsuccess = () => { window.storedKnowledge = all.result[0]?.snapshot.knowledge; open.result.close() };
		};
		return window.sentKnowledge > 0 && window.sentKnowledge === window.storedKnowledge })()`, w.ID))
}

// figures returns the figures of the budget page that are not marked as uncertain.
func (w *offlineWalk) figures() string {
	w.Helper()
	return w.Eval(`[...document.querySelectorAll('.offline-to-budget, .offline-line')].filter((line) => !line.querySelector('.uncertain')).map((line) => line.innerText.replace(/\s+/g, ' ')).join('\n')`)
}

// TestFiguresWithWaitingChangesAreThoseOfTheServer enters a purchase and assigns by touch, closing the page in between, and
// compares the figures with those of the server after it has saved the changes.
func TestFiguresWithWaitingChangesAreThoseOfTheServer(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	w.openBudgetPage("")
	w.Env.Stop()

	w.open("/add")
	taps := []string{`.offline-chips:not(.near) button`, `.offline-keypad [aria-label="4"]`, `.offline-keypad [aria-label="2"]`, `.offline-save button`}
	for _, selector := range taps { // at most six, with the icon
		w.tap(selector)
	}
	w.See("Waiting: ")
	w.untilStored("outbox", 1)
	browsertest.Shot(t, w.Tab, "offline-purchase-waits")
	walk.Check(t, w.Tab, "a purchase that waits")

	budget := "/budgets/" + w.ID
	w.open(budget)
	before := w.figures()
	const line = `.offline-group .offline-line`
	for _, step := range [][2]string{{"100", "100"}, {"-15", "85"}} {
		typed, want := step[0], step[1]
		w.tap(line)
		w.Until("the dialog", `!!document.querySelector('dialog[open] form input')`)
		w.Eval(`document.querySelector('dialog[open] form input').select()`)
		w.Do(chromedp.KeyEvent(typed))
		browsertest.Shot(t, w.Tab, "offline-assign")
		w.tap(`dialog[open] form button.primary`)
		w.Until(want+" in the first category", `!document.querySelector('dialog[open]') && document.querySelector('`+line+` .offline-budgeted').innerText.includes('`+want+`')`)
	}
	walk.Check(t, w.Tab, "the budget with waiting changes")
	browsertest.Shot(t, w.Tab, "offline-budget")
	w.untilStored("outbox", 2)
	w.open(budget) // after closing the page
	waiting := w.figures()
	if waiting == before {
		t.Error("the figures do not contain the waiting changes")
	}

	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 0)
	w.untilSynced()
	w.Env.Stop()
	w.open(budget)
	if saved := w.figures(); saved != waiting {
		t.Errorf("with waiting changes:\n%s\n\nsaved:\n%s", waiting, saved)
	}
	w.open("/waiting")
	w.See("Saved")
	browsertest.Shot(t, w.Tab, "offline-saved")
	walk.Check(t, w.Tab, "saved changes")
	w.Env.Restart(t)
	w.CheckConserved()
}
