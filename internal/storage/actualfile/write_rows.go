package actualfile

import (
	"database/sql"
	"fmt"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// rowColumns are the columns of transactions that are written.
const rowColumns = "id, isParent, isChild, acct, category, amount, description, notes, date, financial_id, imported_description, starting_balance_flag, transferred_id, " +
	"sort_order, cleared, reconciled, parent_id"

// writeRows writes the transactions. Their order within a day is that of the column sort_order.
func (w *writer) writeRows() error {
	statement, err := w.tx.PrepareContext(w.ctx, "INSERT INTO transactions ("+rowColumns+") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer statement.Close()
	first := civil.Date(0)
	n := 0
	for t, err := range w.Transactions {
		if err != nil {
			return err
		}
		if first == 0 || t.Date < first {
			first = t.Date
		}
		n++
		if err := w.writeRow(statement, &t, n); err != nil {
			return err
		}
	}
	return w.writeFirstMonth(first)
}

func (w *writer) writeRow(statement *sql.Stmt, t *budget.Transaction, n int) error {
	account := w.accounts[t.Account]
	isStart := 0
	if p := w.payees[t.Payee]; p != nil && p.Name == budget.StartingBalance && !w.begun[t.Account] {
		isStart = 1 // Actual lists it before all others of its day
	}
	w.begun[t.Account] = true
	var importID, bankText any
	if t.Bank != nil {
		importID, bankText = nullIfEmpty(t.Bank.ImportID), nullIfEmpty(t.Bank.Text())
		if t.Bank.Match != nil {
			w.omitted.Omit("matches of imported transactions", w.describe(t, t.Amount))
		}
	}
	if t.FlagColour != "" {
		w.omitted.Omit("flags", w.describe(t, t.Amount))
	}
	if !t.Approved {
		w.omitted.Omit("marks that transactions are not yet approved", w.describe(t, t.Amount))
	}
	other, err := w.otherID(t.Transfer)
	if err != nil {
		return err
	}
	id, accountID := idOf("transaction", t.ID), idOf("account", account.ID)
	cleared, reconciled := flag(t.Cleared != budget.Uncleared), flag(t.Cleared == budget.Reconciled)
	if _, err := statement.ExecContext(w.ctx, id, flag(len(t.Parts) > 0), 0, accountID, nullIfEmpty(w.category(t.Category)),
		w.units(t.Amount, func() string { return w.describe(t, t.Amount) }), w.payee(t.Payee, t.Transfer), nullIfEmpty(t.Memo), int(t.Date), importID, bankText, isStart, other,
		n, cleared, reconciled, nil); err != nil {
		return err
	}
	if account.OnBudget {
		t.Lines(func(l budget.Line) bool {
			w.written.addLine(l.Category, t.Date.Month(), l.Amount)
			return true
		})
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		other, err := w.otherID(p.Transfer)
		if err != nil {
			return err
		}
		payee := p.Payee
		if payee == 0 {
			payee = t.Payee
		}
		if _, err := statement.ExecContext(w.ctx, idOf("part", p.ID), 0, 1, accountID, nullIfEmpty(w.category(p.Category)),
			w.units(p.Amount, func() string { return w.describe(t, p.Amount) }), w.payee(payee, p.Transfer), nullIfEmpty(p.Memo), int(t.Date), nil, nil, isStart, other,
			-i, cleared, reconciled, id); err != nil {
			return err
		}
	}
	return nil
}

// payee returns the id of a payee. That of a transfer is the transfer payee of the other account.
func (w *writer) payee(no budget.PayeeNo, transfer budget.Transfer) any {
	if id := w.transfers[transfer.Account]; transfer.Account != 0 && id != "" {
		if p := w.payees[no]; p != nil && p.TransferAccount == 0 {
			w.omitted.Omit("payees of transfers", p.Name)
		}
		return id
	}
	return nullIfEmpty(w.payeeIDs[no])
}

// otherID returns the id of the other side of a transfer, or nil.
func (w *writer) otherID(t budget.Transfer) (any, error) {
	if t.Tx == 0 {
		return nil, nil
	}
	id, err := w.OtherID(t)
	if err != nil {
		return nil, err
	}
	if t.Part != 0 {
		return idOf("part", id), nil
	}
	return idOf("transaction", id), nil
}

// writeFirstMonth ensures that Actual has figures from the first month of the budget. Actual begins three months before
// its earliest transaction, even if that is deleted, so a deleted transaction is added if the others are too late.
func (w *writer) writeFirstMonth(first civil.Date) error {
	begin := w.Sheet.First
	if begin == 0 || first != 0 && first.Month().Add(-monthsBefore) <= begin {
		return nil
	}
	return w.insert("transactions", "id amount date sort_order tombstone", idOf("transaction", fmt.Sprint("the beginning of ", w.Info.ID)), 0, int(begin.First()), 0, 1)
}
