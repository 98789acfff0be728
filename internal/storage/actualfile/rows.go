package actualfile

import (
	"holdover/internal/model/ynabdoc"
)

// writeRows writes the transactions, the oldest first. On a day they are in Actual's order, which is by the column
// sort_order.
func (c *conversionState) writeRows(out *ynabdoc.Writer, want int) error {
	query := "SELECT t.id, t.acct, t.date, ifnull(t.amount, 0), t.notes, t.category, t.description, t.isParent, " + c.transactionColumn("cleared", "1") + ", " +
		c.transactionColumn("reconciled", "0") + ", t.transferred_id, " + c.transactionColumn("financial_id", "NULL") + ", " + c.transactionColumn("imported_description", "NULL") +
		" FROM transactions t WHERE " + liveRows + " ORDER BY t.date, " + c.transactionColumn("starting_balance_flag", "0") + " DESC, t.sort_order, t.id DESC"
	n := 0
	var row ynabdoc.Transaction
	err := c.each(query, func(r *record) {
		row = ynabdoc.Transaction{ID: r.id("transaction"), AccountID: r.text(), Date: r.date(), Amount: r.amount(c.unit), Memo: c.note(r), Approved: true}
		if c.accounts.get(row.AccountID) == nil {
			return // scan counted it
		}
		if n++; n > want {
			r.setError(checkRowCount(n, want))
		}
		category, p := c.categoryOf(r.text()), c.payeeOf(r.text())
		isSplit, isCleared, isReconciled, other := r.flag(), r.flag(), r.flag(), r.text()
		switch {
		case isReconciled:
			row.Cleared = "reconciled"
		case isCleared:
			row.Cleared = "cleared"
		default:
			row.Cleared = "uncleared"
		}
		if p != nil {
			row.PayeeID = p.ID
		}
		if category != nil && !isSplit {
			row.CategoryID = category.ID
		}
		if account := c.transferOf(p); account != "" && !isSplit {
			row.TransferAccountID, row.TransferTransactionID = account, other
		}
		row.ImportID = r.text()
		row.ImportPayeeNameOriginal = c.bankText(r)
		r.setError(out.Record(&row))
	})
	if err != nil {
		return err
	}
	return checkRowCount(n, want)
}

// bankText returns the payee as the bank wrote it. A longer text than a name may have is cut.
func (c *conversionState) bankText(r *record) string {
	text := c.note(r)
	if len(text) <= maxName {
		return text
	}
	c.remarks.Warn("long-payee", "The bank's text for a payee is longer than 1,000 bytes; the rest was cut off.", "%s: %s", r.where, clip(text))
	for i := range text {
		if i > maxName-4 {
			return text[:i]
		}
	}
	return text
}

// writeParts writes the parts of splits. Within a transaction they are in Actual's order.
func (c *conversionState) writeParts(out *ynabdoc.Writer, want int) error {
	query := "SELECT t.id, t.parent_id, t.acct, t.date, ifnull(t.amount, 0), t.notes, t.category, t.description, t.transferred_id, p.description" +
		" FROM transactions t JOIN transactions p ON p.id = t.parent_id WHERE " + liveParts + " ORDER BY t.sort_order DESC, t.id"
	n := 0
	var part ynabdoc.Subtransaction
	err := c.each(query, func(r *record) {
		part = ynabdoc.Subtransaction{ID: r.id("transaction"), TransactionID: r.text()}
		account := r.text()
		if r.date(); c.accounts.get(account) == nil {
			return // scan counted it
		}
		if n++; n > want {
			r.setError(checkRowCount(n, want))
		}
		part.Amount, part.Memo = r.amount(c.unit), c.note(r)
		category, p, other, rowPayee := c.categoryOf(r.text()), c.payeeOf(r.text()), r.text(), c.payeeOf(r.text())
		if category != nil {
			part.CategoryID = category.ID
		}
		if p != nil && p != rowPayee {
			part.PayeeID = p.ID
		}
		if account := c.transferOf(p); account != "" {
			part.PayeeID, part.TransferAccountID, part.TransferTransactionID = p.ID, account, other
		}
		r.setError(out.Record(&part))
	})
	if err != nil {
		return err
	}
	return checkRowCount(n, want)
}
