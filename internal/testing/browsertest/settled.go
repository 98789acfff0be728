package browsertest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// pageTimeout is the time limit for a page to reach the expected state. It ends a failing test; a passing one waits
// only for the page.
const pageTimeout = 60 * time.Second

// observerJS runs in each document before the page's scripts. It counts pending work: requests and the reading of their
// responses, short timers, and navigation. Timers of seconds, such as that which hides a toast, never fire: a test
// must not depend on how long it takes.
const observerJS = `(() => {
	if (window.top !== window || window.holdoverSettled) return;
	const probe = document.createElement('div');
	probe.innerHTML = '<noscript><b></b></noscript>';
	if (probe.querySelector('b')) return; // scripts are switched off: nothing here would ever be called
	let underway = 0, leaving = false;
	const during = (promise) => { underway++; const over = () => { underway-- }; promise.then(over, over); return promise };
	const {fetch, setTimeout, clearTimeout, requestAnimationFrame} = window;
	window.fetch = (...request) => during(fetch.apply(window, request));
	for (const how of ['text', 'json', 'blob', 'arrayBuffer', 'formData']) {
		const read = Response.prototype[how];
		Response.prototype[how] = function () { return during(read.call(this)) };
	}
	const timers = new Set(), soon = 300, never = 5000;
	window.setTimeout = (what, after, ...given) => {
		if (after >= never) return -1;
		if (after > soon) return setTimeout(what, after, ...given);
		const timer = setTimeout((...given) => { timers.delete(timer); what(...given) }, after, ...given);
		timers.add(timer);
		return timer;
	};
	window.clearTimeout = (timer) => { timers.delete(timer); clearTimeout(timer) };
	window.addEventListener('submit', (event) => {
		if (!event.defaultPrevented && !event.submitter?.formTarget && event.target.method !== 'dialog') leaving = true;
	});
	navigation.addEventListener('navigate', (event) => { if (!event.destination.sameDocument && event.downloadRequest === null) leaving = true });
	navigation.addEventListener('navigateerror', () => { leaving = false });
	window.addEventListener('pageshow', () => { leaving = false });
	const calm = () => document.readyState === 'complete' && underway === 0 && timers.size === 0 && !leaving;
	window.holdoverSettled = () => new Promise((resolve) => {
		let frames = 0;
		const look = () => { frames = calm() ? frames + 1 : 0; if (frames > 2) resolve(true); else requestAnimationFrame(look) };
		look();
	});
	window.holdoverUntil = (what) => new Promise((resolve) => {
		const look = () => {
			let now;
			try { now = what() } catch (trouble) { window.holdoverTrouble = trouble }
			if (now) resolve(now); else requestAnimationFrame(look);
		};
		look();
	});
	window.holdoverSteady = (at) => window.holdoverUntil(((before) => () => {
		const now = calm() ? at() : null;
		const same = now && before && now.every((n, i) => n === before[i]);
		before = now;
		return same ? now : null;
	})(null));
})()`

// Settled waits until a tab's page is idle: it is loaded, its requests are answered, its timers have ended, and the
// result is rendered.
func Settled(tab context.Context) error {
	_, err := wait[bool](tab, "holdoverSettled()")
	if errors.Is(err, errNoScripts) {
		return settledWithoutScripts(tab)
	}
	return err
}

// Until waits until a JavaScript expression is truthy on the tab's page or on a page that follows it, and returns its
// value. Until then the expression may also throw.
func Until[T any](tab context.Context, expression string) (T, error) {
	got, err := wait[T](tab, "holdoverUntil(() => ("+expression+"))")
	if errors.Is(err, errNoScripts) {
		return untilWithoutScripts[T](tab, expression)
	}
	return got, err
}

// Steady waits until a tab's page is idle and a JavaScript expression returns a point of the window, [x, y], and both
// are still so when the next frame is rendered.
func Steady(tab context.Context, expression string) ([]float64, error) {
	at, err := wait[[]float64](tab, "holdoverSteady(() => ("+expression+"))")
	if errors.Is(err, errNoScripts) {
		return untilWithoutScripts[[]float64](tab, expression)
	}
	return at, err
}

var errNoScripts = errors.New("the page runs no scripts")

// wait waits for a promise, which is created again if another page replaces the one that created it.
func wait[T any](tab context.Context, promise string) (T, error) {
	ctx, cancel := context.WithTimeout(tab, pageTimeout)
	defer cancel()
	for {
		got, err := chromedp.Run(ctx, chromedp.Evaluate[T](promise, chromedp.EvalAwaitPromise))
		switch {
		case err == nil:
			return got, nil
		case strings.Contains(err.Error(), "is not defined"):
			return got, errNoScripts
		case !pageWasReplaced(err):
			return got, withPageError(tab, err)
		}
	}
}

// pageWasReplaced reports whether a page could not answer because another took its place.
func pageWasReplaced(err error) bool {
	for _, words := range []string{"navigated or closed", "context was destroyed", "Promise was collected", "Cannot find context", "Cannot find default execution context"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// withPageError adds the last exception of an expression.
func withPageError(tab context.Context, err error) error {
	if trouble, lost := chromedp.Run(tab, chromedp.Evaluate[string]("String(window.holdoverTrouble ?? '')")); lost == nil && trouble != "" {
		return fmt.Errorf("%w; last: %s", err, trouble)
	}
	return err
}
