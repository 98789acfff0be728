package tables

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// ClearedCodes contains the cleared states in the order of their numbers in the table.
var ClearedCodes = []budget.Cleared{budget.Uncleared, budget.ClearedYes, budget.Reconciled}

// ClearedCode returns the number of a cleared state. It returns an Invalid error for an unknown one.
func ClearedCode(c budget.Cleared) (int64, error) {
	if i := slices.Index(ClearedCodes, c); i >= 0 {
		return int64(i), nil
	}
	return 0, apperr.New(apperr.Invalid, "a transaction's cleared state is %q", c).
		WithHint("it is one of uncleared, cleared and reconciled")
}

// More contains the rare fields of a transaction.
type More struct {
	FlagName string          `json:"flag_name,omitempty"`
	DebtType string          `json:"debt_type,omitempty"`
	Bank     *budget.Bank    `json:"bank,omitempty"` // without the import id, which has a column
	ByRule   *budget.ByRule  `json:"by_rule,omitempty"`
	TwoDates bool            `json:"two_dates,omitempty"` // of the transfer
	Extra    json.RawMessage `json:"extra,omitempty"`
}

// IsEmpty reports whether none of the fields is set.
func (m *More) IsEmpty() bool {
	return m.FlagName == "" && m.DebtType == "" && m.Bank == nil && m.ByRule == nil && !m.TwoDates && m.Extra == nil
}

var txColumns = []string{
	"no", "id", "source_id", "account", "date", "amount", "payee", "category", "memo", "cleared", "approved", "flag",
	"transfer_account", "transfer_tx", "transfer_part", "split", "import_id", "more",
}

// Transactions is the table of transactions without their parts.
var Transactions = Of[budget.Transaction]{
	Layout: Layout{Name: "tx", Columns: txColumns}, keys: 1, order: "date, no", values: txValues,
	Scan: func(r database.Row) (budget.Transaction, error) {
		t, _, err := newTxScanner().scan(r)
		return t, err
	},
}

func txValues(t *budget.Transaction) []any {
	var imported, more any
	rest := More{FlagName: t.FlagName, DebtType: t.DebtType, TwoDates: t.Transfer.TwoDates, Extra: t.Extra}
	if t.Bank != nil {
		imported = t.Bank.ImportID
		if bank := *t.Bank; !bank.HasOnlyID() {
			bank.ImportID = ""
			rest.Bank = &bank
		}
	}
	if t.ByRule != (budget.ByRule{}) {
		rest.ByRule = &t.ByRule
	}
	if !rest.IsEmpty() {
		more = string(JSON(rest))
	}
	cleared, _ := ClearedCode(t.Cleared) // validated earlier
	return []any{
		int64(t.No), t.ID, sourceID(t.ID, t.SourceID), int64(t.Account), int64(t.Date), int64(t.Amount), int64(t.Payee),
		int64(t.Category), optional(t.Memo), cleared, t.Approved, optional(t.FlagColour), int64(t.Transfer.Account),
		int64(t.Transfer.Tx), int64(t.Transfer.Part), len(t.Parts) > 0, imported, more,
	}
}

// txScanner reads rows of tx into variables of type any. This avoids reflection in database/sql, because registers
// and exports read very many rows.
type txScanner struct{ column, dest []any }

func newTxScanner() *txScanner {
	column, dest := Columns(len(txColumns))
	return &txScanner{column, dest}
}

// scan reads one row; split reports whether its parts are in table part.
func (s *txScanner) scan(r database.Row) (t budget.Transaction, split bool, err error) {
	if err := r.Scan(s.dest...); err != nil {
		return t, false, err
	}
	c := s.column
	state := Integer(c[9])
	if state < 0 || state >= int64(len(ClearedCodes)) {
		return t, false, database.DamagedBy(fmt.Errorf("transaction %d: cleared is %v", Integer(c[0]), c[9]))
	}
	t = budget.Transaction{
		No: budget.TxNo(Integer(c[0])), ID: Text(c[1]), Account: budget.AccountNo(Integer(c[3])),
		Date: civil.Date(Integer(c[4])), Amount: money.Milli(Integer(c[5])), Payee: budget.PayeeNo(Integer(c[6])),
		Category: budget.CategoryNo(Integer(c[7])), Memo: Text(c[8]), Cleared: ClearedCodes[state],
		Approved: boolean(c[10]), FlagColour: Text(c[11]),
		Transfer: budget.Transfer{
			Account: budget.AccountNo(Integer(c[12])), Tx: budget.TxNo(Integer(c[13])), Part: budget.PartNo(Integer(c[14])),
		},
	}
	t.SourceID = t.ID
	if c[2] != nil {
		t.SourceID = Text(c[2])
	}
	return t, boolean(c[15]), s.rest(&t)
}

func (s *txScanner) rest(t *budget.Transaction) error {
	if s.column[16] != nil {
		t.Bank = &budget.Bank{ImportID: Text(s.column[16])}
	}
	if s.column[17] == nil {
		return nil
	}
	var more More
	if err := json.Unmarshal([]byte(Text(s.column[17])), &more); err != nil {
		return err
	}
	t.FlagName, t.DebtType, t.Transfer.TwoDates, t.Extra = more.FlagName, more.DebtType, more.TwoDates, more.Extra
	if more.ByRule != nil {
		t.ByRule = *more.ByRule
	}
	if more.Bank != nil && t.Bank != nil {
		more.Bank.ImportID = t.Bank.ImportID
		t.Bank = more.Bank
	}
	return nil
}

// BankText returns the bank's text for the payee from the column more. It decodes no other field, because it is
// called for very many rows.
func BankText(more any) (string, error) {
	if more == nil {
		return "", nil
	}
	var has struct {
		Bank *struct {
			PayeeName         string `json:"payee_name"`
			PayeeNameOriginal string `json:"payee_name_original"`
		} `json:"bank"`
	}
	if err := json.Unmarshal([]byte(Text(more)), &has); err != nil || has.Bank == nil {
		return "", err
	}
	return (&budget.Bank{PayeeName: has.Bank.PayeeName, PayeeNameOriginal: has.Bank.PayeeNameOriginal}).Text(), nil
}

// PartRow is a part with its transaction and position.
type PartRow struct {
	Tx   budget.TxNo
	Pos  int64
	Date civil.Date // the transaction's date
	budget.Part
}

// Parts is the table of the parts of split transactions.
var Parts = Of[PartRow]{
	Layout: Layout{Name: "part", Columns: []string{
		"tx", "pos", "date", "no", "id", "source_id", "amount", "payee", "category", "memo", "transfer_account", "transfer_tx",
		"transfer_part", "extra",
	}},
	keys: 2, order: "tx, pos",
	values: func(p *PartRow) []any {
		return []any{
			int64(p.Tx), p.Pos, int64(p.Date), int64(p.No), p.ID, sourceID(p.ID, p.SourceID), int64(p.Amount), int64(p.Payee), int64(p.Category),
			optional(p.Memo), int64(p.Transfer.Account), int64(p.Transfer.Tx), int64(p.Transfer.Part), optional(p.Extra),
		}
	},
	Scan: func(r database.Row) (p PartRow, err error) {
		var source, memo, extra sql.NullString
		var amount int64
		err = r.Scan(&p.Tx, &p.Pos, &p.Date, &p.No, &p.ID, &source, &amount, &p.Payee, &p.Category, &memo,
			&p.Transfer.Account, &p.Transfer.Tx, &p.Transfer.Part, &extra)
		p.SourceID, p.Memo, p.Extra, p.Amount = SourceOf(p.ID, source), memo.String, Raw(extra), money.Milli(amount)
		return p, err
	},
}
