package app

import (
	"slices"
	"strconv"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

// The number of rules is limited. At the limit, a rule can still be changed, and after one is deleted another can be
// created.
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

// One application of rules changes a limited number of transactions. If it would change more, it changes nothing.
func TestRowsChangedByOneRuleApplicationAreLimited(t *testing.T) {
	records, ctx, me := testBudgetRecords(), t.Context(), Machine()
	const bank, baker = 1, 3
	for n := range rules.MaxChanged + 1 {
		records.Transactions = append(records.Transactions, budget.Transaction{No: budget.TxNo(n + 1), ID: strconv.Itoa(n), Account: bank, Date: march, Amount: -1000, Payee: baker, Cleared: budget.Uncleared, Approved: true})
	}
	h := importTestBudget(t, t, newApp(t), records)
	h.rule(t, payeeHas("baker"), rules.Outcome{Flag: "red"})
	if _, err := h.a.ApplyRules(ctx, me, h.id, "", nil); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("one changed row too many: error %v, want a conflict", err)
	}
	got, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Flag: "red"}})
	if err != nil || got.Total != 0 {
		t.Errorf("got %d changed rows, want none (error %v)", got.Total, err)
	}
}

// The number of dismissed suggestions of scheduled transactions is limited. After one is offered again, another can be
// dismissed.
func TestNumberOfDismissedSuggestionsIsLimited(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	const bank, bakery = 1, 4
	h.change(t, func(e *changeTx) error {
		for n := range schedules.MaxDismissed {
			if err := e.Put(&budget.Dismissed{ID: "dismissed-" + strconv.Itoa(n), Account: bank, Payee: bakery, Every: "monthly", Amount: -money.Milli(n+1) * 100_000}); err != nil {
				return err
			}
		}
		return nil
	})
	h.addPayments(t, "Stream", -9990, 3, 2, 1)
	found, _ := h.suggestions(t, march)
	if len(found) != 1 {
		t.Fatalf("got suggestions %+v, want one", found)
	}
	if _, err := h.a.DismissRecurring(ctx, me, h.id, found[0].Row, found[0].Every); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("one dismissed suggestion too many: error %v, want it invalid", err)
	}
	done, err := h.a.OfferRecurring(ctx, me, h.id, "dismissed-5")
	h.must(t, done, err)
	done, err = h.a.DismissRecurring(ctx, me, h.id, found[0].Row, found[0].Every)
	h.must(t, done, err)
}

// A cleared row can explain why a balance differs from the bank's only if it is not after the day of the bank's balance.
func TestOnlyClearedRowsUpToTheBalanceExplainADifference(t *testing.T) {
	h, ctx := newTestBudget(t), t.Context()
	row := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5_000, Category: "food", Cleared: "cleared"})
	for _, c := range []struct {
		name     string
		on       civil.Date  // the day of the bank's balance
		balance  money.Milli // the bank's balance, which differs from the sum of the cleared rows until then by 5_000
		suspects []string
	}{
		{"on the day of the row", march, 0, []string{row}},
		{"on the day before", march.AddDays(-1), 5_000, nil},
	} {
		r, err := h.a.Reconciling(ctx, Machine(), h.id, "bank", c.balance, c.on)
		suspects := iterutil.Map(r.Suspects, func(s rows.Row) string { return s.ID })
		if err != nil || r.Missing != 5_000 || !slices.Equal(suspects, c.suspects) {
			t.Errorf("balance %s: got difference %d and suspects %v, want 5000 and %v (error %v)", c.name, r.Missing, suspects, c.suspects, err)
		}
	}
}
