package bankimport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/rule"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// Imported is the result of importing a bank's file.
type Imported struct {
	Added          int `json:"added"`
	Linked         int `json:"linked"` // matched with existing transactions, which the bank now confirms
	Halves         int `json:"halves"` // added rows that were linked with the other half of their transfer
	ImportedBefore int `json:"there"`
	Left           int `json:"left"`    // omitted on request
	Deleted        int `json:"deleted"` // deleted earlier, and omitted
	LeftByRules    int `json:"left_by_rules,omitempty"`
	// Undecided counts the rows that Options.LeaveUndecided and Options.LeaveNewUntil left out, and UndecidedSince is the day
	// of the first one.
	Undecided      int        `json:"undecided,omitempty"`
	UndecidedSince civil.Date `json:"undecided_since,omitempty"`
	// Omitted contains the bank's import ids of the rows that were omitted on request, the oldest first.
	Omitted []string `json:"-"`
	// KeepsIDs reports that the bank has not given its rows other ids, so Options.LeaveNewUntil was ignored.
	KeepsIDs bool `json:"-"`
	// First is the first day of the file's rows, or 0 without rows.
	First civil.Date `json:"-"`
	// Problems lists rows that could not be read.
	Problems []bankfile.Problem `json:"problems"`
}

// ImportBankFile imports a bank's file into an account, in one step. New rows are cleared and not approved, and have
// the payee's last category. Entered transactions that match are unchanged, and cleared. Importing the same file
// again changes nothing. The way in which the file was read is stored for the account's next one.
func (b *BankImport) ImportBankFile(ctx context.Context, who users.Actor, id, account string, data []byte, options Options) (done budgetsession.ChangeResult, result Imported, err error) {
	err = b.access.WithBudgetMemory(ctx, who, id, auth.Change, weight(data), func() error {
		done, result, err = b.importBankFile(ctx, who, id, account, data, options)
		return err
	})
	return done, result, err
}

func (b *BankImport) importBankFile(ctx context.Context, who users.Actor, id, account string, data []byte, options Options) (done budgetsession.ChangeResult, result Imported, err error) {
	done, err = b.access.Change(ctx, who, id, "import-bank-file", func(e *budgetsession.ChangeTx) error {
		acc, err := e.AccountByID(account)
		if err != nil {
			return err
		}
		read, err := b.readFile(ctx, &e.ReadTx, &acc, data, &options)
		if err == nil {
			err = read.readErr
		}
		if err == nil {
			err = read.checkDecided()
		}
		if err != nil {
			return err
		}
		in := &importing{ChangeTx: e, reading: read}
		in.Problems = read.file.Problems
		if slices.Contains(options.Accept, WarnDates) {
			e.AcceptFarDates()
		}
		if err := in.take(); err != nil {
			return err
		}
		result = in.Imported
		e.Say("Imported %s%s into %s; %s", humanize.Number(in.Added, "transaction", "transactions"), from(options.Name), acc.Name,
			humanize.Number(in.Linked+in.ImportedBefore, "duplicate", "duplicates"))
		if in.LeftByRules > 0 {
			e.Label += "; " + humanize.Count(in.LeftByRules) + " left out by rules"
		}
		if err := rules.EnterSchedules(e, in.added...); err != nil {
			return err
		}
		return in.keep()
	})
	return done, result, err
}

// importing is the import of one statement.
type importing struct {
	*budgetsession.ChangeTx
	*reading
	Imported
	omitted []int      // indices of rows
	added   []rule.Row // the added rows after the rules
}

// from returns the name of the imported file for the history.
func from(name string) string {
	if name == "" {
		return ""
	}
	return " from " + name
}

func (in *importing) take() error {
	rows := in.statement.Rows
	err := in.Rows(ledger.UnlessReconciled, func(book *ledger.EditSet) error {
		book.Know(in.have)
		if in.options.MayKeepIDs && in.keepsIDs(in.options.LeaveNewUntil) {
			in.options.LeaveNewUntil, in.KeepsIDs = 0, true
		}
		for i := range rows {
			if err := in.takeRow(book, i); err != nil {
				return err
			}
		}
		return nil
	})
	for i := range rows {
		if in.First == 0 || rows[i].Date < in.First {
			in.First = rows[i].Date
		}
	}
	slices.SortStableFunc(in.omitted, func(a, b int) int { return cmp.Compare(rows[a].Date, rows[b].Date) })
	in.Omitted = iterutil.Map(in.omitted, func(i int) string { return in.bankIDs[i] })
	return err
}

// keepsIDs reports whether the rows up to a day that were imported have the bank's ids of then. Then the bank has not given its
// rows other ids.
func (in *importing) keepsIDs(until civil.Date) (keeps bool) {
	for i, m := range in.matches {
		if row := &in.statement.Rows[i]; row.Date > until || row.BankID == "" || m.Verdict != matching.Imported {
			continue
		}
		if !m.HasSameID {
			return false
		}
		keeps = true
	}
	return keeps
}

func (in *importing) takeRow(book *ledger.EditSet, i int) error {
	switch in.verdict(i) {
	case VerdictDeleted:
		in.Imported.Deleted++
	case VerdictNew:
		switch {
		case in.isLeftByRule(i): // not in Omitted: the row is new again if the rule is deleted
			in.LeftByRules++
		case in.isLeft(i):
			in.Left++
			in.omitted = append(in.omitted, i)
		case in.statement.Rows[i].Date <= in.options.LeaveNewUntil, in.options.LeaveUndecided && in.isFar(in.statement.Rows[i].Date):
			in.leaveUndecided(i)
		case in.isLinked(i):
			return in.addHalf(book, i)
		default:
			return in.add(book, &in.statement.Rows[i])
		}
	case VerdictAsk: // checkDecided refuses them unless they are left out
		in.leaveUndecided(i)
	case VerdictImported, VerdictMatch:
		return in.confirm(book, i)
	}
	return nil
}

func (in *importing) leaveUndecided(i int) {
	in.Undecided++
	if day := in.statement.Rows[i].Date; in.UndecidedSince == 0 || day < in.UndecidedSince {
		in.UndecidedSince = day
	}
}

// add adds a new row. It is not approved: a user has to review it.
func (in *importing) add(book *ledger.EditSet, row *bankfile.Row) error {
	as, by, err := in.told(row)
	if err != nil {
		return err
	}
	if as.Name != "" {
		p := budget.Payee{ID: budgetsession.NewID(), Name: as.Name}
		if err := in.Put(&p); err != nil {
			return err
		}
		in.payees.add(p)
		in.rules.AddPayee(&p)
		clear(in.toldRows)
		as.Payee, as.Name = p.No, ""
	}
	entry := ledger.Entry{Account: in.account.No, Date: row.Date, Amount: row.Amount, Cleared: budget.ClearedYes}
	rules.Enter(&as, &entry)
	in.added = append(in.added, as)
	for i := range row.Parts {
		if name := row.Parts[i].Transfer; name != "" && len(entry.Parts) == len(row.Parts) {
			entry.Parts[i].Other = in.accountNamed(name)
		}
	}
	book.DropCategories(&entry)
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

// addHalf links a row with a transaction of another account as one transfer, which two banks have listed: each side has the
// day of its bank.
func (in *importing) addHalf(book *ledger.EditSet, i int) error {
	row, half := &in.statement.Rows[i], in.halves[i]
	as, _, err := in.told(row)
	if err != nil {
		return err
	}
	in.added = append(in.added, as)
	book.Know([]budget.Transaction{half.Transaction})
	entry := ledger.EntryOf(&half.Transaction)
	entry.Other, entry.TwoDates, entry.OtherDate = in.account.No, true, row.Date
	book.DropCategories(&entry)
	if err := book.Edit(half.No, entry); err != nil {
		return err
	}
	linked, err := book.Row(half.No)
	if err != nil {
		return err
	}
	in.Added++
	in.Halves++
	return book.Mark(linked.Transfer.Tx, func(t *budget.Transaction) {
		matching.Join(t, in.came(row))
		t.Approved = false
	})
}

// came returns a row as a transaction received from the bank.
func (in *importing) came(row *bankfile.Row) budget.Transaction {
	return budget.Transaction{
		ID: budgetsession.NewID(), Account: in.account.No, Date: row.Date, Amount: row.Amount, Memo: row.Notes(), Cleared: budget.ClearedYes,
		Bank: &budget.Bank{ImportID: row.ImportID, PayeeName: row.Payee, PayeeNameOriginal: row.Payee},
	}
}

// takesAmount reports whether matching sets a transaction's amount to the bank's. It does not for reconciled
// transactions, which agreed with the bank. It does not for splits and transfers either, because their parts or other
// side would no longer agree.
func takesAmount(t *budget.Transaction) bool {
	return t.Cleared != budget.Reconciled && len(t.Parts) == 0 && t.Transfer.Account == 0
}

// confirm stores the bank's listing with the matched transaction.
func (in *importing) confirm(book *ledger.EditSet, i int) error {
	if !in.confirms(i) {
		in.ImportedBefore++
		return nil
	}
	in.Linked++
	row, t := &in.statement.Rows[i], in.have[in.matches[i].Existing]
	if t.Amount != row.Amount && takesAmount(&t) {
		entry := ledger.EntryOf(&t)
		entry.Amount = row.Amount
		if err := book.Edit(t.No, entry); err != nil {
			return err
		}
	}
	if t.Bank == nil || t.Bank.ImportID == "" {
		return rows.Confirm(book, t.No, in.came(row))
	}
	return book.Mark(t.No, func(t *budget.Transaction) {
		matching.AddListing(t, budget.Listing{ImportID: in.bankIDs[i], Date: row.Date, Amount: row.Amount, Text: row.Payee})
		if t.Cleared == budget.Uncleared {
			t.Cleared = budget.ClearedYes
		}
	})
}

// keep stores the file's account and shape with the account.
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
