package walk

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
)

// finderJS finds the smallest visible and enabled element with the words, in an open menu first.
const finderJS = `((words, row) => {
	if (!document.body) return null; // between two pages
	const seen = e => e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length > 0;
	const says = e => (e.getAttribute('aria-label') || e.innerText || e.value || '').replace(/\s+/g, ' ').replaceAll('\u2060', '').trim();
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

// Quoted returns a value as a JavaScript expression.
func Quoted(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Click clicks the element with the words.
func (w *Walker) Click(words string) { w.Helper(); w.ClickIn("", words) }

// ClickIn clicks the element with the words in a table row with a name.
func (w *Walker) ClickIn(row, words string) {
	w.Helper()
	w.ClickAt(fmt.Sprintf(finderJS, Quoted(words), Quoted(row)), words)
	w.Settle()
}

// ClickAt clicks, or touches, the point that a JavaScript expression returns, once it is stable.
func (w *Walker) ClickAt(expression, what string) {
	w.Helper()
	if w.look.Phone {
		w.Tap(expression, what)
		return
	}
	at := w.Find(expression, what)
	w.Do(chromedp.MouseClickXY(at[0], at[1]))
}

// Tap touches the point that a JavaScript expression returns, once it is stable.
func (w *Walker) Tap(expression, what string) {
	w.Helper()
	at := w.Find(expression, what)
	w.Do(chromedp.TapXY(at[0], at[1]))
}

// Find waits until a JavaScript expression returns the same point of the window, [x, y], twice.
func (w *Walker) Find(expression, what string) []float64 {
	w.Helper()
	at, err := browsertest.Steady(w.Tab, expression)
	if err != nil {
		w.fail("nothing on the page says ", what, ": ", err)
	}
	return at
}

// CentreOf returns JavaScript that scrolls an element to the middle of the window and returns the point in its middle, or
// null if there is no such element. element is a JavaScript expression.
func CentreOf(element string) string {
	return `(e => { if (!e) return null; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2] })(` + element + `)`
}

// Fill replaces the text of the field with a label.
func (w *Walker) Fill(label, text string) {
	w.Helper()
	w.Click(label)
	w.Eval(`document.activeElement.select && document.activeElement.select()`)
	w.Do(chromedp.KeyEvent(text))
}

// Choose selects the option that begins with words in the list with a label.
func (w *Walker) Choose(label, words string) {
	w.Helper()
	got := w.Eval(fmt.Sprintf(`(() => { const l = [...document.querySelectorAll('label')].filter(l => l.checkVisibility()).find(l => l.innerText.trim() === %s);
		const s = document.getElementById(l.htmlFor); const o = [...s.options].find(o => o.text.startsWith(%s)); s.value = o.value; s.dispatchEvent(new Event('change', {bubbles: true})); return o.text })()`, Quoted(label), Quoted(words)))
	if !strings.HasPrefix(got, words) {
		w.Fatalf("%s does not offer %s", label, words)
	}
}
