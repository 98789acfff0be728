package cleanup_test

import (
	"fmt"
	"testing"

	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
)

// After budgets made here, the card debt would make months negative. The proposal lists them, and offers to assign
// less so that no month is negative.
func TestCardDebtOffersAVariantWithoutNegativeMonths(t *testing.T) {
	below := 0
	for seed := 1; seed <= 6; seed++ {
		p := readPlan(t, "--seed", fmt.Sprint(seed), "--years", "2", "--tx", "300", "--cards", "2")
		sheet := p.sheet()
		spend := p.source[len(p.source)/2].Month
		free := sheet.Month(spend).ToBudget // the minimum of To Budget in the later months
		for m := spend; m <= p.source[len(p.source)-1].Month; m++ {
			free = min(free, sheet.Month(m).ToBudget)
		}
		if free <= 0 {
			continue
		}
		for _, c := range p.Categories { // budget all of it to another category
			if !c.Income {
				p.Cells = append(p.Cells, budget.Cell{Category: c.No, Month: spend, Budgeted: free})
				break
			}
		}
		in := p.input()
		plain := cleanup.Debt(in, cleanup.Choices{})
		below += plain.Below()
		for _, propose := range []func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal{cleanup.Debt, cleanup.Match} {
			capped := propose(in, cleanup.Choices{StayAboveZero: true})
			if capped.Below() > 0 || capped.Capped != (plain.Below() > 0) {
				t.Errorf("seed %d: %d negative months in the variant, %d without it (%v)", seed, capped.Below(), plain.Below(), capped.Capped)
			}
		}
		q := *p
		after := q.applied(t, cleanup.Debt, cleanup.Choices{StayAboveZero: true})
		for _, m := range after.Months {
			if m.Below || m.Before >= 0 && m.After < 0 && (m.Source == nil || *m.Source >= 0) {
				t.Errorf("seed %d: %s changes from %s to %s", seed, m.Month, m.Before, m.After)
			}
		}
	}
	if below == 0 {
		t.Error("no generated plan has negative months, so nothing was tested")
	}
}
