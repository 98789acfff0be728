package bankfile

import (
	"bytes"
	"encoding/json"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Fetched is the format of a statement that Holdover fetched from a bank, as EncodeFetched writes it. Fetched rows thus
// take the way of downloaded ones.
const Fetched Format = "fetched"

// fetchedStart is the start of every file of the format.
const fetchedStart = `{"holdover_statement":1,`

// fetchedFile is the content of a file of the format.
type fetchedFile struct {
	Version  int                `json:"holdover_statement"`
	Account  string             `json:"account,omitempty"`
	Type     budget.AccountType `json:"type,omitempty"`
	Currency string             `json:"currency,omitempty"`
	Closing  *Balance           `json:"closing,omitempty"`
	Rows     []fetchedRow       `json:"rows"`
}

type fetchedRow struct {
	Date     civil.Date    `json:"date"`
	Amount   money.Milli   `json:"amount"`
	Payee    string        `json:"payee,omitempty"`
	Memo     string        `json:"memo,omitempty"`
	BankID   string        `json:"id,omitempty"`
	Check    string        `json:"check,omitempty"`
	Category string        `json:"category,omitempty"`
	Transfer string        `json:"transfer,omitempty"`
	Parts    []fetchedPart `json:"parts,omitempty"`
}

type fetchedPart struct {
	Amount   money.Milli `json:"amount"`
	Category string      `json:"category,omitempty"`
	Transfer string      `json:"transfer,omitempty"`
	Memo     string      `json:"memo,omitempty"`
}

// EncodeFetched returns a statement as a file. Line, No and ImportID of the rows are left out: reading derives them.
func EncodeFetched(s *Statement) ([]byte, error) {
	f := fetchedFile{Version: 1, Account: s.Account, Type: s.Type, Currency: s.Currency, Closing: s.Closing, Rows: make([]fetchedRow, len(s.Rows))}
	for i := range s.Rows {
		r := &s.Rows[i]
		f.Rows[i] = fetchedRow{
			Date: r.Date, Amount: r.Amount, Payee: r.Payee, Memo: r.Memo, BankID: r.BankID, Check: r.CheckNumber, Category: r.Category, Transfer: r.Transfer,
		}
		for _, p := range r.Parts {
			f.Rows[i].Parts = append(f.Rows[i].Parts, fetchedPart(p))
		}
	}
	return json.Marshal(f)
}

// readFetched reads a file of the format. The line of a row is its position.
func readFetched(data []byte, o Options) (File, error) {
	var f fetchedFile
	if err := json.Unmarshal(data, &f); err != nil {
		return File{}, apperr.New(apperr.Invalid, "the fetched statement cannot be read").WithCause(err).WithHint("fetch the transactions again")
	}
	if len(f.Rows) > mostRows {
		return File{}, tooManyRows()
	}
	s := Statement{Account: tidy(f.Account), Type: f.Type, Currency: tidy(f.Currency), Closing: f.Closing, Rows: make([]Row, 0, len(f.Rows))}
	out := File{Format: Fetched}
	for i := range f.Rows {
		in := &f.Rows[i]
		if in.Date == 0 {
			out.bad(Problem{Line: i + 1, Field: "date", What: "the transaction has no date"})
			continue
		}
		row := Row{
			Line: i + 1, Date: in.Date, Amount: in.Amount, Payee: tidy(in.Payee), Memo: tidy(in.Memo), BankID: tidy(in.BankID),
			CheckNumber: tidy(in.Check), Category: tidy(in.Category), Transfer: tidy(in.Transfer),
		}
		if in.isDivided() { // otherwise the bank's amount is right, its division is not
			for _, p := range in.Parts {
				row.Parts = append(row.Parts, Part{Amount: p.Amount, Category: tidy(p.Category), Transfer: tidy(p.Transfer), Memo: tidy(p.Memo)})
			}
		}
		s.Rows = append(s.Rows, row)
	}
	return finish(out, []Statement{s}, o)
}

// isDivided reports whether a row is the sum of its parts.
func (r *fetchedRow) isDivided() bool {
	sum := money.Milli(0)
	for _, p := range r.Parts {
		if p.Amount.Abs() > money.Limit {
			return false
		}
		sum = sum.Plus(p.Amount)
	}
	return sum == r.Amount && len(r.Parts) <= mostParts
}

// isFetched reports whether a file has the format.
func isFetched(data []byte) bool { return bytes.HasPrefix(data, []byte(fetchedStart)) }
