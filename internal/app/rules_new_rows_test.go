package app

import (
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestRulesLeaveBankRowsOut imports a file with a row that a rule leaves out. It stays out at each import, is listed with the
// rule, can be added nevertheless, and is new again without the rule. A row entered by a user stays.
func TestRulesLeaveBankRowsOut(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.rule(t, []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleBegins, Text: "pending"}}, rules.Outcome{LeaveOut: true})
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-90), Amount: -5, PayeeName: "Pending by hand"})
	file := []byte("Date;Payee;Amount\n16.03.2026;PENDING CAFE;-3,50\n15.03.2026;Baker;-4,50\n")
	imports := func(o bankimport.Options, added, left int) {
		t.Helper()
		if done, got, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, o); err != nil || got.Added != added || got.LeftByRules != left || left > 0 && done.Change != 0 && !strings.Contains(done.Label, "1 left out by rules") {
			t.Errorf("import: %+v, label %q, want %d added and %d left out (error %v)", got, done.Label, added, left, err)
		}
	}
	preview := testkit.Must(h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{}))(t)
	if row := preview.Rows[0]; !row.Left || !strings.Contains(row.LeftByRule, "begins with “pending”") || preview.Counts.New != 1 || preview.Counts.Left != 1 {
		t.Errorf("preview: %+v with %+v, want the row left out by its rule", row, preview.Counts)
	}
	imports(bankimport.Options{}, 1, 1)
	imports(bankimport.Options{}, 0, 1)
	imports(bankimport.Options{Add: []int{preview.Rows[0].No}}, 1, 0)
	imports(bankimport.Options{}, 0, 0) // it is there
	testkit.Must(h.a.Undo(ctx, me, h.id, 0))(t)
	imports(bankimport.Options{}, 0, 1)
	all := testkit.Must(h.a.RulesOf(ctx, me, h.id))(t)
	done, err := h.a.DeleteRule(ctx, me, h.id, all[0].ID)
	h.must(t, done, err)
	imports(bankimport.Options{}, 1, 0)
	if got := len(h.checkConsistent(t).Transactions); got != 3 {
		t.Errorf("%d transactions, want 3", got)
	}
}

// TestRulesEnterScheduledTransactions records new rows as occurrences of a scheduled transaction: each date once, and only by
// rows of its account and direction near the date.
func TestRulesEnterScheduledTransactions(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	first := civil.MakeDate(2026, 4, 1)
	id := h.schedule(t, schedules.Entry{Frequency: "monthly", Entry: rows.Entry{Account: "bank", Date: first, Amount: -850_000, PayeeName: "Landlord", Category: "rent"}})
	h.rule(t, []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: "landlord"}}, rules.Outcome{Category: "rent", Schedule: id})
	next := func(when string, want civil.Date) {
		t.Helper()
		if got := h.scheduled(t, id).DateNext; got != want {
			t.Errorf("%s: the next date is %s, want %s", when, got, want)
		}
	}
	enter := func(account string, day civil.Date, amount money.Milli) {
		t.Helper()
		h.add(t, rows.Entry{Account: account, Date: day, Amount: amount, PayeeName: "Landlord"})
	}
	enter("cash", first, -850_000)
	next("a row of another account", first)
	enter("bank", first, 850_000)
	next("a refund", first)
	enter("bank", first.AddDays(-40), -850_000)
	next("a row long before the date", first)
	enter("bank", first.AddDays(2), -855_000)
	next("a row near the date", civil.MakeDate(2026, 5, 1))
	testkit.Must(h.a.Undo(ctx, me, h.id, 0))(t)
	next("undone", first)
	file := []byte("Date;Payee;Amount\n02.04.2026;Landlord GmbH;-851,00\n01.04.2026;Landlord GmbH;-852,00\n")
	for range 2 {
		if _, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{AddDeleted: true}); err != nil {
			t.Fatal(err)
		}
		next("two rows of a bank near the date", civil.MakeDate(2026, 5, 1))
	}
	account, day, amount, payee := "bank", civil.MakeDate(2026, 5, 4), money.Milli(-850_000), "Landlord"
	program := []NewTransaction{{ImportID: "x", TransactionFields: TransactionFields{Account: &account, Date: &day, Amount: &amount, PayeeName: &payee}}}
	for range 2 {
		if _, _, err := h.a.CreateTransactions(ctx, me, h.id, program); err != nil {
			t.Fatal(err)
		}
		next("a row of a program", civil.MakeDate(2026, 6, 1))
	}
	done, err := h.a.DeleteScheduled(ctx, me, h.id, id)
	h.must(t, done, err)
	enter("bank", civil.MakeDate(2026, 6, 1), -850_000)
	if all := testkit.Must(h.a.RulesOf(ctx, me, h.id))(t); !strings.Contains(all[0].Then, "deleted") {
		t.Errorf("the rule of a deleted scheduled transaction: %q", all[0].Then)
	}
	h.checkConsistent(t)
}
