package register_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// heldBack delays the response to the next request to shape the form until answer() is called on the page. Requests
// made while typing (the remaining amount of a split) are answered at once.
const heldBack = `(() => {
	const real = window.fetch;
	window.answer = undefined;
	window.fetch = (at, init) => {
		if (['', 'left'].includes(init?.body?.get?.('shape') ?? '')) return real(at, init);
		window.fetch = real;
		return real(at, init).then((got) => new Promise((go) => (window.answer = () => go(got))));
	};
})()`

// TestWalkTextTypedDuringAnUpdateIsKept chooses another account and types before the server has responded.
func TestWalkTextTypedDuringAnUpdateIsKept(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form #row-account')`)
	w.Eval(heldBack)
	w.Eval(`(() => { const f = document.getElementById('row-account'); f.selectedIndex = 1; f.dispatchEvent(new Event('change', {bubbles: true})); document.getElementById('row-payee').focus(); })()`)
	w.Until("the answer", `!!window.answer`)
	w.Do(chromedp.KeyEvent("Grocer"))
	w.Eval(`window.answer()`)
	w.Settle()
	w.Do(chromedp.KeyEvent(" Anna"))
	w.Settle()
	if got := w.Value("payee"); got != "Grocer Anna" {
		t.Errorf("the payee is %q", got)
	}
	w.Keys(kb.Escape)
	w.Type("notes", "cheese")
	w.Eval(heldBack)
	w.Eval(`document.querySelector('button[name="shape"][value="split"]').click()`)
	w.Until("the answer", `!!window.answer`)
	w.Eval(`document.getElementById('row-amount').focus()`)
	w.Do(chromedp.KeyEvent("12.50"))
	w.Eval(`window.answer()`)
	w.Until("the parts", `!!document.querySelector('.row-parts')`)
	if amount, notes, payee := w.Value("amount"), w.Value("notes"), w.Value("payee"); amount != "12.50" || notes != "cheese" || payee != "Grocer Anna" {
		t.Errorf("amount %q, notes %q, payee %q", amount, notes, payee)
	}
}

// TestAClosedAccountRefusesTransactions opens the register of a closed account and submits a form to it.
func TestAClosedAccountRefusesTransactions(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	_, old, err := world.App.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Old purse", Type: "cash", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	p := world.Person(t)
	at := "/budgets/" + id + "/accounts/" + old
	p.Expect(200, at, "Add transaction")(p.Get(at))
	if _, err := world.App.CloseAccount(t.Context(), app.Machine(), id, old, app.ClosingTransfer{}); err != nil {
		t.Fatal(err)
	}
	if _, _, page := p.Get(at); strings.Contains(page, "Add transaction") {
		t.Error("a closed account offers Add transaction")
	}
	if _, _, page := p.Get("/budgets/" + id + "/rows/new?account=" + url.QueryEscape(old)); strings.Contains(page, `value="`+old+`"`) {
		t.Error("the form starts with the closed account")
	}
	status, _, page := p.Post("/budgets/"+id+"/do/add-row", "menu", "row-form=1", "account", old, "one-account", "1", "date", "2026-11-20", "amount", "5", "direction", "out")
	if status != http.StatusBadRequest || !strings.Contains(page, "Old purse is closed") {
		t.Errorf("status %d, and the page names the reason: %t", status, strings.Contains(page, "Old purse is closed"))
	}
}

// TestWalkCategoriesShowTheirBalance opens the list of categories in the form of a transaction, and chooses an offered
// payee and category, with the mouse and by touch.
func TestWalkCategoriesShowTheirBalance(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	for _, l := range walk.Sizes {
		l.Apply(t, w.Tab)
		w.Open("/budgets/" + w.ID)
		w.ShootRows("badges-" + l.Name)
		w.Open("/budgets/" + w.ID + "/accounts/all")
		w.Eval(`document.querySelector('a.add-row').click()`)
		w.Until("the form", `!!document.querySelector('.row-fields-form #row-category')`)
		w.Eval(`document.getElementById('row-category').scrollIntoView({block: 'center'})`)
		w.Eval(`(() => { const f = document.getElementById('row-category'); f.focus(); f.click(); })()`)
		w.Until("what Groceries has", `[...document.querySelectorAll('#row-options [role="option"]')].some(o => o.innerText.startsWith('Groceries') && /[0-9]/.test(o.querySelector('.has')?.innerText ?? ''))`)
		browsertest.Shot(t, w.Tab, "categories-"+l.Name) // the list covers the fields below it
		press := w.ClickAt
		if l.Phone {
			press = w.Tap
		}
		for _, taken := range []struct{ field, typed, offered string }{{"payee", "cafe z", "Café Zoë"}, {"category", "gróc", "Groceries"}} {
			middle := `(e => { if (!e) return null; e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })`
			press(middle+`(document.getElementById('row-`+taken.field+`'))`, taken.field)
			w.Eval(`document.activeElement.select()`) // the payee sets a category
			w.Keys(taken.typed)
			press(middle+`([...document.querySelectorAll('#row-options [role=option]')].find(o => o.innerText.includes(`+walk.Quoted(taken.offered)+`)))`, taken.offered)
			w.Until(taken.offered+" is taken", `document.getElementById('row-`+taken.field+`').value.includes(`+walk.Quoted(taken.offered)+`) && !document.querySelector('#row-options [role=option]')?.checkVisibility()`)
		}
		w.Click("Cancel") // so that the next form begins without what was typed
	}
}

// TestWalkDoneSavesTheRowOnAPhone presses the keyboard's Done key in the last field. It saves the row, and no other form
// opens.
func TestWalkDoneSavesTheRowOnAPhone(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.PhoneLight)
	w.OpenAccount("Checking")
	w.Click("New transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("amount", "9.90")
	w.Type("notes", "by the key"+kb.Enter)
	w.See("Added the")
	w.WaitClosed()
	w.CheckConserved()
}
