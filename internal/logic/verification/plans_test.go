package verification_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/money"
	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// In generated plans everything matches, nothing is unexplained, nothing is attributed to the file, and the causes
// are those that the generator reports.
func TestGeneratedPlans(t *testing.T) {
	seeds := 64
	if testing.Short() {
		seeds = 12
	}
	for seed := 1; seed <= seeds; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			args := options(seed)
			known := testkit.Truth(t, args...) // the generator's facts about the plan
			r := verify(t, read(t, testkit.Plan(t, args...)), nil)
			if !r.Sound() || r.Cells.Different > 0 || len(r.Contradictions) > 0 || !strings.HasPrefix(r.Sentence, "All ") {
				t.Fatalf("%v differs: %s", args, summaryOf(r))
			}
			for _, m := range r.Months {
				sum := m.Unexplained
				for _, c := range m.Causes {
					sum += c.Amount
					if c.Cause == verification.Contradiction || c.Cause == verification.AfterExport {
						t.Errorf("%s: unexpected cause %+v", m.Month, c)
					}
				}
				if sum != m.Difference || m.Difference != m.ToBudget-m.Source {
					t.Errorf("the causes do not sum to the difference: %+v", m)
				}
			}
			againstTruth(t, r, known, slices.Contains(args, "net"))
		})
	}
}

type truth struct {
	Months []struct {
		Month           string      `json:"month"`
		Left            money.Milli `json:"left"`
		Future          money.Milli `json:"assigned_in_future"`
		ToBeBudgeted    money.Milli `json:"to_be_budgeted"`
		CashOverspent   money.Milli `json:"cash_overspent"`
		CreditOverspent money.Milli `json:"credit_overspent"`
		Categories      []struct {
			Group  string      `json:"group"`
			Name   string      `json:"name"`
			Cash   money.Milli `json:"cash_overspent"`
			Credit money.Milli `json:"credit_overspent"`
		} `json:"categories"`
	} `json:"months"`
}

func amounts(m verification.MonthLine) map[verification.Cause]money.Milli {
	all := map[verification.Cause]money.Milli{}
	for _, c := range m.Causes {
		all[c.Cause] = c.Amount
	}
	return all
}

func againstTruth(t *testing.T, r *verification.Report, path string, net bool) {
	t.Helper()
	var known truth
	if err := json.Unmarshal(read(t, path), &known); err != nil {
		t.Fatal(err)
	}
	if len(known.Months) != len(r.Months) {
		t.Fatalf("%d months, want %d", len(r.Months), len(known.Months))
	}
	var credit, uncategorised, cards money.Milli
	differs := false
	for i, m := range known.Months {
		got := amounts(r.Months[i])
		if got[verification.CardDebt] != -credit || got[verification.Uncategorized] != uncategorised || got[verification.CardOverspent] != cards {
			t.Errorf("%s: %v, want credit %s, uncategorised %s, cards %s", m.Month, got, credit, uncategorised, cards)
		}
		if want := m.Left - m.ToBeBudgeted; got[verification.AssignedLater] != want {
			t.Errorf("%s: %v, want %s assigned later", m.Month, got, want)
		}
		differs = differs || m.Left != m.ToBeBudgeted
		credit += m.CreditOverspent
		for _, c := range m.Categories {
			switch {
			case c.Name == "Uncategorized":
				uncategorised += c.Cash + c.Credit
			case c.Group == "Credit Card Payments":
				cards += c.Cash
			}
		}
	}
	if differs != (r.Future == verification.Subtracted) || (differs && !net) {
		t.Errorf("later assignments count as %s, but the file subtracts them: %v", r.Future, differs)
	}
}

// Genuine plans have nothing unexplained and no defect of ours.
func TestGenuinePlans(t *testing.T) {
	for _, path := range testkit.RequireGenuinePlans(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r := verify(t, read(t, path), nil)
			if !r.Sound() {
				t.Error("the report is not sound")
			}
			if filepath.Base(path) != "actual-demo.json" && (r.Cells.Different > 0 || len(r.Contradictions) > 0) {
				t.Error("a consistent file is said to contradict itself")
			}
			t.Log(summaryOf(r))
		})
	}
}
