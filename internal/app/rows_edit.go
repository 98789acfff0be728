package app

import (
	"context"
	"errors"

	"holdover/internal/app/payees"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/ledger"
	"holdover/internal/money"
	"holdover/internal/place"
	"holdover/internal/words"
)

// RowEntry is a row as a person enters it. Records are given by id.
type RowEntry struct {
	Account    string      `json:"account_id"`
	Date       cal.Date    `json:"date"`
	Amount     money.Milli `json:"amount"` // spending is negative
	Payee      string      `json:"payee_id"`
	PayeeName  string      `json:"payee_name"` // instead of Payee; one of a new name is made
	Category   string      `json:"category_id"`
	TransferTo string      `json:"transfer_account_id"` // the account on the other side
	Memo       string      `json:"memo"`
	Cleared    string      `json:"cleared"`
	FlagColour string      `json:"flag_color"`
	FlagName   string      `json:"flag_name"`
	Parts      []PartEntry `json:"subtransactions"` // of a split, which has neither category nor transfer of its own
	// Receipt is kept with a new row; nil for none.
	Receipt *ReceiptEntry `json:"-"`
	// Place is where a new row's payee was paid, to be kept with it; nil for none.
	Place *place.Point `json:"-"`
}

// PartEntry is a part of a split as a person enters it.
type PartEntry struct {
	ID         string      `json:"id"` // of the part that it was until now, "" for a new one
	Amount     money.Milli `json:"amount"`
	Payee      string      `json:"payee_id"`
	PayeeName  string      `json:"payee_name"`
	Category   string      `json:"category_id"`
	TransferTo string      `json:"transfer_account_id"`
	Memo       string      `json:"memo"`
}

// EvenReconciled says that rows may change although they are reconciled.
type EvenReconciled bool

// GuardedRows is how many reconciled rows stood in the way of what failed.
func GuardedRows(failed error) (rows int, guarded bool) {
	var g ledger.Guarded
	guarded = errors.As(failed, &g)
	return int(g), guarded
}

// AddRow adds a row to a register, and the other sides of its transfers. What the
// person leaves open, rules may say. It gives the row's id. Faults: Invalid, naming the field.
func (a *App) AddRow(ctx context.Context, who Actor, id string, entry RowEntry) (done Done, row string, err error) {
	done, err = a.change(ctx, who, id, "add-row", func(e *editing) error {
		entered, err := e.entry(&entry, nil)
		if err != nil {
			return err
		}
		by, err := e.tell(&entered)
		if err != nil {
			return err
		}
		var no budget.TxNo
		var payee budget.PayeeNo
		err = e.rows(false, func(b *ledger.Book) error {
			if no, err = b.Add(entered); err != nil {
				return err
			}
			if err := b.Mark(no, func(t *budget.Transaction) { t.ByRule = by }); err != nil {
				return err
			}
			t, err := b.Row(no)
			if err != nil {
				return err
			}
			row, payee = t.ID, t.Payee
			name, err := e.rowText(&t)
			e.Say("Added %s", name)
			return err
		})
		if err == nil && entry.Receipt != nil {
			_, err = e.addReceipt(no, entry.Receipt, a.now())
		}
		if err == nil && entry.Place != nil {
			err = payees.KeepPlace(e.Editing, payee, *entry.Place)
		}
		return err
	})
	return done, row, err
}

// EditRow makes a row what is entered; the other sides of its transfers follow.
// Faults: Invalid, naming the field; Conflict for a reconciled row.
func (a *App) EditRow(ctx context.Context, who Actor, id, row string, entry RowEntry, seen Version, even EvenReconciled) (Done, error) {
	return a.change(ctx, who, id, "edit-row", func(e *editing) error {
		t, err := rowByID(&e.View, row)
		if err != nil {
			return err
		}
		if seen != "" {
			stands, err := e.standing(&t)
			if err != nil {
				return err
			}
			if err := entry.merge(stands, seen); err != nil {
				return err
			}
		}
		entered, err := e.entry(&entry, t.Parts)
		if err != nil {
			return err
		}
		name, err := e.rowText(&t)
		if err != nil {
			return err
		}
		e.Say("Changed %s", name)
		return e.rows(even, func(b *ledger.Book) error { return b.Edit(t.No, entered) })
	})
}

// DeleteRows deletes rows with the other sides of their transfers. A side that
// is a part of a split stays in it, without category. Fault: Conflict for a
// reconciled row.
func (a *App) DeleteRows(ctx context.Context, who Actor, id string, rows RowChoice, even EvenReconciled) (Done, error) {
	return a.eachRow(ctx, who, id, "delete-rows", "Deleted", rows, even, func(b *ledger.Book, no budget.TxNo) error { return b.Delete(no) })
}

// DuplicateRows makes rows again on a day, uncleared; zero is the day of each.
func (a *App) DuplicateRows(ctx context.Context, who Actor, id string, rows RowChoice, on cal.Date) (Done, error) {
	return a.eachRow(ctx, who, id, "duplicate-rows", "Duplicated", rows, false, func(b *ledger.Book, no budget.TxNo) error {
		_, err := b.Duplicate(no, on)
		return err
	})
}

func (a *App) eachRow(ctx context.Context, who Actor, id, action, word string, choice RowChoice, even EvenReconciled, do func(*ledger.Book, budget.TxNo) error) (Done, error) {
	return a.change(ctx, who, id, action, func(e *editing) error {
		rows, text, err := e.chosen(choice)
		if err != nil {
			return err
		}
		e.Say("%s %s", word, text)
		return e.rows(even, func(b *ledger.Book) error {
			b.Know(rows)
			for i := range rows {
				if err := do(b, rows[i].No); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// rows writes what do makes of the rows.
func (e *editing) rows(even EvenReconciled, do func(*ledger.Book) error) error {
	return e.Rows(bool(even), do)
}

// chosen finds the rows of a choice, and says in words which they are.
func (e *editing) chosen(choice RowChoice) (rows []budget.Transaction, text string, err error) {
	rows, err = choice.find(&e.View)
	if err != nil {
		return nil, "", err
	}
	if len(rows) == 1 {
		text, err = e.rowText(&rows[0])
		return rows, text, err
	}
	return rows, words.Number(len(rows), "transaction", "transactions"), nil
}

// rowText names a row for the journal.
func (e *editing) rowText(t *budget.Transaction) (string, error) {
	account, err := e.Account(t.Account)
	return "the transaction of " + e.Day(t.Date) + " over " + e.Text(t.Amount) + " in " + account.Name, err
}
