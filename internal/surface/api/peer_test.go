package api_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// dump is the output of oracle/actual-dump.mjs about the peer's budget, in cents.
type dump struct {
	OK       bool
	Result   struct{ Error string }
	Accounts []struct {
		Name    string
		Balance int64
	}
	Months []struct {
		Month      string
		ToBudget   int64
		Categories []struct {
			Group, Name              string
			Budgeted, Spent, Balance int64
		}
	}
}

// peerReads imports an exported plan with the peer's own importer.
func peerReads(t *testing.T, text []byte) dump {
	t.Helper()
	plan, out := filepath.Join(t.TempDir(), "plan.json"), filepath.Join(t.TempDir(), "out.json")
	if err := os.WriteFile(plan, text, 0o600); err != nil {
		t.Fatal(err)
	}
	testkit.Peer(t, "actual-dump.mjs", plan, out)
	written, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var d dump
	if err := json.Unmarshal(written, &d); err != nil || !d.OK {
		t.Fatalf("import into the peer: %v %s", err, d.Result.Error)
	}
	return d
}

// The peer's importer accepts the export, and shows the same balances, category figures and To Budget.
func TestPeerImportsTheExport(t *testing.T) {
	for _, seed := range []string{"51", "52"} {
		s := serve(t, 0, testkit.Today("--seed", seed, "--years", "2", "--tx", "400", "--cards", "2", "--plain")...)
		text, _ := fetch(t, s.url, s.id)
		d := peerReads(t, text)
		s.comparePeersAccounts(t, &d)
		s.comparePeersMonths(t, &d)
	}
}

func (s *served) comparePeersAccounts(t *testing.T, d *dump) {
	t.Helper()
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	balances := map[string]money.Milli{}
	for _, a := range d.Accounts {
		balances[a.Name] = cents(a.Balance)
	}
	for _, a := range accounts {
		if theirs, has := balances[a.Name]; !has || theirs != a.Balance {
			t.Errorf("account %s: %d, in the peer %d (found: %t)", a.Name, a.Balance, theirs, has)
		}
	}
}

func (s *served) comparePeersMonths(t *testing.T, d *dump) {
	t.Helper()
	type figures struct{ budgeted, activity, balance money.Milli }
	cells := 0
	for _, theirs := range d.Months {
		m, err := civil.ParseMonth(theirs.Month + "-01")
		if err != nil {
			t.Fatal(err)
		}
		months, err := s.app.Months(t.Context(), app.Machine(), s.id, app.MonthSpan{From: m, To: m})
		if err != nil {
			t.Fatal(err)
		}
		if len(months) == 0 {
			continue // the peer shows months after the last one too
		}
		ours := months[0]
		if ours.ToBudget != cents(theirs.ToBudget) {
			t.Errorf("%s: To Budget %d, in the peer %d", theirs.Month, ours.ToBudget, cents(theirs.ToBudget))
		}
		of := map[string]figures{}
		for _, c := range theirs.Categories {
			of[c.Name] = figures{cents(c.Budgeted), cents(c.Spent), cents(c.Balance)}
		}
		for _, c := range ours.Categories {
			if c.Income {
				continue
			}
			cells++
			if want, has := of[c.Name]; !has || want != (figures{c.Budgeted, c.Activity, c.Balance}) {
				t.Errorf("%s %s: %d %d %d, the peer shows %v (%v)", theirs.Month, c.Name, c.Budgeted, c.Activity, c.Balance, want, has)
			}
		}
	}
	if cells < 200 {
		t.Errorf("%d figures were compared, want at least 200", cells)
	}
}

func cents(n int64) money.Milli { return money.Milli(n * 10) }
