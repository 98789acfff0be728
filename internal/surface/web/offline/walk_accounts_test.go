package offline_test

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// addRow adds a transaction of today.
func (w *offlineWalk) addRow(entry rows.Entry) (id string) {
	w.Helper()
	entry.Date, entry.Cleared = today(), "uncleared"
	_, id, err := w.Env.App.AddRow(w.Context(), app.Machine(), w.ID, entry)
	testkit.NoError(w, err)
	return id
}

// transfer returns the ids of the sides of a transfer between two accounts.
func (w *offlineWalk) transfer(from, to string) (out, in string) {
	w.Helper()
	out = w.addRow(rows.Entry{Account: from, Amount: -10_000, TransferTo: to, Memo: "both sides"})
	for _, r := range w.Env.Rows(w, w.ID) {
		if r.AccountID == to && r.TransferAccountID == from && r.Date == today() {
			in = r.ID
		}
	}
	return out, in
}

// TestBothSidesOfATransferAreEdited edits a transfer from both of its accounts, and the first side again: the last amount is that of
// both, and no edit is in conflict with another.
func TestBothSidesOfATransferAreEdited(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	accounts := w.Env.AccountIDs(t, w.ID)
	out, in := w.transfer(accounts[0], accounts[1])
	w.openBudgetPage("")
	w.untilSynced()
	w.Env.Stop()
	w.edit(out, "77.70", 1)
	w.edit(in, "88.80", 2)
	w.edit(out, "99.90", 3)
	w.open("/waiting")
	w.Env.Restart(t)
	w.online()
	w.untilStored("sent", 3)
	w.untilStored("outbox", 0)
	for _, side := range []string{out, in} {
		if got := w.amountOf(side); got != "99.90" {
			t.Errorf("the amount is %s, want 99.90", got)
		}
	}
	w.CheckConserved()
}

// TestATransferThatWaitsIsInBothRegisters enters a transfer, and edits it from the register of the other account before it is sent.
func TestATransferThatWaitsIsInBothRegisters(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	accounts := w.Env.Accounts(t, w.ID)
	from, to := accounts[0], accounts[1]
	w.openBudgetPage("")
	w.Env.Stop()
	w.open("/add")
	w.typeInto(formOfRow+`[name="amount"]`, "12.34")
	w.typeInto(formOfRow+`[name="payee"]`, "Transfer: "+to.Name)
	w.press("Save")
	w.untilStored("outbox", 1)
	w.open("/budgets/" + w.ID + "/accounts/" + to.ID)
	const side = `.offline-rows li[id$="-side"]`
	w.Until("the other side", `document.querySelector('`+side+`')?.innerText.includes(`+walk.Quoted("Transfer: "+from.Name)+`)`)
	browsertest.Shot(t, w.Tab, "offline-other-side")
	walk.Check(t, w.Tab, "the other side of a transfer that waits")
	w.tap(side + ` .offline-row`)
	w.typeInto(formOfRow+`[name="amount"]`, "56.78")
	w.press("Save")
	w.Until("the edited transfer", `document.querySelector('.offline-rows')?.innerText.includes('56.78')`)
	w.untilStored("outbox", 2) // the first was sent, and may have arrived
	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 0)
	sides := map[string]money.Milli{}
	for _, r := range w.Env.Rows(t, w.ID) {
		if r.Date == today() && r.TransferAccountID != "" {
			sides[r.AccountID] += r.Amount
		}
	}
	if sides[from.ID] != -56_780 || sides[to.ID] != 56_780 {
		t.Errorf("%v", sides)
	}
	w.CheckConserved()
}

// TestATransactionOfAClosedAccount edits a transaction to approve whose account is closed: the snapshot has open accounts only.
func TestATransactionOfAClosedAccount(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	_, old, err := w.Env.App.AddAccount(t.Context(), app.Machine(), w.ID, app.AccountEntry{Name: "Old purse", Type: "cash", OnBudget: true})
	testkit.NoError(t, err)
	row := w.addRow(rows.Entry{Account: old, Amount: -5_000, PayeeName: "Kiosk"})
	w.addRow(rows.Entry{Account: old, Amount: 5_000, PayeeName: "Refund"})
	testkit.Must(w.Env.App.SetOnRows(t.Context(), app.Machine(), w.ID, rows.These(row), rows.Setting{Approved: new(false)}, false))(t)
	testkit.Must(w.Env.App.CloseAccount(t.Context(), app.Machine(), w.ID, old, app.ClosingTransfer{}))(t)
	w.openBudgetPage("")
	w.untilSynced()
	w.Env.Stop()
	w.open("/budgets/" + w.ID + "/to-approve")
	w.See("A closed account")
	w.tap(`a[href$="/rows/` + row + `"]`)
	w.untilValue(formOfRow+`[name="account"]`, old)
	walk.Check(t, w.Tab, "a transaction of a closed account")
	w.typeInto(formOfRow+`[name="notes"]`, "corrected")
	w.press("Save")
	w.untilStored("outbox", 1)
	w.Env.Restart(t)
	w.online()
	w.untilStored("outbox", 0)
	if got := w.OnlyRow("Kiosk"); got.AccountID != old || got.Memo != "corrected" || got.Amount != -5_000 {
		t.Errorf("%+v", got)
	}
}
