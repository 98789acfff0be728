package metrics

import (
	"context"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestHistogramsAreCumulative: each bucket counts all requests that took at most its bound, and +Inf counts all requests.
func TestHistogramsAreCumulative(t *testing.T) {
	m := New(`1.0 "rc"`, time.Unix(1_800_000_000, 0), func(context.Context) []Figure {
		return []Figure{{Name: "holdover_cache_bytes", Help: "Cache.", Value: 1 << 20}, {Name: "n_total", Help: "N.", Counter: true, Result: "ok", Value: 3}, {Name: "n_total", Counter: true, Result: "failed"}}
	})
	for _, took := range []time.Duration{time.Millisecond, 5 * time.Millisecond, 30 * time.Millisecond, time.Minute} {
		m.Observe("GET", "GET /budgets/{budget}", 200, took)
	}
	m.Observe("GET", "GET /budgets/{budget}", 404, time.Millisecond)
	m.Observe("INVENTED", "", 405, time.Millisecond)
	rec := httptest.NewRecorder()
	m.ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	text := rec.Body.String()
	const name = "holdover_http_request_duration_seconds"
	labels := `method="GET",route="/budgets/{budget}",status="2xx"`
	for _, want := range []string{
		"process_start_time_seconds 1.8e+09", `holdover_build_info{version="1.0 \"rc\""} 1`, "holdover_cache_bytes 1.048576e+06", "# TYPE n_total counter\nn_total{result=\"ok\"} 3\nn_total{result=\"failed\"} 0",
		name + "_bucket{" + labels + `,le="0.005"} 2`, name + "_bucket{" + labels + `,le="0.05"} 3`, name + "_bucket{" + labels + `,le="10"} 3`,
		name + "_bucket{" + labels + `,le="+Inf"} 4`, name + "_count{" + labels + "} 4", name + "_sum{" + labels + "} 60.036",
		name + `_count{method="GET",route="/budgets/{budget}",status="4xx"} 1`, name + `_count{method="other",route="other",status="4xx"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("the metrics lack the line %s:\n%s", want, text)
		}
	}
	line := regexp.MustCompile(`^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="(?:[^"\\]|\\.)*"(?:,\w+="(?:[^"\\]|\\.)*")*\})? \S+)$`)
	for l := range strings.Lines(text) {
		if l = strings.TrimSuffix(l, "\n"); !line.MatchString(l) {
			t.Errorf("not a line of Prometheus' text format: %s", l)
		}
	}
}
