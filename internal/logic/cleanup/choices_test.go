package cleanup_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
)

// TestExcludedItemsAreNotApplied excludes arbitrary items from a proposal: the promised months are still right, and
// excluded items are not proposed again unless requested.
func TestExcludedItemsAreNotApplied(t *testing.T) {
	plans := map[string]*plan{}
	rapid.Check(t, func(r *rapid.T) {
		args := rapid.SampledFrom(seeds()[:12]).Draw(r, "plan")
		key := args[1]
		if plans[key] == nil {
			plans[key] = readPlan(t, args...)
		}
		p := plans[key].clone()
		choices := cleanup.Choices{PerCard: rapid.Bool().Draw(r, "per card"), Leave: map[string]bool{}}
		propose := rapid.SampledFrom([]func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal{
			cleanup.Match, cleanup.Debt, cleanup.HoldBack, cleanup.Twins,
		}).Draw(r, "kind")
		for _, item := range propose(p.input(), choices).Items {
			if rapid.IntRange(0, 3).Draw(r, "leave") == 0 {
				choices.Leave[item.ID] = true
			}
		}
		p.applied(r, propose, choices)
	})
}

// clone returns a deep copy.
func (p *plan) clone() *plan {
	c := *p
	c.Accounts, c.Groups, c.Categories = slices.Clone(p.Accounts), slices.Clone(p.Groups), slices.Clone(p.Categories)
	c.Cells, c.Months, c.Rollovers = slices.Clone(p.Cells), slices.Clone(p.Months), slices.Clone(p.Rollovers)
	c.Transactions = slices.Clone(p.Transactions)
	for i := range c.Transactions {
		c.Transactions[i].Parts = slices.Clone(c.Transactions[i].Parts)
	}
	return &c
}

// TestHoldsChangeNoOtherMonths: a hold made by a user stays, no later month changes, and no month becomes negative.
func TestHoldsChangeNoOtherMonths(t *testing.T) {
	held := 0
	for _, args := range seeds() {
		p := readPlan(t, args...)
		p.applied(t, cleanup.Debt, cleanup.Choices{})
		theirs := map[civil.Month]money.Milli{}
		for i, s := range p.source {
			if b := p.sheet().Month(s.Month); i%3 == 0 && b.ToBudget > 1 {
				theirs[s.Month] = b.ToBudget / 2
				p.Months = append(p.Months, budget.Month{Month: s.Month, Held: b.ToBudget / 2})
			}
		}
		before := p.sheet()
		done := p.applied(t, cleanup.HoldBack, cleanup.Choices{})
		held += len(done.Changes.Holds)
		after := p.sheet()
		for i, s := range p.source {
			f, g := before.Month(s.Month), after.Month(s.Month)
			if want, ok := theirs[s.Month]; ok && g.Held != want {
				t.Errorf("%v: %s: the user's hold of %s is %s", args, s.Month, want, g.Held)
			}
			if g.Funds != f.Funds || g.ToBudget+g.Held != f.ToBudget+f.Held || (g.ToBudget < 0 && f.ToBudget >= 0) {
				t.Errorf("%v: the figures of %s (%d) were %+v, are %+v", args, s.Month, i, f, g)
			}
		}
	}
	if held < 30 {
		t.Errorf("only %d holds in all plans", held)
	}
}

func TestHoldsComeAfterDebt(t *testing.T) {
	p := readPlan(t, seeds()[1]...)
	if got := cleanup.HoldBack(p.input(), cleanup.Choices{}).First; got != cleanup.CardDebt {
		t.Errorf("before the debt clean-up: %q", got)
	}
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	if got := cleanup.HoldBack(p.input(), cleanup.Choices{}).First; got != "" {
		t.Errorf("after the debt clean-up: %q", got)
	}
}

// Nothing is proposed for a budget that was not imported.
func TestNothingIsProposedWithoutADocument(t *testing.T) {
	p := household()
	for _, propose := range []func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal{cleanup.Match, cleanup.Debt, cleanup.HoldBack} {
		if got := propose(p.input(), cleanup.Choices{}); !got.Empty() || len(got.Items) > 0 {
			t.Errorf("proposed %+v", got)
		}
	}
	if got := cleanup.Reserves(p.input()); !got.Empty() || got.Cards != nil {
		t.Errorf("reserves are %+v", got)
	}
}
