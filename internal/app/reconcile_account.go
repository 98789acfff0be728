package app

import (
	"context"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// BankBalance is the bank's balance of an account.
type BankBalance struct {
	Balance money.Milli `json:"balance"`
	// Adjustment is the displayed difference for which the user accepts an adjustment row; zero for none.
	Adjustment money.Milli `json:"adjustment"`
	Date       civil.Date  `json:"date"`        // the balance is that of the end of this day; also the date of the adjustment
	Category   string      `json:"category_id"` // of that row; "" is income
}

// Reconcile marks the cleared rows of an account up to a day as reconciled if they sum to the bank's balance.
// Otherwise it adds an adjustment row for the difference if requested. It returns a Conflict error with the
// difference if that is not the displayed one.
func (a *App) Reconcile(ctx context.Context, who Actor, id, account string, bank BankBalance) (ChangeResult, error) {
	return a.account(ctx, who, id, "reconcile", account, func(e *changeTx, acc *budget.Account) error {
		cleared, _, err := e.ClearedUntil(acc.No, bank.Date)
		if err != nil {
			return err
		}
		missing := bank.Balance - cleared
		if missing != bank.Adjustment {
			return apperr.New(apperr.Conflict, "the cleared transactions of %s until %s sum to %s, the bank says %s", acc.Name, e.Day(bank.Date), e.Text(cleared), e.Text(bank.Balance)).
				WithHint("%s is missing: clear or correct transactions, or let an adjustment be added", e.Text(missing))
		}
		with := ""
		if missing != 0 {
			with = ", with an adjustment of " + e.Text(missing)
			entry := ledger.Entry{Date: bank.Date, Amount: missing, Cleared: budget.ClearedYes}
			if err := e.ownRow(acc, entry, budget.ReconciliationAdjustment, bank.Category); err != nil {
				return err
			}
		}
		n, err := e.reconcileCleared(acc.No, bank.Date)
		if err != nil {
			return err
		}
		e.Say("Reconciled %s at %s: %s%s", acc.Name, e.Text(bank.Balance), humanize.Number(n, "transaction", "transactions"), with)
		return e.reconciledNow(acc, a.now())
	})
}

// reconcileCleared marks the cleared rows of an account until a day as reconciled.
func (e *changeTx) reconcileCleared(account budget.AccountNo, until civil.Date) (int, error) {
	cleared, err := rows.Read(&e.ReadTx, store.Filter{Account: account, Cleared: budget.ClearedYes, Until: until})
	if err != nil {
		return 0, err
	}
	return len(cleared), iterutil.EachPtr(cleared, func(t *budget.Transaction) error {
		t.Cleared = budget.Reconciled
		return e.PutTransaction(t)
	})
}
