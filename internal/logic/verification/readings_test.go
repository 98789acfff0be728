package verification_test

import (
	"encoding/json"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// TestAFileThatSubtractsAssignmentsOfLaterMonths checks a file that follows the rule of the newest files: it is
// recognised, and the amounts assigned in later months are the cause, to the last milliunit.
func TestAFileThatSubtractsAssignmentsOfLaterMonths(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420", "--future-months", "3"))
	whole := testkit.EditPlan(t, text, func(plan map[string]any) {
		var later int64
		for _, m := range records(plan, "months") { // the newest first
			budgeted, _ := m["budgeted"].(json.Number).Int64()
			addTo(m, "to_be_budgeted", -later)
			later += budgeted
		}
	})
	r := verify(t, whole, nil)
	if r.Future != verification.SubtractedWhole || !r.Sound() || len(r.Contradictions) > 0 {
		t.Errorf("the file's rule is not recognised: %s", summaryOf(r))
	}
}

// TestARowMovedToAnotherAccountIsAttributedToTheFile moves rows between cards and other accounts. The file's Ready to
// Assign still counts the original account, and its account balances show that the rows are misplaced.
func TestARowMovedToAnotherAccountIsAttributedToTheFile(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "7", "--years", "2", "--tx", "420", "--cards", "2"))
	for _, fromCard := range []bool{true, false} {
		var rows []int
		var to string
		testkit.EditPlan(t, text, func(plan map[string]any) { rows, to = overspentRows(plan, fromCard) })
		if len(rows) < 3 {
			t.Fatalf("from a card %v: only %d rows", fromCard, len(rows))
		}
		for _, i := range rows[:min(len(rows), 6)] {
			moved := testkit.EditPlan(t, text, func(plan map[string]any) {
				row := records(plan, "transactions")[i]
				row["account_id"] = to
				delete(row, "account_name")
			})
			if r := verify(t, moved, nil); !r.Sound() {
				t.Errorf("row %d, from a card %v: %s", i, fromCard, summaryOf(r))
			}
		}
	}
}

// overspentRows returns rows of cards, or of other accounts on budget, with a category that is overspent in their
// month, and an account of the other kind.
func overspentRows(plan map[string]any, ofCards bool) (rows []int, other string) {
	card := map[string]bool{}
	for _, a := range records(plan, "accounts") {
		if id := a["id"].(string); a["on_budget"] == true && a["deleted"] != true && a["closed"] != true {
			if card[id] = a["type"] == "creditCard"; card[id] != ofCards {
				other = id
			}
		}
	}
	overspent := map[string]bool{}
	for _, m := range records(plan, "months") {
		for _, c := range records(m, "categories") {
			if balance, _ := c["balance"].(json.Number).Int64(); balance < 0 {
				overspent[m["month"].(string)[:7]+c["id"].(string)] = true
			}
		}
	}
	for i, r := range records(plan, "transactions") {
		category, _ := r["category_id"].(string)
		isCard, onBudget := card[r["account_id"].(string)]
		if onBudget && isCard == ofCards && r["deleted"] != true && r["transfer_account_id"] == nil && overspent[r["date"].(string)[:7]+category] {
			rows = append(rows, i)
		}
	}
	return rows, other
}
