package offline_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/geo"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// opened opens an address of the offline page in a new document, with or without a server.
func (w *offlineWalk) opened(address string) {
	w.Helper()
	w.Do(chromedp.Navigate("about:blank"))
	w.Do(chromedp.Navigate(w.Env.Server.URL + address))
	w.Until("the offline page at "+address, `!!document.body?.dataset.drawn && location.pathname + location.search === `+walk.Quoted(address))
}

// TestAPayeeNearbyInSixTaps saves a transaction of a payee nearby, from the icon to the saved transaction, with a server and without one.
func TestAPayeeNearbyInSixTaps(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	market := geo.Point{Latitude: 52.520008, Longitude: 13.404954}
	account := w.Env.AccountIDs(t, w.ID)[0]
	screen := testkit.Must(w.Env.App.Screen(t.Context(), app.Machine(), w.ID))(t)
	var groceries string
	for _, c := range screen.Categories {
		if c.Name == "Groceries" {
			groceries = c.ID
		}
	}
	add := func(payee string, north float64) {
		entry := rows.Entry{
			Account: account, Date: today().AddDays(-1), Amount: -1000, PayeeName: payee, Category: groceries,
			Place: &geo.Point{Latitude: market.Latitude + north/111_195, Longitude: market.Longitude},
		}
		_, _, err := w.Env.App.AddRow(t.Context(), app.Machine(), w.ID, entry)
		testkit.NoError(t, err)
	}
	add("Fishmonger", 30)
	add("Far away", 900)
	w.Eval(`void fetch('/settings/near', {method: 'POST', body: new URLSearchParams({near: '1'}), redirect: 'manual'}).then(() => { window.offersNear = true })`)
	w.Until("the setting", `window.offersNear`)
	browsertest.SetPosition(t, w.Tab, market.Latitude, market.Longitude, 20)
	w.openBudgetPage("")
	w.untilSynced()

	const near = `.offline-chips.near:not([hidden]) button`
	buy := func(saved string) {
		t.Helper()
		taps := 1 // on the icon
		w.opened("/add")
		tap := func(selector string) {
			t.Helper()
			w.Until(selector, `!!document.querySelector(`+walk.Quoted(selector)+`)`)
			w.tap(selector)
			taps++
		}
		w.Until("the payee nearby", `[...document.querySelectorAll('`+near+`')].map((button) => button.innerText.replace(/\s+/g, ' ').trim()).join() === 'Fishmonger 30 m'`)
		browsertest.Shot(t, w.Tab, "offline-near")
		walk.Check(t, w.Tab, "a payee nearby")
		tap(near)
		w.untilValue(formOfRow+`[name="payee"]`, "Fishmonger")
		for _, digit := range []string{"1", "2"} {
			tap(`.offline-keypad [aria-label="` + digit + `"]`)
		}
		tap(`.offline-save button`)
		w.See(saved)
		if taps > 6 {
			t.Errorf("the transaction took %d taps", taps)
		}
	}
	buy("Saved: ")
	w.Env.Stop()
	buy("Waiting: ")
	w.untilStored("outbox", 1)
	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 0)
	got := w.Rows("Fishmonger")
	if len(got) != 3 {
		t.Fatalf("%d transactions: %+v", len(got), got)
	}
	for _, row := range got {
		if row.Date == today() && (row.Amount != -12_000 || row.CategoryID != groceries) {
			t.Errorf("%+v", row)
		}
	}
	if places := testkit.Must(w.Env.App.PlacesOfPayee(t.Context(), app.Machine(), w.ID, w.Env.PayeeIDs(t, w.ID)["Fishmonger"], 10))(t); len(places.Places) != 1 {
		t.Errorf("places %v, want the one that was known", places.Places)
	}
	w.CheckConserved()
}

// share sends a file to the address of the manifest's share_target, as the browser does for another app: without a referrer.
func (w *offlineWalk) share(name string) {
	w.Helper()
	w.Eval(`(() => {
		const form = Object.assign(document.createElement('form'), {method: 'post', enctype: 'multipart/form-data', action: '/share'});
		form.dataset.import = ''; // no script of the page sends it
		const file = Object.assign(document.createElement('input'), {type: 'file', name: 'file'});
		file.files = ` + walk.Files(name, walk.Picture(w)) + `.files;
		form.append(file);
		const meta = Object.assign(document.createElement('meta'), {name: 'referrer', content: 'no-referrer'});
		document.head.append(meta);
		document.body.append(form);
		form.submit();
		return '' })()`)
	w.Until("the new transaction", `location.pathname + location.search === '/add?shared=1' && document.body?.dataset.drawn === '/add'`)
	w.See("Receipt: " + name)
}

// TestASharedFileBecomesAReceipt shares a picture from another app, with a server and without one, and closes the page in between.
func TestASharedFileBecomesAReceipt(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneDark)
	w.openBudgetPage("")
	save := func(amount, payee string) {
		t.Helper()
		w.typeInto(formOfRow+`[name="amount"]`, amount)
		w.typeInto(formOfRow+`[name="payee"]`, payee)
		w.press("Save")
		w.untilStored("shared", 0)
	}
	check := func(payee, name string) {
		t.Helper()
		w.untilStored("outbox", 0)
		row := w.OnlyRow(payee)
		receipts := testkit.Must(w.Env.App.RowReceipts(t.Context(), app.Machine(), w.ID, row.ID))(t).Receipts
		if row.Amount != -12_340 || len(receipts) != 1 || receipts[0].Name != name {
			t.Errorf("%+v has the receipts %+v", row, receipts)
		}
	}
	w.share("bill.png")
	walk.Check(t, w.Tab, "a shared file")
	browsertest.Shot(t, w.Tab, "offline-shared")
	save("12.34", "Shared online")
	check("Shared online", "bill.png")

	w.openBudgetPage("")
	w.Env.Stop()
	w.share("first.png")
	w.share("second.png") // replaces the first
	w.opened("/add?shared=1")
	w.See("Receipt: second.png")
	save("12.34", "Shared offline")
	w.untilStored("outbox", 1)
	w.Env.Restart(t)
	w.online()
	check("Shared offline", "second.png")
	w.opened("/add?shared=1")
	w.untilStored("shared", 0)
	if w.Eval(`document.body.innerText.includes('Receipt: ')`) == "true" {
		t.Error("the form still has the file")
	}
}

// TestTheOfflineFormResemblesTheOnlineOne checks the account, the date and the words of the form that is used without a
// connection, and that the message about a saved transaction does not cover the field that is typed in.
func TestTheOfflineFormResemblesTheOnlineOne(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	account := w.Env.AccountIDs(t, w.ID)[1]
	w.Open("/budgets/" + w.ID + "/rows/new?account=" + account)
	words := w.Eval(`[...document.querySelectorAll('[name="direction"] option')].map(e => e.innerText).join()`)
	w.Fill("Payee", "Paid online")
	w.Fill("Amount", "3")
	w.Click("Save")
	w.See("Added the transaction")
	w.openBudgetPage("")
	w.untilSynced()
	w.Env.Stop()
	w.opened("/add")
	w.untilValue(formOfRow+`[name="account"]`, account)
	if got := w.Eval(`[...document.querySelectorAll('.offline-form [name="direction"] option')].map(e => e.innerText).join()`); got != words {
		t.Errorf("the directions are %q, online they are %q", got, words)
	}
	w.untilValue(formOfRow+`[name="date"]`, today().In("YYYY-MM-DD"))
	w.typeInto(formOfRow+`[name="amount"]`, "4.50")
	w.press("Save")
	w.See("Waiting: ")
	w.Until("an empty amount", `document.querySelector('.offline-form [name="amount"]').value === ''`)
	browsertest.Shot(t, w.Tab, "offline-form-saved")
	if over := w.Eval(`(t => [...document.querySelectorAll('.offline-form :is(input, summary, .offline-keypad button, .offline-chips button)')].filter(e => { const b = e.getBoundingClientRect(); return b.height && b.bottom > t.top + 1 && b.top < t.bottom - 1 }).map(e => e.outerHTML).join())(document.querySelector('.toast').getBoundingClientRect())`); over != "" {
		t.Errorf("the message covers %s", over)
	}
	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 0)
	w.CheckConserved()
}
