package app

import (
	"os"
	"testing"

	"holdover/internal/app/rules"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// BenchmarkRules tries rules on all transactions of a budget: one, and fifty at once.
func BenchmarkRules(b *testing.B) {
	path := os.Getenv(registerPlan)
	if path == "" {
		path = testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000")
	}
	a := openAt(b, store.Config{Dir: b.TempDir()})
	defer a.Close()
	id := importPlan(b, a, path)
	accounts, err := a.Accounts(b.Context(), Machine(), id)
	if err != nil {
		b.Fatal(err)
	}
	has := func(text string) []rules.Condition {
		return []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: text}}
	}
	tried := func(name string, try func() (rules.Trial, error)) {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				trial, err := try()
				if err != nil || trial.Changes == 0 {
					b.Fatalf("test of the rules: %d changes, want some (error %v)", trial.Changes, err)
				}
				b.ReportMetric(float64(trial.Looked), "rows")
				b.ReportMetric(float64(trial.Changes), "changes")
			}
		})
	}
	tried("one", func() (rules.Trial, error) {
		return a.TryRule(b.Context(), Machine(), id, rules.Entry{Conditions: has("a"), Outcome: rules.Outcome{Notes: "told", Flag: "red"}})
	})
	tried("transfer", func() (rules.Trial, error) {
		return a.TryRule(b.Context(), Machine(), id, rules.Entry{Conditions: has("a"), Outcome: rules.Outcome{Transfer: accounts[0].ID}})
	})
	for range 50 {
		if _, _, err := a.SaveRule(b.Context(), Machine(), id, rules.Entry{Conditions: has("e"), Outcome: rules.Outcome{Payee: "Told", Flag: "blue"}}, nil); err != nil {
			b.Fatal(err)
		}
	}
	tried("fifty", func() (rules.Trial, error) { return a.TryRules(b.Context(), Machine(), id) })
}
