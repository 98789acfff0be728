package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"holdover/internal/app"
	"holdover/internal/store"
)

// BenchmarkWholePlan is the answer with a whole plan of 20,000 rows; beside it
// BenchmarkFloor reads the same rows and encodes them, which no answer can beat by much.
func BenchmarkWholePlan(b *testing.B) {
	s := serve(b, 0, large...)
	b.ResetTimer()
	for range b.N {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.url+"/plans/"+s.id, nil)
		if err != nil {
			b.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Accept-Encoding", "identity")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		n, err := io.Copy(io.Discard, resp.Body)
		if err != nil || n < 1e6 {
			b.Fatal(n, err)
		}
		_ = resp.Body.Close()
		b.SetBytes(n)
	}
}

var large = []string{"--seed", "50", "--years", "10", "--tx", "20000", "--cards", "3"}

func BenchmarkFloor(b *testing.B) {
	s := serve(b, 0, large...)
	b.ResetTimer()
	for range b.N {
		err := s.app.View(b.Context(), app.Machine(), s.id, func(v *store.View) error {
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

// BenchmarkList is one small list.
func BenchmarkList(b *testing.B) {
	s := serve(b, 0, large...)
	b.ResetTimer()
	for range b.N {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.url+"/plans/"+s.id+"/categories", nil)
		if err != nil {
			b.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			b.Fatal(err)
		}
		_ = resp.Body.Close()
	}
}
