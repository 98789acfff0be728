package ledger

import (
	"cmp"
	"iter"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// side is one side of a transfer: a row without parts, or a part.
type side struct {
	row      *budget.Transaction
	part     *budget.Part  // nil for a whole row
	no       budget.PartNo // none for a whole row
	amount   *money.Milli
	payee    *budget.PayeeNo
	category *budget.CategoryNo
	transfer *budget.Transfer
	memo     string
}

// sides yields the parts of a row, or the row itself.
func sides(t *budget.Transaction) iter.Seq[side] {
	return func(yield func(side) bool) {
		if len(t.Parts) == 0 {
			yield(side{t, nil, 0, &t.Amount, &t.Payee, &t.Category, &t.Transfer, t.Memo})
			return
		}
		for p := range iterutil.Pointers(t.Parts) {
			if !yield(side{t, p, p.No, &p.Amount, &p.Payee, &p.Category, &p.Transfer, p.Memo}) {
				return
			}
		}
	}
}

// setAmount sets the amount of a side, and updates the sum of its split.
func (s side) setAmount(m money.Milli) {
	if s.part != nil {
		s.row.Amount += m - *s.amount
	}
	*s.amount = m
}

// other returns the side that a link refers to. ok is false if the side does not exist or the link refers elsewhere.
func (b *EditSet) other(of budget.TxNo, link budget.Transfer) (side, bool, error) {
	if link.Tx == 0 || b.gone[link.Tx] {
		return side{}, false, nil
	}
	t, err := b.row(link.Tx)
	if err != nil {
		return side{}, false, err
	}
	for s := range sides(t) {
		if s.no == link.Part && s.transfer.Tx == of {
			return s, true, nil
		}
	}
	return side{}, false, nil
}

// leave removes the other side of a former transfer: a row is deleted, a part stays in its split without category.
func (b *EditSet) leave(t *budget.Transaction, link budget.Transfer) error {
	o, ok, err := b.other(t.No, link)
	if err != nil || !ok {
		return err
	}
	if o.part == nil {
		b.gone[o.row.No] = true
		return nil
	}
	o.part.Transfer, o.part.Payee = budget.Transfer{}, 0
	return nil
}

// addOther creates the other side of a new transfer. If that side leaves the budget, it is uncategorised like any new
// row.
func (b *EditSet) addOther(s side) {
	link := s.transfer
	o := b.keep(&budget.Transaction{
		No: budget.TxNo(b.world.Number()), ID: b.world.ID(), Account: link.Account, Date: s.row.Date, Amount: -*s.amount,
		Payee: b.accounts[s.row.Account].TransferPayee, Memo: s.memo, Cleared: budget.Uncleared, Approved: true,
		Transfer: budget.Transfer{Account: s.row.Account, Tx: s.row.No, Part: s.no},
	})
	link.Tx, link.Part, link.TwoDates = o.No, 0, false
}

// markTwoDates marks a transfer that has two dates and no mark, because an earlier version imported it.
func (b *EditSet) markTwoDates(t *budget.Transaction, e *Entry) error {
	if len(t.Parts) > 0 || t.Transfer.TwoDates || e.Other != t.Transfer.Account {
		return nil
	}
	o, ok, err := b.other(t.No, t.Transfer)
	if ok && o.part == nil && o.row.Date != t.Date && b.mayHaveTwoDates(t, o.row) {
		e.TwoDates, t.Transfer.TwoDates, o.transfer.TwoDates = true, true, true
	}
	return err
}

// setDates gives the other side of a whole transfer the date of the entry, and marks both sides if the dates differ.
func (b *EditSet) setDates(t *budget.Transaction, e *Entry) error {
	if len(t.Parts) > 0 {
		return nil
	}
	o, ok, err := b.other(t.No, t.Transfer)
	if err != nil || !ok {
		t.Transfer.TwoDates = false
		return err
	}
	on := t.Date
	if e.TwoDates {
		on = cmp.Or(e.OtherDate, o.row.Date)
	}
	t.Transfer.TwoDates = on != t.Date
	switch {
	case o.part == nil && (on == t.Date || b.mayHaveTwoDates(t, o.row)):
		o.row.Date, o.transfer.TwoDates = on, t.Transfer.TwoDates
		return nil
	case on == t.Date: // a part has the date of its split, which follows
		return nil
	case o.part != nil:
		return apperr.New(apperr.Invalid, "the other side is a part of a split transaction, so both sides have one date").Of("other-date").
			WithHint("give both sides the same date")
	}
	return apperr.New(apperr.Invalid, "the transfer has a category, so both sides have one date").Of("other-date").
		WithHint("remove the category first: both accounts are on budget")
}

// mayHaveTwoDates reports whether the sides of a whole transfer may have two dates. Between budget accounts neither has a
// category then: the money on its way is in no category.
func (b *EditSet) mayHaveTwoDates(t, other *budget.Transaction) bool {
	return !b.accounts[t.Account].OnBudget || !b.accounts[other.Account].OnBudget || t.Category == 0 && other.Category == 0
}

// follow updates the other sides of a row's transfers, and the rows linked to those. A side of a transfer with two dates
// keeps its date. follow terminates because it does not change a side that is up to date.
func (b *EditSet) follow(t *budget.Transaction) error {
	if t.Amount.Abs() > money.Limit {
		return apperr.New(apperr.Invalid, "the split in %s of %s would become too large", b.accounts[t.Account].Name, t.Date).Of("amount")
	}
	for s := range sides(t) {
		o, ok, err := b.other(t.No, *s.transfer)
		if err != nil {
			return err
		}
		keepsDate := s.transfer.TwoDates
		if !ok || ((keepsDate || o.row.Date == t.Date) && *o.amount == -*s.amount && o.transfer.Account == t.Account) {
			continue
		}
		if o.row.Account == t.Account {
			return apperr.New(apperr.Invalid, "both sides of the transfer of %s would be in %s", t.Date, b.accounts[t.Account].Name).Of("account").
				WithHint("choose another account")
		}
		if o.transfer.Account != t.Account {
			b.comesFrom(o, t.Account)
		}
		if !keepsDate {
			o.row.Date = t.Date
		}
		o.setAmount(-*s.amount)
		if err := b.follow(o.row); err != nil {
			return err
		}
	}
	return nil
}

// comesFrom points a side at another account.
func (b *EditSet) comesFrom(o side, account budget.AccountNo) {
	o.transfer.Account = account
	*o.payee = b.accounts[account].TransferPayee
	if !b.categorised(o.row.Account, account) {
		*o.category = 0
	}
}
