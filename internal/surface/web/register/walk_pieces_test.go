package register_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// asLoaded returns the differences between the page and a freshly loaded one. It ignores state added by scripts, such
// as focus and selection.
const asLoaded = `fetch(location.href).then((r) => r.text()).then((text) => {
	const fresh = new DOMParser().parseFromString(text, 'text/html');
	const said = (doc, selector) => {
		const copy = doc.querySelector(selector).cloneNode(true);
		for (const e of copy.querySelectorAll('*')) {
			for (const name of ['tabindex', 'aria-pressed', 'open', 'hidden', 'data-htmx-powered']) e.removeAttribute(name);
			e.classList.remove('picked', 'glow', 'picking');
			if (e.getAttribute('class') === '') e.removeAttribute('class');
		}
		copy.querySelector('.bulk-what')?.remove();
		return copy.innerHTML.replace(/>\s*</g, '>\n<').split('\n');
	};
	for (const selector of ['#main', '#sidebar']) {
		const [is, should] = [said(document, selector), said(fresh, selector)];
		const at = is.findIndex((line, i) => line !== should[i]);
		if (at >= 0 || is.length !== should.length) return selector + ' line ' + at + ': ' + is.slice(at, at + 3).join(' ') + ' | loaded: ' + should.slice(at, at + 3).join(' ');
	}
	if (document.querySelector('#main').dataset.around !== fresh.querySelector('#main').dataset.around) return 'around';
	if (document.title !== fresh.title) return 'title';
	return '';
})`

// TestWalkUpdatedPagesEqualReloadedPages changes rows in every possible way, also by another user, and compares the
// page after each change with a freshly loaded one.
func TestWalkUpdatedPagesEqualReloadedPages(t *testing.T) {
	t.Parallel()
	for _, screen := range []string{"account", "all", "budget"} {
		t.Run(screen, func(t *testing.T) {
			t.Parallel()
			w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
			w.OpenAccount("Checking")
			account := w.Eval(`location.pathname.split('/').pop()`)
			switch screen {
			case "all":
				w.Open("/budgets/" + w.ID + "/accounts/all")
			case "budget":
				w.Open("/budgets/" + w.ID)
			}
			e := editor{RowWalker: w, account: account, random: rand.New(rand.NewPCG(16, 6))}
			w.Eval(`(() => { window.wholes = 0; document.addEventListener('htmx:before:swap', () => wholes++) })()`)
			for n := range 60 {
				did := e.step()
				if differs := e.differs(); differs != "" {
					t.Fatalf("step %d, %s: the page differs: %s", n, did, differs)
				}
			}
			wholes, err := strconv.Atoi(w.Eval(`window.wholes`)) // two for each whole page: the content and the sidebar
			if err != nil || wholes > 20 {
				t.Errorf("of 60 changes %d loaded the whole page (%v)", wholes/2, err)
			}
			t.Logf("%d of 60 changes brought the whole page", wholes/2)
			w.CheckConserved()
		})
	}
}

// editor changes a budget at random.
type editor struct {
	walk.RowWalker
	account string
	random  *rand.Rand
	done    []int64 // changes that can be undone
}

// differs waits until the page shows the last change, and returns the differences from a freshly loaded one.
func (e *editor) differs() string {
	e.Helper()
	e.Settle()
	differs, err := browsertest.Until[string](e.Tab, asLoaded)
	if err != nil {
		e.Fatal(err)
	}
	return differs
}

// step makes a change and waits until the page shows it.
func (e *editor) step() string {
	e.Helper()
	ctx, who, a := e.Context(), app.Machine(), e.Env.App
	list := e.newest()
	r := list[e.random.IntN(len(list))]
	entry := rows.Entry{
		Account: r.AccountID, Date: r.Date, Amount: r.Amount, Payee: r.PayeeID, Category: r.CategoryID, TransferTo: r.TransferAccountID, Memo: r.Memo, Cleared: r.Cleared,
	}
	var done app.ChangeResult
	var err error
	what := []string{"add", "amount", "date", "split", "delete", "memo", "cleared", "undo", "assign", "undo"}[e.random.IntN(10)]
	switch what {
	case "add":
		entry.Amount, entry.PayeeName, entry.Payee, entry.TransferTo = money.Milli(-e.random.IntN(90_000)-1000), fmt.Sprint("Shop ", e.random.IntN(5)), "", ""
		done, _, err = a.AddRow(ctx, who, e.ID, entry)
	case "amount":
		entry.Amount -= money.Milli(1000 + e.random.IntN(9000))
		done, err = a.EditRow(ctx, who, e.ID, r.ID, entry, "", true)
	case "date":
		entry.Date = entry.Date.AddDays(e.random.IntN(20) - 10)
		done, err = a.EditRow(ctx, who, e.ID, r.ID, entry, "", true)
	case "memo":
		entry.Memo = fmt.Sprint("memo <", e.random.IntN(1000), ">")
		done, err = a.EditRow(ctx, who, e.ID, r.ID, entry, "", true)
	case "split":
		entry.Category, entry.TransferTo, entry.PayeeName, entry.Payee = "", "", "Split", ""
		entry.Parts = []rows.PartEntry{{Amount: entry.Amount - 1000, Category: r.CategoryID}, {Amount: 1000, Memo: "rest"}}
		done, err = a.EditRow(ctx, who, e.ID, r.ID, entry, "", true)
	case "delete":
		done, err = a.DeleteRows(ctx, who, e.ID, rows.These(r.ID), true)
	case "cleared":
		if got := e.Eval(`(() => { const all = [...document.querySelectorAll('.mark-it[form="mark"]')]; all[` + fmt.Sprint(e.random.IntN(20)) + ` % all.length]?.click(); return all.length })()`); got != "0" {
			e.Settle()
			return what
		}
		return what
	case "assign":
		return e.assign()
	case "undo":
		if len(e.done) == 0 {
			return "nothing to undo"
		}
		last := e.done[len(e.done)-1]
		e.done = e.done[:len(e.done)-1]
		done, err = a.Undo(ctx, who, e.ID, last)
		if err == nil {
			e.Until("the other's change", fmt.Sprintf(`Number(document.body.dataset.knowledge) >= %d`, done.Change))
		}
		return what
	}
	if err != nil {
		return what + " refused: " + err.Error()
	}
	e.done = append(e.done, done.Change)
	e.Until("the other's change", fmt.Sprintf(`Number(document.body.dataset.knowledge) >= %d`, done.Change))
	return what + " " + r.ID
}

// assign types a budgeted amount if the page has any. Typing the same amount twice is possible.
func (e *editor) assign() string {
	e.Helper()
	figure := fmt.Sprintf(`(() => { const all = [...document.querySelectorAll('tr.category button[name="budgeted"]')]; const at = all[%d %% all.length]; at?.scrollIntoView({block: 'center'}); at?.click(); return !!at })()`, e.random.IntN(50))
	if e.Eval(figure) != "true" {
		return "assign elsewhere"
	}
	sum := fmt.Sprintf("%d+10\r", e.random.IntN(3)*10)
	if e.random.IntN(3) == 0 {
		sum = "=" + e.Eval(`document.activeElement.value`) + "+0\r" // unchanged, but the page must be updated nevertheless
	}
	e.Keys(sum)
	e.Eval(`document.activeElement.blur()`)
	e.Settle()
	return "assign"
}

// newest returns the rows of the account on the first page.
func (e *editor) newest() []rows.Row {
	e.Helper()
	got, err := e.Env.App.Register(e.Context(), app.Machine(), e.ID, registers.Query{Filter: rows.Filter{Account: e.account}})
	if err != nil {
		e.Fatal(err)
	}
	var rows []rows.Row
	for i := range got.Rows[:min(len(got.Rows), 40)] {
		rows = append(rows, got.Rows[i].Row)
	}
	return rows
}

// TestWalkUnchangedRowsKeepTheirNodes edits a row in the middle of a register and undoes it: unchanged rows keep their
// DOM nodes, nothing scrolls, and selection and focus stay.
func TestWalkUnchangedRowsKeepTheirNodes(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Tick(12)
	w.Eval(`(() => { const all = [...document.querySelectorAll('tbody.tx')]; all.forEach((row) => { row.seen = true; for (const td of row.querySelectorAll('td')) td.seen = true });
		window.at = all.findLast((row) => row.querySelector('.mark-it[form="mark"]') && row.rows.length === 1); at.scrollIntoView({block: 'center'}); at.querySelector('.edit-row').focus({preventScroll: true});
		window.top0 = at.getBoundingClientRect().top; window.head = document.querySelector('#register header'); window.bar = document.querySelector('#sidebar nav') })()`)
	checkUntouched := func(what, others string) {
		t.Helper()
		w.Settle()
		for condition, want := range map[string]string{
			`document.activeElement === at.querySelector('.edit-row')`:                                        "true",
			`at.isConnected && Math.abs(at.getBoundingClientRect().top - top0) < 1`:                           "true",
			`document.querySelectorAll('.tx .pick input:checked').length`:                                     "1",
			`[...document.querySelectorAll('tbody.tx')].filter((row) => !row.seen).length`:                    "0",
			`[...document.querySelectorAll('tbody.tx > tr:not(.part) > td')].filter((td) => !td.seen).length`: others,
			`head.isConnected && bar.isConnected`:                                                             "true",
		} {
			if got := w.Eval(condition); got != want {
				t.Errorf("%s: %s is %s, want %s", what, condition, got, want)
			}
		}
	}
	w.Eval(`at.querySelector('.mark-it').click()`) // with a selection, the key c acts on the selected rows
	w.Until("cleared", `at.querySelector('td.mark.cleared') !== null || at.querySelector('td.mark.uncleared') !== null`)
	checkUntouched("cleared", "0")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone")
	checkUntouched("taken back", "0")
	w.Press(kb.Enter)
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("amount", "1234.56")
	w.Keys(kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	checkUntouched("edited", "0")
	if got := w.Eval(`at.querySelector('td.amount').innerText`); got != "−1,234.56" && got != "1,234.56" {
		t.Errorf("the row shows %s", got)
	}
}
