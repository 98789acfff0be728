package reports_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestUpcomingBeginsWithTheHorizonOfTheBrowser opens the report with and without a number of days in its address.
func TestUpcomingBeginsWithTheHorizonOfTheBrowser(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	for _, c := range []struct{ horizon, query, current string }{
		{"", "", "90 days"}, {"14", "", "14 days"}, {"14", "?days=90", "90 days"}, {"14", "?days=365", "365 days"}, {"x", "", "90 days"},
	} {
		ask, err := http.NewRequestWithContext(t.Context(), http.MethodGet, world.Server.URL+"/budgets/"+id+"/reports/coming"+c.query, nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.AddCookie(&http.Cookie{Name: "holdover_upcoming", Value: c.horizon})
		res, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), `aria-current="true">`+c.current) {
			t.Errorf("%q%s: status %d, not %s", c.horizon, c.query, res.StatusCode, c.current)
		}
		if c.query == "?days=90" && !strings.Contains(string(text), "days=90&amp;targets=1") {
			t.Error("the link to targets forgets the number of days")
		}
	}
}
