package inbox_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// waiting returns a budget with imported transactions: of a new payee without category, of a known payee, one with
// its category, and one that was entered before.
func waiting(t *testing.T, world *walk.Env) (id string) {
	t.Helper()
	ctx, me := t.Context(), app.Machine()
	b, err := world.App.NewBudget(ctx, me, app.BudgetEntry{Name: "New", Currency: "EUR", DateFormat: "YYYY-MM-DD", Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	id = b.ID
	_, account, err := world.App.AddAccount(ctx, me, id, app.AccountEntry{Name: "Bank", Type: "checking", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	screen, err := world.App.Screen(ctx, me, id)
	if err != nil {
		t.Fatal(err)
	}
	groceries := ""
	for _, c := range screen.Categories {
		if c.Name == "Groceries" {
			groceries = c.ID
		}
	}
	day := civil.MakeDate(2026, 11, 2)
	for i, payee := range []string{"Baker", "Grocer"} {
		if _, _, err := world.App.AddRow(ctx, me, id, rows.Entry{Account: account, Date: day, Amount: money.Milli(-5_000 - 1000*i), PayeeName: payee, Category: groceries}); err != nil {
			t.Fatal(err)
		}
	}
	brought := func(payee string, amount money.Milli, after int, category string) app.NewTransaction {
		on, memo := day.AddDays(after), "<b>card</b> "+payee
		row := app.NewTransaction{ImportID: fmt.Sprint("x:", after), TransactionFields: app.TransactionFields{Account: &account, Date: &on, Amount: &amount, PayeeName: &payee, Memo: &memo}}
		if category != "" {
			row.Category = &category
		}
		return row
	}
	list := []app.NewTransaction{
		brought("Baker", -5_000, 3, ""), brought("Grocer", -7_770, 4, ""), brought("Shop <Nord>", -12_340, 5, ""), brought("Kiosk", -1_230, 6, groceries), brought("Cinema", -20_000, 7, ""),
	}
	if _, _, err := world.App.CreateTransactions(ctx, me, id, list); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestWalkInbox approves transactions with the keyboard only.
func TestWalkInbox(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = waiting(t, world)
	count := func(n int) {
		t.Helper()
		w.Until(fmt.Sprint(n, " rows"), fmt.Sprintf(`document.querySelectorAll('#inbox .waits:not([hidden])').length === %d`, n))
	}
	on := func(payee string) {
		t.Helper()
		w.Until("the focus on "+payee, `document.activeElement.closest('.waits')?.querySelector('.payee').innerText.includes(`+walk.Quoted(payee)+`) === true`)
	}
	w.Open("/budgets/" + w.ID)
	w.Click("To approve")
	before := w.Eval(`document.querySelector('#inbox .sub').innerText`)
	if !strings.Contains(before, "3 need a category") {
		t.Errorf("the summary is %q, want 3 without category", before)
	}
	browsertest.Shot(t, w.Tab, "inbox")
	walk.Check(t, w.Tab, "what waits to be approved")
	w.CheckNarrowWidths("what waits to be approved")
	w.Press("j")
	on("Cinema")
	w.Press("c")
	w.Keys("Transp")
	w.See("Transport")
	w.Press(kb.Enter)
	w.Until("the category", `document.activeElement.value === 'Transport'`)
	w.Press(kb.Enter)
	w.See("Approved the transaction of")
	on("Kiosk")
	w.Press(kb.Enter)
	on("Shop <Nord>")
	w.Press("j")
	on("Grocer")
	w.Press("k")
	on("Shop <Nord>")
	w.Press("j")
	w.Press(kb.Enter) // with the last category of the grocer
	count(2)
	w.See("Matched")
	w.CheckConserved()
	w.Press("z", chromedp.ModifierCtrl)
	w.See("Undone: Approved")
	w.See("Grocer")
	w.Press("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone: Approved")

	// A chosen category is saved when the user continues without approving.
	w.Eval(`document.querySelector('#inbox [data-lacks]').focus()`)
	w.Keys("Groc")
	w.See("Groceries")
	w.Keys(kb.Tab + kb.Tab + kb.Tab)
	w.See("Set the category of")
	if lacking := w.Eval(`document.querySelectorAll('#inbox [data-lacks]').length`); lacking != "0" {
		t.Errorf("%s transactions lack a category, want none", lacking)
	}
	w.Click("Approve all 2 that have a category")
	w.See("Nothing to approve")
	w.UndoRedo("Approved")
	rows, err := world.App.Register(t.Context(), app.Machine(), w.ID, registers.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows.Rows {
		want := "Groceries"
		if row.PayeeName == "Cinema" {
			want = "Transport"
		}
		if !row.Approved || row.CategoryName != want && row.Amount != 0 {
			t.Errorf("the approved transaction is %+v", row.Row)
		}
	}
}

// TestWalkMerge merges two selected transactions, undoes that in the menu of the merged one, and merges them again.
func TestWalkMerge(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideDark)
	w.ID = waiting(t, world)
	menu := func(payee, does string) {
		t.Helper()
		w.ClickAt(`((b) => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))([...document.querySelectorAll('.tx .dots, .waits .dots')].find(b => b.ariaLabel.startsWith('Menu of `+payee+`') && b.ariaLabel.includes('5,00')))`, "the menu of "+payee)
		w.Settle()
		w.Click(does)
	}
	w.Open("/budgets/" + w.ID + "/accounts/all")
	w.CheckTally("6 transactions")
	menu("Baker", "Unmatch")
	w.See("Unmatched the transaction of")
	w.CheckTally("7 transactions")
	w.UndoRedo("Unmatched the transaction of")
	for row := range 7 {
		if w.Eval(fmt.Sprintf(`document.querySelectorAll('#rows > .tx')[%d].innerText.includes('5,00')`, row)) == "true" {
			w.Tick(row)
		}
	}
	w.See("2 selected")
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))([...document.querySelectorAll('#chosen .bulk-does button')].find(b => b.innerText === 'Merge'))`, "Merge")
	w.Settle()
	w.See("They become one")
	browsertest.Shot(t, w.Tab, "merge")
	w.SubmitOpenForm()
	w.See("Merged the transaction of")
	w.CheckTally("6 transactions")
	w.UndoRedo("Merged the transaction of")
	w.Click("Clear the selection")
	w.Tick(0)
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))([...document.querySelectorAll('#chosen .bulk-does button')].find(b => b.innerText === 'Merge'))`, "Merge")
	w.Settle()
	w.See("Select two")
}

// TestWalkInboxOnAPhone sets a category and approves by touch.
func TestWalkInboxOnAPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.PhoneLight)
	w.ID = waiting(t, world)
	w.Open("/budgets/" + w.ID)
	w.Click("File")
	w.ClickAt(`(a => a && (r => [r.left + r.width / 2, r.top + r.height / 2])(a.getBoundingClientRect()))([...document.querySelectorAll('#file-menu:popover-open a')].find(a => a.innerText.endsWith('to approve')))`, "to approve")
	w.See("need a category")
	browsertest.Shot(t, w.Tab, "inbox-phone")
	walk.Check(t, w.Tab, "what waits, on a phone")
	for _, small := range strings.Fields(w.Eval(`[...document.querySelectorAll('#inbox :is(.approve, .dots, input[type=text])')].filter(e => e.getBoundingClientRect().height < 44).map(e => e.className || e.name).join(' ')`)) {
		t.Errorf("%s is too small to be touched", small)
	}
	w.Click("Category of Cinema")
	w.See("Transport")
	w.Eval(`[...document.querySelectorAll('#row-options [role=option]')].find(o => o.innerText.includes('Transport')).dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}))`)
	w.Click("Approve Cinema")
	w.See("Approved the transaction of")
	w.Until("Cinema gone from the list", `!document.querySelector("#inbox").innerText.includes("Cinema")`)
	w.CheckConserved()
}

// TestInboxWithoutScripts types an unknown category, then a known one.
func TestInboxWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := waiting(t, world)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/to-approve")
	b.Sees("3 need a category")
	b.Sees("Shop <Nord>")
	if strings.Contains(b.Page, "<b>card</b>") {
		t.Error("the notes are not escaped")
	}
	if status := b.Send("/do/approve-row", "Category of Cinema", url.Values{"category": {"No such"}}); status != http.StatusBadRequest {
		t.Errorf("an unknown category: status %d, want 400", status)
	}
	b.Sees("not found")
	b.Open("/budgets/" + id + "/to-approve")
	b.Send("/do/approve-row", "Category of Cinema", url.Values{"category": {"transport"}})
	b.Sees("Approved the transaction of")
	b.Sees("2 need a category")
	stale := url.Values{"shown": {"other"}}
	if status := b.Send("/do/approve-ready", "Approve", stale); status != http.StatusConflict {
		t.Errorf("a stale page: status %d, want 409", status)
	}
	b.Open("/budgets/" + id + "/to-approve?from=900")
	b.Send("/do/approve-ready", "Approve", nil)
	b.Sees("Undo")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Approved")

	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	viewer.Open("/budgets/" + id + "/to-approve")
	viewer.Sees("Shop <Nord>")
	for _, control := range []string{"approve-row", "approve-ready", `class="dots"`} {
		if strings.Contains(viewer.Page, control) {
			t.Errorf("a viewer sees %s", control)
		}
	}
	for _, what := range []string{"approve-row", "categorise-row", "approve-ready", "merge-rows", "unmatch"} {
		form := url.Values{"row": {"x"}, "rows": {"x y"}, "count": {"1"}, "category": {"Transport"}}
		if status := viewer.Read(viewer.HTTP.PostForm(viewer.Env.Server.URL+"/budgets/"+id+"/do/"+what, form)); status != http.StatusForbidden {
			t.Errorf("%s by a viewer: status %d", what, status)
		}
	}
}
