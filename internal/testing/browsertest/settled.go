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

// observerJS runs in each document before the page's scripts. It defines the functions that wait for the page:
// holdoverSettled, holdoverUntil and holdoverSteady. It tracks the pending work of the page: requests, the reading of
// their responses, navigation, and timers of up to 300 ms. Timers of 5 s or more, such as that which hides a toast,
// never fire, so that no test depends on its own duration. Timers between the two fire, but do not count as pending.
//
// In a document without scripts it defines nothing. Chromium runs this script even there, but none of the functions
// that it would call later, so that no promise would end.
const observerJS = `(() => {
	if (window.top !== window || window.holdoverSettled) return;
	const probe = document.createElement('div');
	probe.innerHTML = '<noscript><b></b></noscript>';
	if (probe.querySelector('b')) return; // noscript has elements only if scripts are disabled
	let pendingPromises = 0, isLeaving = false;
	const track = (promise) => {
		pendingPromises++;
		const done = () => { pendingPromises-- };
		promise.then(done, done);
		return promise;
	};
	const {fetch, setTimeout, clearTimeout, requestAnimationFrame} = window;
	window.fetch = (...request) => track(fetch.apply(window, request));
	for (const method of ['text', 'json', 'blob', 'arrayBuffer', 'formData']) {
		const read = Response.prototype[method];
		Response.prototype[method] = function () { return track(read.call(this)) };
	}
	const pendingTimers = new Set(), longestPending = 300, shortestIgnored = 5000;
	window.setTimeout = (callback, delay, ...args) => {
		if (delay >= shortestIgnored) return -1;
		if (delay > longestPending) return setTimeout(callback, delay, ...args);
		const timer = setTimeout((...args) => { pendingTimers.delete(timer); callback(...args) }, delay, ...args);
		pendingTimers.add(timer);
		return timer;
	};
	window.clearTimeout = (timer) => { pendingTimers.delete(timer); clearTimeout(timer) };
	window.addEventListener('submit', (event) => {
		if (!event.defaultPrevented && !event.submitter?.formTarget && event.target.method !== 'dialog') isLeaving = true;
	});
	navigation.addEventListener('navigate', (event) => { if (!event.destination.sameDocument && event.downloadRequest === null) isLeaving = true });
	navigation.addEventListener('navigateerror', () => { isLeaving = false });
	window.addEventListener('pageshow', () => { isLeaving = false });
	const isIdle = () => document.readyState === 'complete' && pendingPromises === 0 && pendingTimers.size === 0 && !isLeaving;
	window.holdoverSettled = () => new Promise((resolve) => {
		let idleFrames = 0;
		const checkFrame = () => {
			idleFrames = isIdle() ? idleFrames + 1 : 0;
			if (idleFrames > 2) resolve(true); else requestAnimationFrame(checkFrame);
		};
		checkFrame();
	});
	window.holdoverUntil = (condition) => new Promise((resolve) => {
		const checkFrame = () => {
			let value;
			try { value = condition() } catch (error) { window.holdoverLastError = error }
			if (value) resolve(value); else requestAnimationFrame(checkFrame);
		};
		checkFrame();
	});
	window.holdoverSteady = (findPoint) => {
		let previous = null;
		return window.holdoverUntil(() => {
			const point = isIdle() ? findPoint() : null;
			const isSame = point && previous && point.every((coordinate, i) => coordinate === previous[i]);
			previous = point;
			return isSame ? point : null;
		});
	};
})()`

// Settled waits until a tab's page is idle for three frames: it is loaded, its requests are answered, its short timers
// have fired, and the result is rendered.
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

// Steady waits until a tab's page is idle and a JavaScript expression returns the same point of the window, [x, y], in
// two consecutive frames. On a page without scripts, which cannot move anything, the first point is enough.
func Steady(tab context.Context, expression string) ([]float64, error) {
	point, err := wait[[]float64](tab, "holdoverSteady(() => ("+expression+"))")
	if errors.Is(err, errNoScripts) {
		return untilWithoutScripts[[]float64](tab, expression)
	}
	return point, err
}

// errNoScripts means that observerJS defined no functions in the page, because scripts are disabled.
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
		case strings.Contains(err.Error(), "is not defined"): // the page has no function holdoverSettled, holdoverUntil or holdoverSteady
			return got, errNoScripts
		case !pageWasReplaced(err):
			return got, withPageError(tab, err)
		}
	}
}

// pageWasReplaced reports whether an error of Chromium means that another page replaced the one that ran a script.
func pageWasReplaced(err error) bool {
	for _, words := range []string{"navigated or closed", "context was destroyed", "Promise was collected", "Cannot find context", "Cannot find default execution context"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// withPageError adds the last exception of the expression that Until or Steady evaluated.
func withPageError(tab context.Context, err error) error {
	if exception, runErr := chromedp.Run(tab, chromedp.Evaluate[string]("String(window.holdoverLastError ?? '')")); runErr == nil && exception != "" {
		return fmt.Errorf("%w; the last exception of the page: %s", err, exception)
	}
	return err
}
