package app

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

func payeeHas(text string) []rules.Condition {
	return []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: text}}
}

func (h *testBudget) rule(t *testing.T, when []rules.Condition, then rules.Outcome) (id string) {
	t.Helper()
	done, id, err := h.a.SaveRule(t.Context(), Machine(), h.id, rules.Entry{Conditions: when, Outcome: then}, nil)
	h.must(t, done, err)
	return id
}

// The same rules give the same results for a bank file, a program and a user.
func TestRulesGiveEqualResultsForFilesProgramsAndUsers(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, payeeHas("sp*bak"), rules.Outcome{Payee: "Baker", Notes: "told", Flag: "red"})
	h.rule(t, []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleIs, Text: "baker"}}, rules.Outcome{Shares: []rules.Share{{Category: "food", Share: 3333}, {Category: "rent", Share: 6667}}})
	h.rule(t, payeeHas("to the purse"), rules.Outcome{Transfer: "cash"})

	file := []byte("Date;Payee;Amount\n13.03.2026;SP*BAKER 0815 ULM;-10,00\n14.03.2026;To the purse;-3,00\n")
	preview, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
	if err != nil || preview.Rows[0].Payee != "Baker" || preview.Rows[0].Split != "−$3.33 Food + −$6.67 Rent" || preview.Rows[1].Transfer != "Cash" || len(preview.Rows[0].ByRules) != 2 {
		t.Errorf("preview of a bank file: %+v (error %v)", preview.Rows, err)
	}
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{GuessesConfirmed: true})
	h.must(t, done, err)
	account, date, amount, name := "bank", march, money.Milli(-10000), "SP*BAKER 99"
	done, made, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{{ImportID: "x", TransactionFields: TransactionFields{Account: &account, Date: &date, Amount: &amount, PayeeName: &name}}})
	h.must(t, done, err)
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -10000, Payee: "baker"})
	w := h.whole(t)
	for i := range w.Transactions {
		row := &w.Transactions[i]
		by := budget.ByRule{Payee: w.Rules[0].No, Money: w.Rules[1].No, Notes: w.Rules[0].No, Flag: w.Rules[0].No}
		switch {
		case row.Amount.Abs() == 3000:
			if row.Transfer.Tx == 0 {
				t.Errorf("row is not a transfer: %+v", row)
			}
			continue
		case row.ID == typed: // the user has entered the payee
			by.Payee, by.Notes, by.Flag = 0, 0, 0
		case row.ID == made.IDs[0], row.Date == 20260313:
		default:
			t.Errorf("unexpected row: %+v", row)
		}
		if row.Payee != 3 || len(row.Parts) != 2 || row.Parts[0].Amount != -3330 || row.Parts[1].Category != 3 || row.ByRule != by || (by.Notes != 0) != (row.Memo == "told") {
			t.Errorf("row %+v, want it changed by the rules %+v", row, by)
		}
	}
	if len(w.Transactions) != 5 || len(w.Payees) != 5 { // Cash has its payee now
		t.Errorf("%d rows and %d payees, want 5 and 5", len(w.Transactions), len(w.Payees))
	}
}

// Fields set by a program or a user stay.
func TestRulesKeepExplicitFields(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, payeeHas("bak"), rules.Outcome{Payee: "Somebody", Category: "food", Notes: "told", Flag: "red"})
	account, date, amount, category, memo, payee := "bank", march, money.Milli(-10000), "rent", "mine", "baker"
	done, made, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{{ImportID: "x", TransactionFields: TransactionFields{Account: &account, Date: &date, Amount: &amount, Payee: &payee, Category: &category, Memo: &memo}}})
	h.must(t, done, err)
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, Payee: "baker", Category: "rent", Memo: "mine", FlagColour: "blue"})
	for id, flag := range map[string]string{made.IDs[0]: "red", typed: "blue"} {
		if row := h.row(t, id); row.Payee != 3 || row.Category != 3 || row.Memo != "mine" || row.FlagColour != flag || row.ByRule.Money != 0 {
			t.Errorf("row %s: %+v, want its explicit fields and the flag %q", id, row, flag)
		}
	}
}

// A transfer is left to the user if its other side was imported with the other account's file.
func TestRulesDoNotLinkATransferImportedTwice(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, payeeHas("purse"), rules.Outcome{Transfer: "cash"})
	h.add(t, rows.Entry{Account: "cash", Date: march, Amount: 5000, PayeeName: "From the bank"})
	file := []byte("Date;Payee;Amount\n13.03.2026;To the purse;-5,00\n14.03.2026;To the purse;-6,00\n")
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{GuessesConfirmed: true})
	h.must(t, done, err)
	transfers := 0
	for _, row := range h.whole(t).Transactions {
		if row.Transfer.Account != 0 && row.Account == 1 {
			transfers++
		}
	}
	trial, err := h.a.TryRules(ctx, me, h.id)
	if err != nil || transfers != 1 || trial.Left != 1 || trial.Changes != 0 {
		t.Errorf("%d transfers, test of the rules %+v (error %v)", transfers, trial, err)
	}
	// A row that is the other side of a transfer already cannot be that of another one.
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -7000, TransferTo: "cash"})
	imported := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -7000, PayeeName: "To the purse"})
	if trial, err := h.a.TryRules(ctx, me, h.id); err != nil || trial.Left != 1 || trial.Changes != 1 || trial.First[0].ID != imported {
		t.Errorf("test beside another transfer: %+v (error %v)", trial, err)
	}
}

// TestRuleTestListsTheNewestRows counts all that a rule would change, and lists the newest of them.
func TestRuleTestListsTheNewestRows(t *testing.T) {
	h := newTestBudget(t)
	var file strings.Builder
	file.WriteString("Date;Payee;Amount\n")
	for i := range rules.MaxListed + 1 {
		fmt.Fprintf(&file, "%s;REWE %d;-%d,00\n", march.AddDays(-i), i, i+1)
	}
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte(file.String()), bankimport.Options{GuessesConfirmed: true})
	h.must(t, done, err)
	trial, err := h.a.TryRule(t.Context(), Machine(), h.id, rules.Entry{Conditions: payeeHas("rewe"), Outcome: rules.Outcome{Category: "food"}})
	if err != nil || trial.Looked != rules.MaxListed+1 || trial.Changes != trial.Looked || len(trial.First) != rules.MaxListed {
		t.Fatalf("test of the rule: %d tested, %d would change, %d listed (error %v)", trial.Looked, trial.Changes, len(trial.First), err)
	}
	for i, c := range trial.First {
		if c.Date != march.AddDays(-i) {
			t.Fatalf("row %d of the list is of %v, want %v", i, c.Date, march.AddDays(-i))
		}
	}
}

// Saving and applying a rule is one change, and one undo reverts both. If other rows would change than were
// displayed, nothing happens.
func TestRuleIsSavedAndAppliedInOneChange(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	for day := range 3 {
		h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(day), Amount: -1000, PayeeName: fmt.Sprint("REWE SAGT DANKE ", day), Cleared: "reconciled"})
	}
	before := h.whole(t)
	entry := rules.Entry{Conditions: payeeHas("rewe"), Outcome: rules.Outcome{Payee: "REWE", Category: "food"}}
	trial, err := h.a.TryRule(ctx, me, h.id, entry)
	if err != nil || trial.Changes != 3 || trial.Looked != 3 || trial.First[0].Payee != "REWE SAGT DANKE 2" || !slices.Contains(trial.First[0].Sets, rules.Setting{What: "payee", Was: "REWE SAGT DANKE 2", Is: "REWE"}) {
		t.Fatalf("test of the rule: %+v, want 3 changes (error %v)", trial, err)
	}
	if _, _, err := h.a.SaveRule(ctx, me, h.id, entry, new("other")); apperr.CodeOf(err) != rules.Otherwise || len(h.whole(t).Rules) != 0 {
		t.Errorf("save with other rows displayed: error %v, want it refused and no rule saved", err)
	}
	done, id, err := h.a.SaveRule(ctx, me, h.id, entry, &trial.Shown)
	h.must(t, done, err)
	w := h.whole(t)
	for i := range w.Transactions {
		if row := &w.Transactions[i]; row.Category != 2 || row.ByRule.Money != w.Rules[0].No || row.Payee != w.Payees[len(w.Payees)-1].No {
			t.Errorf("row after the rule: %+v", row)
		}
	}
	if done.Label != "Added the rule “payee contains ‘rewe’”, and changed 3 transactions" {
		t.Error(done.Label)
	}
	if again, err := h.a.ApplyRules(ctx, me, h.id, id, nil); err != nil || again.Change != 0 {
		t.Errorf("rule applied again: %+v, want no change (error %v)", again, err)
	}
	done, err = h.a.Undo(ctx, me, h.id, 0)
	if h.must(t, done, err); !reflect.DeepEqual(before, h.whole(t)) {
		t.Error("undo does not revert all of it")
	}
}

// The record of the fields that one rule has set on a transaction stays if another rule sets another field.
func TestRowsRecordEveryRuleThatChangedThem(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1000, PayeeName: "REWE"})
	for _, then := range []rules.Outcome{{Notes: "bread"}, {Flag: "red"}} {
		entry := rules.Entry{Conditions: payeeHas("rewe"), Outcome: then}
		trial, err := h.a.TryRule(t.Context(), Machine(), h.id, entry)
		if err != nil || trial.Changes != 1 {
			t.Fatalf("test of the rule: %+v, want one change (error %v)", trial, err)
		}
		done, _, err := h.a.SaveRule(t.Context(), Machine(), h.id, entry, &trial.Shown)
		h.must(t, done, err)
	}
	w := h.whole(t)
	if by := w.Transactions[0].ByRule; by != (budget.ByRule{Notes: w.Rules[0].No, Flag: w.Rules[1].No}) {
		t.Errorf("recorded rules: %+v, want one for the notes and one for the flag", by)
	}
}

// A disabled rule is applied to existing rows on request.
func TestDisabledRuleIsAppliedOnRequest(t *testing.T) {
	h := newTestBudget(t)
	id := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1000, PayeeName: "REWE"})
	off := rules.Entry{Off: true, Conditions: payeeHas("rewe"), Outcome: rules.Outcome{Notes: "bread"}}
	trial, err := h.a.TryRule(t.Context(), Machine(), h.id, off)
	if err != nil || trial.Changes != 1 {
		t.Errorf("test of the disabled rule: %+v, want one change (error %v)", trial, err)
	}
	done, _, err := h.a.SaveRule(t.Context(), Machine(), h.id, off, &trial.Shown)
	h.must(t, done, err)
	if w := h.whole(t); h.row(t, id).Memo != "bread" || !w.Rules[0].Off {
		t.Errorf("row %+v after the disabled rule %+v was applied", h.row(t, id), w.Rules[0])
	}
}

// TestNewRuleIsAppliedLast creates a rule after others were deleted: it applies after the remaining ones.
func TestNewRuleIsAppliedLast(t *testing.T) {
	h := newTestBudget(t)
	var ids []string
	for _, text := range []string{"one", "two", "three"} {
		ids = append(ids, h.rule(t, payeeHas(text), rules.Outcome{Notes: text}))
	}
	for _, id := range ids[:2] {
		done, err := h.a.DeleteRule(t.Context(), Machine(), h.id, id)
		h.must(t, done, err)
	}
	last := h.rule(t, payeeHas("four"), rules.Outcome{Notes: "four"})
	all, err := h.a.RulesOf(t.Context(), Machine(), h.id)
	if err != nil || len(all) != 2 || all[0].ID != ids[2] || all[1].ID != last {
		t.Errorf("rules: %+v, want the new one last (error %v)", all, err)
	}
}

// TestDeletingAPayeeReportsTheRulesDeletedWithIt deletes a payee that is the only field set by one rule, and one of two set by
// another.
func TestDeletingAPayeeReportsTheRulesDeletedWithIt(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, payeeHas("x"), rules.Outcome{Payee: "Only Rules"})
	h.rule(t, payeeHas("y"), rules.Outcome{Payee: "Only Rules", Category: "food"})
	of := h.whole(t).Rules[0].Then.Payee
	id := ""
	for _, p := range h.whole(t).Payees {
		if p.No == of {
			id = p.ID
		}
	}
	got, _, err := h.a.PayeesByID(ctx, me, h.id, []string{id})
	if err != nil || got[0].Rules != 2 || got[0].OnlyRules != 1 {
		t.Fatalf("payee: %+v, want it in 2 rules, alone in one (error %v)", got, err)
	}
	done, err := h.a.DeletePayees(ctx, me, h.id, []string{id})
	h.must(t, done, err)
	if done.Label != "Deleted the payee Only Rules of 0 transactions, and 1 rule" || len(h.whole(t).Rules) != 1 {
		t.Errorf("deleted payee: label %q, rules left %+v", done.Label, h.whole(t).Rules)
	}
}

// Rules follow merged payees and deleted categories. A record named by a rule counts as used, and an account named by
// one cannot be deleted.
func TestRulesFollowMergedAndDeletedRecords(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, payeeHas("x"), rules.Outcome{Payee: "Bakery", Category: "food"})
	h.rule(t, []rules.Condition{{Field: budget.RuleAccount, Test: budget.RuleIs, Account: "cash"}}, rules.Outcome{Shares: []rules.Share{{Category: "food", Share: 5000}, {Category: "rent", Share: 5000}}})
	done, err := h.a.DeleteUnusedPayees(ctx, me, h.id)
	if h.must(t, done, err); len(h.whole(t).Payees) != 3 {
		t.Error("a payee named by a rule is deleted as unused")
	}
	done, _, err = h.a.AddPayee(ctx, me, h.id, "Baker")
	h.must(t, done, err)
	baker := h.whole(t).Payees[3]
	done, err = h.a.MergePayees(ctx, me, h.id, baker.ID, []string{"bakery"})
	h.must(t, done, err)
	if _, err := h.a.DeleteCategory(ctx, me, h.id, "food", ""); apperr.KindOf(err) == "" {
		t.Error("a category named by rules is deleted without a replacement")
	}
	done, err = h.a.DeleteCategory(ctx, me, h.id, "food", "rent")
	h.must(t, done, err)
	if w := h.whole(t); w.Rules[0].Then.Payee != baker.No || w.Rules[0].Then.Category != 3 || w.Rules[1].Then.Shares[0].Category != 3 {
		t.Errorf("rules after the merge and deletion: %+v", w.Rules)
	}
	if _, err := h.a.DeleteAccount(ctx, me, h.id, "cash"); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "rules") {
		t.Error(err)
	}
	done, err = h.a.DeletePayees(ctx, me, h.id, []string{baker.ID})
	if w := h.whole(t); err != nil || len(w.Rules) != 2 || w.Rules[0].Then.Payee != 0 {
		t.Errorf("rules after their payee was deleted: %+v (error %v)", w.Rules, err)
	}
	h.must(t, done, err)
	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil || !reflect.DeepEqual(wholeOf(t, h.a, copied.ID).Rules, h.whole(t).Rules) {
		t.Errorf("rules of the duplicate differ (error %v)", err)
	}
}

func TestRulesAreOrdered(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	var ids []string
	for _, text := range []string{"a", "b", "c"} {
		ids = append(ids, h.rule(t, payeeHas(text), rules.Outcome{Category: "food"}))
	}
	order := func(want string) {
		t.Helper()
		all, err := h.a.RulesOf(ctx, me, h.id)
		got := ""
		for i := range all {
			got += all[i].Conditions[0].Text
		}
		if err != nil || got != want {
			t.Errorf("%s, not %s (%v)", got, want, err)
		}
	}
	end := ""
	for _, move := range []struct{ which, before, want string }{{ids[2], ids[0], "cab"}, {ids[2], ids[1], "acb"}, {ids[2], end, "abc"}, {ids[0], ids[0], "abc"}} {
		done, err := h.a.MoveRule(ctx, me, h.id, move.which, move.before)
		h.must(t, done, err)
		order(move.want)
	}
	if _, err := h.a.MoveRule(ctx, me, h.id, ids[0], "moon"); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("move before an unknown rule: error %v, want not found", err)
	}
	done, err := h.a.DeleteRule(ctx, me, h.id, ids[1])
	h.must(t, done, err)
	h.rule(t, payeeHas("d"), rules.Outcome{Flag: "red"})
	order("acd")
	for _, deleted := range []string{ids[0], ids[2]} {
		done, err = h.a.DeleteRule(ctx, me, h.id, deleted)
		h.must(t, done, err)
	}
	h.rule(t, payeeHas("e"), rules.Outcome{Flag: "red"})
	order("de")
	all, err := h.a.RulesOf(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	one := all[0].Entry
	done, err = h.a.SwitchRule(ctx, me, h.id, one.ID, false)
	h.must(t, done, err)
	if _, _, err := h.a.SaveRule(ctx, me, h.id, one, nil); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("edit of an outdated rule: error %v, want a conflict", err)
	}
}

// For any rules and rows: the preview equals the result, which is one change that one undo reverts; applied again, it
// changes nothing.
func TestRulePreviewEqualsResult(t *testing.T) {
	a := newApp(t)
	rapid.Check(t, func(r *rapid.T) {
		h := openTestBudget(t, r, a)
		ctx, me := t.Context(), Machine()
		text := rapid.SampledFrom([]string{"bak", "er", "shop", "a", "Straße", "STRASSE"})
		for range rapid.IntRange(1, 8).Draw(r, "rows") {
			e := rows.Entry{
				Account: rapid.SampledFrom([]string{"bank", "cash", "house"}).Draw(r, "account"), Date: march.AddDays(rapid.IntRange(0, 30).Draw(r, "day")),
				Amount: money.Milli(10 * rapid.IntRange(-300, 300).Draw(r, "amount")), PayeeName: rapid.SampledFrom([]string{"", "Baker", "Shop a", "Bakery"}).Draw(r, "payee"), Memo: text.Draw(r, "memo"),
			}
			if e.Account == "bank" && rapid.Bool().Draw(r, "transfer") {
				e.TransferTo, e.PayeeName = "cash", ""
			}
			if _, _, err := h.a.AddRow(ctx, me, h.id, e); err != nil {
				r.Fatal(err)
			}
		}
		if _, _, err := h.a.SaveRule(ctx, me, h.id, rules.Entry{Conditions: payeeHas("stra"), Outcome: rules.Outcome{Payee: "Told"}}, nil); err != nil {
			r.Fatal(err)
		}
		for i := range rapid.IntRange(0, 3).Draw(r, "from a bank") {
			account, amount, name := "bank", money.Milli(-10*i), text.Draw(r, "bank's text")
			if _, _, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{{ImportID: fmt.Sprint("i", i), TransactionFields: TransactionFields{Account: &account, Date: new(march), Amount: &amount, PayeeName: &name}}}); err != nil {
				r.Fatal(err)
			}
		}
		for range rapid.IntRange(1, 4).Draw(r, "rules") {
			e := rules.Entry{Conditions: payeeHas(text.Draw(r, "text")), Any: true}
			if rapid.Bool().Draw(r, "notes") {
				e.Conditions = append(e.Conditions, rules.Condition{
					Field: budget.RuleNotes, Test: rapid.SampledFrom([]budget.RuleTest{budget.RuleContains, budget.RuleIs, budget.RuleMatches}).Draw(r, "test"), Text: text.Draw(r, "in notes"),
				})
			}
			switch rapid.IntRange(0, 3).Draw(r, "then") {
			case 0:
				e.Outcome = rules.Outcome{Payee: rapid.SampledFrom([]string{"Baker", "New Shop"}).Draw(r, "new"), Category: "food"}
			case 1:
				e.Outcome = rules.Outcome{Transfer: rapid.SampledFrom([]string{"bank", "cash", "house"}).Draw(r, "to"), Category: "rent"}
			case 2:
				e.Outcome = rules.Outcome{Shares: []rules.Share{{Category: "food", Share: 3333}, {Category: "rent", Share: 6667}}}
			case 3:
				e.Outcome = rules.Outcome{Notes: text.Draw(r, "note"), Flag: "green"}
			}
			if _, _, err := h.a.SaveRule(ctx, me, h.id, e, nil); err != nil {
				r.Fatal(err)
			}
		}
		before := h.whole(t)
		trial, err := h.a.TryRules(ctx, me, h.id)
		if err != nil {
			r.Fatal(err)
		}
		if computed := changedOneByOne(r, before); trial.Changes+trial.Left != computed {
			r.Fatalf("%d changed and %d left, want %d in total", trial.Changes, trial.Left, computed)
		}
		done, err := h.a.ApplyRules(ctx, me, h.id, "", &trial.Shown)
		if err != nil {
			r.Fatal(err)
		}
		checkPreview(r, &trial, before, h.checkConsistent(t))
		if again, err := h.a.ApplyRules(ctx, me, h.id, "", nil); err != nil || again.Change != 0 {
			r.Fatalf("rules applied again: %+v, want no change (error %v)", again, err)
		}
		if trial.Changes == 0 {
			return
		}
		if _, err := h.a.Undo(ctx, me, h.id, done.Change); err != nil {
			r.Fatal(err)
		}
		if !reflect.DeepEqual(before, h.checkConsistent(t)) {
			r.Fatal("undo does not revert all of it")
		}
	})
}

// changedOneByOne returns the number of transactions that rules change, computed from the records themselves.
func changedOneByOne(r *rapid.T, w *budget.Whole) (n int) {
	set, err := rule.Compile(w.Rules, rule.Context{Accounts: w.Accounts, Payees: w.Payees, Step: w.Info.Currency.Step()})
	if err != nil {
		r.Fatal(err)
	}
	for i := range w.Transactions {
		if row := rule.RowOf(&w.Transactions[i]); set.Apply(&row) != (budget.ByRule{}) {
			n++
		}
	}
	return n
}

// checkPreview checks that exactly the rows of the preview have changed as described, apart from the created sides
// of transfers.
func checkPreview(r *rapid.T, trial *rules.Trial, before, after *budget.Whole) {
	unchanged := map[string]budget.Transaction{}
	for _, t := range before.Transactions {
		unchanged[t.ID] = t
	}
	changed := map[string]budget.Transaction{}
	for _, t := range after.Transactions {
		if old, there := unchanged[t.ID]; there && !reflect.DeepEqual(old, t) {
			changed[t.ID] = t
		}
	}
	if len(changed) != trial.Changes || len(trial.First) != trial.Changes {
		r.Fatalf("%d rows changed, the preview listed %d", len(changed), trial.Changes)
	}
	payees, categories := map[budget.PayeeNo]string{}, map[budget.CategoryNo]string{}
	for _, p := range after.Payees {
		payees[p.No] = p.Name
	}
	for _, c := range after.Categories {
		categories[c.No] = c.Name
	}
	for _, c := range trial.First {
		t := changed[c.ID]
		for _, s := range c.Sets {
			got := map[string]string{"payee": payees[t.Payee], "category": categories[t.Category], "notes": t.Memo, "flag": t.FlagColour}[s.What]
			switch s.What {
			case "transfer":
				if t.Transfer.Tx == 0 {
					r.Fatalf("row is not a transfer: %+v", t)
				}
			case "split":
				if len(t.Parts) != 2 {
					r.Fatalf("row is not a split: %+v", t)
				}
			default:
				if got != s.Is {
					r.Fatalf("%s is %q, the preview said %q", s.What, got, s.Is)
				}
			}
		}
	}
}

// A rule is suggested after a change that it would automate, and after no other.
func TestRulesAreSuggested(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	offered := func(done ChangeResult, err error) *rules.Offer {
		t.Helper()
		h.must(t, done, err)
		offer, err := h.a.OfferAfter(ctx, me, h.id, done)
		later, errLater := h.a.OfferAfter(ctx, me, h.id, ChangeResult{Change: done.Change}) // as the journal has it
		if errLater != nil || !reflect.DeepEqual(offer, later) {
			t.Errorf("%q suggests %+v; later, by its number, %+v (error %v)", done.Label, offer, later, errLater)
		}
		if err != nil {
			t.Fatal(err)
		}
		return offer
	}
	wantOffer := func(got *rules.Offer, want rules.Offer) {
		t.Helper()
		if got == nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%+v, not %+v", got, want)
		}
	}
	file := []byte("Date;Payee;Amount\n13.03.2026;SP*BAKER 0815;-10,00\n14.03.2026;SP*BAKER 0816;-3,00\n")
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{GuessesConfirmed: true})
	if offered(done, err) != nil {
		t.Error("a rule is suggested after an import")
	}
	w := h.whole(t)
	food := "food"
	wantOffer(offered(h.a.SetOnRows(ctx, me, h.id, rows.These(w.Transactions[0].ID), rows.Setting{Category: &food}, false)),
		rules.Offer{Text: "Always categorise SP*BAKER 0815 like this?", Is: "SP*BAKER 0815", Category: "food"})
	if offered(h.a.Undo(ctx, me, h.id, 0)) != nil {
		t.Error("a rule is suggested after an undo")
	}
	if offered(h.a.SetOnRows(ctx, me, h.id, rows.These(w.Transactions[0].ID, w.Transactions[1].ID), rows.Setting{Category: &food}, false)) != nil {
		t.Error("a rule is suggested after a change of two rows")
	}
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, Payee: "bakery", Category: "rent"})
	if offered(h.a.SetOnRows(ctx, me, h.id, rows.These(typed), rows.Setting{Category: &food}, false)) != nil {
		t.Error("a rule is suggested after a change of an entered row")
	}
	// The bank's text of a row that did not come from a file, as in a plan document: the user typed it there.
	h.change(t, func(e *changeTx) error {
		row, err := rows.ByID(&e.ReadTx, typed)
		if err != nil {
			return err
		}
		return e.Rows(ledger.UnlessReconciled, func(b *ledger.EditSet) error {
			b.Know([]budget.Transaction{row})
			return b.Mark(row.No, func(t *budget.Transaction) { t.Bank = &budget.Bank{PayeeName: "Bakery"} })
		})
	})
	rent := "rent"
	if offered(h.a.SetOnRows(ctx, me, h.id, rows.These(typed), rows.Setting{Category: &rent}, false)) != nil {
		t.Error("a rule is suggested after a change of a row without import id")
	}
	ids := []string{w.Payees[len(w.Payees)-2].ID, w.Payees[len(w.Payees)-1].ID}
	wantOffer(offered(h.a.RenamePayee(ctx, me, h.id, ids[0], "Corner shop")), rules.Offer{Text: "Always rename it when importing?", Contains: []string{"SP*BAKER 0815"}, Payee: "Corner shop"})
	wantOffer(offered(h.a.MergePayees(ctx, me, h.id, "baker", ids[1:])), rules.Offer{Text: "Always rename them when importing?", Contains: []string{"SP*BAKER 0816"}, Payee: "Baker"})
}
