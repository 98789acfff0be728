package api_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/testing/testkit"
)

// BenchmarkWriting measures what programs wait for in a large budget: one transaction, 10,000 in one call, and money
// assigned. The first one after an import, with cold caches, is reported separately.
func BenchmarkWriting(b *testing.B) {
	for _, rows := range []string{"50000", "1000000"} {
		if rows == "1000000" && testing.Short() {
			continue
		}
		b.Run(rows, func(b *testing.B) {
			s := serve(b, 0, large(rows)...)
			category, _ := categorised(&s.doc.Plan)
			account := s.doc.Plan.Accounts[0].ID
			s.doc = nil
			day := civil.DateOf(time.Now()).String()
			n := 0
			row := func() string {
				n++
				return fmt.Sprintf(`{"account_id":%q,"date":%q,"amount":%d,"payee_name":"Payee %d","category_id":%q,"import_id":"bench:%d"}`, account, day, -1000-n, n%50, category, n)
			}
			add := func(b *testing.B) { mustSend(b, s, "POST", "/transactions", `{"transaction":`+row()+`}`) }
			start := time.Now()
			add(b)
			first := time.Since(start)
			b.Run("one", func(b *testing.B) {
				defer testkit.CPU(b)()
				for b.Loop() {
					add(b)
				}
				b.ReportMetric(first.Seconds()*1000, "first-ms")
			})
			b.Run("month category", func(b *testing.B) {
				defer testkit.CPU(b)()
				for b.Loop() {
					n++
					mustSend(b, s, "PATCH", "/months/current/categories/"+category, fmt.Sprintf(`{"category":{"budgeted":%d}}`, n*10))
				}
			})
			b.Run("10000", func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					var body bytes.Buffer
					body.WriteString(`{"transactions":[` + row())
					for range 9_999 {
						body.WriteString("," + row())
					}
					body.WriteString("]}")
					b.StartTimer()
					mustSend(b, s, "POST", "/transactions", body.String())
					b.StopTimer()
					if _, err := s.app.Undo(b.Context(), app.Machine(), s.id, 0); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
			})
		})
	}
}

func mustSend(b *testing.B, s *served, method, path, body string) {
	b.Helper()
	if status, text := s.send(b, method, "/plans/"+s.id+path, token, body); status >= 300 {
		b.Fatalf("%s %s: status %d: %.300s", method, path, status, text)
	}
}

// BenchmarkAllTransactions measures the list of all transactions; compare with BenchmarkWholePlan and BenchmarkFloor.
func BenchmarkAllTransactions(b *testing.B) {
	s := serve(b, 0, large("50000")...)
	s.doc = nil
	defer testkit.CPU(b)()
	for b.Loop() {
		resp := ask(b, s, "/plans/"+s.id+"/transactions?since_date=1990-01-01", "identity")
		n, err := io.Copy(io.Discard, resp.Body)
		if err != nil || n < 1e6 || resp.StatusCode != http.StatusOK {
			b.Fatalf("response %s has %d bytes, want more than a million (error %v)", resp.Status, n, err)
		}
		_ = resp.Body.Close()
		b.SetBytes(n)
	}
}
