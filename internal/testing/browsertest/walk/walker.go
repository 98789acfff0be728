package walk

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/testkit"
)

// Shoot saves a picture of the page and checks accessibility.
func (w *Walker) Shoot(name string) {
	w.Helper()
	browsertest.Shot(w, w.Tab, "sign-"+name)
	Check(w.T, w.Tab, name)
}

// ShootColours saves pictures of the page in both colour schemes and checks accessibility.
func (w *Walker) ShootColours(name string) {
	w.Helper()
	for _, dark := range []bool{!w.look.Dark, w.look.Dark} {
		l := w.look
		l.Dark, l.Both = dark, false
		l.Apply(w.T, w.Tab)
		w.Settle()
		browsertest.Shot(w, w.Tab, name+map[bool]string{true: "-phone", false: ""}[l.Phone]+map[bool]string{true: "-dark", false: "-light"}[dark])
	}
	both := w.look
	both.Both = true
	both.Apply(w.T, w.Tab)
	w.Settle()
	Check(w.T, w.Tab, name)
	w.look.Apply(w.T, w.Tab)
}

// Walker uses a page like a user: by its visible text, with mouse, touch or keyboard. The conservation law must hold
// after every step.
type Walker struct {
	*testing.T
	Env  *Env
	Tab  context.Context
	ID   string // of the budget walked through
	look Look
}

// New opens a tab in an environment.
func New(t *testing.T, w *Env, l Look) *Walker {
	t.Helper()
	tab := browsertest.Tab(t, l.Width, l.Height)
	l.Apply(t, tab)
	return &Walker{T: t, Env: w, Tab: tab, look: l}
}

// Do runs actions of package chromedp. A failure saves a screenshot.
func (w *Walker) Do(actions ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	if err := chromedp.Do(w.Tab, actions...); err != nil {
		w.fail(err)
	}
}

// Open opens a path of the server.
func (w *Walker) Open(path string) {
	w.Helper()
	w.Do(chromedp.Navigate(w.Env.Server.URL + path))
	w.Settle()
}

// Settle waits until the page is idle.
func (w *Walker) Settle() {
	w.Helper()
	if err := browsertest.Settled(w.Tab); err != nil {
		w.fail("the page does not come to rest: ", err)
	}
}

// fail ends the walk with a picture and the text of the page.
func (w *Walker) fail(why ...any) {
	w.Helper()
	browsertest.KeepShot(w, w.Tab, "failed-"+strings.ReplaceAll(w.Name(), "/", "-"))
	w.Log(w.Eval(`document.body.innerText`))
	w.Fatal(why...)
}

// Eval returns the value of a JavaScript expression as text.
func (w *Walker) Eval(expression string) string {
	w.Helper()
	return testkit.Must(chromedp.Run(w.Tab, chromedp.Evaluate[string]("String("+expression+")")))(w)
}

// See waits until the page contains the words.
func (w *Walker) See(words string) {
	w.Helper()
	w.Until(words, "!!document.body && "+pageContains(words))
}

// pageContains returns JavaScript that reports whether the page contains the words, with any kind of space.
func pageContains(words string) string {
	return `document.body.innerText.replace(/\s+/g, ' ').replaceAll('\u2060', '').includes(` + Quoted(words) + `)`
}

// WaitGone waits until the page no longer contains the words.
func (w *Walker) WaitGone(words string) {
	w.Helper()
	w.Until("not "+words, "!!document.body && !"+pageContains(words))
}

// Until waits until a condition, an expression of JavaScript, is true.
func (w *Walker) Until(what, condition string) {
	w.Helper()
	if _, err := browsertest.Until[bool](w.Tab, "("+condition+") === true"); err != nil {
		w.fail("the page does not come to say ", what, ": ", err)
	}
}
