package app

import (
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
)

// TransactionFields contains a program's values for a transaction. A nil field leaves the value unchanged. Records
// are given by id; "" is none.
type TransactionFields struct {
	Account    *string
	Date       *civil.Date
	OtherDate  *civil.Date  // of the other side of a transfer, also in the future; zero for the transaction's date
	Amount     *money.Milli // spending is negative
	Payee      *string
	PayeeName  *string // used without a payee's id; a new name creates a payee
	Category   *string
	Memo       *string
	Cleared    *string
	Approved   *bool
	FlagColour *string
	Parts      []PartFields // of a split; empty leaves them unchanged
	// Strict refuses a category that the transaction cannot have. The source's API omits it without an error.
	Strict bool
}

// PartFields contains a program's values for a part of a split.
type PartFields struct {
	Amount    money.Milli
	Payee     string
	PayeeName string
	Category  string
	Memo      string
}

// earliest is the largest offset of a time zone ahead of UTC.
const earliest = 14 * time.Hour

// checkDate refuses a date that is in the future in every time zone: a program may run anywhere. The store refuses
// dates too far back.
func checkDate(day civil.Date, now time.Time) error {
	if day > civil.DateOf(now.UTC().Add(earliest)) {
		return apperr.New(apperr.Invalid, "date must not be in the future").AtField("date").
			WithHint("use a scheduled transaction for future dates")
	}
	return nil
}

// pay sets an entry's payee, if the fields contain one.
func (r *references) pay(e *ledger.Entry, f *TransactionFields) error {
	id, name := textOf(f.Payee), textOf(f.PayeeName)
	if f.Payee == nil && name == "" {
		return nil
	}
	if same, known := r.payees[idKey(id)]; same.No == e.Payee && (known || id == "" && name == "") {
		return nil // also for a transfer without payee, as in documents of other programs: it stays a transfer
	}
	account, err := r.Account(e.Account)
	if err != nil {
		return err
	}
	payee, other, err := r.party(&account, id, name)
	if err != nil {
		return err
	}
	if other != 0 && len(e.Parts)+len(f.Parts) > 0 {
		return r.notOfASplit(e, other)
	}
	e.Payee, e.Other = payee, other
	return nil
}

// dateOther sets the date of the other side, if the fields contain one.
func (f *TransactionFields) dateOther(e *ledger.Entry) error {
	if f.OtherDate == nil {
		return nil
	}
	if *f.OtherDate != 0 && (e.Other == 0 || len(e.Parts)+len(f.Parts) > 0) {
		return apperr.New(apperr.Invalid, "it is not a transfer").AtField("other-date").WithHint("only the other side of a whole transfer has a date of its own")
	}
	e.TwoDates, e.OtherDate = *f.OtherDate != 0, *f.OtherDate
	return nil
}

// notOfASplit refuses to make a whole split a transfer. A split that already has the payee of the account, as the
// source may have it, keeps it: programs send back the values that they received.
func (r *references) notOfASplit(e *ledger.Entry, other budget.AccountNo) error {
	account, err := r.Account(other)
	if err != nil || len(e.Parts) > 0 && e.Payee == account.TransferPayee {
		return err
	}
	return apperr.New(apperr.Invalid, "a split transaction cannot be a transfer; only its parts can").AtField("payee").
		WithHint("give the payee to the part that goes to %s, or leave the parts out", account.Name)
}

// fill sets the fields that are allowed for any transaction, split or not.
func (r *references) fill(e *ledger.Entry, f *TransactionFields) error {
	if f.Memo != nil {
		e.Memo = *f.Memo
	}
	if f.Cleared != nil {
		e.Cleared = budget.Cleared(*f.Cleared)
	}
	if f.FlagColour != nil && *f.FlagColour != e.FlagColour {
		e.FlagColour, e.FlagName = *f.FlagColour, ""
	}
	if len(f.Parts) == 0 || len(e.Parts) > 0 {
		return nil
	}
	account, err := r.Account(e.Account)
	if err != nil {
		return err
	}
	e.Category, e.Other = 0, 0
	for i := range f.Parts {
		p, err := r.part(&account, &f.Parts[i])
		if err != nil {
			return atPart(err, i+1)
		}
		e.Parts = append(e.Parts, p)
	}
	return nil
}

func (r *references) part(account *budget.Account, f *PartFields) (p ledger.Part, err error) {
	p = ledger.Part{Amount: f.Amount, Memo: f.Memo}
	if p.Payee, p.Other, err = r.party(account, f.Payee, f.PayeeName); err != nil {
		return p, err
	}
	p.Category, _, err = r.category(f.Category)
	return p, err
}

// categorise sets an entry's category if the fields contain one that it can have.
func (r *references) categorise(e *ledger.Entry, f *TransactionFields) error {
	if f.Category == nil || len(e.Parts) > 0 {
		return nil
	}
	no, ignored, err := r.category(*f.Category)
	if err == nil && !ignored {
		e.Category = no
	}
	return err
}

// hasCategory returns an error if the entry could not be given the requested category.
func (f *TransactionFields) hasCategory(e *ledger.Entry) error {
	if !f.Strict || textOf(f.Category) == "" || e.Category != 0 {
		return nil
	}
	return apperr.New(apperr.Invalid, "it cannot have a category").AtField("category").
		WithHint("transfers between accounts on budget and transactions off budget have no category; the parts of a split have them")
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func atPart(err error, part int) error {
	return apperr.Placed(err, func(f *apperr.Error) { f.Part = part })
}
