package store

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// clearedCodes are the cleared states as the table has them: the number is the
// position.
var clearedCodes = []budget.Cleared{budget.Uncleared, budget.ClearedYes, budget.Reconciled}

func clearedCode(c budget.Cleared) (int64, error) {
	for i, known := range clearedCodes {
		if c == known {
			return int64(i), nil
		}
	}
	return 0, fault.New(fault.Invalid, "a transaction's cleared state is %q", c).
		WithHint("it is one of uncleared, cleared and reconciled")
}

// txMore is what few transactions have.
type txMore struct {
	FlagName string          `json:"flag_name,omitempty"`
	DebtType string          `json:"debt_type,omitempty"`
	Bank     *budget.Bank    `json:"bank,omitempty"` // without the import id, which has its column
	ByRule   *budget.ByRule  `json:"by_rule,omitempty"`
	Extra    json.RawMessage `json:"extra,omitempty"`
}

var txColumns = []string{
	"no", "id", "source_id", "account", "date", "amount", "payee", "category", "memo", "cleared", "approved", "flag",
	"transfer_account", "transfer_tx", "transfer_part", "split", "import_id", "more",
}

var transactions = table[budget.Transaction]{
	name: "tx", keys: 1, order: "date, no", columns: txColumns, values: txValues,
	scan: func(r database.Row) (budget.Transaction, error) {
		t, _, err := newTxScanner().scan(r)
		return t, err
	},
}

func txValues(t *budget.Transaction) []any {
	var imported, more any
	rest := txMore{FlagName: t.FlagName, DebtType: t.DebtType, Extra: t.Extra}
	if t.Bank != nil {
		imported = t.Bank.ImportID
		if bank := *t.Bank; bank != (budget.Bank{ImportID: bank.ImportID}) {
			bank.ImportID = ""
			rest.Bank = &bank
		}
	}
	if t.ByRule != (budget.ByRule{}) {
		rest.ByRule = &t.ByRule
	}
	if rest.FlagName != "" || rest.DebtType != "" || rest.Bank != nil || rest.ByRule != nil || rest.Extra != nil {
		more = string(mustJSON(rest))
	}
	cleared, _ := clearedCode(t.Cleared) // checked where the row comes in
	return []any{
		int64(t.No), t.ID, sourceID(t.ID, t.SourceID), int64(t.Account), int64(t.Date), int64(t.Amount), int64(t.Payee),
		int64(t.Category), optional(t.Memo), cleared, t.Approved, optional(t.FlagColour), int64(t.Transfer.Account),
		int64(t.Transfer.Tx), int64(t.Transfer.Part), len(t.Parts) > 0, imported, more,
	}
}

// txScanner reads rows of tx into columns of any, which costs database/sql no
// reflection: a register or an export reads very many.
type txScanner struct {
	column [18]any
	dest   [18]any
}

func newTxScanner() *txScanner {
	s := &txScanner{}
	for i := range s.column {
		s.dest[i] = &s.column[i]
	}
	return s
}

// scan reads one row; split says that its parts are in table part.
func (s *txScanner) scan(r database.Row) (t budget.Transaction, split bool, err error) {
	if err := r.Scan(s.dest[:]...); err != nil {
		return t, false, err
	}
	c := &s.column
	state := integer(c[9])
	if state < 0 || state >= int64(len(clearedCodes)) {
		return t, false, database.DamagedBy(fmt.Errorf("transaction %d: cleared is %v", integer(c[0]), c[9]))
	}
	t = budget.Transaction{
		No: budget.TxNo(integer(c[0])), ID: text(c[1]), Account: budget.AccountNo(integer(c[3])),
		Date: cal.Date(integer(c[4])), Amount: money.Milli(integer(c[5])), Payee: budget.PayeeNo(integer(c[6])),
		Category: budget.CategoryNo(integer(c[7])), Memo: text(c[8]), Cleared: clearedCodes[state],
		Approved: boolean(c[10]), FlagColour: text(c[11]),
		Transfer: budget.Transfer{
			Account: budget.AccountNo(integer(c[12])), Tx: budget.TxNo(integer(c[13])), Part: budget.PartNo(integer(c[14])),
		},
	}
	t.SourceID = t.ID
	if c[2] != nil {
		t.SourceID = text(c[2])
	}
	return t, boolean(c[15]), s.rest(&t)
}

func (s *txScanner) rest(t *budget.Transaction) error {
	if s.column[16] != nil {
		t.Bank = &budget.Bank{ImportID: text(s.column[16])}
	}
	if s.column[17] == nil {
		return nil
	}
	var more txMore
	if err := json.Unmarshal([]byte(text(s.column[17])), &more); err != nil {
		return err
	}
	t.FlagName, t.DebtType, t.Extra = more.FlagName, more.DebtType, more.Extra
	if more.ByRule != nil {
		t.ByRule = *more.ByRule
	}
	if more.Bank != nil && t.Bank != nil {
		more.Bank.ImportID = t.Bank.ImportID
		t.Bank = more.Bank
	}
	return nil
}

// bankText is what the bank wrote for the payee, of all that few rows have: it is
// asked of very many.
func bankText(more any) (string, error) {
	if more == nil {
		return "", nil
	}
	var has struct {
		Bank *struct {
			PayeeName         string `json:"payee_name"`
			PayeeNameOriginal string `json:"payee_name_original"`
		} `json:"bank"`
	}
	if err := json.Unmarshal([]byte(text(more)), &has); err != nil || has.Bank == nil {
		return "", err
	}
	return (&budget.Bank{PayeeName: has.Bank.PayeeName, PayeeNameOriginal: has.Bank.PayeeNameOriginal}).Text(), nil
}

// integer, text and boolean are what the two drivers hand over for a column:
// SQLite has numbers for booleans.
func integer(v any) int64 {
	n, _ := v.(int64)
	return n
}

func text(v any) string {
	switch s := v.(type) {
	case string:
		return s
	case []byte:
		return string(s)
	}
	return ""
}

func boolean(v any) bool {
	switch b := v.(type) {
	case bool:
		return b
	case int64:
		return b != 0
	}
	return false
}

// partRow is a part with its place.
type partRow struct {
	tx   budget.TxNo
	pos  int64
	date cal.Date // the transaction's
	budget.Part
}

var parts = table[partRow]{
	name: "part", keys: 2, order: "tx, pos",
	columns: []string{
		"tx", "pos", "date", "no", "id", "source_id", "amount", "payee", "category", "memo", "transfer_account", "transfer_tx",
		"transfer_part", "extra",
	},
	values: func(p *partRow) []any {
		return []any{
			int64(p.tx), p.pos, int64(p.date), int64(p.No), p.ID, sourceID(p.ID, p.SourceID), int64(p.Amount), int64(p.Payee), int64(p.Category),
			optional(p.Memo), int64(p.Transfer.Account), int64(p.Transfer.Tx), int64(p.Transfer.Part), optional(p.Extra),
		}
	},
	scan: func(r database.Row) (p partRow, err error) {
		var source, memo, extra sql.NullString
		var amount int64
		err = r.Scan(&p.tx, &p.pos, &p.date, &p.No, &p.ID, &source, &amount, &p.Payee, &p.Category, &memo,
			&p.Transfer.Account, &p.Transfer.Tx, &p.Transfer.Part, &extra)
		p.SourceID, p.Memo, p.Extra, p.Amount = sourceOf(p.ID, source), memo.String, raw(extra), money.Milli(amount)
		return p, err
	},
}
