package app

import (
	"strconv"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

// The number of rules is limited, and an existing one can still be changed.
func TestNumberOfRulesIsLimited(t *testing.T) {
	records, ctx, me := testBudgetRecords(), t.Context(), Machine()
	for n := range rule.MaxRules {
		records.Rules = append(records.Rules, budget.Rule{
			No: budget.RuleNo(n + 1), ID: "rule-" + strconv.Itoa(n), Sort: n + 1,
			When: []budget.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: strconv.Itoa(n)}}, Then: budget.Outcome{Notes: "told"},
		})
	}
	h := importTestBudget(t, t, newApp(t), records)
	entry := rules.Entry{Conditions: payeeHas("one more"), Outcome: rules.Outcome{Notes: "more"}}
	if _, _, err := h.a.SaveRule(ctx, me, h.id, entry, nil); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("one rule too many: error %v, want a conflict", err)
	}
	entry.ID = "rule-7"
	done, _, err := h.a.SaveRule(ctx, me, h.id, entry, nil)
	h.must(t, done, err)
	done, err = h.a.DeleteRule(ctx, me, h.id, "rule-8")
	h.must(t, done, err)
	entry.ID = ""
	done, _, err = h.a.SaveRule(ctx, me, h.id, entry, nil)
	h.must(t, done, err)
}

// One application of rules changes a limited number of transactions; beyond it, nothing changes.
func TestRowsChangedByOneRuleApplicationAreLimited(t *testing.T) {
	records, ctx, me := testBudgetRecords(), t.Context(), Machine()
	for n := range rules.MaxChanged + 1 {
		records.Transactions = append(records.Transactions, budget.Transaction{No: budget.TxNo(n + 1), ID: strconv.Itoa(n), Account: 1, Date: march, Amount: -1000, Payee: 3, Cleared: budget.Uncleared, Approved: true})
	}
	h := importTestBudget(t, t, newApp(t), records)
	h.rule(t, payeeHas("baker"), rules.Outcome{Flag: "red"})
	if _, err := h.a.ApplyRules(ctx, me, h.id, "", nil); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("one changed row too many: error %v, want a conflict", err)
	}
	got, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Flag: "red"}})
	if err != nil || got.Total != 0 {
		t.Errorf("%d rows were changed, want none (error %v)", got.Total, err)
	}
}

// The number of dismissed suggestions is limited; restoring one allows another.
func TestNumberOfDismissedSuggestionsIsLimited(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	h.change(t, func(e *changeTx) error {
		for n := range schedules.MaxDismissed {
			if err := e.Put(&budget.Dismissed{ID: "gone-" + strconv.Itoa(n), Account: 1, Payee: 4, Every: "monthly", Amount: -money.Milli(n+1) * 100_000}); err != nil {
				return err
			}
		}
		return nil
	})
	h.addPayments(t, "Stream", -9990, 3, 2, 1)
	found, _ := h.suggestions(t, march)
	if len(found) != 1 {
		t.Fatalf("suggestions: %+v, want one", found)
	}
	if _, err := h.a.DismissRecurring(ctx, me, h.id, found[0].Row, found[0].Every); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("one dismissed suggestion too many: error %v, want it invalid", err)
	}
	done, err := h.a.OfferRecurring(ctx, me, h.id, "gone-5")
	h.must(t, done, err)
	done, err = h.a.DismissRecurring(ctx, me, h.id, found[0].Row, found[0].Every)
	h.must(t, done, err)
}

// Only cleared rows up to the statement's date can explain a missing amount.
func TestOnlyClearedRowsUpToTheStatementExplainADifference(t *testing.T) {
	h, ctx := newTestBudget(t), t.Context()
	row := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5_000, Category: "food", Cleared: "cleared"})
	for day, want := range map[int]int{0: 1, -1: 0} {
		bank := map[int]money.Milli{0: 0, -1: 5_000}[day]
		r, err := h.a.Reconciling(ctx, Machine(), h.id, "bank", bank, march.AddDays(day))
		if err != nil || r.Missing != 5_000 || len(r.Suspects) != want || want == 1 && r.Suspects[0].ID != row {
			t.Errorf("%d days after the statement: %+v, want %d suspects (error %v)", day, r, want, err)
		}
	}
}
