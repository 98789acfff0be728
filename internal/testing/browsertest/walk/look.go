package walk

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/testkit"
)

// Look is a window in which pages are checked. On a phone's, clicks are touches.
type Look struct {
	Name          string
	Width, Height int
	Dark, Phone   bool
	Both          bool // check the dark colours as well as the light ones
}

// The windows in which pages are checked.
var (
	WideLight  = Look{Name: "wide-light", Width: 1440, Height: 900}
	WideDark   = Look{Name: "wide-dark", Width: 1440, Height: 900, Dark: true}
	PhoneLight = Look{Name: "phone-light", Width: 390, Height: 844, Phone: true}
	PhoneDark  = Look{Name: "phone-dark", Width: 390, Height: 844, Phone: true, Dark: true}

	Looks = []Look{WideLight, WideDark, PhoneLight, PhoneDark}
)

// Sizes are the windows in which pages are checked in both colour schemes. Light and dark differ only in colours, so
// each walk runs once, and each checked state is checked in both.
var Sizes = []Look{
	{Name: "wide", Width: 1440, Height: 900, Both: true},
	{Name: "phone", Width: 390, Height: 844, Phone: true, Both: true},
}

// OnPhones runs a walk on a phone, in both colours.
func OnPhones(t *testing.T, walk func(t *testing.T, look Look)) {
	t.Helper()
	t.Parallel()
	RequireAssets(t)
	phone := Sizes[1]
	t.Run(phone.Name, func(t *testing.T) { walk(t, phone) })
}

// InOneColour returns the window in one colour scheme only, for pages that resemble others: light on a wide screen,
// dark on a phone.
func (l Look) InOneColour() Look {
	l.Both, l.Dark = false, l.Phone
	return l
}

// Apply applies the window's size and colour schemes to a tab.
func (l Look) Apply(t *testing.T, tab context.Context) {
	t.Helper()
	switch {
	case l.Both:
		browsertest.SetColourScheme(t, tab, browsertest.Light, browsertest.Dark)
	case l.Dark:
		browsertest.SetColourScheme(t, tab, browsertest.Dark)
	default:
		browsertest.SetColourScheme(t, tab, browsertest.Light)
	}
	if !l.Phone {
		return
	}
	phone := chromedp.EmulateViewport(int64(l.Width), int64(l.Height), chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch)
	testkit.NoError(t, chromedp.Do(tab, phone))
}

// Visit opens a page and waits until it has settled, which includes adjusting the number of months to the width.
func Visit(t *testing.T, tab context.Context, url string) {
	t.Helper()
	testkit.NoError(t, chromedp.Do(tab, chromedp.Navigate(url)))
	testkit.NoError(t, browsertest.Settled(tab))
}

// uncover scrolls to the end of a page whose buttons stay at the end of the window while the form above is longer. There they
// cover no link in part, which axe would report.
const uncover = `if (document.querySelector('main .rule-actions')) for (const box of [document.scrollingElement, document.getElementById('main')]) box?.scrollTo(0, box.scrollHeight); 0`

const overflowJS = `document.documentElement.scrollWidth - document.documentElement.clientWidth`

// Check checks the page in a tab: it is accessible, it is not wider than its window, and on a phone its controls are
// large enough to touch.
func Check(t *testing.T, tab context.Context, name string) {
	t.Helper()
	testkit.Must(chromedp.Run(tab, chromedp.Evaluate[any](uncover)))(t)
	t.Log("looking at ", name)
	browsertest.Accessible(t, tab)
	excess := testkit.Must(chromedp.Run(tab, chromedp.Evaluate[int](overflowJS)))(t)
	if excess > 0 {
		t.Errorf("%s is %d pixels wider than the window", name, excess)
	}
	small := testkit.Must(chromedp.Run(tab, chromedp.Evaluate[string](smallTargetsJS)))(t)
	if small != "" {
		t.Errorf("%s has what no finger can touch: %s", name, small)
	}
	if parted := SeparatedSigns(t, tab); parted != "" {
		t.Errorf("%s has lines that end between a minus sign and its amount: %s", name, parted)
	}
}

// CheckNarrowWidths checks a wide page in the widths of tablets and half screens, where the sidebar leaves little
// space: nothing is cut off, and names have enough space.
func (w *Walker) CheckNarrowWidths(name string) {
	w.Helper()
	for _, width := range []int64{768, 900, 1024} {
		w.Do(chromedp.EmulateViewport(width, 900))
		if cut := w.Eval(cutOffJS); cut != "" {
			w.Errorf("of %s in a window of %d pixels there is too little to see: %s", name, width, cut)
		}
	}
	w.Do(chromedp.EmulateViewport(1440, 900))
}

// cutOffJS returns column headings, figures and buttons that are cut off or outside the visible area, names without
// enough space, and parts of the line of months that overlap.
const cutOffJS = `(() => {
	const all = (what, wrong) => [...document.querySelectorAll('main ' + what)].filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.sr-only') && e.innerText.trim() && wrong(e)).slice(0, 3).map(e => what + ' ' + e.innerText.trim().slice(0, 40));
	const outside = e => {
		for (let box = e.parentElement; box; box = box.parentElement)
			if (getComputedStyle(box).overflowX !== 'visible' && e.getBoundingClientRect().right > box.getBoundingClientRect().right + 1) return true;
		return false;
	};
	return [...all('thead th', e => e.scrollWidth > e.clientWidth + 1), ...all(':is(tbody :is(.payee, .name), .coming-name)', e => e.clientWidth < 80), ...all(':is(.num, .button)', outside), ...all('.strip > *', e => e.nextElementSibling?.checkVisibility() && e.scrollWidth + e.getBoundingClientRect().left > e.nextElementSibling.getBoundingClientRect().left + 1),
		...document.documentElement.scrollWidth > innerWidth ? ['the page'] : []].join('; ');
})()`

// SeparatedSigns returns the texts of a page with a line break after a minus sign.
func SeparatedSigns(t *testing.T, tab context.Context) string {
	t.Helper()
	return testkit.Must(chromedp.Run(tab, chromedp.Evaluate[string](separatedSignsJS)))(t)
}

const separatedSignsJS = `(() => {
	const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), part = document.createRange(), found = [];
	const place = (text, at) => { part.setStart(text, at); part.setEnd(text, at + 1); return part.getBoundingClientRect(); };
	for (let text; (text = all.nextNode());) for (const sign of text.data.matchAll(/−\u2060?(?=[^\s\u2060])/g)) {
		const is = place(text, sign.index), next = place(text, sign.index + sign[0].length);
		if (is.height && next.height && next.top > is.top + is.height / 2) found.push(text.data.trim());
	}
	return found.join('\n');
})()`

// touchTargetsJS is JavaScript that returns the touch target of an element, and its height. The target of a checkbox
// includes its label, and elements that appear smaller have an area around them.
const touchTargetsJS = `const place = e => e.type === 'checkbox' || e.type === 'radio' ? e.closest('label') ?? e : e;
	const high = e => Math.max(place(e).getBoundingClientRect().height, ...['::before', '::after'].map(p => getComputedStyle(e, p)).filter(s => s.content !== 'none' && s.position === 'absolute').map(s => parseFloat(s.height) || 0));
	const touch = ':is(a, button, summary, input:not([type=hidden]), select, textarea):not(.sr-only, .sr-only *, .skip)';
	const seen = e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 2 && getComputedStyle(e).clipPath === 'none';`

// smallTargetsJS names the targets of a phone's page that are too small for a finger, one of each kind. A target is at
// least 24 pixels wide and high, and 44 high with the area around it. A link within a sentence is as high as its line.
// The two figures of a category share a row, and a transaction is touched as a whole: their targets may be 24 high.
// Columns of a chart are as wide as there is space: the table below has the same links.
const smallTargetsJS = `matchMedia('(pointer: coarse)').matches ? (() => { ` + touchTargetsJS + `
	const within = e => getComputedStyle(e).display === 'inline' && e.closest('p, li, dt, td, h2, h3')?.innerText.trim() !== e.innerText.trim();
	const least = e => e.closest('.sheet td:is(.budgeted, .activity), .tx, .summary dl') ? 23.9 : 43.9;
	const boxed = e => { const b = place(e).getBoundingClientRect(); return b.width > 23.9 && b.height > 23.9; };
	const small = [...document.querySelectorAll(touch)].filter(e => !e.closest('svg') && seen(e) && (high(e) < least(e) || !boxed(e)) && !within(e) && !e.closest('.tx .pick'));
	return [...new Map(small.map(e => [e.parentElement.className + e.className, [place(e).getBoundingClientRect().width, place(e).getBoundingClientRect().height, high(e)].map(n => n.toFixed(1)).join(' × ') + ' ' + e.outerHTML.slice(0, 200)])).values()].join('\n') })() : ''`

// SmallTargets names the targets of the page that are too small for a finger.
func (w *Walker) SmallTargets() string {
	w.Helper()
	return w.Eval(smallTargetsJS)
}

// CheckTouchTargets fails the test if a control within a selector is too small to touch or covered by another element.
func (w *Walker) CheckTouchTargets(within string) {
	w.Helper()
	problem := w.Eval(`(() => { ` + touchTargetsJS + `
		const lies = (e, block) => {
			place(e).scrollIntoView({block});
			const b = place(e).getBoundingClientRect(), at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
			return place(e).contains(at) || at?.contains(place(e)) ? null : at;
		};
		const all = [...document.querySelectorAll(` + Quoted(within) + ` + ' ' + touch)].filter(seen);
		return all.length === 0 ? 'nothing to touch' : all.map(e => {
			const over = lies(e, 'center') && lies(e, 'start') && lies(e, 'end');
			return high(e) < 43.9 ? 'small: ' + e.outerHTML : over ? 'under ' + over.outerHTML + ': ' + e.outerHTML : '' }).filter(t => t).join('\n') })()`)
	if problem != "" {
		w.Errorf("no finger can touch in %s: %s", within, problem)
	}
}
