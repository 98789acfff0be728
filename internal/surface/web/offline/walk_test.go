package offline_test

import (
	"log/slog"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

const storedText = "Saved on this device. It is sent when you are connected."

// signedIn opens a window in which Anna is signed in, with the sample budget and an installed worker.
func signedIn(t *testing.T, l walk.Look) walk.RowWalker {
	t.Helper()
	walk.RequireAssets(t)
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	w := walk.RowWalker{Walker: walk.New(t, world, l)}
	w.ID = world.ImportSample(t)
	signIn(w, "Anna", walk.AnnasPassword)
	return w
}

func signIn(w walk.RowWalker, name, password string) {
	w.Helper()
	w.Open("/sign-in?back=/budgets")
	w.Fill("Name", name)
	w.Fill("Password", password)
	w.Keys(kb.Enter)
	w.Until("the budgets", `location.pathname === '/budgets'`)
	w.Settle()
	w.Until("the worker", `navigator.serviceWorker.controller?.state === 'activated'`)
}

// untilSnapshot waits until the browser has stored the budget of the page.
func untilSnapshot(w walk.RowWalker) {
	w.Helper()
	w.Until("the snapshot", `(() => { const open = indexedDB.open('holdover'); open.onsuccess = () => {
		const all = open.result.transaction('snapshots').objectStore('snapshots').count(); all.onsuccess = () => { open.result.close(); window.snapshots = all.result } }; return window.snapshots > 0 })()`)
}

// connected starts the server again and tells the page that the connection has returned, as the browser does.
func connected(w walk.RowWalker) {
	w.Helper()
	w.Env.Restart(w)
	w.Eval(`window.dispatchEvent(new Event('online'))`)
	w.Until("nothing waits", `!document.querySelector('.waiting-here')`)
	w.Settle()
}

// TestTransactionsOfAnOpenPageWait saves forms of transactions after the server was stopped.
func TestTransactionsOfAnOpenPageWait(t *testing.T) {
	t.Parallel()
	w := signedIn(t, walk.WideLight)
	w.AddNewest("to edit")
	w.OpenAccount("Checking")
	untilSnapshot(w)

	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("payee", "Bakery")
	w.Type("amount", "3.20")
	w.Env.Stop()
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See(storedText)
	w.WaitClosed()
	w.See("1 waiting")
	browsertest.Shot(t, w.Tab, "offline-saved-on-this-device")
	walk.Check(t, w.Tab, "saved on this device")
	connected(w)
	if got := w.OnlyRow("Bakery"); got.Amount != -3_200 {
		t.Errorf("%+v", got)
	}

	w.OpenAccount("Checking")
	w.Edit("Live")
	w.Type("amount", "8")
	w.Env.Stop()
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See(storedText)
	w.WaitClosed()
	connected(w)
	if got := w.OnlyRow("Live"); got.Amount != -8_000 || got.Memo != "to edit" {
		t.Errorf("%+v", got)
	}
	w.CheckConserved()
}
