package browsertest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/testkit"
)

// faulty violates rules of each kind: names, roles, attributes, lists, tables, frames, focus, languages, colours and
// target size.
const faulty = `
	<img src="data:," width="9" height="9"><svg role="img" width="9" height="9"></svg><video autoplay src="data:,"></video>
	<input><input aria-label="Name" autocomplete="nonsense"><select><option>1</option></select><button></button><a href="/"></a>
	<span id="twice">1</span><span id="twice">2</span><input aria-labelledby="twice"><input aria-labelledby="gone">
	<p role="nothing">Role</p><p aria-checked="true">Attribute</p><div role="checkbox" tabindex="0">Checkbox</div>
	<div role="slider" tabindex="0" aria-label="Slider" aria-valuenow="nine"></div>
	<ul><p>no item</p></ul><dl><p>no term</p></dl><div role="listitem">nowhere</div>
	<table><tr><th id="h">H</th><td headers="no">1</td></tr></table>
	<iframe srcdoc="A frame"></iframe><div aria-hidden="true"><button>Hidden</button></div>
	<button>Within <a href="/2">another</a></button>
	<div style="height: 20px; overflow: auto"><p style="height: 90px">Scrolls</p></div>
	<p lang="nolanguage">Language</p>
	<p style="color: #bbb">Pale</p>
	<p style="color: #777">Well <a href="/1" style="color: #737373; text-decoration: none">linked</a> to.</p>
	<button style="width: 9px; height: 9px; padding: 0; border: 0" aria-label="small"></button>
	<button style="width: 9px; height: 9px; padding: 0; border: 0" aria-label="as small"></button>`

// alike has many similar elements, and some that only look similar: of each kind, the unreadable ones come later.
var alike = `<style>td, th { color: #666; padding: 0 4px } .pale td { color: #999 } .dark { background: #222; color: #eee }
		a.small { display: block; width: 12px; height: 9px; overflow: hidden } .grey { color: #888 } .box { width: 300px; height: 90px; overflow: auto }
		.zebra tr:nth-child(7n) td { color: #bbb }</style>` +
	"<table>" + strings.Repeat("<tr><th>Payee<td>12.34<td>Notes", 9) + `<tr><th>Payee<td style="color: #999">12.34<td>Odd` + strings.Repeat("<tr><th>Payee<td>12.34<td>Notes", 9) +
	`<tr style="opacity: .6"><th>Shines<td>through<td>it` + `<tr style="background: #aaa"><th>On<td>another<td>ground</table>` +
	`<table class="pale"><tr><td style="visibility: hidden">Hidden<tr><td>x<tr><td>-<tr><td>Word<tr><td>Word</table>` +
	`<table class="zebra">` + strings.Repeat("<tr><td>Striped", 15) + "</table>" +
	`<p class="grey" style="font-size: 30px">Large</p><p class="grey" style="font-size: 12px">Small</p>` +
	`<p class="grey" style="font-size: 20px; font-weight: 700">Bold</p><p class="grey" style="font-size: 20px; font-weight: 400">Thin</p>` +
	`<div class="box" tabindex="0">` + strings.Repeat("<p>Scrolls</p>", 19) + `<p style="color: #bbb">Below</p></div>` +
	`<div class="dark" style="width: 90px; height: 20px; margin-bottom: 60px"><span>Within</span><br><br><span>Without</span></div>
	<div style="position: relative; margin-bottom: 40px">` + strings.Repeat(`<p style="height: 20px; margin: 0">Over</p>`, 3) + `<div style="position: absolute; top: 40px; left: 0; width: 300px; height: 40px; background: #333; z-index: -1"></div></div>
	<input class="pale" aria-label="one" style="color: #bbb; visibility: hidden" value="1"><input class="pale" aria-label="other" style="color: #bbb" value="1">
	<div style="padding: 40px 0"><button disabled style="color: #aaa">Off</button> <button style="color: #aaa; background: #fff">On</button></div>` +
	strings.Repeat(`<a class="small" href="/" aria-label="one" style="margin: 40px"></a>`, 5) + strings.Repeat(`<a class="small" href="/" aria-label="close"></a>`, 2) +
	`<div style="position: relative; height: 30px"><button style="width: 30px; height: 30px; padding: 0" aria-label="large"></button><button style="position: absolute; left: 8px; width: 40px; height: 30px; padding: 0" aria-label="on it"></button></div>
	<div style="padding: 40px"><a href="/1" aria-label="apart" style="display: block; width: 10px; height: 10px; margin: 10px"></a><a href="/2" aria-label="but not enough" style="display: block; width: 10px; height: 10px; margin: 10px"></a></div>`

// alikeRow is a row of a long list. A few other rows have one mistake each, among a hundred correct ones.
const alikeRow = `<tbody tabindex="-1"><tr><td><input type="checkbox" aria-label="Choose" style="width: 24px; height: 24px; margin: 9px"><td><bdi>Payee</bdi><td><button style="width: 40px; height: 20px; padding: 0">12.34</button>
	<td><a href="/row" style="display: block; width: 20px; height: 20px; margin: 9px">Row</a></tbody>`

var oddRows = []struct{ rule, good, bad string }{
	{"label", ` aria-label="Choose"`, ``},
	{"color-contrast", `<bdi>`, `<bdi style="color: #bbb">`},
	{"color-contrast", `<tr>`, `<tr style="background: #333">`},
	{"button-name", `>12.34<`, `><`},
	{"link-name", `>Row<`, `><`},
	{"target-size", `<td><a`, `<td><a href="/other" style="display: block; width: 20px; height: 20px; margin: 0 9px -8px">Odd</a><a`},
	{"target-size", `<button style="`, `<button aria-label="12.34 under" style="width: 20px; height: 20px; padding: 0">12.34</button><button style="margin-left: -30px; `},
	{"aria-allowed-attr", `<bdi>`, `<bdi aria-checked="true">`},
	{"aria-roles", `<bdi>`, `<bdi role="nothing">`},
	{"aria-valid-attr-value", `<button `, `<button aria-expanded="perhaps" `},
	{"label-content-name-mismatch", `<button `, `<button aria-label="Amount" `},
	{"nested-interactive", `>12.34<`, `><a href="/x">12.34</a><`},
	{"aria-hidden-focus", `<td><button`, `<td aria-hidden="true"><button`},
	{"scrollable-region-focusable", `<bdi>Payee</bdi>`, `<div style="height: 15px; overflow: auto"><p style="height: 90px">Payee</p></div>`},
	{"scrollable-region-focusable", `<bdi>Payee</bdi>`, `<div style="width: 40px; overflow: scroll hidden"><p style="width: 190px">Payee <button disabled>Off</button></p></div>`},
	{"aria-hidden-focus", `<bdi>`, `<a href="/hidden" aria-hidden="true">Hidden</a><bdi>`},
	{"aria-conditional-attr", `<input `, `<input aria-checked="true" `},
	{"aria-prohibited-attr", `<bdi>`, `<i aria-label="Payee"></i><bdi>`},
	{"aria-valid-attr", `<bdi>`, `<bdi aria-nothing="1">`},
	{"autocomplete-valid", `<bdi>`, `<input aria-label="Name" autocomplete="nonsense"><bdi>`},
	{"button-name", `>12.34<`, ` aria-label=" "><`},
	{"label-content-name-mismatch", `<button `, `<i id="by">Amount</i><button aria-labelledby="by" `},
	{"link-name", `>Row<`, ` aria-label=" "><`},
	{"nested-interactive", `>12.34<`, `><b tabindex="0" role="button">12.34</b><`},
	{"role-img-alt", `<bdi>`, `<i role="img">Picture</i><bdi>`},
	{"svg-img-alt", `<bdi>`, `<svg role="img" width="9" height="9"></svg><bdi>`},
	{"svg-img-alt", `<bdi>`, `<svg role="graphics-document" width="9" height="9"></svg><bdi>`},
}

// likeAxe returns the results of axe.run in the format of [browsertest.Accessible].
const likeAxe = `
	axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], preload: false})
	.then(r => r.violations.flatMap(v => v.nodes.map(n =>
		v.id + ": " + v.help + " (light)\n" + n.html.slice(0, 200) + "\n" + n.failureSummary)))`

// The results equal those of axe.run, word for word.
func TestLooksResultsEqualAxe(t *testing.T) {
	want := looksAsAxeRuns(t, faulty)
	rules := map[string]bool{}
	for _, one := range want {
		rule, _, _ := strings.Cut(one, ":")
		rules[rule] = true
	}
	if len(rules) < 20 {
		t.Errorf("the page breaks only %d rules: %v", len(rules), rules)
	}
}

// An element similar to a readable one is skipped, and no violation is missed.
func TestLooksSkipsSimilarElements(t *testing.T) {
	times := map[string]int{}
	for _, one := range looksAsAxeRuns(t, alike) {
		rule, _, _ := strings.Cut(one, ":")
		times[rule]++
	}
	if times["color-contrast"] < 15 || times["target-size"] < 4 {
		t.Errorf("the page has too few mistakes: %v", times)
	}
}

// One mistake in one row of a hundred is found.
func TestLooksFindsTheOneFaultyRow(t *testing.T) {
	content := strings.Builder{}
	content.WriteString(`<p style="margin: 40px">Rows</p><table>`)
	for _, odd := range oddRows {
		content.WriteString(strings.Repeat(alikeRow, 6) + strings.Replace(alikeRow, odd.good, odd.bad, 1))
	}
	content.WriteString(strings.Repeat(alikeRow, 6) + "</table>")
	times := map[string]int{}
	for _, one := range looksAsAxeRuns(t, content.String()) {
		rule, _, _ := strings.Cut(one, ":")
		times[rule]++
	}
	for _, odd := range oddRows {
		if times[odd.rule]--; times[odd.rule] < 0 {
			t.Errorf("%s is not broken by %s", odd.rule, odd.bad)
		}
	}
}

func looksAsAxeRuns(t *testing.T, content string) (want []string) {
	t.Helper()
	found, want := lookedAt(t, serve(t, content)), run(t, serve(t, content))
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("found:\n%s\n\nwanted:\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
	return want
}

// axe.run checks no colours on a page with nested scroll containers if their centre is below the window.
func TestLooksAtColoursInATallScrollContainer(t *testing.T) {
	const wide = `<style>html, body { height: 100%; margin: 0; overflow: hidden } main { height: 100%; overflow: auto }</style>
		<p style="color: #bbb">Pale</p><div tabindex="0" style="width: 200px; overflow: auto">
		<table style="width: 3000px; height: 3000px"><tr style="vertical-align: top"><td style="color: #ccc">Pale<td>There</table></div>`
	found := lookedAt(t, serve(t, wide))
	if len(found) != 2 || !strings.Contains(found[0], "<p ") || !strings.Contains(found[1], "<td ") {
		t.Errorf("the violations are %q", found)
	}
	if found := run(t, serve(t, wide)); len(found) != 0 {
		t.Errorf("axe.run now finds %q too", found)
	}
}

func lookedAt(t *testing.T, url string) []string {
	t.Helper()
	r := &recorder{TB: t}
	tab := browsertest.Tab(r, 800, 600)
	if err := chromedp.Do(tab, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	browsertest.Accessible(r, tab)
	r.end()
	return r.errors
}

func run(t *testing.T, url string) []string {
	t.Helper()
	axe, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Tab(t, 800, 600)
	if err := chromedp.Do(tab, chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	found, err := chromedp.Run(tab, chromedp.Evaluate[[]string](string(axe)+likeAxe, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	return found
}
