package offline_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestTransactionsOfAnOpenPageWait adds, edits, marks and deletes transactions on an open page whose server was stopped.
func TestTransactionsOfAnOpenPageWait(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	w.AddNewest("to edit")
	w.addWithoutServer("Without a server")
	browsertest.Shot(t, w.Tab, "offline-saved-on-this-device")
	walk.Check(t, w.Tab, "saved on this device")
	w.connected()
	if got := w.OnlyRow("Without a server"); got.Amount != -3_200 {
		t.Errorf("%+v", got)
	}

	w.OpenAccount("Checking")
	w.Edit("Live")
	w.Type("amount", "8")
	w.stopped(func() { w.Do(chromedp.KeyEvent(kb.Enter)) })
	w.WaitClosed()
	w.connected()
	if got := w.OnlyRow("Live"); got.Amount != -8_000 || got.Memo != "to edit" {
		t.Errorf("%+v", got)
	}

	w.OpenAccount("Checking")
	w.stopped(func() { w.ClickInRow("to edit", ".mark-it") })
	w.connected()
	if got := w.OnlyRow("Live"); got.Cleared != "cleared" {
		t.Errorf("%+v", got)
	}

	w.OpenAccount("Checking")
	w.ClickInRow("to edit", ".more-of .dots")
	w.Click("Delete")
	w.stopped(w.ClickDelete)
	w.connected()
	if got := w.Rows("Live"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	w.CheckConserved()
}

// TestMoneyOfAnOpenPageWaits assigns and moves money on an open budget page whose server was stopped.
func TestMoneyOfAnOpenPageWaits(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	month := "?month=2026-11"
	w.openBudgetPage(month)
	w.ClickFigure("Groceries", "budgeted")
	w.Do(chromedp.KeyEvent("=500"))
	w.stopped(func() { w.Keys(kb.Enter + kb.Escape) })
	w.connected()
	w.CheckFigure("Groceries", "budgeted", "500.00")

	november := civil.MakeMonth(2026, 11)
	budgeted := func(category string, amount money.Milli) {
		t.Helper()
		id := w.Eval(`[...document.querySelectorAll('tr[data-category]')].find((row) => row.querySelector('.name bdi').innerText === ` + walk.Quoted(category) + `).dataset.category`)
		testkit.Must(w.Env.App.SetBudgeted(t.Context(), app.Machine(), w.ID, id, november, amount))(t)
	}
	for _, one := range []struct {
		item      string
		groceries money.Milli
		menu      string // the button that opens the menu
	}{
		{"Transfer to another category", 500_000, "balance"},
		{"Cover overspending", 0, "balance"},
		{"Move to a category", 0, "to-budget"},
	} {
		budgeted("Groceries", one.groceries)
		budgeted("Water", map[bool]money.Milli{true: -9_000_000, false: 1_000_000}[one.menu == "to-budget"])
		w.openBudgetPage(month)
		before := w.Figure("Water", "balance")
		if one.menu == "balance" {
			w.ClickFigure("Groceries", "balance")
		} else {
			w.ClickAt(walk.CentreOf(`document.querySelector('button[name="to-budget"]')`), "To Budget")
		}
		w.Click(one.item)
		w.Until("the form", `!!document.querySelector('#spot details[open] select')`)
		w.Eval(`(s => { s.value = [...s.options].find(o => o.text.startsWith('Water')).value; s.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('#spot details[open] select'))`)
		w.Eval(`(i => { if (i) { i.focus(); i.value = '10'; i.dispatchEvent(new Event('input', {bubbles: true})) } })(document.querySelector('#spot details[open] input[name="amount"]'))`)
		w.stopped(w.SubmitOpenForm)
		w.connected()
		w.openBudgetPage(month)
		if after := w.Figure("Water", "balance"); after == before {
			t.Errorf("%s: the balance of Water stays %s", one.item, before)
		}
	}
	w.CheckConserved()
}

// TestApprovalsOfAnOpenPageWait approves a transaction on the page of transactions to approve.
func TestApprovalsOfAnOpenPageWait(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	w.openBudgetPage("/to-approve")
	count := func() int {
		return testkit.Must(w.Env.App.Inbox(t.Context(), app.Machine(), w.ID, 0))(t).Total
	}
	before := count()
	w.stopped(func() { w.ClickAt(walk.CentreOf(`document.querySelector('#inbox .waits .approve')`), "Approve") })
	w.connected()
	if after := count(); after != before-1 {
		t.Errorf("%d of %d transactions are to be approved", after, before)
	}
}

// TestPagesThatCannotBeLoaded opens pages without a server, and behind a proxy that does not reach it.
func TestPagesThatCannotBeLoaded(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	w.openBudgetPage("")
	offline := func(path string) {
		t.Helper()
		w.Do(chromedp.Navigate(w.Env.Server.URL + path))
		w.Until("the offline page at "+path, `document.body.matches('.offline-page') && location.pathname + location.search === `+walk.Quoted(path))
	}
	online := func(path string) {
		t.Helper()
		w.Open(path)
		w.Until("the page of the server at "+path, `!document.body.matches('.offline-page')`)
	}
	w.Env.Stop()
	for _, path := range []string{"/budgets/" + w.ID, "/budgets/" + w.ID + "/reports/spending?months=3", "/settings", "/", "/add", "/waiting"} {
		offline(path)
	}
	w.Env.Restart(t)
	online("/budgets/" + w.ID)
	offline("/add")
	w.slow.Store(true) // it does not respond within the time that a person waits
	offline("/budgets/" + w.ID)
	w.slow.Store(false)
	w.unwell.Store(true)
	offline("/budgets/" + w.ID + "/accounts")
	w.unwell.Store(false)
	online("/budgets/" + w.ID + "/accounts")
	w.Open("/budgets/none") // an error of Holdover itself
	w.Until("the error page", `!document.body.matches('.offline-page') && !!document.querySelector('.fault-message, .fault')`)
}

// TestAnUpgradeReplacesTheOfflinePage installs a newer version while the page is open and a change waits.
func TestAnUpgradeReplacesTheOfflinePage(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	w.addWithoutServer("Before the upgrade")
	w.Do(chromedp.Navigate(w.Env.Server.URL + "/waiting"))
	w.Until("the offline page", `document.body.matches('.offline-page')`)
	w.saidBuild = w.Eval(`document.body.dataset.build`)
	w.untilStored("outbox", 1)
	w.newer.Store(true)
	w.Env.Restart(t)
	w.Eval(`void navigator.serviceWorker.getRegistration().then((registration) => registration.update())`)
	w.Until("the newer page", `document.body?.dataset.build === `+walk.Quoted(newBuild))
	w.Until("the files of one version", `(() => {
		void caches.keys().then(async (names) => { window.precached = (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map((request) => request.url)))).flat() });
		return window.precached?.filter((url) => url.includes('/offline?')).length === 1 && !window.precached.some((url) => url.includes(`+walk.Quoted(w.saidBuild)+`)) })()`)
	w.online()
	w.untilStored("outbox", 0)
	if got := w.Rows("Before the upgrade"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestSwitchOfTheDevice turns work without a connection off and on again.
func TestSwitchOfTheDevice(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	w.openBudgetPage("")
	w.Open("/settings")
	is := func(on bool) {
		t.Helper()
		w.Until(fmt.Sprint("the switch is ", on), fmt.Sprintf(`document.querySelector('.offline-setting .switch').getAttribute('aria-checked') === '%t'`, on))
	}
	is(true)
	w.CheckTouchTargets(".offline-setting")
	w.Click("Keep budgets on this device")
	is(false)
	w.untilStored("snapshots", 0)
	w.Eval(`void navigator.serviceWorker.getRegistrations().then((all) => (window.workers = all.length))`)
	w.Until("no worker", `window.workers === 0`)
	w.ShootColours("offline-switch-off")
	w.Open("/budgets/" + w.ID)
	w.Open("/settings")
	is(false)
	w.untilStored("snapshots", 0)
	w.Click("Keep budgets on this device")
	is(true)
	w.openBudgetPage("")
}
