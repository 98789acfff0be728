package payees

import (
	"testing"

	"holdover/internal/app/payees"
)

// TestADeletionCountsTheRecordsWithoutPayee checks the numbers of rows, schedules and rules without payee, and of the
// rules deleted with it.
func TestADeletionCountsTheRecordsWithoutPayee(t *testing.T) {
	for _, c := range []struct {
		gone payees.Payee
		want string
	}{
		{payees.Payee{}, "Nothing uses it. Undo restores it."},
		{payees.Payee{Rules: 1, OnlyRules: 1}, "1 rule that sets nothing else is deleted too. Undo restores it."},
		{payees.Payee{Uses: 1}, "1 transaction or part stays, without payee. Undo restores it."},
		{payees.Payee{Uses: 2, Scheduled: 1, Rules: 3, OnlyRules: 2}, "2 transactions and parts and 1 scheduled transaction and 1 rule stay, without payee. 2 rules that set nothing else are deleted too. Undo restores it."},
	} {
		if got := leftBehind([]payees.Payee{c.gone}); got != c.want {
			t.Errorf("%+v: %q, want %q", c.gone, got, c.want)
		}
	}
	if got := leftBehind(make([]payees.Payee, 2)); got != "Nothing uses them. Undo restores them." {
		t.Errorf("two payees: %q", got)
	}
}

// TestAPayeeListsItsUses: a payee used only by a schedule or a rule was described as used 0 times.
func TestAPayeeListsItsUses(t *testing.T) {
	for _, c := range []struct {
		payee payees.Payee
		want  string
	}{
		{payees.Payee{}, "unused"},
		{payees.Payee{Uses: 1, Rules: 1}, "used 1 time"},
		{payees.Payee{Scheduled: 1}, "in 1 scheduled transaction"},
		{payees.Payee{Rules: 2}, "in 2 rules"},
		{payees.Payee{Scheduled: 2, Rules: 1}, "in 2 scheduled transactions and 1 rule"},
	} {
		if got := payeeUse(&c.payee); got != c.want {
			t.Errorf("%+v: %q, want %q", c.payee, got, c.want)
		}
	}
}
