package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/testing/testkit"
)

// A program archives years after a preview and brings them back, each as one step, and starts fresh in another plan.
func TestArchivesAndFreshStartsOfThePlan(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "33", "--years", "2", "--tx", "200")...)
	ask := func(method, path, body string, status int, want string) (text string) {
		t.Helper()
		got, answer := s.send(t, method, "/plans/"+s.id+path, token, body)
		if got != status || !strings.Contains(string(answer), want) {
			t.Errorf("%s %s: status %d, want %d with %q in: %.400s", method, path, got, status, want, answer)
		}
		return string(answer)
	}
	count := func() int {
		t.Helper()
		b, err := s.app.FindBudget(t.Context(), app.Machine(), s.id)
		if err != nil {
			t.Fatal(err)
		}
		return b.Transactions
	}
	before := count()
	ask("GET", "/archives", "", 200, `"archives":[]`)
	var preview struct {
		Data struct {
			Preview struct {
				Years     []int
				Count     int `json:"transaction_count"`
				Remaining int `json:"remaining_count"`
			} `json:"archive_preview"`
		}
	}
	year := time.Now().Year()
	unmarshal(t, []byte(ask("GET", fmt.Sprintf("/archives/preview?before_date=%d-01-01", year), "", 200, `"cleared_balance":`)), &preview)
	p := preview.Data.Preview
	if len(p.Years) == 0 || p.Count == 0 || count() != before {
		t.Fatalf("preview %+v, and %d transactions afterwards of %d", p, count(), before)
	}
	ask("GET", "/archives/preview", "", 200, fmt.Sprintf(`"years":[%d`, year))
	ask("GET", "/archives/preview?before_date=1800-01-01", "", 400, "cannot be archived")
	ask("GET", "/archives/preview?before_date=soon", "", 400, "before_date")
	ask("POST", "/archives", `{"archive":{}}`, 400, "before_date")
	ask("POST", "/archives", `{"archive":{"before_date":"2026-01-02"}}`, 400, "is not 1 January of a year")
	var made struct {
		Data struct {
			Archive struct{ ID string }
		}
	}
	unmarshal(t, []byte(ask("POST", "/archives", fmt.Sprintf(`{"archive":{"before_date":"%d-01-01"}}`, year), 201, fmt.Sprintf(`"before_date":"%d-01-01","transaction_count":%d,"deleted":false`, year, p.Count))), &made)
	if count() != p.Remaining {
		t.Errorf("%d transactions remain, want %d", count(), p.Remaining)
	}
	ask("GET", "/archives", "", 200, made.Data.Archive.ID)
	ask("DELETE", "/archives/22222222-2222-4222-8222-222222222222", "", 404, "is not the archive that was made last")
	ask("DELETE", "/archives/"+made.Data.Archive.ID, "", 200, `"deleted":true`)
	ask("DELETE", "/archives/"+made.Data.Archive.ID, "", 404, "no archived years")
	if count() != before {
		t.Errorf("%d transactions after they were brought back, want %d", count(), before)
	}
	if _, err := s.app.Undo(t.Context(), app.Machine(), s.id, s.knowledge(t)); err != nil || count() != p.Remaining {
		t.Errorf("undone: %v, with %d transactions, want %d", err, count(), p.Remaining)
	}
	ask("POST", "/fresh_start", `{"fresh_start":{"name":"Anew","all_payees":false}}`, 201, `"name":"Anew"`)
	ask("POST", "/fresh_start", `{"fresh_start":{"name":"ANEW"}}`, 400, "already exists")
	ask("POST", "/fresh_start", `{}`, 400, "fresh_start")
}

// knowledge returns the number of the plan's latest change.
func (s *served) knowledge(t *testing.T) int64 {
	t.Helper()
	n, err := s.app.Knowledge(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
