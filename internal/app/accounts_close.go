package app

import (
	"context"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
)

// ClosingTransfer decides about the remaining money or debt of an account that is closed. The zero value is for an account with
// a zero balance.
type ClosingTransfer struct {
	To       string     `json:"to"`          // the account that receives it
	WriteOff bool       `json:"write_off"`   // a row brings the account to zero without a receiver
	Date     civil.Date `json:"date"`        // of the transfer or row
	Category string     `json:"category_id"` // of money that leaves or enters the budget; "" is income
}

// CloseAccount closes an account. Its remaining balance is moved as rest says, in the same change. It returns a
// Conflict error if there is a balance and rest is zero, and Invalid.
func (a *App) CloseAccount(ctx context.Context, who Actor, id, account string, rest ClosingTransfer) (ChangeResult, error) {
	return a.account(ctx, who, id, "close-account", account, func(e *changeTx, acc *budget.Account) error {
		totals, err := e.Totals(acc.No)
		if err != nil {
			return err
		}
		e.Say("Closed the account %s", acc.Name)
		if left := totals.Balance(); left != 0 {
			if err := e.leaveWith(acc, left, rest); err != nil {
				return err
			}
		}
		acc.Closed = true
		return e.Put(acc)
	})
}

func (e *changeTx) leaveWith(acc *budget.Account, left money.Milli, rest ClosingTransfer) error {
	switch {
	case rest.To != "":
		return e.transferRest(acc, left, rest)
	case rest.WriteOff:
		if !acc.OnBudget {
			rest.Category = ""
		}
		e.Say("Closed the account %s and wrote %s off", acc.Name, e.Text(left))
		return e.ownRow(acc, ledger.Entry{Date: rest.Date, Amount: -left, Cleared: budget.ClearedYes}, budget.ReconciliationAdjustment, rest.Category)
	}
	return apperr.New(apperr.Conflict, "%s still has %s", acc.Name, e.Text(left)).
		WithHint("choose the account that receives it, or write it off")
}

// transferRest brings an account to zero. The row is entered on the side on budget, because that side has a category
// if money leaves or enters the budget.
func (e *changeTx) transferRest(acc *budget.Account, left money.Milli, rest ClosingTransfer) error {
	to, err := e.AccountByID(rest.To)
	if err != nil {
		return err
	}
	entry := ledger.Entry{Account: acc.No, Other: to.No, Date: rest.Date, Amount: -left}
	if to.OnBudget && !acc.OnBudget {
		entry.Account, entry.Other, entry.Amount = to.No, acc.No, left
	}
	if to.OnBudget != acc.OnBudget {
		if entry.Category, err = e.categoryOrIncome(rest.Category); err != nil {
			return err
		}
	}
	e.Say("Closed the account %s, its %s went to %s", acc.Name, e.Text(left), to.Name)
	return e.Rows(ledger.UnlessReconciled, func(b *ledger.EditSet) error {
		no, err := b.Add(entry)
		if err != nil {
			return err
		}
		return clearIn(b, no, acc.No)
	})
}

// clearIn marks the side of a new transfer in a closed account as cleared, since no bank statement will follow.
func clearIn(b *ledger.EditSet, no budget.TxNo, account budget.AccountNo) error {
	row, err := b.Row(no)
	if err == nil && row.Account != account {
		row, err = b.Row(row.Transfer.Tx)
	}
	if err != nil {
		return err
	}
	entry := ledger.EntryOf(&row)
	entry.Cleared = budget.ClearedYes
	return b.Edit(row.No, entry)
}
