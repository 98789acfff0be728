package importer

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Rows receives the transactions of a budget, numbered from 1, and then the links between them. The receiver owns a
// transaction after Add.
type Rows interface {
	Add(t *budget.Transaction) error
	// Link sets the other side of one side of a transfer.
	Link(side budget.Side, other budget.OtherSide)
}

// inWhole stores the rows in the budget.
type inWhole struct{ *budget.Whole }

func (w inWhole) Add(t *budget.Transaction) error {
	w.Transactions = append(w.Transactions, *t)
	return nil
}

func (w inWhole) Link(side budget.Side, other budget.OtherSide) {
	w.Transactions[side.Tx-1].Link(side.Part, other)
}

// addRows imports the transactions with their parts in the file's order. A transaction of an unknown account is an
// error, since its money would be lost.
func (im *importing) addRows() error {
	im.parts = newIDs[budget.PartNo](len(im.rows.next), im.opts.NewID)
	im.sums = make([]balances, len(im.whole.Accounts)+1)
	count := im.notes.count(inRows)
	no := budget.TxNo(0)
	for i, t := range im.plan.EachTransaction() {
		if t.Deleted {
			count.skip(wasDeleted)
			continue
		}
		live := im.partsOf(i, t)
		first := im.rows.byID.First(i, t.ID)
		if first != i && im.plan.SameTransactions(first, i) {
			count.merge(sameAgain)
			for range live {
				im.notes.count(inParts).merge(sameAgain)
			}
			continue
		}
		count.keep()
		account, ok := im.accounts[t.AccountID]
		if !ok {
			return apperr.New(apperr.Invalid, "transactions[%d] (id %s): account_id %q is not an account of the plan", i, t.ID, t.AccountID).
				WithHint("Export the plan again; the list of accounts in this file is not complete.")
		}
		no++
		id := t.ID
		if first != i {
			id = im.opts.NewID()
			im.repeated("transaction", t.ID, id)
		}
		row := im.row(t, account, no, id)
		if im.named = im.named[:0]; len(live) > 0 {
			im.addParts(live, &row)
		} else {
			row.Category = im.rowCategory(i, t)
		}
		if err := im.addRow(&row, t.TransferTransactionID); err != nil {
			return err
		}
	}
	return im.plan.Err()
}

// addRow adds a row that names another one as the other side of its transfer.
func (im *importing) addRow(row *budget.Transaction, names string) error {
	im.sums[row.Account].add(row)
	if len(row.Parts) > 0 {
		row.Transfer = budget.Transfer{} // the parts alone count
	}
	im.addSides(row, names)
	return im.out.Add(row)
}

// row returns a register row without its category and parts.
func (im *importing) row(t *ynabdoc.Transaction, account budget.AccountNo, no budget.TxNo, id string) budget.Transaction {
	im.total.add(t.Amount)
	row := budget.Transaction{
		No: no, ID: id, SourceID: t.ID, Account: account, Date: t.Date, Amount: t.Amount, Payee: im.payee(t.PayeeID, "transaction", t.ID),
		Memo: t.Memo, Cleared: budget.Cleared(t.ClearedState()), Approved: t.Approved || !t.Has("approved"),
		FlagColour: t.Flag(), FlagName: t.FlagName, DebtType: t.DebtTransactionType, Extra: object(t.Extra()),
	}
	row.Transfer.Account = im.otherAccount(t.TransferAccountID, "transaction", t.ID)
	if row.Transfer.Account == 0 && row.Payee != 0 && !t.Has("transfer_account_id") && t.TransferTransactionID != "" {
		row.Transfer.Account = im.whole.Payees[row.Payee-1].TransferAccount
	}
	if t.ImportID != "" || t.ImportPayeeName != "" || t.ImportPayeeNameOriginal != "" || t.MatchedTransactionID != "" {
		row.Bank = &budget.Bank{
			ImportID: t.ImportID, PayeeName: t.ImportPayeeName, PayeeNameOriginal: t.ImportPayeeNameOriginal, MatchedID: t.MatchedTransactionID,
		}
	}
	switch row.Cleared {
	case budget.Uncleared, budget.ClearedYes, budget.Reconciled:
	default:
		im.notes.warn("cleared", "A transaction has an unknown cleared state; it counts as cleared.", "transaction %s: %q", t.ID, t.Cleared)
		row.Cleared = budget.ClearedYes
	}
	return row
}

func (im *importing) payee(id, kind, of string) budget.PayeeNo {
	if id == "" {
		return 0
	}
	no, ok := im.payees[id]
	if !ok {
		im.notes.warn("no-payee", "A transaction has a payee that is not in the file; it was imported without a payee.", "%s %s: payee_id %s", kind, of, id)
	}
	return no
}

func (im *importing) otherAccount(id, kind, of string) budget.AccountNo {
	if id == "" {
		return 0
	}
	no, ok := im.accounts[id]
	if !ok {
		im.notes.warn("no-transfer-account", "A transfer has an account that is not in the file; it was imported as an ordinary transaction.",
			"%s %s: transfer_account_id %s", kind, of, id)
	}
	return no
}

// rowCategory returns the category of a row without live parts.
func (im *importing) rowCategory(i int, t *ynabdoc.Transaction) budget.CategoryNo {
	if im.rows.gone[int32(i)] && t.CategoryID != "" {
		if _, known := im.categories[t.CategoryID]; !known { // the placeholder of splits
			im.notes.warn("parts-deleted", "All parts of a split are deleted; the transaction has no category.", "transaction %s of %s, %s", t.ID, t.Date, t.Amount)
			return 0
		}
	}
	return im.category(t.CategoryID, "transaction", t.ID, t.Amount, t.TransferAccountID)
}

// category returns the category of a line, or zero for the source's placeholders for "none".
func (im *importing) category(id, kind, of string, amount money.Milli, transfer string) budget.CategoryNo {
	if id == "" {
		return 0
	}
	role, known := im.categories[id]
	switch {
	case !known:
		im.notes.warn("no-category", "A transaction has a category that is not in the file; it was imported without a category.", "%s %s, %s: category_id %s", kind, of, amount, id)
	case role.kind == cardPayment:
		im.notes.warn("card-category", "A transaction is in a card payment category, which cannot have transactions; it has no category.", "%s %s, %s: %s",
			kind, of, amount, im.whole.Info.CardPayments[role.card].Name)
	}
	if no, ok := im.accounts[transfer]; ok && role.no != 0 && im.whole.Accounts[no-1].OnBudget {
		im.notes.warn("transfer-category", "A transfer between budget accounts has a category; it was kept, as YNAB counts it.", "%s %s, %s", kind, of, amount)
	}
	return role.no
}
