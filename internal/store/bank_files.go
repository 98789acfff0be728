package store

import (
	"encoding/json"

	"holdover/internal/budget"
	"holdover/internal/database"
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
	scan := func(r database.Row) error {
		var text string
		var row struct {
			Account budget.AccountNo `json:"account"`
			Bank    budget.Bank      `json:"bank"`
		}
		if err := r.Scan(&text); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(text), &row); err != nil {
			return err
		}
		if row.Account == account && row.Bank.ImportID != "" {
			ids[row.Bank.ImportID] = true
		}
		return nil
	}
	err := v.q.Each(`SELECT r.old FROM change_row r JOIN change c ON c.budget = r.budget AND c.no = r.change
		WHERE r.budget = $1 AND r.kind = $2 AND r.new IS NULL AND c.reverses IS NULL AND c.undone_by IS NULL AND r.old LIKE '%"import_id":%'`,
		[]any{v.no, string(KindTransaction)}, scan)
	return ids, err
}
