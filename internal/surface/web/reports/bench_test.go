package reports_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/storage/store"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// reportPlan names a plan document for BenchmarkReports instead of a generated one with 50,000 transactions: make
// bench passes one with a million.
const reportPlan = "HOLDOVER_REPORT_PLAN"

// BenchmarkReports requests the page of each report over all months. It reports the time of the first response after
// a start, the median and the second slowest of twenty more, the processor time, which other programs affect less,
// and the size on the wire.
func BenchmarkReports(b *testing.B) {
	path := os.Getenv(reportPlan)
	if path == "" {
		path = walk.Generated(b, "--seed", "1", "--years", "10", "--tx", "50000")
	}
	dir := b.TempDir()
	s := openServing(b, dir, true)
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	got, err := s.app.Import(b.Context(), app.Machine(), file, migration.ImportOptions{FileName: filepath.Base(path)})
	if err != nil {
		b.Fatal(err)
	}
	file.Close()
	id, span := got.Budget.ID, "time=all"
	s.get(b, "/budgets/"+id+"/accounts/all?search=x") // a server stores its columns for the next start
	category := "/categories/" + firstCategory(b, s.app, id)
	s.close(b)
	for _, report := range []struct{ name, at string }{
		{"front", ""},
		{"spending/group", "/spending?" + span},
		{"spending/category", "/spending?by=category&" + span},
		{"spending/payee", "/spending?by=payee&" + span},
		{"spending/account", "/spending?by=account&" + span},
		{"spending/flag", "/spending?by=flag&" + span},
		{"month", "/month"},
		{"calendar", "/calendar"},
		{"income", "/income?" + span},
		{"net-worth", "/net-worth?" + span},
		{"age-of-money", "/age-of-money?" + span},
		{"category", category + "?" + span},
		{"coming", "/coming?days=365&targets=1"},
	} {
		b.Run(report.name, func(b *testing.B) {
			s := openServing(b, dir, false)
			defer s.close(b)
			at := "/budgets/" + id + "/reports" + report.at
			began := testkit.ProcessorTime()
			first, weight := s.get(b, at)
			firstWork := testkit.ProcessorTime() - began
			var took []float64
			began = testkit.ProcessorTime()
			for b.Loop() {
				for range 20 {
					ms, _ := s.get(b, at)
					took = append(took, ms)
				}
			}
			work := testkit.ProcessorTime() - began
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(first, "first-ms")
			b.ReportMetric(firstWork.Seconds()*1000, "first-cpu-ms")
			b.ReportMetric(work.Seconds()*1000/float64(len(took)), "cpu-ms")
			b.ReportMetric(took[len(took)/2], "median-ms")
			b.ReportMetric(took[len(took)*19/20], "p95-ms")
			b.ReportMetric(float64(weight)/1000, "wire-kB")
		})
	}
}

// serving is a newly started server.
type serving struct {
	app   *app.App
	pages http.Handler
}

func openServing(b *testing.B, dir string, warm bool) *serving {
	b.Helper()
	log := slog.New(slog.DiscardHandler)
	a, err := app.Open(b.Context(), store.Config{Dir: dir, Warm: warm}, log)
	if err != nil {
		b.Fatal(err)
	}
	return &serving{a, httpx.Wrap(webtest.Pages(a, log, app.Machine()), log, nil)}
}

func (s *serving) close(b *testing.B) {
	if err := s.app.Close(); err != nil {
		b.Fatal(err)
	}
}

// get returns the time of a page on the server in milliseconds, and its size as sent.
func (s *serving) get(b *testing.B, path string) (ms float64, weight int) {
	b.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	rec := httptest.NewRecorder()
	begin := time.Now()
	s.pages.ServeHTTP(rec, r)
	ms = time.Since(begin).Seconds() * 1000
	if rec.Code != http.StatusOK || rec.Header().Get("Content-Encoding") != "gzip" {
		b.Fatal(path, ": ", rec.Code, rec.Header())
	}
	return ms, rec.Body.Len()
}
