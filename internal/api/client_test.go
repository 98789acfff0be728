package api_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"holdover/internal/testkit"
)

// got is what the official client printed: for each of its calls the data.
type got struct {
	Line  struct{ ID, Account_id, Category_id, Payee_id string } //nolint:revive,staticcheck // the source's names
	Month string
	Got   map[string]json.RawMessage
}

// officialClient runs every reading call that npm's ynab has.
func officialClient(t *testing.T, s *served) got {
	t.Helper()
	root := testkit.RepoRoot(t)
	if _, err := os.Stat(filepath.Join(root, "node_modules", "ynab")); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the official client is not installed: %v", err)
		}
		t.Skip("the official client is not installed; make assets installs it")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(root, "internal", "api", "testdata", "client.mjs"), s.url, s.id)
	cmd.Env = append(os.Environ(), "TOKEN="+token)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the official client: %v\n%s", err, s.log)
	}
	var g got
	unmarshal(t, out, &g)
	return g
}

func TestOfficialClient(t *testing.T) {
	s := serve(t, 0, "--seed", "34", "--years", "2", "--tx", "500", "--cards", "2")
	g := officialClient(t, s)
	p := &s.doc.Plan
	counts := map[string][2]int{}
	count := func(call, member string, want int) {
		var data map[string]json.RawMessage
		var records []json.RawMessage
		unmarshal(t, g.Got[call], &data)
		unmarshal(t, data[member], &records)
		counts[call] = [2]int{len(records), want}
	}
	live, open := 0, 0
	for i := range p.Transactions {
		if !p.Transactions[i].Deleted {
			live++
		}
	}
	for i := range p.Accounts {
		if !p.Accounts[i].Deleted {
			open++
		}
	}
	count("plans", "plans", 1)
	count("accounts", "accounts", open)
	count("transactions", "transactions", live)
	for call, c := range counts {
		if c[0] != c[1] {
			t.Errorf("%s: %d records, the plan has %d", call, c[0], c[1])
		}
	}
	var refusal struct {
		Error struct{ ID, Name string }
	}
	unmarshal(t, g.Got["refusal"], &refusal)
	if refusal.Error.ID != "401" || refusal.Error.Name != "not_authorized" {
		t.Errorf("a wrong token: %s", g.Got["refusal"])
	}
	for call, where := range map[string]string{"transaction": "transaction", "account": "account", "category": "category", "payee": "payee", "month": "month"} {
		var data map[string]struct{ ID, Month string }
		unmarshal(t, one(t, g.Got[call], where), &data)
		switch found := data[where]; call {
		case "transaction":
			if found.ID != g.Line.ID {
				t.Errorf("asked for transaction %s, got %s", g.Line.ID, found.ID)
			}
		case "month":
			if found.Month != g.Month {
				t.Errorf("asked for month %s, got %s", g.Month, found.Month)
			}
		default:
			if found.ID == "" {
				t.Errorf("%s: no id in %.200s", call, g.Got[call])
			}
		}
	}
}

// one keeps the one member of an answer's data, apart from its knowledge.
func one(t *testing.T, data json.RawMessage, member string) []byte {
	t.Helper()
	var all map[string]json.RawMessage
	unmarshal(t, data, &all)
	text, err := json.Marshal(map[string]json.RawMessage{member: all[member]})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
