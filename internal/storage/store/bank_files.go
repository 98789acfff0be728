package store

import (
	"encoding/json"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// BankFile returns the stored data about an account's bank files, or nil if no data is stored.
func (v *ReadTx) BankFile(account budget.AccountNo) (json.RawMessage, error) {
	var known string
	found, err := v.q.One("SELECT known FROM bank_file WHERE budget = $1 AND account = $2", []any{v.no, int64(account)}, &known)
	if err != nil || !found {
		return nil, err
	}
	return json.RawMessage(known), nil
}

// KeepBankFile replaces the stored data about an account's bank files. The data is not part of the budget: it is not
// journaled, and an undo does not change it. The data of a deleted account stays, because the deletion may be undone.
func (w *WriteTx) KeepBankFile(account budget.AccountNo, known json.RawMessage) error {
	return w.q.Write(`INSERT INTO bank_file (budget, account, known) VALUES ($1, $2, $3)
		ON CONFLICT (budget, account) DO UPDATE SET known = excluded.known`, w.no, int64(account), string(known))
}

// DeletedImports returns the transactions with an import id that were deleted from an account, with the fields that
// matching compares. It leaves out a transaction that was removed by undoing its import: an undo is not a deletion.
func (v *ReadTx) DeletedImports(account budget.AccountNo) (deleted []budget.Transaction, err error) {
	err = v.deletedImports(func(no budget.TxNo, old *journaledRow) {
		if old.Account == account {
			deleted = append(deleted, budget.Transaction{
				No: no, Account: account, Date: old.Date, Amount: old.Amount, Payee: old.Payee, SourceID: old.SourceID, Bank: &old.Bank,
			})
		}
	})
	return deleted, err
}

// stands joins the journal's rows with their changes, for changes that are not undone and are no undo or redo. The
// condition "r.no > 0" is true of every row. It makes SQLite use an index with the number: SQLite assumes that a
// budget's journal is short, and would otherwise read all of it.
const stands = ` FROM change_row r JOIN change c ON c.budget = r.budget AND c.no = r.change
	WHERE r.budget = $1 AND r.kind = $2 AND r.no > 0 AND c.reverses IS NULL AND c.undone_by IS NULL`

// These statements read the import ids in the journal, each by a separate index, because every call that adds import
// ids runs them.
const (
	selectDeleted = "SELECT r.no, r.old" + stands + ` AND r.new IS NULL AND r.old LIKE '%"import_id":%'`
	selectMoved   = "SELECT r.no, r.old" + stands + ` AND r.new IS NOT NULL AND r.old LIKE '%"account":%'`
	// selectUnmatched selects some of the rows of selectMoved: a stored import contains its account.
	selectUnmatched = selectMoved + ` AND r.old LIKE '%"match":{%'`
)

// deletedImports calls do for each deleted transaction that had an import id.
func (v *ReadTx) deletedImports(do func(no budget.TxNo, old *journaledRow)) error {
	return v.journaledRows(selectDeleted, func(no budget.TxNo, old *journaledRow) {
		if old.Bank.ImportID != "" {
			do(no, old)
		}
	})
}

// journaledRow contains the fields that are read from a transaction in the journal.
type journaledRow struct {
	Account  budget.AccountNo `json:"account"`
	Date     civil.Date       `json:"date"`
	Amount   money.Milli      `json:"amount"`
	Payee    budget.PayeeNo   `json:"payee"`
	SourceID string           `json:"source_id"`
	Bank     budget.Bank      `json:"bank"`
}

func (v *ReadTx) journaledRows(query string, do func(no budget.TxNo, old *journaledRow)) error {
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

// TakenImports returns those of ids that an account has or had: of rows that are in it, were deleted from it, were
// moved from it to another account, or were matched with a transaction of it until the match was taken back.
func (v *ReadTx) TakenImports(account budget.AccountNo, ids []string) (map[string]bool, error) {
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
	for t := range iterutil.Pointers(there) {
		found(t.No, t.Account, t.Bank.ImportID)
	}
	asked := iterutil.SetOf(ids, func(id string) string { return id })
	err = v.deletedImports(func(no budget.TxNo, old *journaledRow) {
		if id := old.Bank.ImportID; asked[id] {
			found(no, old.Account, id)
		}
	})
	if err != nil {
		return taken, err
	}
	query := selectMoved
	if len(elsewhere) == 0 { // no row with one of the ids can have been moved
		query = selectUnmatched
	}
	return taken, v.journaledRows(query, func(no budget.TxNo, old *journaledRow) {
		if id, is := elsewhere[no]; is && old.Account == account {
			taken[id] = true
		}
		if match := old.Bank.Match; match != nil && match.Came.Bank != nil && match.Came.Account == account && asked[match.Came.Bank.ImportID] {
			taken[match.Came.Bank.ImportID] = true
		}
	})
}
