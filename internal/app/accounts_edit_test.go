package app

import (
	"strings"
	"testing"

	"holdover/internal/app/payees"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// An account's life: begun with money, renamed, emptied, closed, reopened, and
// deleted when nothing is left in it.
func TestAccountFromCreationToDeletion(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	done, id, err := h.a.AddAccount(ctx, me, h.id, AccountEntry{Name: " Purse ", Type: "cash", OnBudget: true, Balance: 12000, Date: march})
	h.must(t, done, err)
	w := h.whole(t)
	made, row := w.Accounts[len(w.Accounts)-1], w.Transactions[0]
	if made.Name != "Purse" || row.Account != made.No || row.Category != 1 || row.Amount != 12000 || row.Cleared != budget.ClearedYes {
		t.Errorf("new account %+v has the starting balance %+v", made, row)
	}
	done, err = h.a.RenameAccount(ctx, me, h.id, id, "Wallet")
	h.must(t, done, err)
	for _, p := range h.whole(t).Payees {
		if p.TransferAccount == made.No && p.Name != "Transfer : Wallet" {
			t.Errorf("transfer payee of the renamed account: %q, want \"Transfer : Wallet\"", p.Name)
		}
	}
	done, err = h.a.SetAccountType(ctx, me, h.id, id, "savings")
	h.must(t, done, err)
	done, err = h.a.SetAccountNote(ctx, me, h.id, id, "in the drawer")
	h.must(t, done, err)
	for what, err := range map[string]error{
		"close":  errorOf(h.a.CloseAccount(ctx, me, h.id, id, ClosingTransfer{})),
		"delete": errorOf(h.a.DeleteAccount(ctx, me, h.id, id)),
		"name":   errorOf(h.a.RenameAccount(ctx, me, h.id, id, "BANK")),
	} {
		if apperr.KindOf(err) != apperr.Conflict || apperr.HintOf(err) == "" {
			t.Errorf("%s: error %v, want a conflict with a hint", what, err)
		}
	}
	for what, err := range map[string]error{
		"type":          errorOf(h.a.SetAccountType(ctx, me, h.id, id, "box")),
		"empty name":    errorOf(h.a.RenameAccount(ctx, me, h.id, id, " ")),
		"name too long": errorOf(h.a.RenameAccount(ctx, me, h.id, id, strings.Repeat("x", 201))),
	} {
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: error %v, want it invalid", what, err)
		}
	}
	done, err = h.a.DeleteRows(ctx, me, h.id, rows.These(row.ID), false)
	h.must(t, done, err)
	done, err = h.a.CloseAccount(ctx, me, h.id, id, ClosingTransfer{})
	h.must(t, done, err)
	if _, _, err := h.a.AddRow(ctx, me, h.id, rows.Entry{Account: id, Date: march, Amount: 1}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("add a row to a closed account: error %v, want it invalid", err)
	}
	done, err = h.a.ReopenAccount(ctx, me, h.id, id)
	h.must(t, done, err)
	done, err = h.a.DeleteAccount(ctx, me, h.id, id)
	h.must(t, done, err)
	if w := h.whole(t); len(w.Accounts) != 4 {
		t.Errorf("accounts after the deletion: %+v, want 4", w.Accounts)
	}
	done, err = h.a.Undo(ctx, me, h.id, 0)
	if h.must(t, done, err); len(h.whole(t).Accounts) != 5 {
		t.Error("undo does not restore the account")
	}
}

func errorOf(_ ChangeResult, err error) error { return err }

func TestReconcileAccount(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	first := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: 10000, Category: "salary", Cleared: "cleared"})
	open := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -300, Category: "food"})
	_, err := h.a.Reconcile(ctx, me, h.id, "bank", BankBalance{Balance: 9500, Date: march})
	if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(apperr.HintOf(err), "0.50") {
		t.Errorf("reconcile with another balance: error %v (hint %q), want a conflict about 0.50", err, apperr.HintOf(err))
	}
	// The adjustment is the displayed one; if the difference has changed, it is refused.
	_, err = h.a.Reconcile(ctx, me, h.id, "bank", BankBalance{Balance: 9500, Adjustment: -400, Date: march})
	if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(apperr.HintOf(err), "0.50") {
		t.Errorf("reconcile with an outdated adjustment: error %v (hint %q), want a conflict about 0.50", err, apperr.HintOf(err))
	}
	done, err := h.a.Reconcile(ctx, me, h.id, "bank", BankBalance{Balance: 9500, Adjustment: -500, Date: march})
	h.must(t, done, err)
	w := h.whole(t)
	if row := w.Transactions[2]; row.Amount != -500 || row.Cleared != budget.Reconciled || row.Category != 1 || w.Accounts[0].LastReconciledAt == nil {
		t.Errorf("adjustment: %+v, want -500, reconciled", row)
	}
	if h.row(t, first).Cleared != budget.Reconciled || h.row(t, open).Cleared != budget.Uncleared {
		t.Error("not only cleared rows are reconciled")
	}
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if w := h.whole(t); len(w.Transactions) != 2 || h.row(t, first).Cleared != budget.ClearedYes {
		t.Errorf("transactions after the undo: %+v, want two that are not reconciled", w.Transactions)
	}
}

func TestRenameMergeAndDeletePayees(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	split := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -30, Payee: "bakery", Parts: []rows.PartEntry{{Amount: -10}, {Amount: -20, Payee: "bakery", Category: "rent"}}})
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-1), Amount: -5, Payee: "baker", Category: "food"})
	last := func(payee, want string) {
		t.Helper()
		if got, err := h.a.SuggestCategory(ctx, me, h.id, payees.CategoryQuery{Payee: payee}); err != nil || got != want {
			t.Errorf("the usual category of %s is %q (%v), not %q", payee, got, err, want)
		}
	}
	last("baker", "food")
	if _, err := h.a.RenamePayee(ctx, me, h.id, "bakery", "BAKER"); apperr.KindOf(err) != apperr.Conflict {
		t.Error(err)
	}
	if _, err := h.a.RenamePayee(ctx, me, h.id, "to-bank", "Somebody"); apperr.KindOf(err) != apperr.Invalid {
		t.Error(err)
	}
	done, err := h.a.RenamePayee(ctx, me, h.id, "baker", "The Baker")
	h.must(t, done, err)
	done, err = h.a.MergePayees(ctx, me, h.id, "baker", []string{"bakery"})
	h.must(t, done, err)
	if row := h.row(t, split); row.Payee != 3 || row.Parts[1].Payee != 3 {
		t.Errorf("split after the merge: %+v, want the other payee", row)
	}
	last("baker", "food") // one transaction for rent among those for food is an exception
	done, err = h.a.DeletePayees(ctx, me, h.id, []string{"baker"})
	h.must(t, done, err)
	if row := h.row(t, split); row.Payee != 0 || row.Parts[1].Payee != 0 || done.Label != "Deleted the payee The Baker of 2 transactions" {
		t.Errorf("split after its payee was deleted: %+v (change %+v)", row, done)
	}
	for range 3 {
		done, err = h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
	}
	if row := h.row(t, split); row.Payee != 4 {
		t.Errorf("payee of the split: %+v, want 4", row)
	}
}
