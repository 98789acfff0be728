package bankimport

import (
	"bytes"
	"context"
	"encoding/json"

	"holdover/internal/app/access"
	"holdover/internal/app/rules"
	"holdover/internal/auth"
	"holdover/internal/bankfile"
	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/ledger"
	"holdover/internal/matching"
	"holdover/internal/people"
	"holdover/internal/words"
)

// Imported is what importing a bank's file did.
type Imported struct {
	Added   int `json:"added"`
	Linked  int `json:"linked"`  // rows typed in before, which the bank now confirms
	There   int `json:"there"`   // imported before
	Left    int `json:"left"`    // left out on wish
	Deleted int `json:"deleted"` // deleted here before, and left out
	// Problems are rows that could not be read.
	Problems []bankfile.Problem `json:"problems"`
}

// ImportBankFile imports a bank's file into an account, in one step. New rows
// come in cleared and not approved, with the payee's last category; rows that
// were typed in before are kept as they are, and cleared. The same file again
// changes nothing. How the file was read is kept for the account's next one.
func (b *BankImport) ImportBankFile(ctx context.Context, who people.Actor, id, account string, data []byte, options Options) (done access.Done, result Imported, err error) {
	err = b.access.Wholly(ctx, who, id, auth.Change, weight(data), func() error {
		done, result, err = b.importBankFile(ctx, who, id, account, data, options)
		return err
	})
	return done, result, err
}

func (b *BankImport) importBankFile(ctx context.Context, who people.Actor, id, account string, data []byte, options Options) (done access.Done, result Imported, err error) {
	done, err = b.access.Change(ctx, who, id, "import-bank-file", func(e *access.Editing) error {
		acc, err := e.AccountByID(account)
		if err != nil {
			return err
		}
		read, err := readFile(ctx, &e.View, &acc, data, &options, b.access.Today(ctx))
		if err == nil {
			err = read.unread
		}
		if err == nil && len(read.questions()) > 0 {
			err = fault.New(fault.Conflict, "the file does not say for certain how it is to be read").WithCode(Unsure).
				WithHint("look at its first transactions, and say that they are right or choose otherwise")
		}
		if err != nil {
			return err
		}
		in := &importing{Editing: e, reading: read}
		in.Problems = read.file.Problems
		if err := in.take(); err != nil {
			return err
		}
		result = in.Imported
		e.Say("Imported %s into %s; %s there already", words.Number(in.Added, "transaction", "transactions"), acc.Name, words.Count(in.Linked+in.There))
		return in.keep()
	})
	return done, result, err
}

// importing is the import of one statement.
type importing struct {
	*access.Editing
	*reading
	Imported
}

func (in *importing) take() error {
	return in.Rows(ledger.UnlessReconciled, func(book *ledger.Book) error {
		for i := range in.statement.Rows {
			if err := in.takeRow(book, i); err != nil {
				return err
			}
		}
		return nil
	})
}

func (in *importing) takeRow(book *ledger.Book, i int) error {
	row := &in.statement.Rows[i]
	switch in.verdict(i) {
	case VerdictDeleted:
		in.Imported.Deleted++
	case VerdictNew:
		if !in.leave[row.No] {
			return in.add(book, row)
		}
		in.Left++
	case VerdictThere, VerdictLikely:
		return in.link(i)
	}
	return nil
}

// add adds a new row. It is not approved: a person has yet to look at what the bank
// says.
func (in *importing) add(book *ledger.Book, row *bankfile.Row) error {
	as, by, err := in.told(row)
	if err != nil {
		return err
	}
	if as.Name != "" {
		p := budget.Payee{ID: access.NewID(), Name: as.Name}
		if err := in.PutPayee(&p); err != nil {
			return err
		}
		in.payees.added(p)
		in.teller.Know(&p)
		as.Payee, as.Name = p.No, ""
	}
	entry := ledger.Entry{Account: in.account.No, Date: row.Date, Amount: row.Amount, Cleared: budget.ClearedYes}
	rules.Enter(&as, &entry)
	no, err := book.Add(entry)
	if err != nil {
		return err
	}
	in.Added++
	return book.Mark(no, func(t *budget.Transaction) {
		t.Bank = &budget.Bank{ImportID: row.ImportID, PayeeName: row.Payee, PayeeNameOriginal: row.Payee}
		t.ByRule, t.Approved = by, false
	})
}

// link notes that the bank has a row that was there before.
func (in *importing) link(i int) error {
	row, t := &in.statement.Rows[i], &in.have[in.matches[i].Existing]
	switch {
	case in.leave[row.No]:
		in.Left++
		return nil
	case !in.confirms(i):
		in.There++
		return nil
	}
	in.Linked++
	if t.Bank == nil || t.Bank.ImportID == "" {
		matching.Join(t, budget.Transaction{
			ID: access.NewID(), Account: in.account.No, Date: row.Date, Amount: row.Amount, Memo: memoOf(row), Cleared: budget.ClearedYes,
			Bank: &budget.Bank{ImportID: row.ImportID, PayeeName: row.Payee, PayeeNameOriginal: row.Payee},
		})
	} else if t.Cleared == budget.Uncleared {
		t.Cleared = budget.ClearedYes
	}
	return in.PutTransaction(t)
}

// keep keeps with the account what the file was like.
func (in *importing) keep() error {
	before, err := json.Marshal(in.known)
	if err != nil {
		return err
	}
	if in.statement.Account != "" {
		in.known.Account = in.statement.Account
	}
	if in.file.Mapping != nil {
		in.known.Shape = new(bankfile.ShapeOf(in.data, *in.file.Mapping))
	}
	after, err := json.Marshal(in.known)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	return in.KeepBankFile(in.account.No, after)
}
