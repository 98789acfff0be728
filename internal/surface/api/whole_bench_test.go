package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// BenchmarkWholePlan measures the response with a whole plan, the time to its first byte and the growth of the heap;
// BenchmarkFloor reads and encodes 50,000 rows in the same way, which no response can beat by much.
func BenchmarkWholePlan(b *testing.B) {
	for _, rows := range []string{"10000", "50000", "100000"} {
		b.Run(rows, func(b *testing.B) {
			s := serve(b, 0, large(rows)...)
			s.doc = nil // the collector waits the longer the more is alive
			peak := watchHeap(b)
			defer testkit.CPU(b)()
			var first time.Duration
			for b.Loop() {
				start := time.Now()
				resp := ask(b, s, "/plans/"+s.id, "identity")
				if _, err := io.ReadFull(resp.Body, make([]byte, 1)); err != nil {
					b.Fatal(err)
				}
				first += time.Since(start)
				n, err := io.Copy(io.Discard, resp.Body)
				if err != nil || n < 1e6 {
					b.Fatalf("response has %d bytes, want more than a million (error %v)", n, err)
				}
				_ = resp.Body.Close()
				b.SetBytes(n)
			}
			b.ReportMetric(float64(first.Milliseconds())/float64(b.N), "first-byte-ms/op")
			b.ReportMetric(peak(), "heap-growth-MiB")
		})
	}
}

// watchHeap reports the growth of the heap, including garbage not yet collected.
func watchHeap(b *testing.B) (peakMiB func() float64) {
	b.Helper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before, most := m.HeapInuse, m.HeapInuse
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapInuse)
			}
		}
	}()
	return func() float64 {
		close(stop)
		<-done
		return float64(most-before) / (1 << 20)
	}
}

func ask(b *testing.B, s *served, path, encoding string) *http.Response {
	b.Helper()
	req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Accept-Encoding", encoding)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		b.Fatalf("GET %s: %s", path, resp.Status)
	}
	return resp
}

func large(rows string) []string {
	return []string{"--seed", "50", "--years", "10", "--tx", rows, "--cards", "3"}
}

func BenchmarkFloor(b *testing.B) {
	s := serve(b, 0, large("50000")...)
	s.doc = nil
	defer testkit.CPU(b)()
	for b.Loop() {
		err := s.app.ReadTx(b.Context(), app.Machine(), s.id, func(v *store.ReadTx) error {
			whole, err := v.Whole()
			if err != nil {
				return err
			}
			sheet, err := v.Sheet()
			if err != nil {
				return err
			}
			return json.NewEncoder(io.Discard).Encode(map[string]any{"whole": whole, "sheet": sheet.Rows, "months": sheet.Months})
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCalls measures a small list and single records, with as many concurrent calls as cores.
func BenchmarkCalls(b *testing.B) {
	s := serve(b, 0, large("50000")...)
	p := &s.doc.Plan
	for name, path := range map[string]string{
		"categories": "/categories", "payees": "/payees", "account": "/accounts/" + p.Accounts[0].ID, "transaction": "/transactions/" + p.Transactions[100].ID,
	} {
		b.Run(name, func(b *testing.B) {
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					resp := ask(b, s, "/plans/"+s.id+path, "gzip")
					if _, err := io.Copy(io.Discard, resp.Body); err != nil {
						b.Error(err)
					}
					_ = resp.Body.Close()
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
		})
	}
}
