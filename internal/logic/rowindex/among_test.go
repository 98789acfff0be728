package rowindex

import (
	"testing"

	"holdover/internal/model/budget"
)

// TestAScheduledTransferIsMatchedByItsAccounts matches a scheduled transfer whatever its payee: rows do not store the
// payee of a transfer.
func TestAScheduledTransferIsMatchedByItsAccounts(t *testing.T) {
	t.Parallel()
	b := &Builder{}
	if err := b.Add(&Row{No: 1, Account: 1, Date: 2026_01_01, Cleared: budget.Uncleared, Line: Line{Amount: -1000, Other: 2}}); err != nil {
		t.Fatal(err)
	}
	x := New(&Records{Accounts: []budget.Account{{No: 1, Name: "Checking", OnBudget: true}, {No: 2, Name: "Savings", OnBudget: true}}}, b)
	for payee, want := range map[budget.PayeeNo]int{0: 1, 150: 1} {
		like := Pattern{Account: 1, Payee: payee, Other: 2, Least: -2000, Most: 0}
		if got := x.Find(Filter{Multi: &MultiFilter{Scheduled: Yes, Schedules: []Pattern{like}}}).Rows; got != want {
			t.Errorf("payee %d: %d rows, want %d", payee, got, want)
		}
	}
}
