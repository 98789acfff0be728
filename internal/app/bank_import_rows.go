package app

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/bankfile"
	"holdover/internal/budget"
	rules "holdover/internal/register"
	"holdover/internal/store"
)

// BankImported is what importing a bank's file did.
type BankImported struct {
	Added  int `json:"added"`
	Linked int `json:"linked"` // rows typed in before, which the bank now confirms
	There  int `json:"there"`  // imported before
	Left   int `json:"left"`   // left out on wish
	// Problems are rows that could not be read.
	Problems []bankfile.Problem `json:"problems"`
}

// ImportBankFile imports a bank's file into an account, in one step. New rows
// come in cleared, with the payee's last category; rows that were typed in
// before are kept as they are, and cleared. The same file again changes nothing.
func (a *App) ImportBankFile(ctx context.Context, who Actor, id, account string, data []byte, options BankOptions) (done Done, result BankImported, err error) {
	done, err = a.account(ctx, who, id, "import-bank-file", account, func(e *editing, acc *budget.Account) error {
		read, err := readBank(&e.View, acc.No, data, &options)
		if err != nil {
			return err
		}
		in := &bankImport{editing: e, account: acc, bank: map[budget.TxNo]*budget.Bank{}}
		in.Problems = read.file.Problems
		if err := in.take(read, options.Leave); err != nil {
			return err
		}
		result = in.BankImported
		e.say("Imported %s into %s; %s there already", number(in.Added, "row", "rows"), acc.Name, count(in.Linked+in.There))
		return nil
	})
	return done, result, err
}

// bankImport is the import of one statement.
type bankImport struct {
	*editing
	BankImported
	account *budget.Account
	bank    map[budget.TxNo]*budget.Bank // what the bank said of new rows
	payees  map[string]budget.Payee      // by the key of their names
}

func (in *bankImport) take(read *bankRead, leave []int) error {
	if err := in.loadPayees(); err != nil {
		return err
	}
	book, err := in.book()
	if err != nil {
		return err
	}
	for i := range read.statement.Rows {
		row, match := &read.statement.Rows[i], read.matches[i]
		switch {
		case slices.Contains(leave, row.Line):
			in.Left++
		case match.Verdict == bankfile.New:
			err = in.add(book, row)
		default:
			err = in.link(&read.have[match.Existing], row)
		}
		if err != nil {
			return err
		}
	}
	return in.put(book)
}

func (in *bankImport) loadPayees() error {
	all, err := in.Payees()
	in.payees = make(map[string]budget.Payee, len(all))
	for _, p := range slices.Backward(all) { // of two of a name the older one
		in.payees[budget.NameKey(p.Name)] = p
	}
	return err
}

// add adds a new row. A payee that stands for an account is left out: whether
// the row is a transfer, and to which row, is for the person to say.
func (in *bankImport) add(book *rules.Book, row *bankfile.Row) error {
	payee, err := in.payeeOf(row.Payee)
	if err != nil {
		return err
	}
	entry := rules.Entry{Account: in.account.No, Date: row.Date, Amount: row.Amount, Payee: payee, Memo: row.Memo, Cleared: budget.ClearedYes}
	if row.CheckNumber != "" {
		entry.Memo = strings.TrimSpace(entry.Memo + " #" + row.CheckNumber)
	}
	if entry.Category, err = in.usual(payee); err != nil {
		return err
	}
	no, err := book.Add(entry)
	if err != nil {
		return err
	}
	in.bank[no] = &budget.Bank{ImportID: row.ImportID, PayeeName: row.Payee, PayeeNameOriginal: row.Payee}
	in.Added++
	return nil
}

func (in *bankImport) payeeOf(name string) (budget.PayeeNo, error) {
	if letters := []rune(strings.TrimSpace(name)); len(letters) > maxPayee {
		name = string(letters[:maxPayee])
	}
	key := budget.NameKey(name)
	if key == "" {
		return 0, nil
	}
	p, known := in.payees[key]
	switch {
	case p.TransferAccount != 0:
		return 0, nil
	case known:
		return p.No, nil
	}
	p = budget.Payee{ID: newID(), Name: strings.TrimSpace(name)}
	err := in.PutPayee(&p)
	in.payees[key] = p
	return p.No, err
}

// usual is the category that a payee's rows had last, on budget alone.
func (in *bankImport) usual(payee budget.PayeeNo) (budget.CategoryNo, error) {
	if payee == 0 || !in.account.OnBudget {
		return 0, nil
	}
	for t, err := range in.Transactions(store.Filter{Payee: payee, OnBudget: true, Descending: true, Limit: 5}) {
		if err != nil {
			return 0, err
		}
		if no := categoryFor(&t, payee); no != 0 && len(t.Parts) == 0 {
			return no, nil
		}
	}
	return 0, nil
}

// link notes that the bank has a row that was there before.
func (in *bankImport) link(t *budget.Transaction, row *bankfile.Row) error {
	if t.Bank != nil && t.Bank.ImportID == row.ImportID {
		in.There++
		return nil
	}
	in.Linked++
	bank := budget.Bank{}
	if t.Bank != nil {
		bank = *t.Bank
	}
	if bank.ImportID == "" {
		bank.ImportID, bank.PayeeName, bank.PayeeNameOriginal = row.ImportID, row.Payee, row.Payee
	}
	t.Bank = &bank
	if t.Cleared == budget.Uncleared {
		t.Cleared = budget.ClearedYes
	}
	return in.PutTransaction(t)
}

func (in *bankImport) put(book *rules.Book) error {
	rows, _, err := book.Changes(false)
	for i := range rows {
		rows[i].Bank = in.bank[rows[i].No]
		if err := in.PutTransaction(&rows[i]); err != nil {
			return err
		}
	}
	return err
}
