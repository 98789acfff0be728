package verification_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// Each file has figures that contradict each other in a way that was once not resolved. Nothing in it is unexplained, and
// the report blames the figure that is wrong.
func TestTheWrongFigureIsBlamed(t *testing.T) {
	for name, c := range map[string]struct {
		document  int // the seed of its options
		envelopes bool
		change    func(p map[string]any)
		blamed    []string // parts of contradictions
		not       []string // parts of contradictions and names of items that would be wrong
	}{
		"budgeted and ready to assign of a month that earlier ones subtract": {11, true, func(p map[string]any) {
			month := monthOf(p, "2025-12")
			addTo(month, "budgeted", 7770)
			addTo(cellOf(month, "Visa Card"), "budgeted", 7770)
			addTo(cellOf(month, "Visa Card"), "balance", 7770)
			addTo(month, "to_be_budgeted", -7770)
		}, []string{"2025-12: Ready to Assign is 67.109, the file's other figures make 74.879"}, []string{"2025-11: Ready"}},
		"two months whose amount is a figure that fits elsewhere": {6, true, func(p map[string]any) {
			addTo(monthOf(p, "2025-12"), "to_be_budgeted", 7000)
			addTo(monthOf(p, "2026-01"), "to_be_budgeted", 7000)
		}, []string{"2025-12: Ready to Assign is 53.000", "2026-01: Ready to Assign is 67.000"}, nil},
		"a month whose amount was also assigned to a card": {11, false, func(p map[string]any) {
			addTo(monthOf(p, "2026-01"), "to_be_budgeted", -1)
		}, []string{"2026-01: Ready to Assign is 83.437, the file's other figures make 83.438"}, nil},
		"two exchanged months": {3, true, func(p map[string]any) {
			a, b := monthOf(p, "2026-03"), monthOf(p, "2026-05")
			a["month"], b["month"] = b["month"], a["month"]
		}, nil, []string{"the file lacks"}},
		"two exchanged months with few figures": {10, false, func(p map[string]any) {
			a, b := monthOf(p, "2024-09"), monthOf(p, "2026-07")
			a["month"], b["month"] = b["month"], a["month"]
		}, []string{"2024-09: the file does not determine all figures of the month"}, []string{"the file lacks"}},
		"a month without categories": {9, false, func(p map[string]any) {
			monthOf(p, "2025-08")["categories"] = []any{}
		}, []string{"2025-08: budgeted is 882.860, its categories make 0.000"}, []string{"the file lacks"}},
		"a card off the budget": {11, true, func(p map[string]any) {
			find(records(p, "accounts"), func(a map[string]any) bool { return a["name"] == "Visa Card" })["on_budget"] = false
		}, []string{"2025-09, Fuel: activity is -4.139, its transactions make 0.000"}, []string{"Fuel, overspent"}},
		"two wrong amounts that only fit together": {11, false, func(p map[string]any) {
			addTo(cellOf(monthOf(p, "2026-07"), "Подарки"), "budgeted", 12340)
			addTo(cellOf(monthOf(p, "2026-08"), "Emergency Fund"), "budgeted", -1)
		}, []string{"2026-07, Подарки: the balance", "2026-08, Emergency Fund: the balance"}, []string{"Ready to Assign"}},
		"a balance below zero that is wrong": {6, false, func(p map[string]any) {
			addTo(cellOf(monthOf(p, "2026-06"), "Visa Card"), "balance", -1)
		}, []string{"2026-06, Visa Card: the balance of -0.001"}, []string{"Visa Card, budgeted", "Ready to Assign"}},
		"a row on another account in a file that subtracts later months": {3, false, func(p map[string]any) {
			row := find(records(p, "transactions"), func(r map[string]any) bool { return r["date"] == "2026-04-21" && number(r["amount"]) == -32424 })
			row["account_id"] = find(records(p, "accounts"), func(a map[string]any) bool { return a["name"] == "Checking" })["id"]
			delete(row, "account_name")
		}, []string{"Checking: the balance", "Visa Card: the balance"}, []string{"Ready to Assign"}},
	} {
		text := testkit.EditPlan(t, read(t, testkit.Plan(t, options(c.document)...)), c.change)
		r := verify(t, text, nil)
		if c.envelopes {
			_, r = verifyCards(t, decode(t, text))
		}
		said := slices.Clone(r.Contradictions)
		for _, e := range r.Evidence[verification.Contradiction] {
			said = append(said, fmt.Sprintf("%s, %s: %s", e.Month, e.Of, e.Amount))
		}
		says := func(part string) bool {
			return slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, part) })
		}
		if !r.Sound() {
			t.Errorf("%s: something is unexplained: %s", name, summaryOf(r))
		}
		for _, part := range c.blamed {
			if !says(part) {
				t.Errorf("%s: %q is not blamed, but %q", name, part, said)
			}
		}
		for _, part := range c.not {
			if says(part) {
				t.Errorf("%s: %q is blamed: %q", name, part, said)
			}
		}
	}
}

func monthOf(p map[string]any, month string) map[string]any {
	return find(records(p, "months"), func(m map[string]any) bool { return m["month"] == month+"-01" })
}

func cellOf(month map[string]any, category string) map[string]any {
	return find(records(month, "categories"), func(c map[string]any) bool { return c["name"] == category })
}

// If Ready to Assign counts the amounts of a category two months later than we do, the file is not blamed, although each
// run of different months ends: the rule may be ours that is wrong.
func TestAmountsMisplacedThroughoutAreNotAttributedToTheFile(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420"))
	changed := testkit.EditPlan(t, text, func(p map[string]any) {
		months := records(p, "months") // the newest first
		for i := 4; i < len(months)-4; i++ {
			for _, c := range records(months[i], "categories") {
				if c["name"] == cardPayments(months[i])[0]["name"] && number(c["budgeted"]) != 0 {
					addTo(months[i], "to_be_budgeted", number(c["budgeted"]))
					addTo(months[i-1], "to_be_budgeted", number(c["budgeted"]))
				}
			}
		}
	})
	if r := verify(t, changed, nil); r.Sound() {
		t.Errorf("the rule is not reported: %s", summaryOf(r))
	}
}
