package matching

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/model/budget"
)

// TestSeparatedTransactionsAreRestored joins an existing row and one from the bank, and separates them: both are
// restored, but a row reconciled in between stays reconciled.
func TestSeparatedTransactionsAreRestored(t *testing.T) {
	imported := budget.Transaction{No: 2, ID: "came", Account: 1, Amount: -500, Cleared: budget.ClearedYes, Bank: &budget.Bank{ImportID: "b:2", PayeeName: "REWE", PayeeNameOriginal: "REWE SAGT DANKE"}}
	for name, existing := range map[string]budget.Transaction{
		"typed":      {No: 1, ID: "here", Account: 1, Amount: -500, Approved: true, Memo: "mine"},
		"brought":    {No: 1, ID: "here", Account: 1, Amount: -500, Bank: &budget.Bank{ImportID: "a:1", PayeeName: "Shop", PayeeNameOriginal: "SHOP 12"}},
		"reconciled": {No: 1, ID: "here", Account: 1, Amount: -500, Cleared: budget.Reconciled},
	} {
		joined := existing
		Join(&joined, imported)
		if name == "brought" {
			if b := joined.Bank; b.ImportID != "a:1" || b.PayeeName != "Shop" || b.PayeeNameOriginal != "SHOP 12" || b.MatchedID != "came" {
				t.Errorf("%s: the first bank's data are lost: %+v", name, b)
			}
		} else if b := joined.Bank; b.ImportID != "b:2" || b.Text() != "REWE SAGT DANKE" {
			t.Errorf("%s: the bank's data are %+v", name, b)
		}
		if name == "reconciled" != (joined.Cleared == budget.Reconciled) {
			t.Errorf("%s: the joined row is %v", name, joined.Cleared)
		}
		agreed := joined
		agreed.Cleared = budget.Reconciled
		apart, err := Apart(&joined)
		if err != nil || !cmp.Equal(joined, existing) || !cmp.Equal(apart, imported) {
			t.Errorf("%s: separate: error %v\n%s%s", name, err, cmp.Diff(existing, joined), cmp.Diff(imported, apart))
		}
		if _, err := Apart(&agreed); err != nil || agreed.Cleared != budget.Reconciled {
			t.Errorf("%s: reconciled since, the separated row is %v, error %v", name, agreed.Cleared, err)
		}
		if _, err := Apart(&joined); err == nil {
			t.Errorf("%s: separated twice", name)
		}
	}
}

// TestPairsThatCannotBeMerged tests the pairs that Mergeable refuses.
func TestPairsThatCannotBeMerged(t *testing.T) {
	match := &budget.Bank{Match: &budget.Match{}}
	row := budget.Transaction{No: 1, Account: 1, Amount: -500}
	other := budget.Transaction{No: 2, Account: 1, Amount: -500}
	if err := Mergeable(&row, &other); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(kept, removed *budget.Transaction){
		"one row":                          func(_, removed *budget.Transaction) { removed.No = 1 },
		"another account":                  func(_, removed *budget.Transaction) { removed.Account = 2 },
		"another amount":                   func(_, removed *budget.Transaction) { removed.Amount = 500 },
		"a split that would be removed":    func(_, removed *budget.Transaction) { removed.Parts = []budget.Part{{Amount: -500}} },
		"a transfer that would be removed": func(_, removed *budget.Transaction) { removed.Transfer.Account = 2 },
		"a match that would be removed":    func(_, removed *budget.Transaction) { removed.Bank = match },
		"a match with itself":              func(kept, _ *budget.Transaction) { kept.Bank = match },
	} {
		kept, removed := row, other
		change(&kept, &removed)
		if err := Mergeable(&kept, &removed); err == nil {
			t.Errorf("%s can be merged", what)
		}
	}
	kept := row
	kept.Parts, kept.Transfer.Account = []budget.Part{{Amount: -500}}, 2
	if err := Mergeable(&kept, &other); err != nil {
		t.Errorf("merge with a split or transfer that stays: %v", err)
	}
}
