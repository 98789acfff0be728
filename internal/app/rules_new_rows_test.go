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

// TestPendingRowsDoNotTakeTransactions imports a pending and a booked row of one payment that the user has entered: the
// booked one confirms it, in any order of the rows.
func TestPendingRowsDoNotTakeTransactions(t *testing.T) {
	const pending, booked = "15.03.2026;PENDING CAFE;-3,50\n", "16.03.2026;CAFE;-3,50\n"
	for _, rowsOfFile := range []string{pending + booked, booked + pending} {
		h := newTestBudget(t)
		ctx, me := t.Context(), Machine()
		h.rule(t, []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleBegins, Text: "pending"}}, rules.Outcome{LeaveOut: true})
		h.add(t, rows.Entry{Account: "bank", Date: civil.MakeDate(2026, 3, 15), Amount: -3_500, PayeeName: "Cafe"})
		file := []byte("Date;Payee;Amount\n" + rowsOfFile)
		for i, want := range []bankimport.Imported{{Linked: 1, LeftByRules: 1}, {ImportedBefore: 1, LeftByRules: 1}} {
			_, got, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
			if err != nil || got.Added != 0 || got.Linked != want.Linked || got.ImportedBefore != want.ImportedBefore || got.LeftByRules != want.LeftByRules {
				t.Errorf("import %d of %q: %+v, want %+v (error %v)", i+1, rowsOfFile, got, want, err)
			}
		}
		if got := h.checkConsistent(t).Transactions; len(got) != 1 || got[0].Bank == nil || got[0].Bank.PayeeName != "CAFE" {
			t.Errorf("transactions of %q: %+v, want the entered one with the booked row", rowsOfFile, got)
		}
	}
}

// landlord is a budget with a scheduled rent and a rule that enters it.
type landlord struct {
	*testBudget
	scheduled string
}

func newLandlord(t *testing.T, entry schedules.Entry, then rules.Outcome) *landlord {
	h := newTestBudget(t)
	entry.Entry = rows.Entry{Account: "bank", Date: civil.MakeDate(2026, 4, 1), Amount: -850_000, PayeeName: "Landlord", Category: "rent"}
	then.Category, then.Schedule = "rent", h.schedule(t, entry)
	h.rule(t, []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleContains, Text: "landlord"}}, then)
	return &landlord{h, then.Schedule}
}

// next checks the next date of the schedule; zero means that it has ended.
func (h *landlord) next(t *testing.T, when string, want civil.Date) {
	t.Helper()
	var got civil.Date
	for _, s := range h.checkConsistent(t).Scheduled {
		if s.ID == h.scheduled {
			got = s.DateNext
		}
	}
	if got != want {
		t.Errorf("%s: the next date is %s, want %s", when, got, want)
	}
}

func (h *landlord) pay(t *testing.T, account string, day civil.Date, amount money.Milli) {
	t.Helper()
	h.add(t, rows.Entry{Account: account, Date: day, Amount: amount, PayeeName: "Landlord"})
}

// imports imports a file and returns the label of the change.
func (h *landlord) imports(t *testing.T, file string) string {
	t.Helper()
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte("Date;Payee;Amount\n"+file), bankimport.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return done.Label
}

var (
	april = civil.MakeDate(2026, 4, 1)
	may   = civil.MakeDate(2026, 5, 1)
	june  = civil.MakeDate(2026, 6, 1)
)

// TestRulesEnterScheduledTransactions records new rows as occurrences of a scheduled transaction, only those of its account
// and amount near the date, and each date once.
func TestRulesEnterScheduledTransactions(t *testing.T) {
	h := newLandlord(t, schedules.Entry{Frequency: "monthly"}, rules.Outcome{})
	ctx, me := t.Context(), Machine()
	h.pay(t, "cash", april, -850_000)
	h.next(t, "a row of another account", april)
	h.pay(t, "bank", april, 850_000)
	h.next(t, "a refund", april)
	h.pay(t, "bank", april, -850_010)
	h.next(t, "another amount", april)
	h.pay(t, "bank", april.AddDays(-11), -850_000)
	h.next(t, "a row long before the date", april)
	h.pay(t, "bank", april.AddDays(10), -850_000)
	h.next(t, "a row near the date", may)
	if top := testkit.Must(h.a.History(ctx, me, h.id, 0, 1))(t); !strings.HasSuffix(top[0].Label, "; entered 1 scheduled transaction") {
		t.Errorf("label %q, want it to name the schedule", top[0].Label)
	}
	testkit.Must(h.a.Undo(ctx, me, h.id, 0))(t)
	h.next(t, "undone", april)
	const file = "03.04.2026;Landlord GmbH;-850,00\n01.04.2026;Landlord GmbH;-850,00\n"
	if label := h.imports(t, file); !strings.HasSuffix(label, "; entered 1 scheduled transaction") {
		t.Errorf("label %q, want one entered", label)
	}
	h.next(t, "two rows of a bank near the date", may)
	h.imports(t, file)
	h.next(t, "the same file again", may)
	account, day, amount, payee := "bank", may.AddDays(3), money.Milli(-850_000), "Landlord"
	program := []NewTransaction{{ImportID: "x", TransactionFields: TransactionFields{Account: &account, Date: &day, Amount: &amount, PayeeName: &payee}}}
	for range 2 {
		if _, _, err := h.a.CreateTransactions(ctx, me, h.id, program); err != nil {
			t.Fatal(err)
		}
		h.next(t, "a row of a program", june)
	}
}

// TestRulesEnterAmountsOfTheirSchedules compares amounts with an exact schedule, with approximate ones and with any amount.
func TestRulesEnterAmountsOfTheirSchedules(t *testing.T) {
	for name, c := range map[string]struct {
		entry   schedules.Entry
		then    rules.Outcome
		amounts map[money.Milli]bool
	}{
		"exact":      {schedules.Entry{}, rules.Outcome{}, map[money.Milli]bool{-850_000: true, -850_010: false, -849_990: false}},
		"within 10":  {schedules.Entry{Spread: 10_000}, rules.Outcome{}, map[money.Milli]bool{-840_000: true, -860_000: true, -839_990: false, -860_010: false}},
		"within 2 %": {schedules.Entry{SpreadPercent: 2}, rules.Outcome{}, map[money.Milli]bool{-833_000: true, -867_000: true, -832_990: false, -867_010: false}},
		"any":        {schedules.Entry{}, rules.Outcome{AnyAmount: true}, map[money.Milli]bool{-1: true, -9_000_000: true, 850_000: false, 0: false}},
	} {
		for amount, enters := range c.amounts {
			c.entry.Frequency = "monthly"
			h := newLandlord(t, c.entry, c.then)
			h.pay(t, "bank", april, amount)
			h.next(t, name+": "+amount.String(), map[bool]civil.Date{true: may, false: april}[enters])
		}
	}
}

// TestRulesEnterEachDateOfAFile imports two payments of a fortnightly schedule, the newest first, and undoes the import.
func TestRulesEnterEachDateOfAFile(t *testing.T) {
	h := newLandlord(t, schedules.Entry{Frequency: "everyOtherWeek", AutoEnter: true}, rules.Outcome{})
	const file = "15.04.2026;Landlord;-850,00\n01.04.2026;Landlord;-850,00\n"
	for range 2 {
		h.imports(t, file)
		h.next(t, "both payments", april.AddDays(28))
		testkit.Must(h.a.Undo(t.Context(), Machine(), h.id, 0))(t)
		h.next(t, "undone", april)
	}
	h.enter(t, april.AddDays(14)) // an undone date waits for the user
	h.next(t, "automatic entering", april)
	h.imports(t, file)
	h.next(t, "imported again", april.AddDays(28))
}

// TestRulesOfEndedSchedules deletes schedules that rules name: at their last date, and by the user.
func TestRulesOfEndedSchedules(t *testing.T) {
	ctx, me := t.Context(), Machine()
	then := func(h *landlord) string { return testkit.Must(h.a.RulesOf(ctx, me, h.id))(t)[0].Then }
	once := newLandlord(t, schedules.Entry{Frequency: "never"}, rules.Outcome{})
	once.imports(t, "01.04.2026;Landlord;-850,00\n02.04.2026;Landlord;-850,00\n")
	once.next(t, "the last date", 0)
	if got := then(once); !strings.HasSuffix(got, "transaction that was deleted") {
		t.Errorf("the rule of a schedule that has ended: %q", got)
	}
	testkit.Must(once.a.Undo(ctx, me, once.id, 0))(t)
	once.next(t, "undone", april)
	if got := then(once); !strings.HasSuffix(got, "the scheduled Landlord") {
		t.Errorf("the rule after undo: %q", got)
	}
	deleted := newLandlord(t, schedules.Entry{Frequency: "monthly"}, rules.Outcome{})
	done, err := deleted.a.DeleteScheduled(ctx, me, deleted.id, deleted.scheduled)
	deleted.must(t, done, err)
	deleted.pay(t, "bank", april, -850_000)
	testkit.Must(deleted.a.Undo(ctx, me, deleted.id, 0))(t)
	testkit.Must(deleted.a.Undo(ctx, me, deleted.id, 0))(t)
	deleted.next(t, "the deletion undone", april)
	all := testkit.Must(deleted.a.RulesOf(ctx, me, deleted.id))(t)
	done, err = deleted.a.DeleteRule(ctx, me, deleted.id, all[0].ID)
	deleted.must(t, done, err)
	deleted.pay(t, "bank", april, -850_000)
	deleted.next(t, "without the rule", april)
}
