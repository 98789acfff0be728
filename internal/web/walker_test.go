package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// walker uses a page as a person does: by the words that stand on it, with a
// mouse and a keyboard. After every step the money must still be all there.
type walker struct {
	*testing.T
	world *world
	tab   context.Context
	id    string // of the budget walked through
}

func newWalker(t *testing.T, w *world, l look) *walker {
	t.Helper()
	tab := browsertest.Tab(t, l.width, l.height)
	l.put(t, tab)
	return &walker{T: t, world: w, tab: tab}
}

func (w *walker) do(actions ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	if err := chromedp.Do(w.tab, actions...); err != nil {
		browsertest.Shot(w, w.tab, "failed-"+strings.ReplaceAll(w.Name(), "/", "-"))
		w.Fatal(err)
	}
}

func (w *walker) open(path string) {
	w.Helper()
	w.do(chromedp.Navigate(w.world.server.URL + path))
	w.settle()
}

// settle waits until nothing has been loading for a moment.
func (w *walker) settle() { w.Helper(); w.do(chromedp.Sleep(150 * time.Millisecond)) }

// finder looks for the smallest thing on the page that can be seen, can be used
// and says the words, in an open menu first.
const finder = `((words, row) => {
	if (!document.body) return null; // between two pages
	const seen = e => e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length > 0;
	const says = e => (e.getAttribute('aria-label') || e.innerText || e.value || '').replace(/\s+/g, ' ').trim();
	const name = e => (e.querySelector('bdi') || e).innerText.trim();
	let roots = [...document.querySelectorAll(':popover-open')].reverse();
	roots.push(document.body);
	if (row) roots = [...document.querySelectorAll('tr')].filter(r => seen(r) && r.querySelector('th') && name(r.querySelector('th')) === row);
	for (const root of roots) {
		const all = [...root.querySelectorAll('a, button, summary, label, input, select, [role=menuitem]')].filter(seen);
		const found = all.find(e => says(e) === words) || all.find(e => says(e).startsWith(words));
		if (!found) continue;
		const middle = b => [b.left + b.width / 2, b.top + b.height / 2];
		const covered = () => !found.contains(document.elementFromPoint(...middle(found.getBoundingClientRect())));
		found.scrollIntoView({block: 'nearest', inline: 'nearest'});
		if (covered()) found.scrollIntoView({block: 'center', inline: 'nearest'}); // a person scrolls what a toast lies on
		return middle(found.getBoundingClientRect());
	}
	return null;
})(%s, %s)`

func quoted(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// click clicks what says the words.
func (w *walker) click(words string) { w.Helper(); w.clickIn("", words) }

// clickIn clicks what says the words in the table row of a name.
func (w *walker) clickIn(row, words string) {
	w.Helper()
	w.clickAt(fmt.Sprintf(finder, quoted(words), quoted(row)), words)
	w.settle()
}

func (w *walker) clickAt(expression, what string) {
	w.Helper()
	at := w.find(expression, what)
	w.do(chromedp.MouseClickXY(at[0], at[1]))
}

func (w *walker) find(expression, what string) []float64 {
	w.Helper()
	var before []float64
	for range 80 {
		// A page that is still loading may move things, and its scripts do not listen yet.
		at, err := chromedp.Run(w.tab, chromedp.Evaluate[[]float64]("document.readyState === 'complete' ? "+expression+" : null"))
		if err != nil {
			w.Fatal(err)
		}
		if len(at) == 2 && slices.Equal(at, before) {
			return at
		}
		before = at
		w.do(chromedp.Sleep(60 * time.Millisecond))
	}
	browsertest.Shot(w, w.tab, "failed-"+strings.ReplaceAll(w.Name(), "/", "-"))
	w.Fatalf("nothing on the page says %q", what)
	return nil
}

// figure is a figure of a category in the first month shown.
const figureCellJS = `(() => { const r = [...document.querySelectorAll('.sheet tr')].find(r => { const n = r.querySelector('th bdi'); return n && n.innerText.trim() === %s && r.checkVisibility() });
	const e = r && r.querySelector('td.%s'); if (!e) return null; e.scrollIntoView({block: 'center'}); return %s })()`

func (w *walker) clickFigure(category, column string) {
	w.Helper()
	w.clickAt(fmt.Sprintf(figureCellJS, quoted(category), column,
		`(b => [b.left + b.width / 2, b.top + b.height / 2])((e.querySelector('button, a') || e).getBoundingClientRect())`), category+" "+column)
	w.settle()
}

// figure reads a figure of the first month shown.
func (w *walker) figure(category, column string) string {
	w.Helper()
	return w.eval(fmt.Sprintf(figureCellJS, quoted(category), column, "e.innerText.replace('rolled over', '').trim()"))
}

func (w *walker) eval(expression string) string {
	w.Helper()
	text, err := chromedp.Run(w.tab, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		w.Fatal(err)
	}
	return text
}

func (w *walker) toBudget() string {
	w.Helper()
	return w.eval(`document.querySelector('.to-budget strong').innerText`)
}

// fill puts a text into the field with a label, in place of what is there.
func (w *walker) fill(label, text string) {
	w.Helper()
	w.click(label)
	w.eval(`document.activeElement.select && document.activeElement.select()`)
	w.do(chromedp.KeyEvent(text))
}

// choose takes the option that begins with words in the list with a label.
func (w *walker) choose(label, words string) {
	w.Helper()
	got := w.eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll('label')].filter(l => l.checkVisibility()).find(l => l.innerText.trim() === %s);
		const s = document.getElementById(l.htmlFor); const o = [...s.options].find(o => o.text.startsWith(%s)); s.value = o.value; return o.text })()`, quoted(label), quoted(words)))
	if !strings.HasPrefix(got, words) {
		w.Fatalf("%s does not offer %s", label, words)
	}
}

func (w *walker) keys(keys string, modifiers ...chromedp.Modifier) {
	w.Helper()
	w.do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
	w.settle()
}

// see waits until the page says the words.
func (w *walker) see(words string) {
	w.Helper()
	w.until(words, fmt.Sprintf(`!!document.body && document.body.innerText.replace(/\s+/g, ' ').includes(%s)`, quoted(words)))
}

// gone waits until the page does not say the words any more.
func (w *walker) gone(words string) {
	w.Helper()
	w.until("not "+words, fmt.Sprintf(`!!document.body && !document.body.innerText.replace(/\s+/g, ' ').includes(%s)`, quoted(words)))
}

func (w *walker) until(what, condition string) {
	w.Helper()
	for range 80 {
		if w.eval(condition) == "true" {
			return
		}
		w.do(chromedp.Sleep(50 * time.Millisecond))
	}
	browsertest.Shot(w, w.tab, "failed-"+strings.ReplaceAll(w.Name(), "/", "-"))
	w.Fatalf("the page does not come to say %s; it says\n%s", what, w.eval(`document.body.innerText`))
}

// is checks a figure, waiting for it to come.
func (w *walker) is(category, column, want string) {
	w.Helper()
	w.until(category+" "+column+" "+want, fmt.Sprintf(figureCellJS, quoted(category), column,
		"e.innerText.replace('rolled over', '').trim() === "+quoted(want)))
}

// law checks that in every month the accounts' money is all in the budget, as
// the command line tells it from the same data.
func (w *walker) law() {
	w.Helper()
	var months []app.Month
	var accounts []app.Account
	var rows []app.Row
	w.world.command(w, &months, "months", w.id)
	w.world.command(w, &accounts, "accounts", w.id)
	w.world.command(w, &rows, "transactions", w.id)
	onBudget := map[string]bool{}
	for _, acc := range accounts {
		onBudget[acc.ID] = acc.OnBudget
	}
	moved := map[cal.Month]money.Milli{}
	for _, r := range rows {
		if onBudget[r.AccountID] {
			moved[r.Date.Month()] += r.Amount
		}
	}
	var inAccounts, uncategorised money.Milli
	for _, m := range months {
		inAccounts += moved[m.Month]
		uncategorised += m.Uncategorised
		if inBudget := m.ToBudget + m.Held + m.Balance + uncategorised; inAccounts != inBudget {
			w.Fatalf("%s: the accounts hold %s, the budget has %s", m.Month, inAccounts, inBudget)
		}
	}
	if len(months) == 0 || len(rows) == 0 {
		w.Fatal("the command line shows nothing")
	}
}
