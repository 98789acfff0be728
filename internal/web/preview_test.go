package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jba/templatecheck"

	"holdover/internal/httpx"
)

// previewDir is where the rendered pages and their screenshots go, to be looked at.
const previewDir = "../../.cache/preview"

// TestTemplates checks every template against the struct of its page.
func TestTemplates(t *testing.T) {
	pages, err := parseTemplates()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []page{&BudgetsPage{}, &BudgetPage{}, &AccountsPage{}, &RegisterPage{}, &FilterPage{}, &ReportPage{}, &ImportPage{}, &FromSourcePage{}, &SourcePlansPage{}, &GuidePage{}, &MenuPage{}, &RowPage{}, &HistoryPage{}, &FaultPage{}, &PayeesPage{}, &ScheduledPage{}, &BankFilePage{}} {
		if err := templatecheck.CheckHTML(pages[p.template()].Lookup("layout"), p); err != nil {
			t.Errorf("%s: %v", p.template(), err)
		}
	}
}

// TestPreview renders every page with hard data.
func TestPreview(t *testing.T) {
	if err := os.MkdirAll(previewDir, 0o755); err != nil {
		t.Fatal(err)
	}
	server := previewServer(t)
	for name := range previews() {
		rec := httptest.NewRecorder()
		server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/preview/"+name, nil))
		body := rec.Body.String()
		if rec.Code != http.StatusOK || !strings.HasSuffix(body, "</html>") {
			t.Errorf("%s: status %d, ends %q", name, rec.Code, body[max(0, len(body)-80):])
		}
		for _, forbidden := range []string{" style=", "<style", "<script>", "onclick=", "ZgotmplZ"} {
			if strings.Contains(body, forbidden) {
				t.Errorf("%s: contains %q, which the content security policy forbids", name, forbidden)
			}
		}
		if err := os.WriteFile(filepath.Join(previewDir, name+".html"), []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// previewServer serves the pages of previews through the same middleware and
// headers as the real ones.
func previewServer(t *testing.T) http.Handler {
	t.Helper()
	rd, err := newRenderer()
	if err != nil {
		t.Fatal(err)
	}
	rt := httpx.NewRouter(rd.writeFault)
	rt.HandleHTTP("GET "+assetPrefix, rd.assets)
	pages := previews()
	rt.Handle("GET /preview/{name}", func(w http.ResponseWriter, r *http.Request) error {
		return rd.render(w, r, http.StatusOK, pages[r.PathValue("name")](r))
	})
	rt.Handle("POST /budgets/{id}/view", func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
	return httpx.Wrap(rt, slog.New(slog.DiscardHandler), rd.writeFault)
}

// TestUnknownPagesAreFaults sees that what does not exist looks like the rest.
func TestUnknownPagesAreFaults(t *testing.T) {
	rec := httptest.NewRecorder()
	previewServer(t).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/nowhere", nil))
	body := rec.Body.String()
	for _, want := range []string{"There is nothing here", "There is no page at /nowhere", rec.Header().Get("X-Request-Id"), "To the budgets"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if rec.Code != http.StatusNotFound {
		t.Errorf("status %d", rec.Code)
	}
}
