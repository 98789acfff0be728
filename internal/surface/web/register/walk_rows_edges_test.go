package register_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// longPayee is a payee of about 300 characters with accents, markup and emoji.
var longPayee = strings.TrimSpace(strings.Repeat("Ünïcode & <b>Söhne</b> 🎉 ", 12))

// notesWithMarkup has a script, an entity, both kinds of quotation marks and a backslash.
const notesWithMarkup = `<b>&amp;<script>alert(1)</script> "quoted" 'single' \`

// openNewBudget creates a budget in a currency with the accounts Bank and Purse, and opens the register of Bank.
func openNewBudget(w *walk.RowWalker, currency, dateFormat string) {
	w.Helper()
	created, err := w.Env.App.NewBudget(w.Context(), app.Machine(), app.BudgetEntry{Name: currency, Currency: currency, DateFormat: dateFormat, Starter: true})
	if err != nil {
		w.Fatal(err)
	}
	w.ID = created.ID
	for _, name := range []string{"Bank", "Purse"} {
		if _, _, err := w.Env.App.AddAccount(w.Context(), app.Machine(), w.ID, app.AccountEntry{Name: name, Type: "checking", OnBudget: true}); err != nil {
			w.Fatal(err)
		}
	}
	w.OpenAccount("Bank")
}

// TestWalkRowEdges enters the last day of a year, leap days, a day that does not exist, divided amounts, and long and
// foreign names and notes. The currencies have no decimals (yen) and three (dinar). Stored amounts are thousandths.
func TestWalkRowEdges(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalkerWithoutBudget(t, webtest.Pages, walk.WideLight)
	openNewBudget(&w, "JPY", "DD/MM/YYYY")
	w.Click("Add transaction")
	w.Until("the form in an empty register", `!!document.querySelector('tbody.row-form #row-date')`)
	w.ShootRows("empty-register")
	w.Type("date", "31/12/2026")
	w.Keys("+")
	if got := w.Value("date"); got != "01/01/2027" {
		t.Errorf("got the date %s after + on 31/12/2026, want 01/01/2027", got)
	}
	w.Keys(kb.ArrowDown)
	w.Type("payee", "松屋"+kb.Tab)
	w.Type("amount", "1,234"+kb.Enter)
	w.See("Added the transaction of 31/12/2026")
	w.Until("the next row with the date of the last one", `document.getElementById('row-payee')?.value === '' && document.getElementById('row-date').value === '31/12/2026'`)
	w.Type("date", "29/02/2024")
	w.Type("payee", longPayee+" "+kb.Tab)
	w.Type("notes", notesWithMarkup)
	// Yen have no decimals, so half a yen is rounded to one. The form displays money out with a minus sign.
	w.Type("amount", "1/2")
	w.See("= −1")
	w.Type("amount", "10/3"+kb.Enter)
	w.See("Added the transaction of 29/02/2024")
	w.Until("the next row", `document.getElementById('row-payee')?.value === ''`)
	w.Type("date", "30/02/2024")
	w.Type("amount", "much"+kb.Enter)
	w.See(`"30/02/2024" is not a date`)
	w.See(`"much" is not an amount`)
	w.ShootRows("faults")
	w.Keys(kb.Escape)
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.CheckConserved()
	if r := w.OnlyRow("松屋"); r.Amount != -1_234_000 || r.Date != civil.MakeDate(2026, 12, 31) {
		t.Errorf("got the transaction %+v, want −1,234 yen on 31/12/2026", r)
	}
	if r := w.OnlyRow(longPayee); r.Amount != -3_000 || r.Date != civil.MakeDate(2024, 2, 29) || r.Memo != notesWithMarkup {
		t.Errorf("got the transaction %+v, want −3 yen on 29/02/2024 with the notes %s", r, notesWithMarkup)
	}
	w.Edit("Ünïcode")
	w.ShootRows("long-names")
	w.Type("payee", "מכולת שכונתית"+kb.Tab)
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Changed the transaction")
	if r := w.OnlyRow("מכולת שכונתית"); r.Memo != notesWithMarkup || r.Amount != -3_000 {
		t.Errorf("got the transaction %+v, want −3 yen and the notes %s", r, notesWithMarkup)
	}
	w.ShootRows("right-to-left")

	openNewBudget(&w, "KWD", "MM/DD/YYYY")
	w.Click("Add transaction")
	w.Type("amount", "1.005*3"+kb.Tab)
	w.See("= −3.015")
	w.Type("payee", "مقهى")
	w.ShootRows("kwd")
	w.Keys(kb.Tab)
	w.Type("amount", "+0.001"+kb.Enter)
	w.See("Added the transaction")
	w.Keys(kb.Escape)
	w.CheckConserved()
	if r := w.OnlyRow("مقهى"); r.Amount != 1 {
		t.Errorf("got the transaction %+v, want 0.001 dinars", r)
	}
}

// measureFormJS sets window.formMillis to the time until a form with parts appears.
const measureFormJS = `(() => {
	const start = performance.now();
	new MutationObserver((_, observer) => {
		if (!document.querySelector('.row-parts')) return;
		window.formMillis = performance.now() - start;
		observer.disconnect();
	}).observe(document.body, {childList: true, subtree: true});
})()`

// TestWalkSplitOf200 edits a split of 200 parts: it changes the amount of the last part, removes the part before it,
// and changes the category of part 150.
func TestWalkSplitOf200(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalkerWithoutBudget(t, webtest.Pages, walk.WideLight)
	openNewBudget(&w, "EUR", "YYYY-MM-DD")
	entry := rows.Entry{Account: w.Account("Bank"), Date: civil.MakeDate(2026, 11, 20), PayeeName: "Long receipt"}
	for i := range 200 {
		entry.Parts = append(entry.Parts, rows.PartEntry{Amount: -1_010, Memo: fmt.Sprint("item ", i+1)})
		entry.Amount -= 1_010
	}
	if _, _, err := w.Env.App.AddRow(t.Context(), app.Machine(), w.ID, entry); err != nil {
		t.Fatal(err)
	}
	w.OpenAccount("Bank")
	before := w.OnlyRow("Long receipt")
	w.Eval(measureFormJS)
	w.Edit("Long")
	t.Log("the form appeared ", w.Eval(`Math.round(window.formMillis)`), " ms after the test began to look for the row")
	w.Type("part-200-amount", "2,02")
	w.See("1,01 € too much in the parts")
	w.Eval(`document.getElementById('row-part-200-amount').scrollIntoView({block: 'center'})`)
	w.ShootRows("split-200")
	w.Click("Remove part 199")
	w.See("Nothing left to assign")
	w.Type("part-150-category", "groc"+kb.Tab)
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Changed the transaction")
	w.WaitClosed()
	w.CheckConserved()
	after := w.OnlyRow("Long receipt")
	// Part 199 was removed, so the former part 200 is the last one.
	if len(after.Parts) != 199 || after.Amount != before.Amount || after.Parts[198].Amount != -2_020 || after.Parts[149].CategoryName != "Groceries" {
		t.Fatalf("got %d parts of %s in total: %+v, want 199 parts of %s, the last of −2.02 and number 150 in Groceries", len(after.Parts), after.Amount, after.Parts, before.Amount)
	}
	for i, part := range after.Parts[:198] {
		if part.ID != before.Parts[i].ID {
			t.Fatalf("got the id %s of part %d, want %s as before", part.ID, i+1, before.Parts[i].ID)
		}
	}
	if after.Parts[198].ID != before.Parts[199].ID {
		t.Errorf("got the id %s of the last part, want that of the former part 200, %s", after.Parts[198].ID, before.Parts[199].ID)
	}
}

// TestWalkRowPhone adds a split on a phone by touch, light and dark.
func TestWalkRowPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, phone walk.Look) {
		w := walk.NewRowWalker(t, webtest.Pages, phone)
		w.OpenAccount("Checking")
		w.Click("New transaction")
		w.Until("the form", `!!document.querySelector('.row-fields-form')`)
		w.ShootRows("new-" + phone.Name)
		// On a phone the date field becomes the browser's own one when it receives the focus.
		if kind := w.Eval(`(field => { field.focus(); return field.type })(document.getElementById('row-date'))`); kind != "date" {
			t.Errorf("got the type %s of the date field, want date", kind)
		}
		w.CheckTouchTargets(`.row-fields-form`)
		w.Type("payee", "caf")
		w.ShootRows("payee-" + phone.Name)
		w.ClickAt(`(() => {
			const box = document.querySelector('#row-options [role=option]')?.getBoundingClientRect();
			return box && [box.left + 20, box.top + 20];
		})()`, "the suggested payee Café Zoë")
		w.Until("the payee", `document.getElementById('row-payee').value === 'Café Zoë'`)
		w.Type("notes", "on the way")
		w.Type("amount", "9.90")
		w.Click("Split")
		w.Type("part-1-amount", "5")
		w.CheckTouchTargets(`.row-fields-form`)
		w.ShootRows("split-" + phone.Name)
		w.Click("Rest to the last part")
		w.See("Nothing left to assign")
		w.Click("Save")
		w.See("Added the transaction")
		w.WaitClosed()
		w.CheckConserved()
		browsertest.Shot(t, w.Tab, "rows-added-"+phone.Name)
		if found := w.RowsWithNotes("on the way"); len(found) != 1 || len(found[0].Parts) != 2 || found[0].Parts[1].Amount != -4_900 {
			t.Errorf("got the rows %+v with the notes, want one split of 5.00 and 4.90", found)
		}
	})
}

// TestWalkRowWithoutScripts adds a split with a transfer, adds a second row and edits that, with scripts disabled.
func TestWalkRowWithoutScripts(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	if _, err := chromedp.Call(w.Tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.See("New transaction")
	browsertest.Shot(t, w.Tab, "rows-plain-new")
	w.Type("payee", "Plain shop")
	w.Type("category", "Groceries")
	w.Type("notes", "no scripts")
	w.Type("amount", "ten"+kb.Enter)
	w.See(`"ten" is not an amount`)
	browsertest.Shot(t, w.Tab, "rows-plain-fault")
	w.Type("amount", "10")
	w.Click("Split")
	w.See("€10.00 left to assign")
	w.Type("part-1-amount", "4")
	w.Type("part-2-payee", "Transfer : Savings")
	w.Click("Rest to the last part")
	w.See("Nothing left to assign")
	browsertest.Shot(t, w.Tab, "rows-plain-split")
	w.Click("Save and add another")
	w.See("Added the transaction")
	w.Type("payee", "Second")
	w.Type("amount", "1"+kb.Enter)
	w.See("Added the transaction")
	w.Until("the register", `!!document.querySelector('#rows')`)
	w.CheckConserved()
	found := w.RowsWithNotes("no scripts")
	if len(found) != 1 || len(found[0].Parts) != 2 || found[0].CategoryID != "" {
		t.Fatalf("got the rows %+v with the notes, want one split of two parts without a category of its own", found)
	}
	if parts := found[0].Parts; parts[0].CategoryName != "Groceries" || parts[1].Amount != -6_000 || parts[1].TransferAccountID == "" {
		t.Fatalf("got the parts %+v, want one of Groceries and a transfer of 6.00", parts)
	}
	w.Edit("Second")
	w.Type("amount", "-2"+kb.Enter)
	w.See("Changed the transaction")
	w.CheckConserved()
	if r := w.OnlyRow("Second"); r.Amount != -2_000 {
		t.Errorf("got the second transaction %+v after the edit, want −2.00", r)
	}
}
