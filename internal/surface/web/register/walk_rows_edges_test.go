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

// openNewBudget creates a budget in a currency with the accounts Bank and Purse, and opens the register of Bank.
func openNewBudget(w *walk.RowWalker, currency, dateFormat string) {
	w.Helper()
	b, err := w.Env.App.NewBudget(w.Context(), app.Machine(), app.BudgetEntry{Name: currency, Currency: currency, DateFormat: dateFormat, Starter: true})
	if err != nil {
		w.Fatal(err)
	}
	w.ID = b.ID
	for _, name := range []string{"Bank", "Purse"} {
		if _, _, err := w.Env.App.AddAccount(w.Context(), app.Machine(), b.ID, app.AccountEntry{Name: name, Type: "checking", OnBudget: true}); err != nil {
			w.Fatal(err)
		}
	}
	w.OpenAccount("Bank")
}

// TestWalkRowEdges enters extreme dates, amounts, names and notes in currencies without and with three decimals.
func TestWalkRowEdges(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.RowWalker{Walker: walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)}
	openNewBudget(&w, "JPY", "DD/MM/YYYY")
	w.Click("Add transaction")
	w.Until("the form in an empty register", `!!document.querySelector('tbody.row-form #row-date')`)
	w.Look("empty-register")
	w.Type("date", "31/12/2026")
	w.Keys("+")
	if got := w.Value("date"); got != "01/01/2027" {
		t.Errorf("date after + on 31/12/2026: %s, want 01/01/2027", got)
	}
	w.Keys(kb.ArrowDown)
	w.Type("payee", "松屋"+kb.Tab)
	w.Type("amount", "1,234"+kb.Enter)
	w.See("Added the transaction of 31/12/2026")
	w.Until("the next row begins with the last day", `document.getElementById('row-payee')?.value === '' && document.getElementById('row-date').value === '31/12/2026'`)
	w.Type("date", "29/02/2024")
	w.Type("payee", strings.Repeat("Ünïcode & <b>Söhne</b> 🎉 ", 12)+kb.Tab)
	w.Type("notes", `<b>&amp;<script>alert(1)</script> "quoted" 'single' \`)
	w.Type("amount", "1/2")
	w.See("= −1")
	w.Type("amount", "10/3"+kb.Enter)
	w.See("Added the transaction of 29/02/2024")
	w.Until("the next row", `document.getElementById('row-payee')?.value === ''`)
	w.Type("date", "30/02/2024")
	w.Type("amount", "much"+kb.Enter)
	w.See(`"30/02/2024" is not a date`)
	w.See(`"much" is not an amount`)
	w.Look("faults")
	w.Keys(kb.Escape)
	w.Keys(kb.Escape)
	w.WaitClosed()
	w.CheckConserved()
	if r := w.OnlyRow("松屋"); r.Amount != -1_234_000 || r.Date != civil.MakeDate(2026, 12, 31) {
		t.Errorf("transaction in yen: %+v, want −1,234 on 31/12/2026", r)
	}
	long := strings.TrimSpace(strings.Repeat("Ünïcode & <b>Söhne</b> 🎉 ", 12))
	if r := w.OnlyRow(long); r.Amount != -3_000 || r.Date != civil.MakeDate(2024, 2, 29) || r.Memo != `<b>&amp;<script>alert(1)</script> "quoted" 'single' \` {
		t.Errorf("transaction with long texts: %+v, want −3 on 29/02/2024 with the typed notes", r)
	}
	w.Edit("Ünïcode")
	w.Look("long-names")
	w.Type("payee", "מכולת שכונתית"+kb.Tab)
	w.Keys(kb.Enter, chromedp.ModifierCtrl)
	w.See("Changed the transaction")
	if r := w.OnlyRow("מכולת שכונתית"); r.Memo != `<b>&amp;<script>alert(1)</script> "quoted" 'single' \` || r.Amount != -3_000 {
		t.Errorf("transaction with a Hebrew payee: %+v, want −3 and the notes unchanged", r)
	}
	w.Look("right-to-left")

	openNewBudget(&w, "KWD", "MM/DD/YYYY")
	w.Click("Add transaction")
	w.Type("amount", "1.005*3"+kb.Tab)
	w.See("= −3.015")
	w.Type("payee", "مقهى")
	w.Look("kwd")
	w.Keys(kb.Tab)
	w.Type("amount", "+0.001"+kb.Enter)
	w.See("Added the transaction")
	w.Keys(kb.Escape)
	w.CheckConserved()
	if r := w.OnlyRow("مقهى"); r.Amount != 1 {
		t.Errorf("transaction in dinars: %+v, want 0.001", r)
	}
}

// TestWalkSplitOf200 edits a split of 200 parts.
func TestWalkSplitOf200(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.RowWalker{Walker: walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)}
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
	w.Eval(`window.clicked = performance.now(), new MutationObserver((_, observer) => { if (document.querySelector('.row-parts')) { window.took = performance.now() - window.clicked; observer.disconnect() } }).observe(document.body, {childList: true, subtree: true})`)
	before := w.OnlyRow("Long receipt")
	w.Edit("Long")
	t.Log("the form appeared ", w.Eval(`Math.round(window.took)`), " ms after the start of the click")
	w.Type("part-200-amount", "2,02")
	w.See("1,01 € too much in the parts")
	w.Eval(`document.getElementById('row-part-200-amount').scrollIntoView({block: 'center'})`)
	w.Look("split-200")
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
		t.Fatalf("split: %d parts of %s in total, want 199 parts of %s, the last of −2.02 and number 150 in Groceries", len(after.Parts), after.Amount, before.Amount)
	}
	for i, p := range after.Parts[:198] {
		if p.ID != before.Parts[i].ID {
			t.Fatalf("id of part %d: %s, want %s as before", i+1, p.ID, before.Parts[i].ID)
		}
	}
	if after.Parts[198].ID != before.Parts[199].ID {
		t.Errorf("id of the last part: %s, want that of the former part 200, %s", after.Parts[198].ID, before.Parts[199].ID)
	}
}

// TestWalkRowPhone adds and splits a row on a phone, light and dark.
func TestWalkRowPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, l walk.Look) {
		w := walk.NewRowWalker(t, webtest.Pages, l)
		w.OpenAccount("Checking")
		w.Click("New transaction")
		w.Until("the form", `!!document.querySelector('.row-fields-form')`)
		w.Look("new-" + l.Name)
		if kind := w.Eval(`(f => { f.focus(); return f.type })(document.getElementById('row-date'))`); kind != "date" {
			t.Errorf("type of the date field: %s, want date", kind)
		}
		w.CheckTouchTargets(`.row-fields-form`)
		w.Type("payee", "caf")
		w.Look("payee-" + l.Name)
		w.ClickAt(`(() => { const o = document.querySelector('#row-options [role=option]'); const b = o && o.getBoundingClientRect(); return b && [b.left + 20, b.top + 20] })()`, "Café Zoë")
		w.Until("the payee", `document.getElementById('row-payee').value === 'Café Zoë'`)
		w.Type("notes", "on the way")
		w.Type("amount", "9.90")
		w.Click("Split")
		w.Type("part-1-amount", "5")
		w.CheckTouchTargets(`.row-fields-form`)
		w.Look("split-" + l.Name)
		w.Click("Rest to the last part")
		w.See("Nothing left to assign")
		w.Click("Save")
		w.See("Added the transaction")
		w.WaitClosed()
		w.CheckConserved()
		browsertest.Shot(t, w.Tab, "rows-added-"+l.Name)
		if r := w.RowsWithNotes("on the way"); len(r) != 1 || len(r[0].Parts) != 2 || r[0].Parts[1].Amount != -4_900 {
			t.Errorf("rows with the notes: %+v, want a split of 5.00 and 4.90", r)
		}
	})
}

// TestWalkRowWithoutScripts adds a split with a transfer, adds a second row and edits it, with scripts disabled.
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
	r := w.RowsWithNotes("no scripts")
	if len(r) != 1 || len(r[0].Parts) != 2 || r[0].CategoryID != "" || r[0].Parts[0].CategoryName != "Groceries" || r[0].Parts[1].Amount != -6_000 || r[0].Parts[1].TransferAccountID == "" {
		t.Fatalf("rows with the notes: %+v, want a split of Groceries and a transfer of 6.00", r)
	}
	w.Edit("Second")
	w.Type("amount", "-2"+kb.Enter)
	w.See("Changed the transaction")
	w.CheckConserved()
	if r := w.OnlyRow("Second"); r.Amount != -2_000 {
		t.Errorf("second transaction after the edit: %+v, want −2.00", r)
	}
}
