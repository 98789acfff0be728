package store

import (
	"encoding/json"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/each"
	"holdover/internal/money"
)

// BankFile is what was kept of the bank files of an account, nil for nothing.
func (v *View) BankFile(account budget.AccountNo) (json.RawMessage, error) {
	var known string
	found, err := v.q.One("SELECT known FROM bank_file WHERE budget = $1 AND account = $2", []any{v.no, int64(account)}, &known)
	if err != nil || !found {
		return nil, err
	}
	return json.RawMessage(known), nil
}

// KeepBankFile keeps what is known of the bank files of an account in the place
// of what was. It is no part of the budget: the journal does not see it, and an
// undo leaves it as it is. What is kept of an account that was deleted stays, as
// the deletion may be undone.
func (w *Writer) KeepBankFile(account budget.AccountNo, known json.RawMessage) error {
	return w.q.Write(`INSERT INTO bank_file (budget, account, known) VALUES ($1, $2, $3)
		ON CONFLICT (budget, account) DO UPDATE SET known = excluded.known`, w.no, int64(account), string(known))
}

// DeletedImports returns the transactions with an import id that were deleted from
// an account, as far as matching compares them. A transaction that went because the
// import that brought it was undone is not among them: a change that takes another
// back deletes nothing by itself.
func (v *View) DeletedImports(account budget.AccountNo) (deleted []budget.Transaction, err error) {
	err = v.deletedImports(func(no budget.TxNo, old *journaledRow) {
		if old.Account == account {
			deleted = append(deleted, budget.Transaction{
				No: no, Account: account, Date: old.Date, Amount: old.Amount, Payee: old.Payee, SourceID: old.SourceID, Bank: &old.Bank,
			})
		}
	})
	return deleted, err
}

// stands is a row of the journal of a change that stands and takes none back. That it has a number says nothing, and makes
// SQLite go by an index of numbers: it takes a budget's journal for short, and would read all of it.
const stands = ` FROM change_row r JOIN change c ON c.budget = r.budget AND c.no = r.change
	WHERE r.budget = $1 AND r.kind = $2 AND r.no > 0 AND c.reverses IS NULL AND c.undone_by IS NULL`

// What is read of the journal for import ids, each by an index of its own: it is looked at for each call that brings some.
const (
	selectDeleted = "SELECT r.no, r.old" + stands + ` AND r.new IS NULL AND r.old LIKE '%"import_id":%'`
	selectMoved   = "SELECT r.no, r.old" + stands + ` AND r.new IS NOT NULL AND r.old LIKE '%"account":%'`
)

// deletedImports calls do for each deleted transaction that had an import id.
func (v *View) deletedImports(do func(no budget.TxNo, old *journaledRow)) error {
	return v.journaledRows(selectDeleted, func(no budget.TxNo, old *journaledRow) {
		if old.Bank.ImportID != "" {
			do(no, old)
		}
	})
}

// journaledRow is what is read of a transaction in the journal.
type journaledRow struct {
	Account  budget.AccountNo `json:"account"`
	Date     cal.Date         `json:"date"`
	Amount   money.Milli      `json:"amount"`
	Payee    budget.PayeeNo   `json:"payee"`
	SourceID string           `json:"source_id"`
	Bank     budget.Bank      `json:"bank"`
}

func (v *View) journaledRows(query string, do func(no budget.TxNo, old *journaledRow)) error {
	return v.q.Each(query, []any{v.no, string(KindTransaction)}, func(r database.Row) error {
		var no int64
		var text string
		if err := r.Scan(&no, &text); err != nil {
			return err
		}
		var row journaledRow
		if err := json.Unmarshal([]byte(text), &row); err != nil {
			return err
		}
		do(budget.TxNo(no), &row)
		return nil
	})
}

// TakenImports are those of some import ids that an account has, or has had: of rows that are in it, that were deleted from
// it, and that were moved from it to another account.
func (v *View) TakenImports(account budget.AccountNo, ids []string) (map[string]bool, error) {
	there, err := v.ImportedAs(ids)
	if err != nil {
		return nil, err
	}
	taken, elsewhere := map[string]bool{}, map[budget.TxNo]string{}
	found := func(no budget.TxNo, in budget.AccountNo, id string) {
		if in == account {
			taken[id] = true
		} else {
			elsewhere[no] = id
		}
	}
	for t := range each.In(there) {
		found(t.No, t.Account, t.Bank.ImportID)
	}
	asked := each.SetOf(ids, func(id string) string { return id })
	err = v.deletedImports(func(no budget.TxNo, old *journaledRow) {
		if id := old.Bank.ImportID; asked[id] {
			found(no, old.Account, id)
		}
	})
	if err != nil || len(elsewhere) == 0 { // the journal is read only where another account has one of the ids
		return taken, err
	}
	return taken, v.journaledRows(selectMoved, func(no budget.TxNo, old *journaledRow) {
		if id, is := elsewhere[no]; is && old.Account == account {
			taken[id] = true
		}
	})
}
