package app

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"holdover/internal/app/loans"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// withLoan returns a budget with a mortgage of 100,000 at 6 % since January 2026, paid with 599.55 and 100 of escrow.
func withLoan(t *testing.T) (h *testBudget, loan string) {
	t.Helper()
	h = newTestBudget(t)
	_, loan, err := h.a.AddAccount(t.Context(), Machine(), h.id, AccountEntry{Name: "Flat", Type: "mortgage", Balance: -100_000_000, Date: civil.MakeDate(2026, 1, 1)})
	testkit.NoError(t, err)
	h.setTerm(t, loan, loans.Term{Kind: loans.Rate, From: civil.MakeDate(2026, 1, 1), Rate: 6000})
	h.setTerm(t, loan, loans.Term{Kind: loans.Payment, From: civil.MakeDate(2026, 1, 1), Amount: 599_550})
	h.setTerm(t, loan, loans.Term{Kind: loans.Escrow, From: civil.MakeDate(2026, 1, 1), Amount: 100_000})
	return h, loan
}

func (h *testBudget) setTerm(t *testing.T, loan string, term loans.Term) {
	t.Helper()
	done, err := h.a.SetLoanTerm(t.Context(), Machine(), h.id, loan, term)
	h.must(t, done, err)
}

func (h *testBudget) loan(t *testing.T, id string) loans.Report {
	t.Helper()
	got, err := h.a.Loan(t.Context(), Machine(), h.id, id, march, loans.Simulation{})
	testkit.NoError(t, err)
	return got
}

// TestLoanIsReported: the page's figures are those of the published table.
func TestLoanIsReported(t *testing.T) {
	h, id := withLoan(t)
	got := h.loan(t, id)
	if got.History.Owed() != 100_000_000 || got.Next != civil.MakeDate(2026, 4, 15) || !got.Planned.Paid() || len(got.Planned.Payments) != 360 || got.Planned.Interest/1000 != 115_838 {
		t.Errorf("owed %s, next %s, %d payments, interest %s", got.History.Owed(), got.Next, len(got.Planned.Payments), got.Planned.Interest)
	}
	more, err := h.a.Loan(t.Context(), Machine(), h.id, id, march, loans.Simulation{Extra: 100_000})
	if testkit.NoError(t, err); more.Simulated.Interest >= got.Planned.Interest || len(more.Simulated.Payments) >= 300 {
		t.Errorf("with 100 more: %d payments, interest %s", len(more.Simulated.Payments), more.Simulated.Interest)
	}
	level, err := h.a.Loan(t.Context(), Machine(), h.id, id, march, loans.Simulation{Years: 30})
	if testkit.NoError(t, err); level.Level != 599_550 || level.Simulated != nil {
		t.Errorf("paid off in 30 years by %s, want 599.55", level.Level)
	}
	if _, err := h.a.Loan(t.Context(), Machine(), h.id, "bank", march, loans.Simulation{}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("the loan of a bank account: %v", err)
	}
}

// TestTheNextPaymentOfALoanIsTheScheduledOne: without a scheduled payment it is a period after the last payment, and without
// one after today.
func TestTheNextPaymentOfALoanIsTheScheduledOne(t *testing.T) {
	h, id := withLoan(t)
	payment := automaticSchedule("monthly", civil.MakeDate(2026, 4, 2), "payment")
	payment.Amount, payment.Category, payment.TransferTo = -699_550, "", id
	h.schedule(t, payment)
	if got := h.loan(t, id); got.Next != civil.MakeDate(2026, 4, 2) || got.Planned.Payments[1].Date != civil.MakeDate(2026, 5, 2) {
		t.Errorf("next %s, then %s, want the scheduled 2nd of April and of May", got.Next, got.Planned.Payments[1].Date)
	}
	overdue, err := h.a.Loan(t.Context(), Machine(), h.id, id, civil.MakeDate(2026, 6, 20), loans.Simulation{})
	if testkit.NoError(t, err); overdue.Next != civil.MakeDate(2026, 7, 2) {
		t.Errorf("with an overdue schedule: next %s, want the 2nd of July", overdue.Next)
	}
}

// TestTermsAreChangedAndUndone: each change is one step of the journal.
func TestTermsAreChangedAndUndone(t *testing.T) {
	h, id := withLoan(t)
	before := h.whole(t)
	from := civil.MakeDate(2027, 1, 1)
	for name, change := range map[string]func() (ChangeResult, error){
		"set": func() (ChangeResult, error) {
			return h.a.SetLoanTerm(t.Context(), Machine(), h.id, id, loans.Term{Kind: loans.Rate, From: from, Rate: 1990})
		},
		"remove": func() (ChangeResult, error) {
			return h.a.RemoveLoanTerm(t.Context(), Machine(), h.id, id, loans.Escrow, civil.MakeDate(2026, 1, 1))
		},
		"frequency": func() (ChangeResult, error) {
			return h.a.SetLoanFrequency(t.Context(), Machine(), h.id, id, budget.PaidWeekly)
		},
		"program": func() (ChangeResult, error) {
			return h.a.UpdateLoan(t.Context(), Machine(), h.id, id, loans.Fields{OriginalBalance: new(money.Milli(5)), EscrowAmounts: map[civil.Date]money.Milli{}})
		},
		"category": func() (ChangeResult, error) { return h.a.PayLoanFrom(t.Context(), Machine(), h.id, id, "food") },
		"interest": func() (ChangeResult, error) {
			return h.a.EnterLoanInterest(t.Context(), Machine(), h.id, id, h.a.Today(t.Context()).AddDays(3))
		},
	} {
		done, err := change()
		h.must(t, done, err)
		if reflect.DeepEqual(h.whole(t), before) {
			t.Errorf("%s changed nothing", name)
		}
		undone, err := h.a.Undo(t.Context(), Machine(), h.id, done.Change)
		h.must(t, undone, err)
		now := h.whole(t)
		now.Payees = before.Payees // the payee Interest stays known
		if !reflect.DeepEqual(now, before) {
			t.Errorf("%s: undo left something", name)
		}
	}
}

// fieldOf returns the field that an error names.
func fieldOf(err error) string {
	if wrong, ok := errors.AsType[*apperr.Error](err); ok {
		return wrong.Field
	}
	return ""
}

// TestInvalidTermsAreRefused names the field of each error.
func TestInvalidTermsAreRefused(t *testing.T) {
	h, id := withLoan(t)
	from := civil.MakeDate(2027, 1, 1)
	for _, c := range []struct {
		term  loans.Term
		field string
	}{
		{loans.Term{Kind: loans.Rate, From: from, Rate: -1}, "value"},
		{loans.Term{Kind: loans.Rate, From: from, Rate: 1_000_001}, "value"},
		{loans.Term{Kind: loans.Payment, From: from, Amount: -1}, "value"},
		{loans.Term{Kind: loans.Payment, From: from, Amount: money.Limit + 1}, "value"},
		{loans.Term{Kind: loans.Rate, Rate: 1}, "date"},
		{loans.Term{Kind: loans.Rate, From: civil.MakeDate(9999, 1, 1)}, "date"},
		{loans.Term{Kind: "other", From: from}, ""},
	} {
		_, err := h.a.SetLoanTerm(t.Context(), Machine(), h.id, id, c.term)
		if apperr.KindOf(err) != apperr.Invalid || fieldOf(err) != c.field {
			t.Errorf("%+v: error %v at %q, want at %q", c.term, err, fieldOf(err), c.field)
		}
	}
	if _, err := h.a.RemoveLoanTerm(t.Context(), Machine(), h.id, id, loans.Rate, from); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("removing a missing term: %v", err)
	}
	many := map[civil.Date]int64{}
	for i := range 201 {
		many[from.AddDays(i)] = 5
	}
	if _, err := h.a.UpdateLoan(t.Context(), Machine(), h.id, id, loans.Fields{InterestRates: many}); fieldOf(err) != "debt_interest_rates" {
		t.Errorf("201 rates: %v", err)
	}
}

// TestTheTargetOfACategoryFollowsTheLoan: it is the payment with escrow of each month, also after a change of the terms.
func TestTheTargetOfACategoryFollowsTheLoan(t *testing.T) {
	h, id := withLoan(t)
	month := h.a.Today(t.Context()).Month()
	target := func(m civil.Month) *budget.Target {
		for _, c := range h.whole(t).Categories {
			if c.ID == "food" {
				return c.TargetIn(m, nil)
			}
		}
		return nil
	}
	done, err := h.a.PayLoanFrom(t.Context(), Machine(), h.id, id, "food")
	h.must(t, done, err)
	if is := target(month); is == nil || is.Kind != budget.DebtTarget || is.Amount != 699_550 {
		t.Errorf("target %+v", is)
	}
	if is := target(month.Add(-1)); is != nil {
		t.Errorf("target of the month before: %+v", is)
	}
	h.setTerm(t, id, loans.Term{Kind: loans.Payment, From: month.Add(2).DayAt(20), Amount: 700_000})
	if is, later := target(month.Add(1)), target(month.Add(2)); is.Amount != 699_550 || later.Amount != 800_000 {
		t.Errorf("after a change in two months: %+v, then %+v", is, later)
	}
	weekly, err := h.a.SetLoanFrequency(t.Context(), Machine(), h.id, id, budget.PaidWeekly)
	h.must(t, weekly, err)
	if is := target(month); is.Amount != 3_031_390 { // 52 twelfths of 699.55 are 3,031.3833
		t.Errorf("paid weekly: %+v", is)
	}
	status, err := h.a.Screen(t.Context(), Machine(), h.id)
	if testkit.NoError(t, err); status.Targets(month).Cost.Needed != 3_031_390 {
		t.Errorf("needed in the month: %s", status.Targets(month).Cost.Needed)
	}
	off, err := h.a.PayLoanFrom(t.Context(), Machine(), h.id, id, "")
	h.must(t, off, err)
	if is := target(month); is != nil || h.loan(t, id).Category != nil {
		t.Errorf("after it was switched off: %+v", is)
	}
}

// withInterest returns a loan of which the interest is entered on the first of each month from April 2026 on.
func withInterest(t *testing.T) (h *testBudget, loan string) {
	t.Helper()
	h, loan = withLoan(t)
	first := h.a.Today(t.Context()).Month().Add(1).First()
	done, err := h.a.EnterLoanInterest(t.Context(), Machine(), h.id, loan, first)
	h.must(t, done, err)
	return h, loan
}

// interestRows returns the interest of the loan's register, oldest first.
func (h *testBudget) interestRows(t *testing.T) (rows []budget.Transaction) {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		if row.DebtType == budget.DebtInterest {
			rows = append(rows, row)
		}
	}
	return rows
}

// TestInterestIsEnteredOnceToBeApproved: also the interest of missed months, of which each raises the next, with the escrow.
func TestInterestIsEnteredOnceToBeApproved(t *testing.T) {
	h, _ := withInterest(t)
	first := h.a.Today(t.Context()).Month().Add(1).First()
	if done := h.enter(t, first.AddDays(-1)); len(done) != 0 {
		t.Errorf("entered before its day: %+v", done)
	}
	done := h.enter(t, first.AddMonths(2))
	rows := h.interestRows(t)
	if len(done) != 1 || len(rows) != 3 {
		t.Fatalf("%d changes with %d rows, want 1 with 3", len(done), len(rows))
	}
	for i, want := range []money.Milli{-500_000, -503_000, -506_020} {
		if row := rows[i]; row.Amount != want || row.Approved || row.Date != first.AddMonths(i) || row.Category != 0 {
			t.Errorf("interest %d: %+v, want %s", i, row, want)
		}
	}
	if again := h.enter(t, first.AddMonths(2)); len(again) != 0 {
		t.Errorf("entered again: %+v", again)
	}
	undone, err := h.a.Undo(t.Context(), Machine(), h.id, done[0].Change)
	if h.must(t, undone, err); len(h.interestRows(t)) != 0 {
		t.Error("undo left interest")
	}
	if again := h.enter(t, first.AddMonths(2)); len(again) != 0 || len(h.interestRows(t)) != 0 {
		t.Errorf("interest that was undone came back: %+v", again)
	}
}

// TestInterestFollowsThePaymentsThatAreDueToo: a payment of the first missed month lowers the interest of the second. The
// payments contain the escrow, which is entered too: the register follows the plan.
func TestInterestFollowsThePaymentsThatAreDueToo(t *testing.T) {
	h, id := withInterest(t)
	first := h.a.Today(t.Context()).Month().Add(1).First()
	payment := automaticSchedule("monthly", first, "payment")
	payment.Amount, payment.Category, payment.TransferTo = -699_550, "", id
	h.schedule(t, payment)
	h.enter(t, first.AddMonths(1))
	rows := h.interestRows(t)
	if len(rows) != 2 || rows[0].Amount != -500_000 || rows[1].Amount != -499_500 {
		t.Errorf("interest %+v, want 500.00 and 499.50 as in the published table", rows)
	}
	got, err := h.a.Loan(t.Context(), Machine(), h.id, id, first.AddMonths(1), loans.Simulation{})
	if testkit.NoError(t, err); got.History.Escrow != 200_000 || got.History.Owed() != 99_800_400 {
		t.Errorf("escrow %s, owed %s, want 200.00 and the 99,800.40 of the published table", got.History.Escrow, got.History.Owed())
	}
	if got := h.loan(t, id); got.History.Paid != 0 {
		t.Errorf("paid by March: %+v", got.History)
	}
}

// TestInterestIsEnteredOnceByTwoProcesses enters the same day in two programs at once.
func TestInterestIsEnteredOnceByTwoProcesses(t *testing.T) {
	h, _ := withInterest(t)
	day := h.a.Today(t.Context()).Month().Add(1).First()
	var both sync.WaitGroup
	for range 2 {
		both.Add(1)
		go func() {
			defer both.Done()
			if _, err := h.a.NewAutoEnter().Enter(t.Context(), day); err != nil {
				t.Error(err)
			}
		}()
	}
	both.Wait()
	if rows := h.interestRows(t); len(rows) != 1 {
		t.Errorf("%d rows, want 1", len(rows))
	}
}

// TestInterestNeedsARate: a schedule of interest waits while no rate is known, and ends with the loan.
func TestInterestNeedsARate(t *testing.T) {
	h, id := withInterest(t)
	first := h.a.Today(t.Context()).Month().Add(1).First()
	done, err := h.a.RemoveLoanTerm(t.Context(), Machine(), h.id, id, loans.Rate, civil.MakeDate(2026, 1, 1))
	h.must(t, done, err)
	if entered := h.enter(t, first); len(entered) != 0 || len(h.interestRows(t)) != 0 {
		t.Errorf("without a rate: %+v", entered)
	}
	if _, err := h.a.EnterLoanInterest(t.Context(), Machine(), h.id, id, first); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("switching it on without a rate: %v", err)
	}
	off, err := h.a.EnterLoanInterest(t.Context(), Machine(), h.id, id, 0)
	h.must(t, off, err)
	if all, err := h.a.Scheduled(t.Context(), Machine(), h.id, march); err != nil || len(all.Rows) != 0 {
		t.Errorf("switched off: %+v (error %v)", all.Rows, err)
	}
}

// TestLoansSurviveTheDocument: terms, frequency, paying category and interest are in the exported document, and in the
// budget that is made of it.
func TestLoansSurviveTheDocument(t *testing.T) {
	h, id := withInterest(t)
	month := h.a.Today(t.Context()).Month()
	done, err := h.a.PayLoanFrom(t.Context(), Machine(), h.id, id, "food")
	h.must(t, done, err)
	h.setTerm(t, id, loans.Term{Kind: loans.Payment, From: month.Add(5).First(), Amount: 700_000})
	weekly, err := h.a.SetLoanFrequency(t.Context(), Machine(), h.id, id, budget.PaidFortnightly)
	h.must(t, weekly, err)
	was, is := h.whole(t), wholeOf(t, h.a, h.reimported(t, h.a))
	account := func(w *budget.Whole) *budget.Account {
		for i := range w.Accounts {
			if w.Accounts[i].Name == "Flat" {
				return &w.Accounts[i]
			}
		}
		return nil
	}
	if !reflect.DeepEqual(account(was).Debt, account(is).Debt) {
		t.Errorf("terms %+v, want %+v", account(is).Debt, account(was).Debt)
	}
	food := func(w *budget.Whole) *budget.Category {
		for i := range w.Categories {
			if w.Categories[i].Target != nil {
				return &w.Categories[i]
			}
		}
		return &budget.Category{}
	}
	if _, _, pays := food(is).Target.LoanSince(account(is).No); !pays {
		t.Errorf("the category does not follow the loan: %+v", food(is))
	}
	for m := month; m < month.Add(8); m++ {
		if got, want := food(is).TargetIn(m, nil), food(was).TargetIn(m, nil); got == nil || got.Amount != want.Amount {
			t.Errorf("target of %s: %+v, want %+v", m, got, want)
		}
	}
	if len(is.Scheduled) != 1 || !is.Scheduled[0].Interest || !is.Scheduled[0].AutoEnter || is.Scheduled[0].Account != account(is).No {
		t.Errorf("scheduled %+v", is.Scheduled)
	}
}
