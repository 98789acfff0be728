package register_test

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// phones are a usual phone and the smallest one.
var phones = []walk.Look{
	{Name: "phone-light", Width: 390, Height: 844, Phone: true},
	{Name: "small-dark", Width: 320, Height: 568, Phone: true, Dark: true},
}

// touchWalker taps on a phone, and counts the taps.
type touchWalker struct {
	walk.RowWalker
	taps int
}

// tapCard touches an element that is visible and not covered.
func (w *touchWalker) tap(selector string) {
	w.Helper()
	at := w.Find(fmt.Sprintf(`(() => { const e = document.querySelector(%s); if (!e) return null; const b = e.getBoundingClientRect(); const at = [b.left + b.width / 2, b.top + b.height / 2];
		return e.contains(document.elementFromPoint(...at)) ? at : null })()`, walk.Quoted(selector)), selector+" in sight")
	w.Do(chromedp.TapXY(at[0], at[1]))
	w.Settle()
	w.taps++
}

// digits types on the keypad. These taps are not counted.
func (w *touchWalker) digits(keys string) {
	w.Helper()
	for key := range strings.SplitSeq(keys, ", ") {
		w.tap(fmt.Sprintf(`#keypad [aria-label=%q]`, key))
		w.taps--
	}
}

// saveInSight fails if the Save button cannot be tapped.
func (w *touchWalker) saveInSight(when string) {
	w.Helper()
	w.Settle()
	if w.Eval(`(b => { const r = b.getBoundingClientRect(); return [0.1, 0.9].every(y => b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height * y))) })(document.querySelector('[data-save]'))`) != "true" {
		browsertest.Shot(w, w.Tab, "no-save")
		w.Errorf("%s: Save is covered, or out of sight", when)
	}
}

// TestAPurchaseTakesFiveTaps enters a usual purchase from every page of a budget: the +, a payee, Save.
func TestAPurchaseTakesFiveTaps(t *testing.T) {
	t.Parallel()
	for _, l := range phones {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w := &touchWalker{RowWalker: walk.NewRowWalker(t, webtest.Pages, l)}
			for n, page := range []string{"", "/accounts", "/accounts/all", "/reports", "/to-approve", "/scheduled", "/payees"} {
				w.Open("/budgets/" + w.ID + page)
				w.taps = 0
				w.tap(".bar-add")
				w.Until("the keypad", `document.activeElement.id === 'row-amount' && !!document.querySelector('#keypad')`)
				w.saveInSight("with the keypad")
				w.digits(fmt.Sprintf("1, %d, Decimal point, 5", n))
				w.saveInSight("with a digit")
				if n == 0 {
					w.ShootRows("keypad-" + l.Name)
				}
				payee := w.Eval(`document.querySelector('.lately button').innerText`)
				w.tap(".lately button")
				w.Until("the payee with its category", `document.getElementById('row-payee').value !== '' && document.getElementById('row-category').value !== '' && !document.querySelector('#keypad')`)
				w.saveInSight("with the payee")
				if n == 0 {
					w.ShootRows("chosen-" + l.Name)
				}
				w.tap("[data-save]")
				w.See("Added")
				if !strings.HasSuffix(w.Address(), page) {
					t.Errorf("from %q it leads to %s", page, w.Address())
				}
				if w.taps > 5 {
					t.Errorf("%d taps from %q", w.taps, page)
				}
				found := false
				for _, r := range w.Rows(payee) {
					found = found || (r.Amount == -10500-1000*money.Milli(n) && r.CategoryID != "")
				}
				if !found {
					t.Errorf("there is no transaction of %s over 1%d.50 with a category", payee, n)
				}
			}
			w.CheckConserved()
		})
	}
}

// TestKeypad calculates in currencies with no, two and three decimals, and also accepts a keyboard.
func TestKeypad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ currency, keys, value, saved string }{
		{"EUR", "1, 2, Decimal point, 5, 0, 9, Plus, 3, Equals", "15,50", "−15,50"}, // the key for the third decimal has no effect
		{"EUR", "1, 0, 0, Divided by, 8, Equals, Out or in", "12,50", "12,50"},
		{"EUR", "7, 8, Backspace, 00, Minus, 2, Times, 3, Equals", "694,00", "−694,00"},
		{"JPY", "1, 5, 00, Plus, 5, Equals", "1,505", "−1,505"},
		{"KWD", "1, Decimal point, 2, 3, 4, 5, Plus, Decimal point, 5, Equals", "1.734", "−1.734"},
	} {
		t.Run(c.currency+" "+c.value, func(t *testing.T) {
			t.Parallel()
			walk.RequireAssets(t)
			world := walk.NewEnv(t, webtest.Pages)
			w := &touchWalker{RowWalker: walk.RowWalker{Walker: walk.New(t, world, phones[1])}}
			b, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Ours", Currency: c.currency})
			if err != nil {
				t.Fatal(err)
			}
			w.ID = b.ID
			if _, _, err := world.App.AddAccount(t.Context(), app.Machine(), w.ID, app.AccountEntry{Name: "A purse of cash with a name that is much longer than any screen", Type: "cash", OnBudget: true}); err != nil {
				t.Fatal(err)
			}
			w.Open("/budgets/" + w.ID)
			w.tap(".bar-add")
			if hidden := w.Eval(`document.querySelector('#keypad [aria-label="Decimal point"]').disabled`); (hidden == "true") != (c.currency == "JPY") {
				t.Errorf("the key for decimals is disabled: %s", hidden)
			}
			w.digits(c.keys)
			w.Until("the sum "+c.value, `document.getElementById('row-amount').value === `+walk.Quoted(c.value))
			w.Do(chromedp.KeyEvent("+1"))
			w.Settle()
			w.digits("Backspace, Backspace")
			w.saveInSight("after a sum")
			w.ShootRows("sum-" + c.currency)
			w.tap("#keypad .done")
			w.Until("no keypad", `!document.querySelector('#keypad')`)
			w.Type("payee", strings.Repeat("Long name ", 18))
			w.tap("[data-save]")
			w.See("Added")
			w.Open("/budgets/" + w.ID + "/accounts/all")
			w.See(c.saved)
			w.ShootRows("long-" + c.currency)
		})
	}
}

// TestAddOnAPhoneElsewhere: in a register the form opens within it; a split and a transfer are entered by touch; the
// next form has the account used last.
func TestAddOnAPhoneElsewhere(t *testing.T) {
	t.Parallel()
	w := &touchWalker{RowWalker: walk.NewRowWalker(t, webtest.Pages, phones[1])}
	w.OpenAccount("Savings")
	w.tap(".bar-add")
	w.Until("the form in the register", `!!document.querySelector('#rows .row-form #row-amount') && document.activeElement.id === 'row-amount'`)
	w.digits("4, 2")
	w.saveInSight("in the register")
	w.tap("#keypad .done")
	w.Type("payee", "Transfer : Checking\t")
	w.tap("[data-save]")
	w.See("Added")
	w.WaitClosed()
	if got := w.Rows("Transfer : Checking"); len(got) == 0 {
		t.Error("there is no transfer")
	}

	w.Open("/budgets/" + w.ID + "/reports")
	w.tap(".bar-add")
	if got := w.Eval(`document.querySelector('#row-account').selectedOptions[0].text`); got != "Savings" {
		t.Errorf("the account used last is %s", got)
	}
	w.digits("9, 0")
	w.tap("#keypad .done")
	w.Type("payee", "Split of it")
	w.Eval(`[...document.querySelectorAll('.row-foot button')].find((b) => b.innerText === 'Split').click()`)
	w.Until("parts", `document.querySelectorAll('.row-parts > li').length === 2`)
	w.Eval(`document.querySelector('#row-part-1-amount').focus()`)
	w.digits("5, 0")
	w.Until("what is left", `document.querySelector('.row-left .left').innerText.includes('40.00')`)
	w.saveInSight("with parts")
	w.tap("#keypad .done")
	w.Eval(`scrollTo(0, document.body.scrollHeight)`)
	w.ShootRows("split")
	for n, category := range []string{"Groceries", "Household"} {
		w.Type(fmt.Sprintf("part-%d-category", n+1), category)
	}
	w.Eval(`[...document.querySelectorAll('.row-split button')].find((b) => b.innerText.startsWith('Rest')).click()`)
	w.See("Nothing left to assign")
	w.Eval(`document.activeElement.blur()`)
	w.tap("[data-save]")
	w.See("Added")
	if got := w.OnlyRow("Split of it"); got.Amount != -90000 || len(got.Parts) != 2 {
		t.Errorf("saved is %+v", got)
	}
	w.CheckConserved()
}

// TestEnterInTheAmountOfAPhoneLeadsToThePayee presses Enter after the amount: nothing is saved yet.
func TestEnterInTheAmountOfAPhoneLeadsToThePayee(t *testing.T) {
	t.Parallel()
	w := &touchWalker{RowWalker: walk.NewRowWalker(t, webtest.Pages, phones[0])}
	for _, page := range []string{"", "/accounts/all"} {
		w.Open("/budgets/" + w.ID + page)
		w.tap(".bar-add")
		w.Until("the keypad", `document.activeElement.id === 'row-amount' && document.activeElement.enterKeyHint === 'next'`)
		w.Do(chromedp.KeyEvent("9.34" + kb.Enter))
		w.Until("the payee", `document.activeElement.id === 'row-payee' && document.getElementById('row-amount').value === '9.34' && !document.querySelector('#keypad')`)
		w.Do(chromedp.KeyEvent("Kiosk" + page))
		w.tap("[data-save]")
		w.See("Added")
		if got := w.OnlyRow("Kiosk" + page); got.Amount != -9340 {
			t.Errorf("saved is %+v", got)
		}
	}
}

// TestPhoneFormNamesItsAccount opens the form in a register and enters two transactions of a day in October with Save
// and add another. The second form has the account and the day of the first.
func TestPhoneFormNamesItsAccount(t *testing.T) {
	t.Parallel()
	w := &touchWalker{RowWalker: walk.NewRowWalker(t, webtest.Pages, phones[0])}
	const account = `document.querySelector('#row-account')`
	w.OpenAccount("Savings")
	w.tap(".bar-add")
	w.Until("the account in the register's form", account+`?.checkVisibility() && `+account+`.selectedOptions[0].text === 'Savings'`)
	w.ShootRows("account-phone")

	w.Open("/budgets/" + w.ID)
	w.tap(".bar-add")
	w.Until("the form on its page", `!!document.querySelector('.row-page #row-date') && `+account+`.selectedOptions[0].text !== 'Savings'`)
	w.Type("amount", "3")
	w.Type("payee", "First of two")
	w.Eval(account + `.value = [...` + account + `.options].find((o) => o.text === 'Savings').value`)
	w.Type("date", "10/05/2026\t")
	was := w.Value("date")
	w.Eval(`document.querySelector('button[data-again]').click()`)
	w.See("Added")
	w.Until("the next form", `document.getElementById('row-payee')?.value === '' && `+account+`.selectedOptions[0].text === 'Savings'`)
	if got := w.Value("date"); got != was {
		t.Errorf("the date of the next form is %s, want %s", got, was)
	}
}

// TestAddAmountFirstWithoutScripts: the link exists and the form has a text field; a recent payee sets its category.
// A viewer has no link.
func TestAddAmountFirstWithoutScripts(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id)
	link := attributeOf(t, b.Page, `class="bar-add" href="`)
	b.Open(link)
	b.Sees(`inputmode="decimal"`)
	chosen := attributeOf(t, b.Page, `name="shape" value="payee:`)
	b.Read(b.HTTP.PostForm(world.Server.URL+"/budgets/"+id+"/rows/form", url.Values{ // the request that the button sends
		"shape": {"payee:" + chosen}, "amount-first": {"1"}, "amount": {"12.5"}, "direction": {"out"}, "back": {"/budgets/" + id},
		"account": {world.AccountIDs(t, id)[0]}, "date": {attributeOf(t, b.Page, `name="date" value="`)},
	}))
	_, name, _ := strings.Cut(chosen, "=")
	b.Sees(`value="` + name + `"`)
	category := attributeOf(t, b.Page, `name="category" value="`)
	if category == "" {
		t.Error("the payee did not set its category")
	}
	b.Send("/do/add-row", "amount-first", url.Values{"account": {world.AccountIDs(t, id)[0]}, "direction": {"out"}, "cleared": {"uncleared"}})
	b.Sees("Added")
	if !strings.HasPrefix(b.At, "/budgets/"+id+"?done=") {
		t.Errorf("the form redirects to %s", b.At)
	}

	many := "/budgets/" + id + "/accounts/all?from=2026-01-01&q=the+rent"
	b.Open(many)
	to, err := url.Parse(attributeOf(t, b.Page, `class="bar-add" href="`))
	if err != nil || to.Query().Get("back") != many {
		t.Errorf("from %s the way back leads to %s: error %v", many, to.Query().Get("back"), err)
	}

	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	for _, page := range []string{"", "/accounts/all", "/accounts", "/reports", "/to-approve"} {
		viewer.Open("/budgets/" + id + page)
		if strings.Contains(viewer.Page, "bar-add") || strings.Contains(viewer.Page, "rows/new") {
			t.Errorf("a viewer sees the button + on %q", page)
		}
	}
}

// attributeOf returns the text of a page after a string, up to the next quote.
func attributeOf(t *testing.T, page, before string) string {
	t.Helper()
	_, after, found := strings.Cut(page, before)
	value, _, _ := strings.Cut(after, `"`)
	if !found {
		t.Fatalf("%s is missing on the page", before)
	}
	return html.UnescapeString(value)
}
