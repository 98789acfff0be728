package budgetsession

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Rows writes the changes that do makes to rows; even allows changing rows that a bank has confirmed.
func (e *ChangeTx) Rows(even ledger.EvenReconciled, do func(*ledger.EditSet) error) error {
	book, err := e.Edits()
	if err != nil {
		return err
	}
	before := budget.TxNo(e.NewNumber()) // rows with later ones are new
	if err := do(book); err != nil {
		return err
	}
	put, gone, err := book.Changes(even)
	if err != nil {
		return err
	}
	var added []budget.Transaction
	for i := range put {
		if put[i].No > before {
			added = append(added, put[i])
		} else if err := e.PutTransaction(&put[i]); err != nil {
			return err
		}
	}
	if err := e.AddTransactions(added); err != nil {
		return err
	}
	return iterutil.Each(gone, e.DeleteTransaction)
}

// Edits returns a draft over the rows of registers.
func (e *ChangeTx) Edits() (*ledger.EditSet, error) {
	w, err := WorldOf(&e.ReadTx)
	w.Number = e.NewNumber
	return ledger.Open(w), err
}

// WorldOf returns the input of the rules for rows, without numbers for new ones.
func WorldOf(v *store.ReadTx) (ledger.Context, error) {
	w := ledger.Context{Currency: v.Info().Currency, DateFormat: v.Info().DateFormat, Load: v.Transaction, ID: NewID}
	err := iterutil.Try(iterutil.Store(&w.Accounts, v.AccountRecords), iterutil.Store(&w.Categories, v.Categories))
	return w, err
}

// NeedsTransferPayee gives an account its transfer payee if an older file had none.
func (e *ChangeTx) NeedsTransferPayee(no budget.AccountNo) error {
	a, err := e.Account(no)
	if err != nil || a.TransferPayee != 0 {
		return err
	}
	return e.PutWithPayee(&a)
}

// PutWithPayee writes an account with its transfer payee.
func (e *ChangeTx) PutWithPayee(a *budget.Account) error {
	if a.No == 0 {
		a.No = budget.AccountNo(e.NewNumber())
	}
	payee := budget.Payee{ID: NewID(), TransferAccount: a.No}
	if a.TransferPayee != 0 {
		var err error
		if payee, err = e.Payee(a.TransferPayee); err != nil {
			return err
		}
	}
	payee.Name = budget.TransferPayee + a.Name
	if err := e.Put(&payee); err != nil {
		return err
	}
	a.TransferPayee = payee.No
	return e.Put(a)
}
