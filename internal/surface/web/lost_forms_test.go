package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// textForm is a form with a field for text, and an address where it is shown.
type textForm struct {
	page, action string
	texts        []string // the names of its fields for text
}

func (f textForm) String() string {
	return fmt.Sprintf("%s %s of %s", anyID.ReplaceAllString(f.action, "ID"), strings.Join(f.texts, " "), anyID.ReplaceAllString(f.page, "ID"))
}

var (
	linkTag   = regexp.MustCompile(`<a\b[^>]*\bhref="([^"]*)"`)
	textTag   = regexp.MustCompile(`<(input|textarea)\b[^>]*>`)
	bareTag   = regexp.MustCompile(`\s(hidden|readonly)\b`)
	valueText = regexp.MustCompile(`=[^&]*`)
)

// textsOf returns the names of the fields of a form into which a user types text.
func textsOf(form string) (names []string) {
	for _, m := range textTag.FindAllStringSubmatch(form, -1) {
		at := attributesOf(m[0])
		switch at["type"] {
		case "", "text", "search", "number", "month", "date", "email", "url", "tel":
		default:
			continue
		}
		if at["name"] != "" && at["autocomplete"] != "one-time-code" && !bareTag.MatchString(m[0]) && !slices.Contains(names, at["name"]) {
			names = append(names, at["name"])
		}
	}
	return names
}

// crawl follows all links and menus from some pages, one of each kind, and calls visit with each page.
func crawl(t *testing.T, p *walk.Person, pages []string, visit func(at, page string)) {
	t.Helper()
	known, ofPath := map[string]bool{}, map[string]int{}
	kindOf := func(at string) (path, kind string) {
		path, query, _ := strings.Cut(anyID.ReplaceAllString(at, "ID"), "?")
		return path, path + "?" + valueText.ReplaceAllString(query, "")
	}
	for len(pages) > 0 {
		at := pages[0]
		pages = pages[1:]
		path, kind := kindOf(at)
		if known[kind] || ofPath[path] > 3 && !strings.HasSuffix(path, "/menu") {
			continue
		}
		known[kind] = true
		ofPath[path]++
		if strings.Contains(at, "/download") || strings.HasSuffix(at, "/original") || strings.HasSuffix(at, "/document") || strings.HasSuffix(at, "/csv") {
			continue
		}
		status, _, page := p.Get(at)
		if status != http.StatusOK || !strings.Contains(page, "</main>") {
			continue
		}
		visit(at, page)
		for _, m := range linkTag.FindAllStringSubmatch(page, -1) {
			if to, err := url.Parse(html.UnescapeString(m[1])); err == nil && to.Host == "" && strings.HasPrefix(to.Path, "/") && !strings.Contains(to.RawQuery, "done=") {
				pages = append(pages, to.RequestURI())
			}
		}
		for _, f := range formsOn(page) {
			if f.method == http.MethodGet && !f.fields.Has("search") && !f.fields.Has("q") {
				f.fields.Del("back")
				pages = append(pages, f.action+"?"+f.fields.Encode())
			}
		}
	}
	t.Logf("%d kinds of pages", len(known))
}

// textForms returns a form of each kind that has a field for text.
func textForms(t *testing.T, p *walk.Person, pages []string) (all []textForm) {
	t.Helper()
	known := map[string]bool{}
	crawl(t, p, pages, func(at, page string) {
		for _, m := range formTag.FindAllStringSubmatch(page, -1) {
			f := textForm{at, attributesOf(m[1])["action"], textsOf(m[2])}
			kind := anyID.ReplaceAllString(f.action, "ID") + " " + anyID.ReplaceAllString(strings.Join(f.texts, " "), "ID")
			if len(f.texts) == 0 || known[kind] {
				continue
			}
			known[kind] = true
			all = append(all, f)
		}
	})
	return all
}

// lostFormsJS defines, in a page, what types into a form, reads and submits it.
const lostFormsJS = `window.lostForms ??= {
	texts: (form) => [...form.elements].filter(e => (e.matches('textarea') || e.matches('input') && ['text', 'search', 'number', 'month', 'date', 'email', 'url', 'tel'].includes(e.type)) && e.autocomplete !== 'one-time-code' && !e.readOnly && !e.hidden && e.name),
	find(action, names) {
		const form = [...document.forms].find(f => f.getAttribute('action') === action && names.every(name => [...f.elements].some(e => e.name === name && e.type !== 'hidden')));
		if (!form) return undefined;
		for (let at = form; at; at = at.parentElement) {
			if (at.matches('details')) at.open = true;
			if (at.matches('[popover]') && !at.matches(':popover-open')) at.showPopover();
		}
		return form;
	},
	seen: (form) => lostForms.texts(form).filter(e => e.checkVisibility({visibilityProperty: true})),
	values: (form) => JSON.stringify(lostForms.seen(form).map(e => e.value)),
	text(field, n) {
		if (field.type === 'month') return n % 2 ? '2026-08' : '2026-09';
		if (field.type === 'number') return String(n + 1);
		if (field.dataset.date) return field.dataset.date.replace('DD', '0' + (n % 9 + 1)).replace('MM', '10').replace('YYYY', '2026');
		if (field.inputMode === 'decimal') return n + '.50';
		if (field.inputMode === 'numeric') return String(n % 90 + 1);
		if (field.inputMode === 'url') return 'https://h' + n + '.example';
		return ('Typed ' + n).slice(0, field.maxLength > 0 ? field.maxLength : 50);
	},
	type(form, n) {
		for (const field of lostForms.seen(form)) {
			field.focus();
			if (field.type === 'month') {
				field.value = lostForms.text(field, n);
				field.dispatchEvent(new Event('input', {bubbles: true}));
				field.dispatchEvent(new Event('change', {bubbles: true}));
			} else {
				field.select();
				document.execCommand('insertText', false, lostForms.text(field, n));
			}
		}
		document.activeElement.blur();
		return lostForms.values(form);
	},
	submit(form) {
		for (const e of form.elements) {
			if (e.type === 'password') e.value = 'some other plain words';
			if (e.type === 'checkbox' && e.required) e.checked = true;
			if (e.type === 'file' && !e.files.length) {
				const chosen = new DataTransfer();
				chosen.items.add(new File(['chosen'], 'chosen.csv'));
				e.files = chosen.files;
			}
			if (e.matches('select') && e.required && !e.value) e.value = [...e.options].find(o => o.value)?.value ?? '';
		}
		const buttons = [...form.elements].filter(e => e.type === 'submit');
		form.requestSubmit(buttons.find(e => e.matches('.primary, .dangerous')) ?? buttons[0]);
		return 'sent';
	},
};`

// lossWalk types into forms and lets everything happen that can lose their text.
type lossWalk struct {
	*formWalk
	form  textForm
	typed []string // the values of its visible fields
	shown bool     // the page still shows what was typed last
}

// on evaluates JavaScript about the form, which is "form".
func (l *lossWalk) on(expression string) string {
	l.Helper()
	return l.Eval(fmt.Sprintf(`(() => {%s; const form = lostForms.find(%s, %s); if (!form) return 'no form'; return %s})()`, lostFormsJS, walk.Quoted(l.form.action), walk.Quoted(l.form.texts), expression))
}

func (l *lossWalk) open() {
	l.Helper()
	l.Open(l.form.page)
}

// fill opens the form and types into it, unless it is shown with what was typed. The messages of earlier failures are removed.
func (l *lossWalk) fill() {
	l.Helper()
	if l.shown {
		l.Settle()
		l.Eval(`document.querySelectorAll('.fault, .toast').forEach(e => e.remove())`)
		l.Eval(`document.querySelectorAll('.progress p').forEach(e => e.textContent = '')`)
		return
	}
	l.open()
	l.n++
	got := l.on(fmt.Sprintf(`lostForms.type(form, %d)`, l.n))
	if err := json.Unmarshal([]byte(got), &l.typed); err != nil {
		l.Fatalf("%s: type into the form: %s", l.form, got)
	}
	l.Settle()
}

// kept reports whether the typed text is in the form or in the address.
func (l *lossWalk) kept(when string) {
	l.Helper()
	got := l.on(`JSON.stringify(lostForms.texts(form).map(e => e.value))`)
	var values []string
	_ = json.Unmarshal([]byte(got), &values)
	for _, query := range testkit.Must(url.Parse(l.Eval(`location.href`)))(l).Query() {
		values = append(values, query...)
	}
	if lost := slices.DeleteFunc(slices.Clone(l.typed), func(v string) bool { return slices.Contains(values, v) }); len(lost) > 0 {
		l.Errorf("%s: %s loses %q; the form has %s", l.form, when, lost, got)
	}
}

// unsent waits until the page has told that the form was not sent, or has been left. It reports which.
func (l *lossWalk) unsent(from string) (left bool) {
	l.Helper()
	return l.Waits(`location.href !== `+walk.Quoted(from)+` && 'left' || /does not respond|connection was lost/.test(document.body.innerText) && 'told'`) == "left"
}

// Waits waits for a JavaScript expression that is not empty.
func (l *lossWalk) Waits(expression string) string {
	l.Helper()
	got, err := browsertest.Until[string](l.Tab, expression)
	if err != nil {
		l.Errorf("%s: %v; %s", l.form, err, l.Eval(`document.body.innerText`))
	}
	return got
}

// cut types, submits without a connection, and connects again.
func (l *lossWalk) cut(when string, disconnect, connect func()) {
	l.Helper()
	l.fill()
	from := l.Eval(`location.href`)
	disconnect()
	l.on(`lostForms.submit(form)`)
	left := l.unsent(from)
	connect()
	if left {
		l.Do(chromedp.Reload())
		l.Settle()
	}
	l.kept(when)
	if l.shown = !left; left {
		return
	}
	if l.Eval(`!!document.querySelector('.fault [data-again-send]')`) == "true" {
		l.Eval(`(button => { button.click(); button.closest('.fault').hidden = true })(document.querySelector('.fault [data-again-send]'))`)
	} else {
		l.fill()
		l.on(`lostForms.submit(form)`)
	}
	l.received(when)
	l.unsent(from)
}

// received waits until the server has received the typed text in one request.
func (l *lossWalk) received(when string) {
	l.Helper()
	for {
		select {
		case values := <-l.posts:
			if !slices.ContainsFunc(l.typed, func(v string) bool { return !slices.Contains(values, strings.TrimSpace(v)) }) {
				return
			}
		case <-l.Context().Done():
			l.Fatal(l.form, when, "nothing was sent")
		}
	}
}

// valuesOf returns the values of a request's form.
func valuesOf(r *http.Request) (all []string) {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		text, _ := io.ReadAll(r.Body)
		form, _ := url.ParseQuery(string(text))
		for _, values := range form {
			all = append(all, values...)
		}
		return all
	}
	for parts := multipart.NewReader(r.Body, params["boundary"]); ; {
		part, err := parts.NextPart()
		if err != nil {
			return all
		}
		text, _ := io.ReadAll(part)
		all = append(all, string(text))
	}
}

// storeNothing turns work without a connection off, as the switch in the settings does: otherwise many forms would wait on the
// device, which other tests cover.
func (f *formWalk) storeNothing() {
	f.Helper()
	f.Eval(`void (async () => {
		while (!(await indexedDB.databases()).some(d => d.name === 'holdover')) await new Promise(done => setTimeout(done, 20));
		const opening = indexedDB.open('holdover');
		opening.onsuccess = () => {
			const writing = opening.result.transaction('device', 'readwrite');
			writing.objectStore('device').put(false, 'enabled');
			writing.oncomplete = async () => {
				opening.result.close();
				await (await navigator.serviceWorker.getRegistration())?.unregister();
				window.storesNothing = true;
			};
		};
	})()`)
	f.Until("the switch", `window.storesNothing`)
}

// TestNoFormLosesItsText finds each form with a field for text on the pages of a budget and of the settings. A cut connection, a
// server that is restarted, a session that ends and a closed tab lose none of the typed text.
func TestNoFormLosesItsText(t *testing.T) {
	f := newFormWalk(t)
	f.posts = make(chan []string, 1000)
	f.storeNothing()
	p := f.Env.SignedIn(t, "Anna", walk.AnnasPassword)
	p.Post("/settings/near", "near", "1")
	row := f.Env.RowsOf(t, f.ID, "")[0]
	pages := append(pagesOf(t, f.Env, f.ID), "/budgets/"+f.ID+"/rows/"+row, "/budgets/"+f.ID+"/rules/new")
	forms := textForms(t, p, pages)
	anna := app.Actor{User: 1, Name: "Anna", Scope: "full"}
	if len(forms) < 30 {
		t.Errorf("only %d forms with text were found", len(forms))
	}
	for _, form := range forms {
		t.Log(form)
		l := &lossWalk{formWalk: f, form: form}
		f.refuses.Store(true)
		l.cut("a cut connection", func() { browsertest.SetOffline(t, f.Tab, true) }, func() { browsertest.SetOffline(t, f.Tab, false) })
		l.cut("a restart of the server", f.Env.Stop, func() { f.Env.Restart(t) })
		l.fill()
		from := l.Eval(`location.href`)
		f.refuses.Store(false)
		testkit.NoError(t, endAll(t, f.Env.App, anna))
		l.on(`lostForms.submit(form)`)
		if l.Waits(`location.href !== `+walk.Quoted(from)+` && 'left' || document.querySelector('dialog.signed-out') && 'told'`) == "left" {
			f.Settle()
			f.Fill("Name", "Anna")
			f.Fill("Password", walk.AnnasPassword)
			f.Keys(kb.Enter)
			f.Until("the page", `location.pathname !== '/sign-in'`)
			f.Settle()
			l.kept("an ended session")
			l.shown = false
		} else {
			l.kept("an ended session")
			f.refusesNext.Store(true)
			f.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
			f.WaitGone("You are signed out")
			l.received("an ended session")
			l.unsent(from)
			l.kept("a lost response after an ended session")
		}
		f.refuses.Store(false)
		l.fill()
		if l.on(`!!form.closest('[role="search"]') || lostForms.seen(form).every(e => e.type === 'month')`) == "true" {
			continue // a search is no entry
		}
		f.Do(chromedp.Navigate("about:blank"))
		l.open()
		l.on(`1`)
		l.kept("a closed tab")
		if secret := f.Eval(`JSON.stringify(localStorage)`); strings.Contains(secret, "plain words") {
			t.Errorf("%s: the browser keeps a password: %s", form, secret)
		}
		f.Eval(`localStorage.clear()`)
	}
}

// TestEveryFormWithTextHasADraft reads the templates, as some forms are shown only after an upload. A search has no draft, as its
// words are an address and no entry; neither have the months of a report, the simulation of a loan, a name at sign-in, which others could read, and a recovery code.
func TestEveryFormWithTextHasADraft(t *testing.T) {
	t.Parallel()
	none := regexp.MustCompile(`role="search"|class="months-form"|class="loan-form"|action="/sign-in(/code)?"`)
	count := 0
	files := append(testkit.Must(filepath.Glob("../*/*/templates/*.html"))(t), testkit.Must(filepath.Glob("../oauth/templates/*.html"))(t)...)
	for _, file := range files {
		for _, m := range formTag.FindAllStringSubmatch(string(testkit.Must(os.ReadFile(file))(t)), -1) {
			texts := len(textsOf(m[2])) > 0 || regexp.MustCompile(`{{template "(menufield|day)"`).MatchString(m[2])
			if !texts || none.MatchString(m[1]) {
				continue
			}
			if count++; !strings.Contains(m[1], "data-draft=") {
				t.Errorf("%s: the form%s has no draft", file, m[1])
			}
		}
	}
	if count < 15 {
		t.Errorf("only %d forms with text were found", count)
	}
}
