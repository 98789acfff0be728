package verification_test

import (
	"slices"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// FOUND "Figures" 1: months that are equal were reported as unexplained, because a doubt about one month was resolved
// in a way that shifted all months after it.
func TestEqualMonthsAreNotUnexplained(t *testing.T) {
	text := read(t, "testdata/sound.json")
	for name, of := range map[string]struct {
		change func(july, august map[string]any)
		differ []string // the months in which To Budget differs
	}{
		"income and ready to assign": {func(july, _ map[string]any) {
			more(july, "income", 7000)
			more(july, "to_be_budgeted", 7000)
		}, []string{"2026-07"}},
		"two months": {func(july, august map[string]any) {
			more(july, "to_be_budgeted", 7000)
			more(august, "to_be_budgeted", 7000)
		}, []string{"2026-07", "2026-08"}},
		"budgeted and ready to assign": {func(july, _ map[string]any) {
			rent := records(july, "categories")[1]
			more(july, "budgeted", 7000)
			more(rent, "budgeted", 7000)
			more(rent, "balance", 7000)
			more(july, "to_be_budgeted", -7000)
		}, []string{"2026-08", "2026-09", "2026-10"}}, // amounts budgeted there count here from then on
	} {
		r := verify(t, testkit.EditPlan(t, text, func(p map[string]any) {
			months := records(p, "months")
			of.change(months[3], months[2])
		}), nil)
		var differ []string
		for _, m := range r.Months {
			if m.Difference != 0 {
				differ = append(differ, m.Month.String())
			}
			if m.Unexplained != 0 || m.Difference == 0 && len(m.Causes) > 0 {
				t.Errorf("%s: the month %+v is unexplained, or equal with a cause", name, m)
			}
		}
		if !slices.Equal(differ, of.differ) || !r.Sound() || len(r.Contradictions) == 0 {
			t.Errorf("%s: %v differ, want %v: %s", name, differ, of.differ, short(r))
		}
	}
}

// FOUND "Figures" 3: a file that divides the same amounts differently between two cards does not contradict itself:
// which card is paid for follows from the order of rows.
func TestADifferentDivisionBetweenCardsIsNoContradiction(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420", "--cards", "2"))
	shared := testkit.EditPlan(t, text, func(p map[string]any) {
		by := int64(5000)
		for i, c := range cardPayments(records(p, "months")[9]) {
			if i < 2 {
				more(c, "activity", by)
				more(c, "balance", by)
				more(c, "budgeted", 0)
				by = -by
			}
		}
		for i, c := range cardPayments(records(p, "months")[8]) { // the next month carries it in
			if i < 2 {
				more(c, "activity", -[]int64{5000, -5000}[i])
			}
		}
	})
	for _, envelopes := range []bool{false, true} {
		r := verify(t, shared, nil)
		if envelopes {
			_, r = verifyCards(t, decode(t, shared))
		}
		if len(r.Contradictions) != 0 || len(r.RuleDifferences) != 4 || !r.Sound() {
			t.Errorf("cards as envelopes %v: %v, %s", envelopes, r.RuleDifferences, short(r))
		}
		for _, c := range r.Cells.List {
			if c.Blame != verification.RulesDiffer {
				t.Errorf("the figure %+v is not attributed to the rules", c)
			}
		}
	}
}

func cardPayments(month map[string]any) []map[string]any {
	return slices.DeleteFunc(records(month, "categories"), func(c map[string]any) bool {
		return c["category_group_name"] != "Credit Card Payments"
	})
}
