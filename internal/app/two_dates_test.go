package app

import (
	"maps"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

const (
	march30 civil.Date = 20260330
	april2  civil.Date = 20260402
)

// pair returns both sides of the budget's only transfer: that of the account first.
func (h *testBudget) pair(t *testing.T, account budget.AccountNo) (own, other budget.Transaction) {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		if row.Transfer.Account == 0 {
			continue
		}
		if row.Account == account {
			own = row
		} else {
			other = row
		}
	}
	return own, other
}

func (h *testBudget) wantDates(t *testing.T, own, other civil.Date) {
	t.Helper()
	h.checkConsistent(t)
	if a, b := h.pair(t, 1); a.Date != own || b.Date != other {
		t.Errorf("the sides are of %s and %s, want %s and %s", a.Date, b.Date, own, other)
	}
}

// TestTransferOverTheEndOfAMonth enters a transfer that leaves one account on the 30th and arrives in another on the 2nd.
// Both statements can be reconciled at the month's end, and no figure of the budget but the money on its way changes.
func TestTransferOverTheEndOfAMonth(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: 1_000_000, PayeeName: "Work", Category: "salary", Cleared: "cleared"})
	before := h.months(t)
	id := h.add(t, rows.Entry{Account: "bank", Date: march30, Amount: -500_000, TransferTo: "cash", OtherDate: april2, Cleared: "cleared"})
	h.wantDates(t, march30, april2)
	after := h.months(t)
	for m, was := range before {
		want := was
		if m == march.Month() {
			want.OnTheWay = 500_000
		}
		if got := after[m]; got != want {
			t.Errorf("%s: the figures are %+v, want %+v", m, got, want)
		}
	}
	if got := after[april2.Month()]; got.OnTheWay != 0 || got.ToBudget != 1_000_000 {
		t.Errorf("April: %+v, want nothing on its way and 1,000 to budget", got)
	}
	for account, balance := range map[string]money.Milli{"bank": 500_000, "cash": 0} {
		done, err := h.a.Reconcile(ctx, me, h.id, account, BankBalance{Balance: balance, Date: 20260331})
		if h.must(t, done, err); err != nil {
			t.Errorf("%s at the end of March: %v", account, err)
		}
	}

	// The register shows the other date. Another edit of the reconciled side keeps it.
	register, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Account: "bank"}})
	if err != nil || register.Rows[0].OtherDate != april2 || register.Rows[1].OtherDate != 0 {
		t.Fatalf("the register has the other dates of %+v (error %v)", register.Rows, err)
	}
	form, err := h.a.RowForm(ctx, me, h.id, id)
	if err != nil || form.Row.OtherDate != april2 {
		t.Fatalf("the form has the other date %s (error %v)", form.Row.OtherDate, err)
	}
	entry := *rows.EntryOf(&form.Row.Row)
	entry.Memo = "slow bank"
	done, err := h.a.EditRow(ctx, me, h.id, id, entry, rows.FingerprintOf(&form.Row.Row), false)
	h.must(t, done, err)
	h.wantDates(t, march30, april2)

	// One date again, which undo and redo take back and repeat.
	entry.OtherDate = 0
	done, err = h.a.EditRow(ctx, me, h.id, id, entry, rows.Fingerprint(done.Seen), false)
	h.must(t, done, err)
	h.wantDates(t, march30, march30)
	undone, err := h.a.Undo(ctx, me, h.id, 0)
	h.must(t, undone, err)
	h.wantDates(t, march30, april2)
	deleted, err := h.a.DeleteRows(ctx, me, h.id, rows.These(id), true)
	h.must(t, deleted, err)
	if n := len(h.whole(t).Transactions); n != 1 {
		t.Errorf("%d transactions after the deletion of the transfer, want 1", n)
	}
}

// monthTotals are the figures of a month as a whole.
type monthTotals struct{ ToBudget, Held, Balance, UncategorisedLeft, OnTheWay money.Milli }

// months returns the figures by month.
func (h *testBudget) months(t *testing.T) map[civil.Month]monthTotals {
	t.Helper()
	all, err := h.a.Months(t.Context(), Machine(), h.id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	by := map[civil.Month]monthTotals{}
	for _, m := range all {
		by[m.Month] = monthTotals{m.ToBudget, m.Held, m.Balance, m.UncategorisedLeft, m.OnTheWay}
	}
	return by
}

// TestTwoUsersChangeTheDatesOfATransfer changes both dates in one window while another has an older form open.
func TestTwoUsersChangeTheDatesOfATransfer(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	id := h.add(t, rows.Entry{Account: "bank", Date: march30, Amount: -500_000, TransferTo: "cash", OtherDate: april2})
	form, err := h.a.RowForm(ctx, me, h.id, id)
	if err != nil {
		t.Fatal(err)
	}
	older, seen := *rows.EntryOf(&form.Row.Row), rows.FingerprintOf(&form.Row.Row)
	entry := older
	entry.OtherDate = april2.AddDays(1)
	done, err := h.a.EditRow(ctx, me, h.id, id, entry, seen, false)
	h.must(t, done, err)
	older.Memo = "meanwhile"
	done, err = h.a.EditRow(ctx, me, h.id, id, older, seen, false)
	h.must(t, done, err)
	h.wantDates(t, march30, april2.AddDays(1))
	older.OtherDate = april2.AddDays(2)
	if _, err := h.a.EditRow(ctx, me, h.id, id, older, seen, false); err == nil {
		t.Error("the date that another window changed was overwritten")
	}
}

// TestTwoBanksListATransferOnTwoDays imports the statements of both accounts of an entered transfer.
func TestTwoBanksListATransferOnTwoDays(t *testing.T) {
	t.Parallel()
	statement := func(lines string) []byte {
		return []byte("Date;Payee;Amount\n" + lines + "01.04.2026;Fee;-1,00\n15.04.2026;Fee;-2,00\n")
	}
	left, arrived := statement("30.03.2026;Own account;-500,00\n"), statement("02.04.2026;Own account;500,00\n")
	take := func(t *testing.T, h *testBudget, account string, file []byte) {
		t.Helper()
		done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, account, file, bankimport.Options{GuessesConfirmed: true})
		h.must(t, done, err)
	}
	for name, c := range map[string]struct {
		entered    civil.Date
		first      string
		own, other civil.Date // after both statements
	}{
		"entered on the day it left":    {march30, "bank", march30, april2},
		"entered on the day it arrived": {april2, "bank", march30, april2},
		"the receiving bank first":      {20260331, "cash", march30, april2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newTestBudget(t)
			id := h.add(t, rows.Entry{Account: "bank", Date: c.entered, Amount: -500_000, TransferTo: "cash"})
			files := map[string][]byte{"bank": left, "cash": arrived}
			second := map[string]string{"bank": "cash", "cash": "bank"}[c.first]
			take(t, h, c.first, files[c.first])
			h.wantDates(t, c.entered, c.entered) // one bank alone does not decide
			take(t, h, second, files[second])
			h.wantDates(t, c.own, c.other)
			take(t, h, second, files[second])
			h.wantDates(t, c.own, c.other)
			own, other := h.pair(t, 1)
			if own.Cleared != budget.ClearedYes || other.Cleared != budget.ClearedYes {
				t.Errorf("the sides are %s and %s, want both cleared", own.Cleared, other.Cleared)
			}
			if second == "cash" { // taking the match back restores the date
				done, err := h.a.Unmatch(t.Context(), Machine(), h.id, other.ID)
				h.must(t, done, err)
				if _, other := h.pair(t, 1); other.Date != c.entered {
					t.Errorf("without the match the other side is of %s, want %s", other.Date, c.entered)
				}
			}
			deleted, err := h.a.DeleteRows(t.Context(), Machine(), h.id, rows.These(id), false)
			h.must(t, deleted, err)
		})
	}
}

// TestHalvesOfATransferKeepTheDaysOfTheirBanks links the rows of two statements as one transfer.
func TestHalvesOfATransferKeepTheDaysOfTheirBanks(t *testing.T) {
	h := newTestBudget(t)
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte("Date;Payee;Amount\n30.03.2026;To savings;-200,00\n31.03.2026;Baker;-1,00\n"), bankimport.Options{GuessesConfirmed: true})
	h.must(t, done, err)
	done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "cash", []byte("Date;Payee;Amount\n02.04.2026;From checking;200,00\n03.04.2026;Fee;-2,00\n"),
		bankimport.Options{GuessesConfirmed: true, Link: []int{1}})
	if h.must(t, done, err); result.Halves != 1 {
		t.Fatalf("import: %+v, want one half linked", result)
	}
	h.wantDates(t, march30, april2)
}

// TestASideWithACategoryKeepsItsDate imports the statements of an account on budget and of one off budget: the month of the
// category does not change.
func TestASideWithACategoryKeepsItsDate(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: 20260331, Amount: -500_000, TransferTo: "house", Category: "rent"})
	for account, line := range map[string]string{"bank": "01.04.2026;House;-500,00\n", "house": "03.04.2026;Payment;500,00\n"} {
		done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, account, []byte("Date;Payee;Amount\n"+line+"10.04.2026;Fee;-1,00\n"), bankimport.Options{GuessesConfirmed: true})
		h.must(t, done, err)
	}
	own, other := h.pair(t, 1)
	if own.Date != 20260331 || other.Date != 20260403 || own.Category == 0 {
		t.Errorf("the sides are of %s (category %d) and %s", own.Date, own.Category, other.Date)
	}
	h.checkConsistent(t)
}

// TestDocumentsKeepTwoDates exports a budget as a plan document and imports it, and copies it.
func TestDocumentsKeepTwoDates(t *testing.T) {
	h := newTestBudget(t)
	h.add(t, rows.Entry{Account: "bank", Date: march30, Amount: -500_000, TransferTo: "cash", OtherDate: april2})
	want := h.months(t)
	imported := h.reimported(t, h.a)
	twin, err := h.a.Duplicate(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	for how, id := range map[string]string{"imported": imported, "copied": twin.ID} {
		header, err := h.a.store.Budget(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		other := &testBudget{h.testingT, h.a, id, header.No}
		w := other.checkConsistent(t)
		for i := range w.Transactions {
			if !w.Transactions[i].Transfer.TwoDates {
				t.Errorf("%s: a side is not marked: %+v", how, w.Transactions[i])
			}
		}
		if got := other.months(t); !maps.Equal(got, want) {
			t.Errorf("%s: the figures are %+v, want %+v", how, got, want)
		}
	}
}
