package app

import (
	"context"
	"slices"

	"holdover/internal/bankfile"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/store"
)

// BankOptions decide how a bank's file is read and what of it is taken.
type BankOptions struct {
	Statement int               `json:"statement"` // which account of the file, from 0
	Mapping   *bankfile.Mapping `json:"mapping"`   // the columns of a CSV file; guessed where it is nil
	Style     bankfile.Style    `json:"style"`     // stronger than what the file lets guess
	Leave     []int             `json:"leave"`     // rows to leave out, by their line
	AsNew     []int             `json:"as_new"`    // rows to add although they look like one that is there
}

// BankFile is what a bank's file would do to an account.
type BankFile struct {
	Format     bankfile.Format
	Mapping    *bankfile.Mapping // that a CSV file was read with
	Sure       bool              // the file itself says how it writes dates and amounts
	Statements []string          // the accounts in the file, as it names them
	Currency   string            // as the file says, may be empty
	Closing    *bankfile.Balance
	Rows       []BankRow
	Problems   []bankfile.Problem
}

// BankRow is a row of a bank's file.
type BankRow struct {
	Line        int
	Date        cal.Date
	Amount      money.Milli
	Payee, Memo string
	Verdict     bankfile.Verdict
	Existing    string // the id of the row that it was found to be, "" for a new one
}

// ReadBankFile says what importing a bank's file into an account would do.
// Faults: Invalid for a file that is none.
func (a *App) ReadBankFile(ctx context.Context, who Actor, id, account string, data []byte, options BankOptions) (BankFile, error) {
	var out BankFile
	err := a.view(ctx, who, id, func(v *store.View) error {
		acc, err := v.AccountByID(account)
		if err != nil {
			return err
		}
		read, err := readBank(v, acc.No, data, &options)
		if err == nil {
			out = read.preview()
		}
		return err
	})
	return out, err
}

// bankRead is a bank's file beside the rows of its account.
type bankRead struct {
	file      bankfile.File
	statement *bankfile.Statement
	have      []budget.Transaction
	matches   []bankfile.Match // of each row of the statement
}

func readBank(v *store.View, account budget.AccountNo, data []byte, o *BankOptions) (*bankRead, error) {
	info := v.Info()
	hint := bankfile.Style{
		Order: bankfile.OrderOf(info.DateFormat), Decimal: info.Currency.DecimalSeparator, Group: info.Currency.GroupSeparator,
	}
	file, err := bankfile.Read(data, bankfile.Options{Hint: hint, Style: o.Style, Mapping: o.Mapping})
	if err != nil {
		return nil, err
	}
	if o.Statement < 0 || o.Statement >= len(file.Statements) {
		return nil, fault.New(fault.Invalid, "the file has %s, not the one asked for", number(len(file.Statements), "account", "accounts")).
			WithHint("choose one of them")
	}
	read := &bankRead{file: file, statement: &file.Statements[o.Statement]}
	return read, read.match(v, account, o)
}

// match finds the rows that are there already: all rows of the account are
// looked at, because a row keeps its import id when its date is changed.
func (read *bankRead) match(v *store.View, account budget.AccountNo, o *BankOptions) error {
	payees, err := v.Payees()
	if err != nil {
		return err
	}
	names := make(map[budget.PayeeNo]string, len(payees))
	for _, p := range payees {
		names[p.No] = p.Name
	}
	var existing []bankfile.Existing
	for t, err := range v.Transactions(store.Filter{Account: account}) {
		if err != nil {
			return err
		}
		e := bankfile.Existing{Date: t.Date, Amount: t.Amount, Payee: names[t.Payee]}
		if t.Bank != nil {
			e.ImportID = t.Bank.ImportID
		}
		existing, read.have = append(existing, e), append(read.have, t)
	}
	read.matches = bankfile.MatchRows(read.statement.Rows, existing, bankfile.MatchDays, budget.NameKey)
	for i := range read.matches {
		if m := &read.matches[i]; m.Verdict == bankfile.Likely && slices.Contains(o.AsNew, read.statement.Rows[i].Line) {
			*m = bankfile.Match{Verdict: bankfile.New, Existing: -1}
		}
	}
	return nil
}

func (read *bankRead) preview() BankFile {
	out := BankFile{
		Format: read.file.Format, Mapping: read.file.Mapping, Sure: read.file.Sure, Currency: read.statement.Currency,
		Closing: read.statement.Closing, Problems: read.file.Problems,
	}
	for i := range read.file.Statements {
		out.Statements = append(out.Statements, read.file.Statements[i].Account)
	}
	for i, r := range read.statement.Rows {
		row := BankRow{Line: r.Line, Date: r.Date, Amount: r.Amount, Payee: r.Payee, Memo: r.Memo, Verdict: read.matches[i].Verdict}
		if at := read.matches[i].Existing; at >= 0 {
			row.Existing = read.have[at].ID
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
