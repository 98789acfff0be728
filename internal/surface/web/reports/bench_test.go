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

// reportPlan is the environment variable with the path of the plan document for BenchmarkReports, instead of a
// generated one with 50,000 transactions: make bench passes one with a million.
const reportPlan = "HOLDOVER_REPORT_PLAN"

// BenchmarkReports requests the page of each report, over all months where the report has a period. It reports the time
// of the first response after a start, the median and the 95th percentile of at least twenty more, the processor time,
// which other programs affect less, and the size of the compressed response.
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
	imported, err := s.app.Import(b.Context(), app.Machine(), file, migration.ImportOptions{FileName: filepath.Base(path)})
	if err != nil {
		b.Fatal(err)
	}
	file.Close()
	id, allMonths := imported.Budget.ID, "time=all"
	s.get(b, "/budgets/"+id+"/accounts/all?search=x") // the server stores its search index for the next start
	category := "/categories/" + firstCategory(b, s.app, id)
	s.close(b)
	for _, report := range []struct{ name, path string }{
		{"front", ""},
		{"spending/group", "/spending?" + allMonths},
		{"spending/category", "/spending?by=category&" + allMonths},
		{"spending/payee", "/spending?by=payee&" + allMonths},
		{"spending/account", "/spending?by=account&" + allMonths},
		{"spending/flag", "/spending?by=flag&" + allMonths},
		{"month", "/month"},
		{"calendar", "/calendar"},
		{"income", "/income?" + allMonths},
		{"net-worth", "/net-worth?" + allMonths},
		{"age-of-money", "/age-of-money?" + allMonths},
		{"category", category + "?" + allMonths},
		{"coming", "/coming?days=365&targets=1"},
	} {
		b.Run(report.name, func(b *testing.B) {
			s := openServing(b, dir, false)
			defer s.close(b)
			page := "/budgets/" + id + "/reports" + report.path
			processorTime := testkit.ProcessorTime()
			first, size := s.get(b, page)
			firstProcessorTime := testkit.ProcessorTime() - processorTime
			var times []float64 // milliseconds
			processorTime = testkit.ProcessorTime()
			for b.Loop() {
				for range 20 {
					ms, _ := s.get(b, page)
					times = append(times, ms)
				}
			}
			processorTime = testkit.ProcessorTime() - processorTime
			slices.Sort(times)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(first, "first-ms")
			b.ReportMetric(firstProcessorTime.Seconds()*1000, "first-cpu-ms")
			b.ReportMetric(processorTime.Seconds()*1000/float64(len(times)), "cpu-ms")
			b.ReportMetric(times[len(times)/2], "median-ms")
			b.ReportMetric(times[len(times)*19/20-1], "p95-ms")
			b.ReportMetric(float64(size)/1000, "wire-kB")
		})
	}
}

// serving is a newly started server.
type serving struct {
	app   *app.App
	pages http.Handler
}

// openServing starts a server with the data of a folder. If warm is set, it builds its search index in the background.
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

// get requests a page. It returns the time that the server took in milliseconds, and the size of the compressed response
// in bytes.
func (s *serving) get(b *testing.B, path string) (ms float64, size int) {
	b.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", "gzip")
	rec := httptest.NewRecorder()
	begin := time.Now()
	s.pages.ServeHTTP(rec, r)
	ms = time.Since(begin).Seconds() * 1000
	if rec.Code != http.StatusOK || rec.Header().Get("Content-Encoding") != "gzip" {
		b.Fatalf("%s: status %d, headers %v, want 200 and gzip", path, rec.Code, rec.Header())
	}
	return ms, rec.Body.Len()
}
