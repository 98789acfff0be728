package verification_test

import (
	"slices"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// Months whose To Budget equals the file's are not unexplained. They once were: if a figure of one month contradicted
// another, the program decided which one was wrong in a way that shifted all later months.
func TestEqualMonthsAreNotUnexplained(t *testing.T) {
	text := read(t, "testdata/sound.json")
	for name, c := range map[string]struct {
		change func(july, august map[string]any)
		differ []string // the months in which To Budget differs
	}{
		"income and ready to assign of July": {func(july, _ map[string]any) {
			addTo(july, "income", 7000)
			addTo(july, "to_be_budgeted", 7000)
		}, []string{"2026-07"}},
		"ready to assign of July and August": {func(july, august map[string]any) {
			addTo(july, "to_be_budgeted", 7000)
			addTo(august, "to_be_budgeted", 7000)
		}, []string{"2026-07", "2026-08"}},
		"budgeted and ready to assign of July": {func(july, _ map[string]any) {
			rent := records(july, "categories")[1]
			addTo(july, "budgeted", 7000)
			addTo(rent, "budgeted", 7000)
			addTo(rent, "balance", 7000)
			addTo(july, "to_be_budgeted", -7000)
		}, []string{"2026-08", "2026-09", "2026-10"}}, // Holdover subtracts the amount budgeted in July in all later months too
	} {
		r := verify(t, testkit.EditPlan(t, text, func(p map[string]any) {
			months := records(p, "months") // the newest first
			c.change(months[3], months[2])
		}), nil)
		var differ []string
		for _, m := range r.Months {
			if m.Difference != 0 {
				differ = append(differ, m.Month.String())
			}
			if m.Unexplained != 0 {
				t.Errorf("%s: the month %+v is unexplained", name, m)
			}
			if m.Difference == 0 && len(m.Causes) > 0 {
				t.Errorf("%s: the month %+v has causes without a difference", name, m)
			}
		}
		if !slices.Equal(differ, c.differ) || !r.Sound() || len(r.Contradictions) == 0 {
			t.Errorf("%s: the months %v differ, want %v: %s", name, differ, c.differ, summaryOf(r))
		}
	}
}

// A file that divides the same amounts differently between two cards does not contradict itself: which card an amount is
// assigned to depends on the order of transactions.
func TestADifferentDivisionBetweenCardsIsNoContradiction(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420", "--cards", "2"))
	edited := testkit.EditPlan(t, text, func(p map[string]any) {
		moved := []int64{5000, -5000}  // to the first card from the second
		months := records(p, "months") // the newest first
		month, nextMonth := cardPayments(months[9]), cardPayments(months[8])
		for i, amount := range moved {
			addTo(month[i], "activity", amount)
			addTo(month[i], "balance", amount)
			addTo(nextMonth[i], "activity", -amount) // its balance includes the amount from the month before
		}
	})
	for _, cardEnvelopes := range []bool{false, true} {
		r := verify(t, edited, nil)
		if cardEnvelopes {
			_, r = verifyCards(t, decode(t, edited))
		}
		if len(r.Contradictions) != 0 || len(r.RuleDifferences) != 4 || !r.Sound() {
			t.Errorf("cards as envelopes %v: rule differences %v, want four and no contradiction: %s", cardEnvelopes, r.RuleDifferences, summaryOf(r))
		}
		for _, c := range r.Cells.List {
			if c.Blame != verification.RulesDiffer {
				t.Errorf("the figure %+v is not attributed to the rules", c)
			}
		}
	}
}

// cardPayments returns the payment categories of the cards in a month.
func cardPayments(month map[string]any) []map[string]any {
	return slices.DeleteFunc(records(month, "categories"), func(c map[string]any) bool {
		return c["category_group_name"] != "Credit Card Payments"
	})
}
