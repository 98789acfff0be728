package reports_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/klauspost/compress/gzip"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestReportsAreSmall requests each report over twenty years with 2,000 payees: each response is smaller than 60 kB
// on the wire.
func TestReportsAreSmall(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, testkit.Plan(t, "--seed", "11", "--accounts", "24", "--cards", "10", "--groups", "10", "--categories", "60", "--payees", "2000", "--tx", "12000", "--years", "20"))
	p := world.Person(t)
	for _, report := range []string{
		"", "/spending", "/spending?by=category", "/spending?by=payee", "/spending?by=account", "/spending?by=flag", "/month", "/calendar", "/income", "/net-worth", "/age-of-money", "/coming",
		"/categories/" + firstCategory(t, world.App, id),
	} {
		at := "/budgets/" + id + "/reports" + report
		if report != "" && report != "/coming" {
			at += map[bool]string{true: "&", false: "?"}[bytes.ContainsRune([]byte(report), '?')] + "from=2006-07&to=2026-08"
		}
		status, _, page := p.Get(at)
		var small bytes.Buffer
		w, err := gzip.NewWriterLevel(&small, gzip.DefaultCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(page)); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d over the wire", report, len(page), small.Len())
		if status != http.StatusOK || small.Len() > 60_000 {
			t.Errorf("%s: status %d, %d bytes over the wire", at, status, small.Len())
		}
	}
}
