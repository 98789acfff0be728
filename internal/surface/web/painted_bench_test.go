package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// paintedPlan names a plan document for BenchmarkPainted instead of a generated one: make bench passes one with an
// account of 50,000 rows.
const paintedPlan = "HOLDOVER_PAINTED_PLAN"

// BenchmarkPainted measures the server's part of an edit on a page updated by a script: the change, and the fragments
// that the page lacks then. It reports the median and the second slowest time of a hundred.
func BenchmarkPainted(b *testing.B) {
	w := walk.NewEnv(b, webtest.Pages)
	plan := os.Getenv(paintedPlan)
	if plan == "" {
		plan = walk.Generated(b, "--seed", "16", "--accounts", "2", "--cards", "1", "--years", "3", "--tx", "8000")
	}
	e := &paintedEdits{Env: w, id: w.ImportFile(b, plan)}
	e.largest(b)
	for _, c := range []struct {
		name, page string
		edit       func(testing.TB, int) (path string, form url.Values)
	}{
		{"cleared", e.register, e.cleared},
		{"row", e.register, e.row},
		{"assign", "/budgets/" + e.id, e.assign},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			var worked time.Duration
			for b.Loop() {
				for n := range 100 {
					stamps := e.stamps(b, c.page)
					path, form := c.edit(b, n)
					form.Set("back", c.page)
					began, busy := time.Now(), testkit.ProcessorTime()
					body := e.ask(b, http.MethodPost, "/budgets/"+e.id+path, stamps, form)
					took, worked = append(took, time.Since(began)), worked+testkit.ProcessorTime()-busy
					if !strings.HasPrefix(body, "<template data-order=") || len(body) > 60_000 {
						b.Fatalf("%d bytes came: %.200s", len(body), body)
					}
				}
			}
			slices.Sort(took)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(took[len(took)/2]), "median-ms")
			b.ReportMetric(ms(took[len(took)-2]), "p95-ms")
			b.ReportMetric(ms(worked)/float64(len(took)), "cpu-ms") // more precise on a busy machine
		})
	}
}

// paintedEdits makes edits through the pages of a budget.
type paintedEdits struct {
	*walk.Env
	id       string
	register string // the path of the largest account's register
	rows     []registers.Row
	category string
	month    string
}

// largest finds the account with the most rows, and a row to edit.
func (e *paintedEdits) largest(b testing.TB) {
	b.Helper()
	accounts, err := e.App.Accounts(b.Context(), app.Machine(), e.id)
	if err != nil {
		b.Fatal(err)
	}
	acc := slices.MaxFunc(accounts, func(x, y pageframe.Account) int { return x.Transactions - y.Transactions })
	e.register = "/budgets/" + e.id + "/accounts/" + acc.ID
	got, err := e.App.Register(b.Context(), app.Machine(), e.id, registers.Query{Filter: rows.Filter{Account: acc.ID}})
	if err != nil {
		b.Fatal(err)
	}
	for i := range got.Rows {
		if r := &got.Rows[i]; r.Row.Cleared != "reconciled" && len(r.Parts) == 0 && r.TransferAccountID == "" {
			e.rows = append(e.rows, *r)
		}
	}
	months, err := e.App.Months(b.Context(), app.Machine(), e.id, app.MonthSpan{})
	if err != nil {
		b.Fatal(err)
	}
	m := months[len(months)-2]
	e.month = m.Month.String()
	e.category = m.Categories[len(m.Categories)/2].ID
	b.Logf("%d rows in the account", acc.Transactions)
}

// stamps returns the hashes of a page's fragments as a script sends them.
func (e *paintedEdits) stamps(b testing.TB, page string) string {
	b.Helper()
	return testkit.Must(testkit.Stamps(e.ask(b, http.MethodGet, page, "", nil)))(b)
}

func (e *paintedEdits) ask(b testing.TB, method, path, stamps string, form url.Values) string {
	b.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if stamps != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
		r.Header.Set("Holdover-Has", stamps)
	}
	body := httptest.NewRecorder()
	e.Server.Config.Handler.ServeHTTP(body, r)
	if body.Code != http.StatusOK {
		b.Fatal(body.Code, body.Body.String())
	}
	return body.Body.String()
}

func (e *paintedEdits) cleared(_ testing.TB, n int) (string, url.Values) {
	return "/do/mark-cleared", url.Values{"mark": {[]string{"cleared ", "uncleared "}[n/len(e.rows)%2] + e.rows[n%len(e.rows)].ID}}
}

// row changes an amount in the middle of the page: the balances of the rows above change too.
func (e *paintedEdits) row(b testing.TB, n int) (string, url.Values) {
	r := e.rows[len(e.rows)/2]
	return "/do/edit-row", url.Values{"menu": {"row=1"}, "row": {r.ID}, "account": {r.AccountID}, "date": {r.Date.String()}, "payee": {r.PayeeName}, "direction": {"out"}, "amount": {fmt.Sprint(n + 10)}, "cleared": {r.Row.Cleared}}
}

func (e *paintedEdits) assign(_ testing.TB, n int) (string, url.Values) {
	return "/do/budgeted", url.Values{"category": {e.category}, "month": {e.month}, "amount": {fmt.Sprint(n + 7)}}
}
