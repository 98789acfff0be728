package envelope_test

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// The peer's To Budget, in cents, after importing generated plans:
//
//	python3 oracle/genplan.py ARGS --out p.json
//	PEER_DIR=.cache/peer node oracle/actual-dump.mjs p.json p.out.json
//	jq '[.months[] | {(.month): .toBudget}] | add' p.out.json
//
//go:embed testdata/peer.json
var peerFigures []byte

// TestToBudgetEqualsThePeers compares every month that the peer shows, those before the
// first row and a year after the last included.
func TestToBudgetEqualsThePeers(t *testing.T) {
	var plans []struct {
		Args     []string               `json:"args"`
		ToBudget map[string]money.Milli `json:"to_budget_cents"`
	}
	if err := json.Unmarshal(peerFigures, &plans); err != nil {
		t.Fatal(err)
	}
	for _, p := range plans {
		t.Run(strings.Join(p.Args, " "), func(t *testing.T) {
			w, _ := readPlan(t, readFile(t, testkit.Plan(t, p.Args...)))
			sheet := w.sheet()
			for name, cents := range p.ToBudget {
				m, err := civil.ParseMonth(name)
				if err != nil {
					t.Fatal(err)
				}
				if got := sheet.Month(m).ToBudget; got != cents*10 {
					t.Errorf("%s: To Budget is %s, the peer's is %s", m, got, cents*10)
				}
			}
			w.conserved(t)
		})
	}
}
