// Package metrics counts the requests of a server and serves the counts, with figures of the process and its database, in the
// text format of Prometheus. Its own hundred lines add nothing to the program's size, where the client library adds
// megabytes (docs/decisions/0102).
//
// Start with New.
package metrics

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Metrics counts requests. It is safe for concurrent use.
type Metrics struct {
	begun   time.Time
	version string
	figures func(context.Context) []Figure

	mu     sync.Mutex
	routes map[route]*histogram
}

// Figure is a figure at the time of a scrape.
type Figure struct {
	Name, Help string
	Value      float64
	Counter    bool   // it only grows while the process runs
	Result     string // value of the label "result"; "" without it. Figures of one name follow each other
}

// New returns metrics without requests. The function figures returns the figures of the program at a scrape; it omits those
// that it cannot read.
func New(version string, begun time.Time, figures func(context.Context) []Figure) *Metrics {
	return &Metrics{begun: begun, version: version, figures: figures, routes: map[route]*histogram{}}
}

// route identifies the requests that are counted together. The pattern is that of the mux, so that no id of a budget is in it.
type route struct {
	method, pattern string
	class           int // of the status: 2 for 200 to 299
}

// buckets are the upper bounds of a histogram in seconds.
var buckets = [...]float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

type histogram struct {
	counts [len(buckets)]uint64 // by bucket, not cumulative; slower requests are only in total
	total  uint64
	sum    float64 // seconds
}

// Observe counts a request. The method and the path that a client invents are not labels: a request without a pattern is
// counted as "other".
func (m *Metrics) Observe(method, pattern string, status int, took time.Duration) {
	if _, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		pattern = path
	}
	if !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}, method) {
		method = "other"
	}
	key := route{method, cmp.Or(pattern, "other"), status / 100}
	seconds := took.Seconds()
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.routes[key]
	if h == nil {
		h = &histogram{}
		m.routes[key] = h
	}
	h.total++
	h.sum += seconds
	if i, _ := slices.BinarySearch(buckets[:], seconds); i < len(buckets) {
		h.counts[i]++
	}
}

// ServeHTTP writes all metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	writeFigures(w, []Figure{{Name: "process_start_time_seconds", Help: "Start of the process, in seconds since 1970.", Value: float64(m.begun.UnixMilli()) / 1000}})
	fmt.Fprintf(w, "# HELP holdover_build_info The version of the program.\n# TYPE holdover_build_info gauge\nholdover_build_info{version=%s} 1\n", strconv.Quote(m.version))
	writeFigures(w, append(processFigures(), m.figures(r.Context())...))
	m.writeRequests(w)
}

// writeRequests writes the histogram of each route.
func (m *Metrics) writeRequests(w io.Writer) {
	m.mu.Lock()
	routes := make(map[route]histogram, len(m.routes))
	for key, h := range m.routes {
		routes[key] = *h
	}
	m.mu.Unlock()
	const name = "holdover_http_request_duration_seconds"
	fmt.Fprintf(w, "# HELP %s Time from a request to the end of its response.\n# TYPE %s histogram\n", name, name)
	for _, key := range slices.SortedFunc(maps.Keys(routes), func(a, b route) int {
		return cmp.Or(cmp.Compare(a.pattern, b.pattern), cmp.Compare(a.method, b.method), cmp.Compare(a.class, b.class))
	}) {
		h := routes[key]
		labels := fmt.Sprintf("method=%s,route=%s,status=\"%dxx\"", strconv.Quote(key.method), strconv.Quote(key.pattern), key.class)
		sum := uint64(0)
		for i, le := range buckets {
			sum += h.counts[i]
			fmt.Fprintf(w, "%s_bucket{%s,le=\"%v\"} %d\n", name, labels, le, sum)
		}
		fmt.Fprintf(w, "%s_bucket{%s,le=\"+Inf\"} %d\n%s_sum{%s} %v\n%s_count{%s} %d\n", name, labels, h.total, name, labels, h.sum, name, labels, h.total)
	}
}

// processFigures returns the figures of the process that the runtime measures.
func processFigures() []Figure {
	samples := []metrics.Sample{{Name: "/sched/goroutines:goroutines"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(samples)
	value := func(i int) float64 { return float64(samples[i].Value.Uint64()) }
	return []Figure{
		{Name: "go_goroutines", Help: "Goroutines.", Value: value(0)},
		{Name: "go_memory_bytes", Help: "Memory that the Go runtime has mapped.", Value: value(1)},
		{Name: "go_heap_objects_bytes", Help: "Memory of objects on the heap, also of those not collected yet.", Value: value(2)},
	}
}

// writeFigures writes figures, with the lines about each name once.
func writeFigures(w io.Writer, all []Figure) {
	for i, g := range all {
		if i == 0 || all[i-1].Name != g.Name {
			kind := "gauge"
			if g.Counter {
				kind = "counter"
			}
			fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", g.Name, g.Help, g.Name, kind)
		}
		label := ""
		if g.Result != "" {
			label = "{result=" + strconv.Quote(g.Result) + "}"
		}
		fmt.Fprintf(w, "%s%s %v\n", g.Name, label, g.Value)
	}
}
