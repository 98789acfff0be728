package server

import (
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/backups"
	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// TestAlertsAndDashboardNameServedMetrics compares the names of metrics in the alerts and in the dashboard with those that a server
// with a backup serves. An alert about a metric that does not exist never fires.
func TestAlertsAndDashboardNameServedMetrics(t *testing.T) {
	a := apptest.New(t)
	apptest.Household(t, a, app.Machine())
	b := a.NewBackups(backups.Config{Folder: filepath.Join(t.TempDir(), "backups"), Keep: 1, Now: time.Now})
	testkit.Must(b.MakeNow(t.Context(), app.Machine()))(t)
	cfg := Config{App: a, Log: slog.New(slog.DiscardHandler), Version: "1.2.3", Pages: web.Options{As: app.Machine(), Backups: b}}
	h, scrape := measured(Handler(cfg), cfg)
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "http://127.0.0.1/budgets", nil))
	rec := httptest.NewRecorder()
	scrape.ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	served := rec.Body.String()
	name := regexp.MustCompile(`\b(?:holdover|go|process)_[a-z_]+`)
	for _, file := range []string{"prometheus-alerts.yml", "grafana-dashboard.json"} {
		text := string(testkit.Must(os.ReadFile(filepath.Join(testkit.RepoRoot(t), "packaging", file)))(t))
		names := name.FindAllString(text, -1)
		if len(names) < 5 {
			t.Errorf("%s names only %v", file, names)
		}
		for _, one := range names {
			if !strings.Contains(served, "\n"+one+" ") && !strings.Contains(served, "\n"+one+"{") {
				t.Errorf("%s names %s, which is not served", file, one)
			}
		}
	}
}
