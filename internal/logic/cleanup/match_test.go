package cleanup_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
)

// go test -seeds 200 runs more than the default.
var seedCount = flag.Int("seeds", 36, "how many generated plans to try")

// seeds returns options for generated plans of all kinds: with and without cards, twins, and subtraction of later
// months, in all currencies.
func seeds() [][]string {
	var all [][]string
	currencies := []string{"USD", "EUR", "JPY", "KWD"}
	for seed := 1; seed <= *seedCount; seed++ {
		args := []string{
			"--seed", fmt.Sprint(100 + seed), "--years", fmt.Sprint(1 + seed%3), "--tx", fmt.Sprint(150 + 37*seed%400),
			"--cards", fmt.Sprint(seed % 5), "--currency", currencies[seed%4], "--categories", fmt.Sprint(8 + seed%17),
			"--future-months", fmt.Sprint(seed % 6),
		}
		if seed%3 == 0 {
			args = append(args, "--plain")
		}
		if seed%4 >= 2 {
			args = append(args, "--rta", "net")
		}
		if seed%5 == 0 {
			args = append(args, "--link-split-mirror")
		}
		all = append(all, args)
	}
	return all
}

func eachPlan(t *testing.T, check func(t *testing.T, p *plan, net bool)) {
	for _, args := range seeds() {
		name := strings.Join(args, " ")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, readPlan(t, args...), strings.Contains(name, "--rta net"))
		})
	}
}

// conserved fails unless the conservation law holds in every month.
func (p *plan) conserved(t tester) {
	t.Helper()
	on := map[budget.AccountNo]bool{}
	for _, a := range p.Accounts {
		on[a.No] = a.OnBudget
	}
	moved := map[civil.Month]money.Milli{}
	for _, row := range p.Transactions {
		if on[row.Account] {
			moved[row.Date.Month()] += row.Amount
		}
	}
	var accounts, uncategorised money.Milli
	for _, f := range p.sheet().Months {
		accounts += moved[f.Month]
		uncategorised += f.Uncategorised
		if inBudget := f.ToBudget + f.Held + f.Balance + uncategorised; accounts != inBudget {
			t.Fatalf("%s: the accounts have %s, the budget %s", f.Month, accounts, inBudget)
		}
	}
}

// applied applies a proposal. It fails if the resulting months differ from the promised ones, if a second proposal is
// not empty, or if money is lost.
func (p *plan) applied(t tester, propose func(*cleanup.Input, cleanup.Choices) *cleanup.Proposal, choices cleanup.Choices) *cleanup.Proposal {
	t.Helper()
	first, again := propose(p.input(), choices), propose(p.input(), choices)
	if fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", again) {
		t.Errorf("a second call gives another proposal")
	}
	p.apply(t, &first.Changes)
	p.conserved(t)
	sheet := p.sheet()
	for _, m := range first.Months {
		if got := sheet.Month(m.Month).ToBudget; got != m.After {
			t.Fatalf("%s: promised %s, is %s (was %s)", m.Month, m.After, got, m.Before)
		}
	}
	if more := propose(p.input(), choices); !more.Empty() {
		t.Errorf("after applying it, more is proposed: %+v", more.Changes)
	}
	return first
}

// TestMakeItMatchGivesTheSourcesFigures checks Make it match: To Budget equals the source's figure in every month,
// except for Uncategorized overspending, and the debt categories contain the debt for which the source had no money set
// aside.
func TestMakeItMatchGivesTheSourcesFigures(t *testing.T) {
	for _, perCard := range []bool{false, true} {
		t.Run(fmt.Sprintf("per card %v", perCard), func(t *testing.T) {
			eachPlan(t, func(t *testing.T, p *plan, _ bool) {
				debt := p.debts()
				promised := p.applied(t, cleanup.Match, cleanup.Choices{PerCard: perCard})
				sheet := p.sheet()
				for _, s := range p.source {
					f, shown := sheet.Month(s.Month), *s.ReadyToAssign
					off := f.ToBudget - shown
					asIs := off == p.uncategorised[s.Month] && f.ToBudget <= 0                              // there is nothing to hold
					toZero := shown < 0 && f.ToBudget == 0 && f.Held > 0 && off <= p.uncategorised[s.Month] // everything is held
					if off != 0 && !asIs && !toZero {
						t.Errorf("%s: To Budget is %s, at the source %s, uncategorised %s", s.Month, f.ToBudget, shown, p.uncategorised[s.Month])
					}
					var balances, want money.Milli
					for _, c := range p.Categories {
						if c.SourceID == "" {
							balances += sheet.Cell(c.No, s.Month).Balance
						}
					}
					for _, by := range debt {
						want += by[s.Month]
					}
					if balances != want {
						t.Errorf("%s: the debt categories have %s, want %s", s.Month, balances, want)
					}
				}
				p.checkCards(t, promised, perCard, debt)
			})
		})
	}
}

// debts returns the sum of each card's balance and its payment category's, by month.
func (p *plan) debts() map[budget.AccountNo]map[civil.Month]money.Milli {
	debts := map[budget.AccountNo]map[civil.Month]money.Milli{}
	for _, a := range p.Accounts {
		if !a.Type.IsCard() {
			continue
		}
		debts[a.No] = map[civil.Month]money.Milli{}
		for _, s := range p.source {
			for _, row := range p.Transactions {
				if row.Account == a.No && row.Date.Month() <= s.Month {
					debts[a.No][s.Month] += row.Amount
				}
			}
		}
	}
	for _, c := range p.Info.CardPayments {
		for _, m := range c.Months {
			debts[c.Account][m.Month] += m.Balance
		}
	}
	return debts
}

func (p *plan) checkCards(t *testing.T, promised *cleanup.Proposal, perCard bool, debts map[budget.AccountNo]map[civil.Month]money.Milli) {
	t.Helper()
	last := p.source[len(p.source)-1].Month
	if len(promised.Cards) != len(debts) {
		t.Errorf("%d of %d cards are listed", len(promised.Cards), len(debts))
	}
	for _, c := range promised.Cards {
		if c.Net != debts[c.Account][last] || c.Net != c.Balance+c.Reserve {
			t.Errorf("%s: %+v, want %s", c.Name, c, debts[c.Account][last])
		}
		if !perCard {
			continue
		}
		for _, m := range c.Months {
			if m.Net != debts[c.Account][m.Month] {
				t.Errorf("%s in %s: debt of %+v, want %s", c.Name, m.Month, m, debts[c.Account][m.Month])
			}
		}
		if c.CategoryBalance != nil && *c.CategoryBalance != c.Net {
			t.Errorf("%s: its debt category has %s, its debt is %s", c.Name, *c.CategoryBalance, c.Net)
		}
	}
}
