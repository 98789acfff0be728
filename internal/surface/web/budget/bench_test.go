package budget_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/civil"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/testkit"
)

// BenchmarkScreen renders the budget screen and edits on it, for a budget with a target for each category and card
// envelopes, and reports the median and the second slowest time of twenty. make bench passes a plan with a million
// rows.
func BenchmarkScreen(b *testing.B) {
	path := os.Getenv("HOLDOVER_SCREEN_PLAN")
	if path == "" {
		path = testkit.Plan(b, "--seed", "12", "--accounts", "16", "--cards", "5", "--groups", "12", "--categories", "100", "--tx", "20000", "--years", "5", "--targets")
	}
	a, id := envelopes(b, path)
	pages := webtest.Pages(a, slog.New(slog.DiscardHandler), app.Machine())
	months, err := a.Months(b.Context(), app.Machine(), id, app.MonthSpan{})
	if err != nil {
		b.Fatal(err)
	}
	last := months[len(months)-1]
	var category string
	targets, cards := 0, 0
	for i := range last.Categories {
		c := &last.Categories[i]
		if c.Target != nil {
			targets++
			category = c.ID
		}
		if c.Card != "" {
			cards++
		}
	}
	b.Logf("%d months, %d targets, %d cards as envelopes", len(months), targets, cards)
	home := "/budgets/" + id + "?month=" + last.Month.String()
	for name, query := range map[string]string{"page": "&months=1", "page-3-months": "&months=3", "page-of-a-look": "&months=3&look=underfunded"} {
		b.Run(name, func(b *testing.B) {
			measure(b, func(int) *http.Request { return httptest.NewRequest(http.MethodGet, home+query, nil) }, pages)
		})
	}
	assign := func(int) *http.Request {
		return httptest.NewRequest(http.MethodGet, "/budgets/"+id+"/assign?month="+last.Month.String(), nil)
	}
	b.Run("assign-preview", func(b *testing.B) { measure(b, assign, pages) })
	for name, m := range map[string]civil.Month{"edit": last.Month, "edit-20-years-back": months[0].Month} {
		b.Run(name, func(b *testing.B) {
			measure(b, func(n int) *http.Request {
				form := url.Values{"category": {category}, "month": {m.String()}, "amount": {strconv.Itoa(100 + n)}, "back": {"/budgets/" + id + "?month=" + m.String()}}
				r := httptest.NewRequest(http.MethodPost, "/budgets/"+id+"/do/budgeted", strings.NewReader(form.Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				r.Header.Set("HX-Request", "true")
				r.Header.Set("Sec-Fetch-Site", "same-origin")
				r.AddCookie(&http.Cookie{Name: "holdover_months", Value: "3"})
				return r
			}, pages)
		})
	}
}

// envelopes imports a plan and sets its cards to envelopes.
func envelopes(b *testing.B, path string) (*app.App, string) {
	b.Helper()
	a, err := app.Open(b.Context(), store.Config{Dir: b.TempDir(), Warm: true}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.Close() })
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	got, err := a.Import(b.Context(), app.Machine(), f, migration.ImportOptions{FileName: "plan.json"})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := a.KeepCards(b.Context(), app.Machine(), got.Budget.ID, true); err != nil {
		b.Fatal(err)
	}
	return a, got.Budget.ID
}

// measure measures a request twenty times after five warm-up requests.
func measure(b *testing.B, request func(int) *http.Request, pages http.Handler) {
	b.Helper()
	var took []time.Duration
	for n := range 25 {
		r, w := request(n), httptest.NewRecorder()
		begin := time.Now()
		pages.ServeHTTP(w, r)
		if d := time.Since(begin); n >= 5 {
			took = append(took, d)
		}
		if w.Code != http.StatusOK {
			b.Fatalf("%d: %s", w.Code, w.Body)
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "median-ms")
	b.ReportMetric(took[len(took)-2].Seconds()*1000, "p95-ms")
}
