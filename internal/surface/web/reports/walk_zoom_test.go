package reports_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// addressHasMonths returns a condition: the address contains these months.
func addressHasMonths(from, to string) string {
	return fmt.Sprintf(`new URL(location).searchParams.get('from') === '%s' && new URL(location).searchParams.get('to') === '%s'`, from, to)
}

// TestWalkZoomByDragging drags over months of charts, forwards and backwards, and goes back, also from two levels.
func TestWalkZoomByDragging(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	w := walk.New(t, world, walk.WideLight)
	w.ID = id
	drag := func(from, to int) {
		t.Helper()
		place := func(n int) []float64 {
			return w.Find(fmt.Sprintf(`(b => [b.left + b.width / 2, b.top + 40])(document.querySelectorAll('[data-chart] .place')[%d].getBoundingClientRect())`, n), "a place")
		}
		a, b := place(from), place(to)
		button := chromedp.Button("left")
		w.Do(chromedp.MouseEvent("mouseMoved", a[0], a[1]), chromedp.MouseEvent("mousePressed", a[0], a[1], button, chromedp.ClickCount(1)), chromedp.MouseEvent("mouseMoved", b[0], b[1], button))
		w.Until("the months chosen", `document.querySelectorAll('.spot.chosen').length === `+fmt.Sprint(max(from, to)-min(from, to)+1))
		w.Until("the box that says them", `document.querySelector('#chart-box').innerText.includes('release to zoom in')`)
		w.Do(chromedp.MouseEvent("mouseReleased", b[0], b[1], button, chromedp.ClickCount(1)))
	}
	for _, report := range []string{"spending", "income", "net-worth", "age-of-money"} {
		w.Open("/budgets/" + id + "/reports/" + report + months)
		drag(1, 4)
		w.Until("February to May", addressHasMonths("2026-02", "2026-05"))
		w.See("Back to Jan 2026 – Jun 2026")
		walk.Check(t, w.Tab, "a closer look at "+report)
		if report == "age-of-money" {
			continue
		}
		drag(3, 2)
		w.Until("April and May", addressHasMonths("2026-04", "2026-05"))
		w.Click("Back to Feb 2026 – May 2026")
		w.Until("February to May again", addressHasMonths("2026-02", "2026-05"))
		w.Click("Back to Jan 2026 – Jun 2026")
		w.Until("all of them", addressHasMonths("2026-01", "2026-06"))
		w.WaitGone("Back to")
	}
	// Narrowing from the period "twelve months" goes back to that period, not to fixed months.
	w.Open("/budgets/" + id + "/reports/spending")
	drag(2, 3)
	w.Click("Back to 12 months")
	w.Until("twelve months", `!location.search`)
}

// TestWalkZoomByKeyboard reads a chart, selects months and goes back by keyboard.
func TestWalkZoomByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	w := walk.New(t, world, walk.WideLight)
	w.ID = id
	for _, report := range []string{"net-worth", "spending"} {
		w.Open("/budgets/" + id + "/reports/" + report + months)
		w.TabTo(`e.closest('.spot')`)
		w.Until("the newest month", `document.querySelector('#chart-box').innerText.includes('June 2026')`)
		w.Keys(kb.Home)
		w.Until("the oldest", `document.activeElement.getAttribute('aria-label').startsWith('January 2026')`)
		w.Keys(kb.ArrowRight)
		w.Press(kb.ArrowRight, chromedp.ModifierShift)
		w.Press(kb.ArrowRight, chromedp.ModifierShift)
		w.Until("what is chosen, said", `document.querySelector('#chart-said').textContent === 'February 2026 to April 2026: press Enter to zoom in'`)
		w.Keys(kb.Escape)
		w.Until("nothing chosen", `document.querySelectorAll('.spot.chosen').length === 0`)
		w.Press(kb.ArrowLeft, chromedp.ModifierShift)
		w.Until("March and April", `document.querySelector('#chart-said').textContent.startsWith('March 2026 to April 2026')`)
		w.Keys(kb.Enter)
		w.Until("them alone", addressHasMonths("2026-03", "2026-04"))
		w.TabToWords("Back to Jan 2026 – Jun 2026")
		w.Keys(kb.Enter)
		w.Until("all of them", addressHasMonths("2026-01", "2026-06"))
	}
	// Future days have no links. They can be read nevertheless, with one tab stop.
	w.Open("/budgets/" + id + "/reports/coming?days=30")
	w.TabTo(`e.closest('.spot')`)
	w.Keys(kb.ArrowLeft)
	w.Until("the day before the last", `document.activeElement === [...document.querySelectorAll('.spot')].at(-2) && document.activeElement.getAttribute('role') === 'img'`)
	w.Do(chromedp.KeyEvent(kb.Tab))
	w.Until("beyond the picture", `!document.activeElement.closest('.spot')`)
	walk.Check(t, w.Tab, "what is coming, read by keys")
}

// TestWalkTheFirstTouchShowsFigures touches a month: the first touch shows its figures, and another one follows its
// link.
func TestWalkTheFirstTouchShowsFigures(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.PhoneLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/reports/spending" + months)
	touch := func(month int) string {
		return w.Eval(fmt.Sprintf(`(s => { const e = new PointerEvent('click', {pointerType: 'touch', bubbles: true, cancelable: true});
			s.addEventListener('click', e => { s.dataset.followed = !e.defaultPrevented; e.preventDefault(); }, {once: true}); s.querySelector('.place').dispatchEvent(e);
			return s.dataset.followed + ' ' + document.querySelector('#chart-box').innerText.split('\n')[0] })(document.querySelectorAll('[data-chart] .spot')[%d])`, month))
	}
	for _, step := range []struct {
		month int
		want  string
	}{{1, "false February 2026"}, {3, "false April 2026"}, {3, "true April 2026"}} {
		if got := touch(step.month); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
}

// TestZoomWithoutScripts narrows, widens and goes back without scripts; invalid periods in an address are ignored.
func TestZoomWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	at := func(want string) {
		t.Helper()
		u, err := url.Parse(b.At)
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		if got := q.Get("from") + ".." + q.Get("to") + " out of " + strings.Join(q["out"], ", "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	b.Open("/budgets/" + id + "/reports/spending?from=2025-01&to=2025-06")
	b.Follow("More months")
	at("2024-10..2025-09 out of ")
	b.Follow("Earlier")
	at("2023-10..2024-09 out of ")
	b.Follow("Later")
	b.Sees(`href="/budgets/` + id + `/reports/spending?from=2024-12&out=2024-10..2025-09&to=2024-12"`) // the link of a month in the chart
	b.Open("/budgets/" + id + "/reports/spending?from=2024-12&out=2024-10..2025-09&to=2024-12&out=yesterday&out=0001-01..9999-12")
	b.Follow("Back to Oct 2024 – Sep 2025")
	at("2024-10..2025-09 out of ")
}
