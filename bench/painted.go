package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/base/iterutil"
)

// paintedShape is a budget with some 50,000 rows in its first account.
const paintedShape = "--seed 16 --accounts 2 --cards 1 --groups 10 --categories 60 --payees 500 --tx 132000 --years 10"

const (
	paintedLimit = 100 // from the click to the frame that shows the change, in milliseconds
	paintedRuns  = 20  // the number of measured repetitions of each edit
	paintedWarm  = 4   // runs before the measurement, in which the browser compiles its code
)

// stopwatch runs in the page. It measures from the timestamp of a click or key event to the first task after the
// frame in which the page contains the change, so the duration includes layout and paint.
const stopwatch = `window.stopwatch = (kind, there) => {
	let from = 0;
	addEventListener(kind, (event) => { from = event.timeStamp }, {capture: true, once: true});
	performance.clearResourceTimings();
	window.stopped = new Promise((done) => {
		const look = () => {
			if (!from || !there()) return;
			watching.disconnect();
			const changed = performance.now() - from;
			requestAnimationFrame(() => {
				const after = new MessageChannel();
				after.port1.onmessage = () => done({painted: performance.now() - from, changed,
					answered: performance.getEntriesByType('resource').reduce((all, r) => all + r.responseEnd - r.requestStart, 0),
					bytes: performance.getEntriesByType('resource').reduce((all, r) => all + r.decodedBodySize, 0)});
				after.port2.postMessage(0);
			});
		};
		const watching = new MutationObserver(look);
		watching.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	});
}`

// painting is the browser's measurement of one edit, in milliseconds from the click.
type painting struct {
	Painted  float64 `json:"painted"`  // the frame with the change is rendered
	Changed  float64 `json:"changed"`  // the document contains the change
	Answered float64 `json:"answered"` // of that, waiting for the server: requests sent to answers read
	Bytes    float64 `json:"bytes"`    // of the answers, unpacked

	// Processor time of the page's own thread, which excludes other programs on a busy machine.
	Work, Scripts, Styles, Layout float64
}

// paintedEdit is an edit. The user waits for its result.
type paintedEdit struct {
	name    string
	account bool   // on the register of the large account, else on the budget screen
	ready   string // prepares the page and returns the point to click; a promise
	kind    string // the event that starts the clock
	there   string // reports whether the page contains the change
	press   string // a key in place of the click
}

// middleRow is a plain row in the middle of the page. Above it are some fifty rows with balances that depend on its
// amount. It is not confirmed by the bank and not a split.
const middleRow = `((row) => { row.scrollIntoView({block: 'center'}); return row })([...document.querySelectorAll('tbody.tx')].slice(50).find((r) => r.querySelector('.mark-it[form="mark"]') && r.rows.length === 1 && !r.querySelector('.cat-none')))`

const middleOf = `((e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })`

const until = `((what) => new Promise((done) => { const look = () => { const got = what(); if (got) done(got); else requestAnimationFrame(look) }; look() }))`

var paintedEdits = []paintedEdit{
	{
		name: "cleared", account: true, kind: "click",
		ready: `(async () => { window.row = ` + middleRow + `; window.was = row.querySelector('td.mark').className; return ` + middleOf + `(row.querySelector('.mark-it')) })()`,
		there: `document.getElementById(row.id).querySelector('td.mark').className !== was`,
	},
	{
		name: "undo", account: true, kind: "click",
		ready: `(async () => { const b = await ` + until + `(() => [...document.querySelectorAll('#toast button')].find(b => b.innerText === 'Undo')); window.was = document.getElementById(row.id).querySelector('td.mark').className; return ` + middleOf + `(b) })()`,
		there: `document.getElementById(row.id).querySelector('td.mark').className !== was`,
	},
	{
		name: "row", account: true, kind: "click",
		ready: `(async () => { window.row = ` + middleRow + `; window.was = row.querySelector('td.amount').innerText; row.querySelector('.edit-row').click();
			const form = await ` + until + `(() => document.querySelector('.row-fields-form'));
			form.querySelector('[data-amount]').value += '+1'; const save = form.querySelector('[data-save]'); save.scrollIntoView({block: 'center'}); return ` + middleOf + `(save) })()`,
		there: `!document.querySelector('.row-fields-form') && document.getElementById(row.id).querySelector('td.amount').innerText !== was`,
	},
	{
		name: "assign", kind: "keydown", press: kb.Enter,
		ready: `(async () => { window.was = document.querySelector('.to-budget strong').innerText; const cells = [...document.querySelectorAll('tr.category button[name="budgeted"]')];
			const at = cells[Math.floor(cells.length / 2)]; at.scrollIntoView({block: 'center'}); at.click(); const field = await ` + until + `(() => document.querySelector('.sheet .edit')); field.value += '+1'; return [1, 1] })()`,
		there: `document.querySelector('.to-budget strong').innerText !== was`,
	},
}

// comparePainted makes edits in a real browser with the built program, and measures the time from the click until the
// change is visible.
func comparePainted(ctx context.Context, b *bench) error {
	logf("plan with an account of 50k transactions")
	path, err := b.repo.Plan(strings.Fields(paintedShape)...)
	if err != nil {
		return err
	}
	p, err := startPainted(ctx, b.repo, path)
	if err != nil {
		return err
	}
	defer p.stop()
	fmt.Printf("\nFrom the click to the frame that shows the change, %d transactions in the account: the middle one of %d and the slowest but one, in ms\n\n", p.rows, paintedRuns)
	t := newLimited()
	for _, edit := range paintedEdits {
		logf("%s, painted", edit.name)
		if edit.name == "undo" {
			continue // it is measured with the previous edit
		}
		if err := p.measure(t, b, edit); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", edit.name, err), t.print())
		}
	}
	if err := t.print(); err != nil {
		return err
	}
	return b.paintedOnServer(ctx, path)
}

// paintedServerLimit is the limit for the server's part of an edit, in milliseconds.
const paintedServerLimit = 10

// paintedOnServer measures the server's part of such an edit, in the same account.
func (b *bench) paintedOnServer(ctx context.Context, plan string) error {
	output, err := b.pageBenchmark(ctx, "BenchmarkPainted", "./internal/surface/web", "HOLDOVER_PAINTED_PLAN="+plan)
	if err != nil {
		return err
	}
	fmt.Print("\nThe server's part of them: the middle one of a hundred and the slowest but one, in ms; in brackets the processors' time of one\n\n")
	t := newLimited()
	for text := range bytes.Lines(output) {
		if name, figures, ok := benchLine("BenchmarkPainted/", string(text)); ok {
			t.add(fmt.Sprintf("%s (%.1f)", name, figures["cpu-ms"]), decimals(figures["median-ms"], 1), decimals(figures["p95-ms"], 1), figures["median-ms"], paintedServerLimit)
			b.results.add("painted on the server", name, editSize, figure{Seconds: figures["median-ms"] / 1000, Runs: 100})
		}
	}
	return t.print()
}

// measure makes an edit several times. The first edit is also undone as often.
func (p *painter) measure(t *limited, b *bench, edit paintedEdit) error {
	edits := []paintedEdit{edit}
	if edit.name == "cleared" {
		edits = append(edits, paintedEdits[1])
	}
	seen := make([][]painting, len(edits))
	if _, err := chromedp.Call(p.tab, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		return err
	}
	if err := chromedp.Do(p.tab, chromedp.Navigate(p.address(edit.account)), chromedp.Evaluate[chromedp.Void](stopwatch+"; undefined")); err != nil {
		return err
	}
	for n := range paintedWarm + paintedRuns {
		for i, one := range edits {
			got, err := p.once(one)
			if err != nil {
				return err
			}
			if n >= paintedWarm {
				seen[i] = append(seen[i], got)
			}
		}
	}
	for i, one := range edits {
		median, slow := middle(seen[i], func(s painting) float64 { return s.Painted })
		changed, _ := middle(seen[i], func(s painting) float64 { return s.Changed })
		answered, _ := middle(seen[i], func(s painting) float64 { return s.Answered })
		size, _ := middle(seen[i], func(s painting) float64 { return s.Bytes })
		work, _ := middle(seen[i], func(s painting) float64 { return s.Work })
		scripts, _ := middle(seen[i], func(s painting) float64 { return s.Scripts })
		styles, _ := middle(seen[i], func(s painting) float64 { return s.Styles })
		layout, _ := middle(seen[i], func(s painting) float64 { return s.Layout })
		t.add(fmt.Sprintf("%s (answered %.0f, changed %.0f, %.1f kB; the page's thread works %.0f: scripts %.0f, styles %.0f, layout %.0f)",
			one.name, answered, changed, size/1000, work, scripts, styles, layout), decimals(median, 1), decimals(slow, 1), median, paintedLimit)
		b.results.add("painted", one.name, p.rows, figure{Seconds: median / 1000, Runs: paintedRuns})
	}
	return nil
}

// middle returns the median of a figure of all runs, and the second largest value.
func middle(of []painting, figure func(painting) float64) (median, slow float64) {
	all := iterutil.Map(of, figure)
	slices.Sort(all)
	return all[len(all)/2], all[len(all)-2]
}

// once does an edit and waits for its frame, then until the page rests.
func (p *painter) once(edit paintedEdit) (painting, error) {
	ctx, cancel := context.WithTimeout(p.tab, 20*time.Second)
	defer cancel()
	at, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](edit.ready, chromedp.EvalAwaitPromise))
	if err != nil {
		return painting{}, fmt.Errorf("making ready for %s: %w; the page says %q", edit.name, err, p.says())
	}
	if err := chromedp.Do(p.tab, chromedp.Evaluate[chromedp.Void](`stopwatch("`+edit.kind+`", () => `+edit.there+`); undefined`)); err != nil {
		return painting{}, err
	}
	before, err := p.worked()
	if err != nil {
		return painting{}, err
	}
	act := chromedp.MouseClickXY(at[0], at[1])
	if edit.press != "" {
		act = chromedp.KeyEvent(edit.press)
	}
	if err := chromedp.Do(p.tab, act); err != nil {
		return painting{}, err
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[painting](`stopped`, chromedp.EvalAwaitPromise))
	if err != nil {
		return painting{}, fmt.Errorf("%s does not come: %w; the page says %q", edit.name, err, p.says())
	}
	after, err := p.worked()
	if err != nil {
		return painting{}, err
	}
	of := func(name string) float64 { return 1000 * (after[name] - before[name]) }
	got.Work, got.Scripts, got.Styles, got.Layout = of("TaskDuration"), of("ScriptDuration"), of("RecalcStyleDuration"), of("LayoutDuration")
	_, err = chromedp.Run(p.tab, chromedp.Evaluate[bool](`new Promise((done) => setTimeout(() => done(true), 250))`, chromedp.EvalAwaitPromise))
	return got, err
}

// worked returns the processor time of the page's thread by category, in seconds.
func (p *painter) worked() (map[string]float64, error) {
	got, err := chromedp.Call(p.tab, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	seconds := map[string]float64{}
	for _, m := range got.Metrics {
		seconds[m.Name] = m.Value
	}
	return seconds, nil
}

// says returns the page's last message about a change, and the errors in its form.
func (p *painter) says() string {
	message, err := chromedp.Run(p.tab, chromedp.Evaluate[string](` + (document.querySelector('#toast')?.innerText ?? '') + (document.querySelector('.row-fields-form')?.innerText ?? '')`))
	if err != nil {
		return err.Error()
	}
	return message
}
