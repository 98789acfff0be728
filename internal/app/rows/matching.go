package rows

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/database"
)

// Unmatch separates a row that was matched with one from a bank into the two original rows. It returns an Invalid
// error unless the row was matched here.
func (rs *Rows) Unmatch(ctx context.Context, who users.Actor, id, row string) (budgetsession.ChangeResult, error) {
	return rs.with(ctx, who, id, "unmatch", row, func(e *budgetsession.ChangeTx, t *budget.Transaction) error {
		text, err := TextOf(e, t)
		if err != nil {
			return err
		}
		here := *t
		came, err := matching.Apart(&here)
		if err != nil {
			return err
		}
		if err := revive(e, &came); err != nil {
			return err
		}
		e.Say("Unmatched %s", text)
		return e.Rows(ledger.AlsoReconciled, func(b *ledger.EditSet) error {
			b.Know([]budget.Transaction{*t})
			if err := takeBack(b, &here); err != nil {
				return err
			}
			return standAlone(b, &came)
		})
	})
}

// Confirm merges a transaction into an existing one, usually one that a bank lists into one that a user entered. If two
// banks list a transfer on different days, each side gets the day of its bank.
func Confirm(b *ledger.EditSet, no budget.TxNo, came budget.Transaction) error {
	t, err := b.Row(no)
	if err != nil {
		return err
	}
	if came.Bank != nil && came.Bank.ImportID != "" {
		if err := takeBankDates(b, &t, came.Date); err != nil {
			return err
		}
	}
	return b.Mark(no, func(row *budget.Transaction) {
		matching.Join(row, came)
		if row.Date != t.Date {
			row.Bank.Match.Date = t.Date
		}
	})
}

// takeBankDates gives both sides of a whole transfer the days of their banks.
func takeBankDates(b *ledger.EditSet, t *budget.Transaction, listed civil.Date) error {
	if len(t.Parts) > 0 || t.Transfer.Tx == 0 || t.Transfer.Part != 0 {
		return nil
	}
	other, err := b.Row(t.Transfer.Tx)
	if err != nil {
		return err
	}
	own, others := matching.SideDates(t, &other, listed)
	if own == t.Date && others == other.Date {
		return nil
	}
	entry := ledger.EntryOf(t)
	entry.Date, entry.TwoDates, entry.OtherDate = own, true, others
	return b.Edit(t.No, entry)
}

// takeBack writes a transaction as it was before its match.
func takeBack(b *ledger.EditSet, before *budget.Transaction) error {
	t, err := b.Row(before.No)
	if err != nil {
		return err
	}
	if t.Date != before.Date {
		entry := ledger.EntryOf(&t)
		entry.Date = before.Date
		if err := b.Edit(before.No, entry); err != nil {
			return err
		}
	}
	return b.Mark(before.No, func(row *budget.Transaction) {
		row.Bank, row.Cleared, row.Approved = before.Bank, before.Cleared, before.Approved
	})
}

// DeleteTransaction deletes a transaction by the id that a program knows. If that is the id of an import matched with
// an existing transaction, the match is taken back and the existing transaction stays.
func (rs *Rows) DeleteTransaction(ctx context.Context, who users.Actor, id, one string) (budgetsession.ChangeResult, error) {
	return rs.access.Change(ctx, who, id, "delete-rows", func(e *budgetsession.ChangeTx) error {
		found, err := e.TransactionsOrImports([]string{one})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return database.Missing("transaction")
		}
		t := found[0]
		text, err := TextOf(e, &t)
		if err != nil {
			return err
		}
		return e.Rows(ledger.AlsoReconciled, func(b *ledger.EditSet) error {
			b.Know(found)
			if strings.EqualFold(t.ID, one) {
				e.Say("Deleted %s", text)
				return b.Delete(t.No)
			}
			e.Say("Deleted the import that was matched with %s", text)
			if _, err := matching.Apart(&t); err != nil {
				return err
			}
			return takeBack(b, &t)
		})
	})
}

// revive removes references of an earlier row to records deleted since.
func revive(e *budgetsession.ChangeTx, came *budget.Transaction) error {
	payees, err := e.Payees()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(payees, func(p budget.Payee) bool { return p.No == came.Payee }) {
		came.Payee = 0
	}
	if came.Payee == 0 && came.Bank != nil && came.Bank.PayeeName != "" && !budget.MeansTransfer(came.Bank.PayeeName) {
		p, err := e.PayeeNamed(came.Bank.PayeeName)
		if err != nil {
			return err
		}
		if p.TransferAccount == 0 {
			came.Payee = p.No
		}
	}
	categories, err := e.Categories()
	if !slices.ContainsFunc(categories, func(c budget.Category) bool { return c.No == came.Category }) {
		came.Category = 0
	}
	return err
}

// standAlone adds the imported row stored in a match.
func standAlone(b *ledger.EditSet, came *budget.Transaction) error {
	entry := ledger.EntryOf(came)
	b.DropCategories(&entry)
	no, err := b.Add(entry)
	if err != nil {
		return err
	}
	return b.Mark(no, func(t *budget.Transaction) {
		t.ID, t.SourceID, t.Approved, t.Bank, t.Extra = came.ID, came.SourceID, came.Approved, came.Bank, came.Extra
	})
}

// Merge merges two rows of the same account and amount. The one entered by a user stays, usually the one without
// import id; the bank's data of the other is stored with it, and Unmatch separates them again. It returns an Invalid
// error, and Conflict if the deleted row is reconciled.
func (rs *Rows) Merge(ctx context.Context, who users.Actor, id string, two Choice) (done budgetsession.ChangeResult, stays string, err error) {
	done, err = rs.access.Change(ctx, who, id, "merge-transactions", func(e *budgetsession.ChangeTx) error {
		rows, err := two.find(&e.ReadTx)
		if err != nil {
			return err
		}
		if len(rows) != 2 {
			return apperr.New(apperr.Invalid, "select two transactions to merge, not %s", humanize.Count(len(rows))).WithHint("select two of the same account and amount")
		}
		keep, gone := rows[0], rows[1]
		if goesRather(&keep, &gone) {
			keep, gone = gone, keep
		}
		if err := matching.Mergeable(&keep, &gone); err != nil {
			return err
		}
		if gone.Cleared == budget.Reconciled && keep.Cleared != budget.Reconciled {
			return apperr.New(apperr.Conflict, "the transaction that would be deleted is reconciled").WithHint("it agrees with the bank; delete the other one")
		}
		text, err := TextOf(e, &keep)
		if err != nil {
			return err
		}
		stays = keep.ID
		e.Say("Merged %s with another of the same amount", text)
		if err := MoveReceipts(e, gone.No, keep.No); err != nil {
			return err
		}
		return e.Rows(ledger.AlsoReconciled, func(b *ledger.EditSet) error {
			b.Know([]budget.Transaction{keep, gone})
			if err := Confirm(b, keep.No, gone); err != nil {
				return err
			}
			return b.Delete(gone.No)
		})
	})
	return done, stays, err
}

// goesRather reports whether the first of two rows is the one to delete: it came from a bank and the other did not,
// or the other cannot be deleted.
func goesRather(first, other *budget.Transaction) bool {
	imported := func(t *budget.Transaction) bool { return t.Bank != nil && t.Bank.ImportID != "" }
	bound := func(t *budget.Transaction) bool { return len(t.Parts) > 0 || t.Transfer.Account != 0 }
	if bound(first) != bound(other) {
		return bound(other)
	}
	return imported(first) && !imported(other)
}
