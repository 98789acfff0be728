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

// firstDifference is a script that returns the first difference between the page and a freshly loaded one, or "". It
// ignores state added by scripts, such as focus and selection.
const firstDifference = `fetch(location.href).then((r) => r.text()).then((text) => {
	const fresh = new DOMParser().parseFromString(text, 'text/html');
	const linesOf = (doc, selector) => {
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
		const [got, want] = [linesOf(document, selector), linesOf(fresh, selector)];
		const first = got.findIndex((line, i) => line !== want[i]);
		if (first >= 0 || got.length !== want.length) return selector + ' line ' + first + ': ' + got.slice(first, first + 3).join(' ') + ' | loaded: ' + want.slice(first, first + 3).join(' ');
	}
	if (document.querySelector('#main').dataset.around !== fresh.querySelector('#main').dataset.around) return 'the attribute data-around of #main';
	if (document.title !== fresh.title) return 'the title';
	return '';
})`

// TestWalkUpdatedPagesEqualReloadedPages makes random changes of nine kinds and compares the page after each one with a
// freshly loaded one. Clearing and assigning use the page; the other changes are made beside it, as by another user.
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
			w.Eval(`(() => { window.swaps = 0; document.addEventListener('htmx:before:swap', () => swaps++) })()`)
			const steps, maxWholePages = 60, 10
			for n := range steps {
				did := e.step()
				if difference := e.difference(); difference != "" {
					t.Fatalf("page after step %d, %s, differs from a freshly loaded one: %s", n, did, difference)
				}
			}
			swaps, err := strconv.Atoi(w.Eval(`window.swaps`)) // two for each whole page: the content and the sidebar
			if err != nil || swaps > 2*maxWholePages {
				t.Errorf("%d of %d changes loaded the whole page, want at most %d (error %v)", swaps/2, steps, maxWholePages, err)
			}
			t.Logf("%d of %d changes loaded the whole page", swaps/2, steps)
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

// difference waits until the page shows the last change, and returns the first difference from a freshly loaded one.
func (e *editor) difference() string {
	e.Helper()
	e.Settle()
	difference, err := browsertest.Until[string](e.Tab, firstDifference)
	if err != nil {
		e.Fatal(err)
	}
	return difference
}

// step makes a random change, waits until the page shows it, and returns a description.
func (e *editor) step() string {
	e.Helper()
	ctx, who, a := e.Context(), app.Machine(), e.Env.App
	newest := e.newest()
	r := newest[e.random.IntN(len(newest))]
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
		if marks := e.Eval(`(() => { const all = [...document.querySelectorAll('.mark-it[form="mark"]')]; all[` + fmt.Sprint(e.random.IntN(20)) + ` % all.length]?.click(); return all.length })()`); marks != "0" {
			e.Settle()
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
			e.waitFor(done.Change)
		}
		return what
	}
	if err != nil {
		return what + " refused: " + err.Error()
	}
	e.done = append(e.done, done.Change)
	e.waitFor(done.Change)
	return what + " " + r.ID
}

// waitFor waits until the page shows a change made beside it.
func (e *editor) waitFor(change int64) {
	e.Helper()
	e.Until("the other's change", fmt.Sprintf(`Number(document.body.dataset.knowledge) >= %d`, change))
}

// assign types a budgeted amount, possibly the present one, if the page shows budgeted amounts.
func (e *editor) assign() string {
	e.Helper()
	clickAmount := fmt.Sprintf(`(() => { const all = [...document.querySelectorAll('tr.category button[name="budgeted"]')]; const button = all[%d %% all.length]; button?.scrollIntoView({block: 'center'}); button?.click(); return !!button })()`, e.random.IntN(50))
	if e.Eval(clickAmount) != "true" {
		return "nothing to assign"
	}
	typed := fmt.Sprintf("%d+10\r", e.random.IntN(3)*10)
	if e.random.IntN(3) == 0 {
		typed = "=" + e.Eval(`document.activeElement.value`) + "+0\r" // unchanged, but the page must be updated nevertheless
	}
	e.Keys(typed)
	e.Eval(`document.activeElement.blur()`)
	e.Settle()
	return "assign"
}

// newest returns up to forty rows of the account from its first page.
func (e *editor) newest() []rows.Row {
	e.Helper()
	got, err := e.Env.App.Register(e.Context(), app.Machine(), e.ID, registers.Query{Filter: rows.Filter{Account: e.account}})
	if err != nil {
		e.Fatal(err)
	}
	var newest []rows.Row
	for i := range got.Rows[:min(len(got.Rows), 40)] {
		newest = append(newest, got.Rows[i].Row)
	}
	return newest
}

// TestWalkUnchangedRowsKeepTheirNodes clears the last row of a register that is not a split, undoes that and edits the
// row. Unchanged rows keep their DOM nodes, nothing scrolls, and selection and focus stay.
func TestWalkUnchangedRowsKeepTheirNodes(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideLight)
	w.OpenAccount("Checking")
	w.Tick(12)
	w.Eval(`(() => { const all = [...document.querySelectorAll('tbody.tx')]; all.forEach((row) => { row.seen = true; for (const td of row.querySelectorAll('td')) td.seen = true });
		window.edited = all.findLast((row) => row.querySelector('.mark-it[form="mark"]') && row.rows.length === 1); edited.scrollIntoView({block: 'center'}); edited.querySelector('.edit-row').focus({preventScroll: true});
		window.editedTop = edited.getBoundingClientRect().top; window.head = document.querySelector('#register header'); window.bar = document.querySelector('#sidebar nav') })()`)
	checkUntouched := func(action string) {
		t.Helper()
		w.Settle()
		for condition, want := range map[string]string{
			`document.activeElement === edited.querySelector('.edit-row')`:                                    "true",
			`edited.isConnected && Math.abs(edited.getBoundingClientRect().top - editedTop) < 1`:              "true",
			`document.querySelectorAll('.tx .pick input:checked').length`:                                     "1",
			`[...document.querySelectorAll('tbody.tx')].filter((row) => !row.seen).length`:                    "0",
			`[...document.querySelectorAll('tbody.tx > tr:not(.part) > td')].filter((td) => !td.seen).length`: "0",
			`head.isConnected && bar.isConnected`:                                                             "true",
		} {
			if got := w.Eval(condition); got != want {
				t.Errorf("page after the row was %s: %s is %s, want %s", action, condition, got, want)
			}
		}
	}
	w.Eval(`edited.querySelector('.mark-it').click()`) // with a selection, the key c acts on the selected rows
	w.Until("the mark", `edited.querySelector('td.mark.cleared') !== null || edited.querySelector('td.mark.uncleared') !== null`)
	checkUntouched("cleared")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone")
	checkUntouched("restored by an undo")
	w.Press(kb.Enter)
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("amount", "1234.56")
	w.Keys(kb.Enter)
	w.See("Changed the transaction")
	w.WaitClosed()
	checkUntouched("edited")
	if got := w.Eval(`edited.querySelector('td.amount').innerText`); got != "−1,234.56" && got != "1,234.56" {
		t.Errorf("amount of the edited row is %s, want 1,234.56 with or without a minus", got)
	}
}
