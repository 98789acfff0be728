package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
)

// begin makes a budget of a currency with one account, and opens its register.
func (w *rowWalker) begin(currency, dates string) {
	w.Helper()
	b, err := w.world.app.NewBudget(w.Context(), app.Machine(), app.BudgetEntry{Name: currency, Currency: currency, DateFormat: dates, Starter: true})
	if err != nil {
		w.Fatal(err)
	}
	w.id = b.ID
	for _, name := range []string{"Bank", "Purse"} {
		if _, _, err := w.world.app.AddAccount(w.Context(), app.Machine(), b.ID, app.AccountEntry{Name: name, Type: "checking", OnBudget: true}); err != nil {
			w.Fatal(err)
		}
	}
	w.toAccount("Bank")
}

// TestWalkRowEdges enters what is at the edges: days, currencies, names, notes.
func TestWalkRowEdges(t *testing.T) {
	requireAssets(t)
	w := rowWalker{newWalker(t, newWorld(t), looks[0])}
	w.begin("JPY", "DD/MM/YYYY")
	w.click("Add transaction")
	w.until("the form in an empty register", `!!document.querySelector('tbody.row-form #row-date')`)
	w.look("empty-register")
	w.put("date", "31/12/2026")
	w.keys("+")
	if got := w.value("date"); got != "01/01/2027" {
		t.Errorf("the day after is %s", got)
	}
	w.keys(kb.ArrowDown)
	w.put("payee", "松屋"+kb.Tab)
	w.put("amount", "1,234"+kb.Enter)
	w.see("Added the row of 31/12/2026")
	w.until("the next row begins with the last day", `(document.getElementById('row-payee') || {value: 1}).value === '' && document.getElementById('row-date').value === '31/12/2026'`)
	w.put("date", "29/02/2024")
	w.put("payee", strings.Repeat("Ünïcode & <b>Söhne</b> 🎉 ", 12)+kb.Tab)
	w.put("notes", `<b>&amp;<script>alert(1)</script> "quoted" 'single' \`)
	w.put("amount", "1/2")
	w.see("= −1")
	w.put("amount", "10/3"+kb.Enter)
	w.see("Added the row of 29/02/2024")
	w.until("the next row", `(document.getElementById('row-payee') || {value: 1}).value === ''`)
	w.put("date", "30/02/2024")
	w.put("amount", "much"+kb.Enter)
	w.see(`"30/02/2024" is no day`)
	w.see(`"much" is not an amount`)
	w.look("faults")
	w.keys(kb.Escape)
	w.keys(kb.Escape)
	w.closed()
	w.law()
	if r := w.only("松屋"); r.Amount != -1_234_000 || r.Date != cal.MakeDate(2026, 12, 31) {
		t.Errorf("%+v", r)
	}
	long := strings.TrimSpace(strings.Repeat("Ünïcode & <b>Söhne</b> 🎉 ", 12))
	if r := w.only(long); r.Amount != -3_000 || r.Date != cal.MakeDate(2024, 2, 29) || r.Memo != `<b>&amp;<script>alert(1)</script> "quoted" 'single' \` {
		t.Errorf("%+v", r)
	}
	w.edit("Ünïcode")
	w.look("long-names")
	w.put("payee", "מכולת שכונתית"+kb.Tab)
	w.keys(kb.Enter, chromedp.ModifierCtrl)
	w.see("Changed the row")
	if r := w.only("מכולת שכונתית"); r.Memo != `<b>&amp;<script>alert(1)</script> "quoted" 'single' \` || r.Amount != -3_000 {
		t.Errorf("%+v", r)
	}
	w.look("right-to-left")

	w.begin("KWD", "MM/DD/YYYY")
	w.click("Add transaction")
	w.put("amount", "1.005*3"+kb.Tab)
	w.see("= −3.015")
	w.put("payee", "مقهى")
	w.look("kwd")
	w.keys(kb.Tab)
	w.put("amount", "+0.001"+kb.Enter)
	w.see("Added the row")
	w.keys(kb.Escape)
	w.law()
	if r := w.only("مقهى"); r.Amount != 1 {
		t.Errorf("%+v", r)
	}
}

// TestWalkSplitOf200 edits a split of 200 parts.
func TestWalkSplitOf200(t *testing.T) {
	requireAssets(t)
	w := rowWalker{newWalker(t, newWorld(t), looks[0])}
	w.begin("EUR", "YYYY-MM-DD")
	entry := app.RowEntry{Account: w.account("Bank"), Date: cal.MakeDate(2026, 11, 20), PayeeName: "Long receipt"}
	for i := range 200 {
		entry.Parts = append(entry.Parts, app.PartEntry{Amount: -1_010, Memo: fmt.Sprint("item ", i+1)})
		entry.Amount -= 1_010
	}
	if _, _, err := w.world.app.AddRow(t.Context(), app.Machine(), w.id, entry); err != nil {
		t.Fatal(err)
	}
	w.toAccount("Bank")
	w.eval(`window.from = performance.now(), new MutationObserver((_, o) => { if (document.querySelector('.row-parts')) { window.took = performance.now() - window.from; o.disconnect() } }).observe(document.body, {childList: true, subtree: true})`)
	before := w.only("Long receipt")
	w.edit("Long")
	t.Log("the form stands after ", w.eval(`Math.round(window.took)`), " ms, with the click")
	w.put("part-200-amount", "2,02")
	w.see("1,01 € too much in the parts")
	w.eval(`document.getElementById('row-part-200-amount').scrollIntoView({block: 'center'})`)
	w.look("split-200")
	w.click("Remove part 199")
	w.see("Nothing left to assign")
	w.put("part-150-category", "groc"+kb.Tab)
	w.keys(kb.Enter, chromedp.ModifierCtrl)
	w.see("Changed the row")
	w.closed()
	w.law()
	after := w.only("Long receipt")
	if len(after.Parts) != 199 || after.Amount != before.Amount || after.Parts[198].Amount != -2_020 || after.Parts[149].CategoryName != "Groceries" {
		t.Fatalf("%d parts", len(after.Parts))
	}
	for i, p := range after.Parts[:198] {
		if p.ID != before.Parts[i].ID {
			t.Fatalf("part %d is another one", i+1)
		}
	}
	if after.Parts[198].ID != before.Parts[199].ID {
		t.Error("the last part is another one")
	}
}

func (w rowWalker) account(name string) string {
	w.Helper()
	var accounts []app.Account
	w.world.command(w, &accounts, "accounts", w.id)
	for _, acc := range accounts {
		if acc.Name == name {
			return acc.ID
		}
	}
	w.Fatalf("there is no account %s", name)
	return ""
}

// TestWalkRowPhone adds and splits a row on a phone, light and dark.
func TestWalkRowPhone(t *testing.T) {
	for _, l := range looks[2:] {
		t.Run(l.name, func(t *testing.T) {
			w := newRowWalker(t, l)
			w.toAccount("Checking")
			w.click("Add transaction")
			w.until("the form", `!!document.querySelector('.row-fields-form')`)
			w.look("new-" + l.name)
			if kind := w.eval(`document.getElementById('row-date').type`); kind != "date" {
				t.Errorf("the date is a field of type %s", kind)
			}
			w.fingers()
			w.put("payee", "caf")
			w.look("payee-" + l.name)
			w.clickAt(`(() => { const o = document.querySelector('#row-options [role=option]'); const b = o && o.getBoundingClientRect(); return b && [b.left + 20, b.top + 20] })()`, "Café Zoë")
			w.until("the payee", `document.getElementById('row-payee').value === 'Café Zoë'`)
			w.put("notes", "on the way")
			w.put("amount", "9.90")
			w.click("Split")
			w.put("part-1-amount", "5")
			w.fingers()
			w.look("split-" + l.name)
			w.click("Rest to the last part")
			w.see("Nothing left to assign")
			w.click("Save")
			w.see("Added the row")
			w.closed()
			w.law()
			browsertest.Shot(t, w.tab, "rows-added-"+l.name)
			if r := w.noted("on the way"); len(r) != 1 || len(r[0].Parts) != 2 || r[0].Parts[1].Amount != -4_900 {
				t.Errorf("%+v", r)
			}
		})
	}
}

// fingers looks for controls of the form that are too small for them.
func (w rowWalker) fingers() {
	w.Helper()
	small := w.eval(`[...document.querySelectorAll('.row-fields-form :is(input:not([type=hidden]), select, .button)')].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML).join()`)
	if small != "" {
		w.Errorf("smaller than a finger: %s", small)
	}
}

// TestWalkRowWithoutScripts does the same by forms alone.
func TestWalkRowWithoutScripts(t *testing.T) {
	w := newRowWalker(t, looks[0])
	if _, err := chromedp.Call(w.tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	w.toAccount("Checking")
	w.click("Add transaction")
	w.see("New transaction")
	browsertest.Shot(t, w.tab, "rows-plain-new")
	w.put("payee", "Plain shop")
	w.put("category", "Groceries")
	w.put("notes", "no scripts")
	w.put("amount", "ten"+kb.Enter)
	w.see(`"ten" is not an amount`)
	browsertest.Shot(t, w.tab, "rows-plain-fault")
	w.put("amount", "10")
	w.click("Split")
	w.see("€10.00 left to assign")
	w.put("part-1-amount", "4")
	w.put("part-2-payee", "Transfer: Savings")
	w.click("Rest to the last part")
	w.see("Nothing left to assign")
	browsertest.Shot(t, w.tab, "rows-plain-split")
	w.click("Save and add another")
	w.see("Added the row")
	w.put("payee", "Second")
	w.put("amount", "1"+kb.Enter)
	w.see("Added the row")
	w.until("the register", `!!document.querySelector('#rows')`)
	w.law()
	r := w.noted("no scripts")
	if len(r) != 1 || len(r[0].Parts) != 2 || r[0].CategoryID != "" || r[0].Parts[0].CategoryName != "Groceries" || r[0].Parts[1].Amount != -6_000 || r[0].Parts[1].TransferAccountID == "" {
		t.Fatalf("%+v", r)
	}
	w.edit("Second")
	w.put("amount", "-2"+kb.Enter)
	w.see("Changed the row")
	w.law()
	if r := w.only("Second"); r.Amount != -2_000 {
		t.Errorf("%+v", r)
	}
}
