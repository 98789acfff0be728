package store

import (
	"encoding/json"

	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/each"
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

// DeletedImports are the import ids of the rows that were deleted from an
// account. A row that went because the import that brought it was undone is not
// among them: a change that takes another back deletes nothing by itself.
func (v *View) DeletedImports(account budget.AccountNo) (map[string]bool, error) {
	ids := map[string]bool{}
	err := v.deletedImports(func(_ budget.TxNo, from budget.AccountNo, id string) {
		if from == account {
			ids[id] = true
		}
	})
	return ids, err
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

// deletedImports hands over the deleted rows that had an import id, with the account that they were deleted from.
func (v *View) deletedImports(do func(no budget.TxNo, from budget.AccountNo, id string)) error {
	return v.journaledRows(selectDeleted, func(no budget.TxNo, old *journaledRow) {
		if old.Bank.ImportID != "" {
			do(no, old.Account, old.Bank.ImportID)
		}
	})
}

// journaledRow is what is read of a transaction in the journal.
type journaledRow struct {
	Account budget.AccountNo `json:"account"`
	Bank    budget.Bank      `json:"bank"`
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
	err = v.deletedImports(func(no budget.TxNo, from budget.AccountNo, id string) {
		if asked[id] {
			found(no, from, id)
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
