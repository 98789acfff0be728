package app

import (
	"fmt"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// A rule about payees applies to a program's transactions too, with or without import id, also for a new payee, but
// changes no field that the program sets; the same applies to a user.
func TestPayeeRulesApplyToNewPayees(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	entry := rules.Entry{Conditions: []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: "corner"}}, Outcome: rules.Outcome{Category: "food", Notes: "told", Flag: "red"}}
	done, _, err := h.a.SaveRule(ctx, me, h.id, entry, nil)
	h.must(t, done, err)
	account, rent, own, blue := "bank", "rent", "own", "blue"
	var list []NewTransaction
	for i, f := range []TransactionFields{{}, {Category: &rent}, {Memo: &own, FlagColour: &blue}} {
		for _, id := range []string{"", fmt.Sprint("i", i)} {
			amount, name := money.Milli(-1000*(len(list)+1)), fmt.Sprint("Corner shop ", string(rune('A'+len(list))))
			f.Account, f.Date, f.Amount, f.PayeeName = &account, new(march), &amount, &name
			list = append(list, NewTransaction{ImportID: id, TransactionFields: f})
		}
	}
	done, _, err = h.a.CreateTransactions(ctx, me, h.id, list)
	h.must(t, done, err)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -7000, PayeeName: "Corner shop by hand"})
	categories := map[string]budget.CategoryNo{}
	w := h.whole(t)
	for _, c := range w.Categories {
		categories[c.ID] = c.No
	}
	rule := w.Rules[0].No
	for i := range w.Transactions {
		row := &w.Transactions[i]
		category, notes, flag, by := categories["food"], "told", "red", budget.ByRule{Money: rule, Notes: rule, Flag: rule}
		switch row.Amount {
		case -3000, -4000:
			category, by.Money = categories["rent"], 0
		case -5000, -6000:
			notes, flag, by.Notes, by.Flag = "own", "blue", 0, 0
		}
		if row.Category != category || row.Memo != notes || row.FlagColour != flag || row.ByRule != by {
			t.Errorf("row of %d: category %d, memo %q, flag %s by %+v", row.Amount, row.Category, row.Memo, row.FlagColour, row.ByRule)
		}
	}
	if len(w.Transactions) != len(list)+1 {
		t.Errorf("%d rows, want %d", len(w.Transactions), len(list)+1)
	}
}
