package rows

import (
	"context"
	"errors"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/payees"
	"holdover/internal/app/rules"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/database"
)

// Entry is a row as a user enters it. Records are given by id.
type Entry struct {
	Account    string      `json:"account_id"`
	Date       civil.Date  `json:"date"`
	Amount     money.Milli `json:"amount"` // spending is negative
	Payee      string      `json:"payee_id"`
	PayeeName  string      `json:"payee_name"` // instead of Payee; a new name creates a payee
	Category   string      `json:"category_id"`
	TransferTo string      `json:"transfer_account_id"` // the account on the other side
	OtherDate  civil.Date  `json:"other_date"`          // of the other side; zero is Date
	Memo       string      `json:"memo"`
	Cleared    string      `json:"cleared"`
	FlagColour string      `json:"flag_color"`
	FlagName   string      `json:"flag_name"`
	Parts      []PartEntry `json:"subtransactions"` // of a split, which itself has neither category nor transfer
	// Receipt is stored with a new row; nil for none.
	Receipt *ReceiptEntry `json:"-"`
	// Place is the place where a new row's payee was paid, to be stored with the payee; nil for none.
	Place *geo.Point `json:"-"`
}

// PartEntry is a part of a split as a user enters it.
type PartEntry struct {
	ID         string      `json:"id"` // of the stored part, "" for a new one
	Amount     money.Milli `json:"amount"`
	Payee      string      `json:"payee_id"`
	PayeeName  string      `json:"payee_name"`
	Category   string      `json:"category_id"`
	TransferTo string      `json:"transfer_account_id"`
	Memo       string      `json:"memo"`
}

// EvenReconciled reports whether reconciled rows may change.
type EvenReconciled = ledger.EvenReconciled

// Guarded returns the number of reconciled rows because of which a change was refused.
func Guarded(failed error) (rows int, guarded bool) {
	var g ledger.Guarded
	guarded = errors.As(failed, &g)
	return int(g), guarded
}

// AddRow adds a row to a register, and the other sides of its transfers. Rules may set fields that the user leaves
// empty. It returns the row's id, which is the request's key if it has one, and an Invalid error that names the field.
func (rs *Rows) AddRow(ctx context.Context, who users.Actor, id string, entry Entry) (done budgetsession.ChangeResult, row string, err error) {
	done, err = rs.access.Change(ctx, who, id, "add-row", func(e *budgetsession.ChangeTx) error {
		entered, err := Resolve(e, &entry, &budget.Transaction{})
		if err != nil {
			return err
		}
		told, by, err := tell(e, &entered)
		if err != nil {
			return err
		}
		var no budget.TxNo
		var payee budget.PayeeNo
		err = e.Rows(ledger.UnlessReconciled, func(b *ledger.EditSet) error {
			if no, err = b.Add(entered); err != nil {
				return err
			}
			if err := b.Mark(no, func(t *budget.Transaction) { t.ID, t.ByRule = budgetsession.RequestedID(ctx), by }); err != nil {
				return err
			}
			t, err := b.Row(no)
			if err != nil {
				return err
			}
			row, payee = t.ID, t.Payee
			name, err := TextOf(e, &t)
			e.Say("Added %s", name)
			if err != nil {
				return err
			}
			return setSeen(e, b, &t)
		})
		if err == nil {
			err = rules.EnterSchedules(e, told)
		}
		if err == nil && entry.Receipt != nil {
			_, err = addReceipt(e, no, entry.Receipt, rs.access.Now())
		}
		if err == nil && entry.Place != nil {
			err = payees.KeepPlace(e, payee, *entry.Place)
		}
		return err
	})
	if apperr.CodeOf(err) == database.Taken {
		err = apperr.New(apperr.Conflict, "another transaction has the id that this form gives its transaction").WithCause(err).WithHint("open a new form, and enter the transaction there")
	}
	return done, row, err
}

// EditRow replaces a row by an entry; the other sides of its transfers are changed too. It returns an Invalid error
// that names the field, and Conflict for a reconciled row.
func (rs *Rows) EditRow(ctx context.Context, who users.Actor, id, row string, entry Entry, seen Fingerprint, even EvenReconciled) (budgetsession.ChangeResult, error) {
	return rs.with(ctx, who, id, "edit-row", row, func(e *budgetsession.ChangeTx, t *budget.Transaction) error {
		if seen != "" {
			stands, err := CurrentEntry(e, t, e.Transaction)
			if err != nil {
				return err
			}
			if both, is := errors.AsType[Collision](entry.Merge(stands, seen)); is {
				return both.refuse(e, t)
			}
		}
		entered, err := Resolve(e, &entry, t)
		if err != nil {
			return err
		}
		return e.Rows(even, func(b *ledger.EditSet) error {
			if err := b.Edit(t.No, entered); err != nil {
				return err
			}
			after, err := b.Row(t.No)
			if err != nil {
				return err
			}
			name, err := TextOf(e, &after)
			if err != nil {
				return err
			}
			e.Say("Changed %s", name)
			return setSeen(e, b, &after)
		})
	})
}

// with runs a change with the transaction of an id that a client has seen.
func (rs *Rows) with(ctx context.Context, who users.Actor, id, action, row string, do func(*budgetsession.ChangeTx, *budget.Transaction) error) (budgetsession.ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, rs.access, who, id, action, row, ByID, do)
}

// DeleteRows deletes rows with the other sides of their transfers. A side that is a part of a split stays in it,
// without category. It returns a Conflict error for a reconciled row.
func (rs *Rows) DeleteRows(ctx context.Context, who users.Actor, id string, rows Choice, even EvenReconciled) (budgetsession.ChangeResult, error) {
	return rs.eachRow(ctx, who, id, "delete-rows", "Deleted", rows, even, func(b *ledger.EditSet, no budget.TxNo) error { return b.Delete(no) })
}

// DuplicateRows adds copies of rows on a day, uncleared; zero is the day of each row.
func (rs *Rows) DuplicateRows(ctx context.Context, who users.Actor, id string, rows Choice, on civil.Date) (budgetsession.ChangeResult, error) {
	return rs.eachRow(ctx, who, id, "duplicate-rows", "Duplicated", rows, false, func(b *ledger.EditSet, no budget.TxNo) error {
		_, err := b.Duplicate(no, on)
		return err
	})
}

func (rs *Rows) eachRow(ctx context.Context, who users.Actor, id, action, word string, choice Choice, even EvenReconciled, do func(*ledger.EditSet, budget.TxNo) error) (budgetsession.ChangeResult, error) {
	return rs.access.Change(ctx, who, id, action, func(e *budgetsession.ChangeTx) error {
		rows, text, err := chosenIn(e, choice)
		if err != nil {
			return err
		}
		e.Say("%s %s", word, text)
		return e.Rows(even, func(b *ledger.EditSet) error {
			b.Know(rows)
			return iterutil.EachPtr(rows, func(row *budget.Transaction) error { return do(b, row.No) })
		})
	})
}

// chosenIn returns the rows of a choice, and a description of them for the label.
func chosenIn(e *budgetsession.ChangeTx, choice Choice) (rows []budget.Transaction, text string, err error) {
	rows, err = choice.find(&e.ReadTx)
	if err != nil {
		return nil, "", err
	}
	if len(rows) == 1 {
		text, err = TextOf(e, &rows[0])
		return rows, text, err
	}
	return rows, humanize.Number(len(rows), "transaction", "transactions"), nil
}

// setSeen stores the fingerprint of the transaction that a change has written in its result.
func setSeen(e *budgetsession.ChangeTx, b *ledger.EditSet, t *budget.Transaction) error {
	entry, err := CurrentEntry(e, t, b.Row)
	if err == nil {
		e.Seen = string(FingerprintOfFields(entry, fields))
	}
	return err
}

// TextOf describes a row for the journal.
func TextOf(e *budgetsession.ChangeTx, t *budget.Transaction) (string, error) {
	account, err := e.Account(t.Account)
	return "the transaction of " + e.Day(t.Date) + " for " + e.Text(t.Amount) + " in " + account.Name, err
}
