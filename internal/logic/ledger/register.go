// Package ledger contains the rules for the rows of registers: how adding, editing, duplicating or deleting a row
// changes it and the rows linked to it.
//
// A split's parts sum to its row. Both sides of a transfer have opposite amounts and refer to each other; a side may be a
// part of a split. They have the same date, unless the transfer is marked as one with two dates. A change of one side
// changes the other. Reconciled rows stay as the bank confirmed them unless the caller allows otherwise.
//
// A [EditSet] collects the changes of one step; the caller writes them at once.
//
// Start with EditSet, then entry.go and edit.go.
package ledger

import (
	"reflect"
	"slices"
	"strconv"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Context is the data about a budget that the rules read.
type Context struct {
	Accounts   []budget.Account
	Categories []budget.Category
	Currency   money.Format
	DateFormat string                                        // the format of days in messages
	Load       func(budget.TxNo) (budget.Transaction, error) // reads a stored row
	Number     func() int64                                  // a number that no record has
	ID         func() string                                 // an id that no record has
}

// EditSet is a draft over the rows of a budget.
type EditSet struct {
	world      Context
	accounts   map[budget.AccountNo]budget.Account
	categories map[budget.CategoryNo]budget.Category
	before     map[budget.TxNo]budget.Transaction // stored rows; new rows are not in it
	rows       map[budget.TxNo]*budget.Transaction
	gone       map[budget.TxNo]bool
	order      []budget.TxNo // of all rows that were read
}

// Open returns an empty set of changes.
func Open(w Context) *EditSet {
	b := &EditSet{world: w, accounts: map[budget.AccountNo]budget.Account{}, categories: map[budget.CategoryNo]budget.Category{}}
	for _, a := range w.Accounts {
		b.accounts[a.No] = a
	}
	for _, c := range w.Categories {
		b.categories[c.No] = c
	}
	return b.Anew()
}

// Anew returns another empty set of changes of the same budget.
func (b *EditSet) Anew() *EditSet {
	return &EditSet{
		world: b.world, accounts: b.accounts, categories: b.categories,
		before: map[budget.TxNo]budget.Transaction{}, rows: map[budget.TxNo]*budget.Transaction{}, gone: map[budget.TxNo]bool{},
	}
}

// Know adds rows that the caller has read, to save loading them again.
func (b *EditSet) Know(rows []budget.Transaction) {
	for i := range rows {
		if _, looked := b.rows[rows[i].No]; !looked {
			t := copied(&rows[i])
			b.before[t.No] = rows[i]
			b.keep(&t)
		}
	}
}

// Row returns a row in its draft state.
func (b *EditSet) Row(no budget.TxNo) (budget.Transaction, error) {
	t, err := b.row(no)
	if err != nil {
		return budget.Transaction{}, err
	}
	return copied(t), nil
}

func (b *EditSet) row(no budget.TxNo) (*budget.Transaction, error) {
	if b.gone[no] {
		return nil, apperr.New(apperr.Conflict, "the transaction has already been deleted")
	}
	if t, ok := b.rows[no]; ok {
		return t, nil
	}
	t, err := b.world.Load(no)
	if err != nil {
		return nil, err
	}
	b.before[no] = copied(&t)
	return b.keep(&t), nil
}

func (b *EditSet) keep(t *budget.Transaction) *budget.Transaction {
	b.rows[t.No] = t
	b.order = append(b.order, t.No)
	return t
}

func copied(t *budget.Transaction) budget.Transaction {
	c := *t
	c.Parts = slices.Clone(t.Parts)
	return c
}

// EvenReconciled reports whether reconciled rows may change.
type EvenReconciled bool

// Which rows may change.
const (
	UnlessReconciled EvenReconciled = false
	AlsoReconciled   EvenReconciled = true
)

// Changes returns the rows to write and those to delete. It returns a Conflict error, caused by a Guarded, if
// reconciled rows would no longer match the bank and may not change.
func (b *EditSet) Changes(even EvenReconciled) (put []budget.Transaction, gone []budget.TxNo, err error) {
	var guarded []*budget.Transaction
	for _, no := range b.order {
		before, known := b.before[no]
		after := b.rows[no]
		if known && !bool(even) && b.breaks(&before, after) {
			guarded = append(guarded, &before)
		}
		switch {
		case b.gone[no] && known:
			gone = append(gone, no)
		case !b.gone[no] && !(known && reflect.DeepEqual(before, *after)):
			put = append(put, *after)
		}
	}
	if len(guarded) > 0 {
		return nil, nil, b.reconciled(guarded)
	}
	return put, gone, nil
}

// breaks reports whether a row was reconciled and no longer matches the bank. Payee, category, memo and flag belong
// to the user and may change.
func (b *EditSet) breaks(before, after *budget.Transaction) bool {
	return before.Cleared == budget.Reconciled &&
		(b.gone[before.No] || after.Account != before.Account || after.Date != before.Date ||
			after.Amount != before.Amount || after.Cleared != before.Cleared)
}

// Guarded is the number of reconciled rows that prevent a change.
type Guarded int

func (g Guarded) Error() string { return strconv.Itoa(int(g)) + " reconciled" }

func (b *EditSet) reconciled(rows []*budget.Transaction) error {
	t := rows[0]
	err := apperr.New(apperr.Conflict, "the transaction of %s for %s in %s is reconciled", t.Date.In(b.world.DateFormat), b.text(t.Amount), b.accounts[t.Account].Name).
		WithHint("it agrees with the bank; confirm that you want to change it anyway")
	if len(rows) > 1 {
		err = apperr.New(apperr.Conflict, "%d of the transactions are reconciled, the first of them of %s for %s in %s", len(rows), t.Date.In(b.world.DateFormat), b.text(t.Amount), b.accounts[t.Account].Name).
			WithHint("they agree with the bank; confirm that you want to change them anyway")
	}
	return err.WithCause(Guarded(len(rows)))
}

func (b *EditSet) text(m money.Milli) string { return b.world.Currency.Spoken(m) }
