package walk

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/testing/testkit"
)

// TabToWords presses Tab until the element with the words has the focus.
func (w *Walker) TabToWords(words string) {
	w.Helper()
	w.TabTo(`(e.ariaLabel || e.innerText || '').replace(/\s+/g, ' ').trim() === ` + Quoted(words))
}

// TabTo presses Tab until element e has the focus.
func (w *Walker) TabTo(e string, modifiers ...chromedp.Modifier) {
	w.Helper()
	for range 120 {
		w.Do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(modifiers...)))
		if w.Eval(`(e => !!e && !!(`+e+`))(document.activeElement)`) == "true" {
			return
		}
	}
	w.Fatalf("Tab does not come to what is %s", e)
}

// Press presses a key as a keyboard does: a key handled by the page is not typed.
func (w *Walker) Press(key string, modifiers ...chromedp.Modifier) {
	w.Helper()
	for _, e := range kb.Encode([]rune(key)[0]) {
		if e.Type == input.DispatchKeyEventTypeChar {
			continue
		}
		if e.Type != input.DispatchKeyEventTypeKeyUp {
			e.Text = key
		}
		for _, m := range modifiers {
			e.Modifiers |= int64(m)
		}
		w.key(*e)
	}
	w.Settle()
}

// Key sends one part of a key press, down, char or up, and waits for its effects.
func (w *Walker) Key(e input.DispatchKeyEventParams) {
	w.Helper()
	w.key(e)
	w.Settle()
}

func (w *Walker) key(e input.DispatchKeyEventParams) {
	w.Helper()
	testkit.Must(chromedp.Call(w.Tab, input.DispatchKeyEvent, e))(w)
}

// Keys types, into whatever has the focus.
func (w *Walker) Keys(keys string, modifiers ...chromedp.Modifier) {
	w.Helper()
	w.Do(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
	w.Settle()
}
