package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

func previews() preview.Pages {
	return preview.Pages{"fault": func(*http.Request) ui.Page { return previewFault() }}
}

func TestPreviews(t *testing.T) {
	t.Parallel()
	preview.Check(t, ui.Feature{}, previews(), &ui.FaultPage{}, &ui.MenuPage{})
}

func TestPagesInBrowser(t *testing.T) { preview.Look(t, ui.Feature{}, previews()) }

func previewFault() ui.Page {
	return &ui.FaultPage{
		Frame: ui.Frame{Title: "Not found"}, Heading: "Not found", RequestID: "KX7Q2M4PZT5A", BackURL: "/budgets", BackLabel: "Go to budgets",
		Fault: ui.FaultText{Message: "there is no budget with the id 7f3c0000-0000-0000-0000-000000000000-and-a-long-tail-without-any-space", Hint: "It may have been deleted, or belong to someone else."},
	}
}

// TestUnknownPagesShowAnErrorPage checks that an unknown address gets an error page in the usual layout.
func TestUnknownPagesShowAnErrorPage(t *testing.T) {
	t.Parallel()
	rec := httptest.NewRecorder()
	preview.Server(t, ui.Feature{}, nil).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/nowhere", nil))
	body := rec.Body.String()
	for _, want := range []string{"Not found", "There is no page at /nowhere", rec.Header().Get("X-Request-Id"), "Go to budgets"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not contain %q", want)
		}
	}
	if rec.Code != http.StatusNotFound {
		t.Errorf("status %d", rec.Code)
	}
}
