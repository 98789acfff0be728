package ledger

import (
	"maps"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Add creates a row and the other sides of its transfers. It returns an Invalid error that names the field.
func (b *EditSet) Add(e Entry) (budget.TxNo, error) {
	if err := b.check(&e, &budget.Transaction{}); err != nil {
		return 0, err
	}
	t := b.keep(&budget.Transaction{No: budget.TxNo(b.world.Number()), ID: b.world.ID(), Approved: true})
	return t.No, b.fill(t, &e)
}

// Edit changes a row to the entry. The other sides of its transfers follow in amount, and in date unless the transfer has two
// dates; where a row or part is no longer a transfer to that account, its other side is deleted and a new one created. Data
// that is not part of an entry, such as the bank's text, stays. If the other side is a part, its split follows with its sum
// and date.
func (b *EditSet) Edit(no budget.TxNo, e Entry) error {
	t, err := b.row(no)
	if err != nil {
		return err
	}
	if err := b.check(&e, t); err != nil {
		return err
	}
	return b.fill(t, &e)
}

// Duplicate copies a row to a date, uncleared and without bank data; a zero date means the row's date. A transfer
// gets its other side.
func (b *EditSet) Duplicate(no budget.TxNo, on civil.Date) (budget.TxNo, error) {
	t, err := b.row(no)
	if err != nil {
		return 0, err
	}
	e := EntryOf(t)
	e.Cleared = budget.Uncleared
	if on != 0 {
		e.Date = on
	}
	if e.TwoDates {
		o, ok, err := b.other(t.No, t.Transfer)
		if err != nil {
			return 0, err
		}
		if e.TwoDates = ok; ok {
			e.OtherDate = e.Date.AddDays(o.row.Date.Since(t.Date))
		}
	}
	for i := range e.Parts {
		e.Parts[i].No = 0
	}
	b.DropCategories(&e)
	return b.Add(e)
}

// DropCategories removes the categories of an entry that may not have any.
func (b *EditSet) DropCategories(e *Entry) {
	if !b.categorised(e.Account, e.Other) {
		e.Category = 0
	}
	for i := range e.Parts {
		if !b.categorised(e.Account, e.Parts[i].Other) {
			e.Parts[i].Category = 0
		}
	}
}

// Delete deletes a row and the other sides of its transfers. An other side that is a part of a split becomes a part
// without category, because the split's row is still on its bank statement.
func (b *EditSet) Delete(no budget.TxNo) error {
	if b.gone[no] {
		return nil // already deleted as the other side of another row
	}
	t, err := b.row(no)
	if err != nil {
		return err
	}
	b.gone[no] = true
	for s := range sides(t) {
		if err := b.leave(t, *s.transfer); err != nil {
			return err
		}
	}
	return nil
}

// fill writes a checked entry into a row.
func (b *EditSet) fill(t *budget.Transaction, e *Entry) error {
	if err := b.markTwoDates(t, e); err != nil {
		return err
	}
	old := map[budget.PartNo]budget.Transfer{}
	for s := range sides(t) {
		old[s.no] = *s.transfer
	}
	t.ByRule = stillByRule(t, e)
	t.Account, t.Date, t.Amount, t.Memo, t.Cleared = e.Account, e.Date, e.Amount, e.Memo, e.Cleared
	if t.Cleared == "" {
		t.Cleared = budget.Uncleared
	}
	t.FlagColour, t.FlagName = e.FlagColour, e.FlagName
	t.Payee, t.Category, t.Transfer = e.Payee, e.Category, budget.Transfer{Account: e.Other}
	t.Parts = b.parts(t.Parts, e.Parts)
	var made []side
	for s := range sides(t) {
		link := s.transfer
		switch was := old[s.no]; {
		case link.Account == 0:
			continue
		case was.Account == link.Account: // also if the other side was never found: it is not created
			*link = was
			delete(old, s.no)
		default:
			made = append(made, s)
		}
		*s.payee = b.accounts[link.Account].TransferPayee
	}
	for _, no := range slices.Sorted(maps.Keys(old)) {
		if err := b.leave(t, old[no]); err != nil {
			return err
		}
	}
	for _, s := range made {
		b.addOther(s)
	}
	if err := b.follow(t); err != nil {
		return err
	}
	return b.setDates(t, e)
}

// stillByRule returns the fields of a row set by rules that an entry does not change.
func stillByRule(t *budget.Transaction, e *Entry) budget.ByRule {
	by, was := t.ByRule, EntryOf(t)
	if by == (budget.ByRule{}) {
		return by
	}
	if e.Other != was.Other || e.Other == 0 && e.Payee != was.Payee {
		by.Payee = 0
	}
	if e.Category != was.Category || e.Other != was.Other || !slices.Equal(e.Parts, was.Parts) {
		by.Money = 0
	}
	if e.Memo != was.Memo {
		by.Notes = 0
	}
	if e.FlagColour != was.FlagColour {
		by.Flag = 0
	}
	return by
}

// parts returns the entered parts. Existing parts retain the data that is not in an entry.
func (b *EditSet) parts(before []budget.Part, entered []Part) []budget.Part {
	var parts []budget.Part
	for _, p := range entered {
		part := budget.Part{No: p.No}
		if i := slices.IndexFunc(before, func(o budget.Part) bool { return p.No != 0 && o.No == p.No }); i >= 0 {
			part = before[i]
		} else {
			part.No, part.ID = budget.PartNo(b.world.Number()), b.world.ID()
		}
		part.Amount, part.Payee, part.Category, part.Memo = p.Amount, p.Payee, p.Category, p.Memo
		part.Transfer = budget.Transfer{Account: p.Other}
		parts = append(parts, part)
	}
	return parts
}
