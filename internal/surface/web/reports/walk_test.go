package reports_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// months is a range with expenses of the household, on any date.
const months = "?from=2026-01&to=2026-06"

// everyReport returns the pages of all reports and dimensions by name.
func everyReport(t testing.TB, a *app.App, id string) map[string]string {
	t.Helper()
	all := map[string]string{
		"front": "", "spending": "/spending", "month": "/month", "calendar": "/calendar", "income": "/income", "worth": "/net-worth", "worth by account": "/net-worth?by=account", "age": "/age-of-money", "coming": "/coming",
		"coming with targets": "/coming?targets=1&days=365", "life": "/categories/" + firstCategory(t, a, id), "all but": "/spending?by=payee&not=category&category=none", "filter": "/filter/spending", "accounts to filter": "/filter/net-worth",
	}
	for _, by := range reports.SpendingWays {
		all["by "+string(by)] = "/spending?by=" + string(by)
	}
	for by, across := range map[reports.SpendingBy]reports.SpendingBy{reports.ByGroup: reports.ByAccount, reports.ByPayee: reports.ByMonth, reports.ByQuarter: reports.ByCategory} {
		all["by "+string(by)+" across "+string(across)] = "/spending?by=" + string(by) + "&across=" + string(across)
	}
	for name, at := range all {
		if name != "front" {
			at += map[bool]string{true: "&", false: "?"}[strings.Contains(at, "?")] + strings.TrimPrefix(months, "?")
		}
		all[name] = "/budgets/" + id + "/reports" + at
	}
	all["age by day"] = strings.Replace(all["age"], "from=2026-01", "from=2026-05", 1)
	return all
}

// narrow is the smallest phone in use.
var narrow = walk.Look{Name: "narrow", Width: 320, Height: 568, Phone: true}

// TestWalkReports follows links from the sentence to the transactions, and opens each report, wide and on two phones,
// light and dark.
func TestWalkReports(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	for _, l := range append(slices.Clone(walk.Sizes), narrow) {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = id
			for name, at := range everyReport(t, world.App, id) {
				if l.Both && strings.Contains(name, " ") { // other dimensions look the same in the other colours
					l.InOneColour().Apply(t, w.Tab)
				} else {
					l.Apply(t, w.Tab)
				}
				w.Open(at)
				if l == narrow {
					w.Eval(`document.querySelectorAll('.legend li').forEach(e => { e.querySelector('bdi').textContent = 'A long name '.repeat(9); (e.querySelector('.fig') ?? {}).textContent = '−€14,280,500.00' })`)
					if wider := w.Eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wider != "0" {
						t.Errorf("%s is %s pixels wider than the window", name, wider)
					}
					continue
				}
				w.Shoot("reports-" + name + "-" + l.Name)
			}
			if l == narrow {
				return
			}
			w.Open("/budgets/" + id + "/reports/spending" + months)
			w.See("You spent")
			w.Click("Everyday")
			w.See("All spending")
			w.Click("Groceries")
			w.Until("payees", `[...document.querySelectorAll('.report-table .name a')].some(a => new URL(a.href).searchParams.get('payee'))`)
			total := w.Eval(`document.querySelector('.report-table tbody td').innerText`)
			w.Eval(`document.querySelector('.report-table .name a').click()`)
			w.Until("the register with their sum", `document.body.innerText.includes(`+walk.Quoted(total)+`)`)
		})
	}
}

// TestWalkMonthSoFar compares a month with the usual amounts, opens the previous month, and the transactions.
func TestWalkMonthSoFar(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = id
			w.Open("/budgets/" + id + "/reports/month?from=2026-06&to=2026-06")
			w.See("more than usual")
			walk.Check(t, w.Tab, "month so far")
			w.Click("May 2026")
			w.Until("the month before", `new URL(location).searchParams.get('from') === '2026-05'`)
			w.Click("Everyday")
			w.Until("its categories", `document.querySelector('h1').innerText.includes('Spending')`)
			w.Click("Groceries")
			w.Until("payees", `[...document.querySelectorAll('.report-table .name a')].some(a => new URL(a.href).searchParams.get('payee'))`)
			total := w.Eval(`document.querySelector('.report-table tbody td').innerText`)
			w.Eval(`document.querySelector('.report-table .name a').click()`)
			w.Until("the register with their sum", `document.body.innerText.includes(`+walk.Quoted(total)+`)`)
		})
	}
}

// TestWalkReportsByKeyboard moves along a chart with arrow keys and opens a month with Enter.
func TestWalkReportsByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/reports/spending" + months)
	w.Eval(`document.querySelector('.chart a').focus()`)
	w.See("January 2026")
	w.Keys(kb.ArrowRight)
	w.Until("the box of February", `document.querySelector('#chart-box').innerText.includes('February 2026')`)
	w.Keys(kb.Enter)
	w.Until("February alone", `new URL(location).searchParams.get('from') === '2026-02' && new URL(location).searchParams.get('to') === '2026-02'`)
}

// TestReportsWithoutScripts uses reports without scripts, downloads them, and requests missing records.
func TestReportsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/reports/income" + months)
	b.Sees("You ")
	b.Sees("Table as CSV")
	for name, at := range everyReport(t, world.App, id) {
		b.Open(at)
		switch {
		case strings.Contains(name, "filter"):
			b.Sees("All except")
		case name == "front":
			b.Sees("Standard reports")
		default:
			b.Sees(`<svg class="chart`)
			b.Sees("<table")
			b.Sees("Picture as SVG")
		}
	}
	p := world.Person(t)
	for address, words := range map[string]string{
		"/reports/spending" + months + "&as=csv":                 "Name,Depth,2026-01,",
		"/reports/net-worth" + months + "&as=svg":                "<svg xmlns=",
		"/reports/coming?days=30":                                "Upcoming",
		"/reports/categories/" + firstCategory(t, world.App, id): "budgeted",
	} {
		if status, _, page := p.Get("/budgets/" + id + address); status != http.StatusOK || !strings.Contains(page, words) {
			t.Errorf("%s: status %d, without %q", address, status, words)
		}
	}
	for address, status := range map[string]int{
		"/reports/weather": http.StatusNotFound, "/reports/spending?from=9999-12&to=2026-01": http.StatusBadRequest,
		"/reports/spending?from=yesterday": http.StatusBadRequest, "/reports/spending?by=weather": http.StatusBadRequest,
		"/reports/spending?category=nowhere": http.StatusNotFound, "/reports/coming?days=100000": http.StatusBadRequest,
		"/reports/spending?as=exe": http.StatusBadRequest, "/reports/spending?from=0001-01&to=9999-12": http.StatusBadRequest,
	} {
		if got, _, page := p.Get("/budgets/" + id + address); got != status {
			t.Errorf("%s: %d, want %d: %s", address, got, status, page)
		}
	}
	_, _, picture := p.Get("/budgets/" + id + "/reports/income" + months + "&as=svg")
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func firstCategory(t testing.TB, a *app.App, id string) string {
	t.Helper()
	got, err := a.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got.Categories {
		if !c.Income {
			return c.ID
		}
	}
	t.Fatal("the sample has no category")
	return ""
}
