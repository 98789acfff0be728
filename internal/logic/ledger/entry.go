package ledger

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Entry is a row as a user enters it. With parts it is a split, and Category and Other are zero.
type Entry struct {
	Account  budget.AccountNo
	Date     civil.Date
	Amount   money.Milli // spending is negative
	Payee    budget.PayeeNo
	Category budget.CategoryNo
	Other    budget.AccountNo // the account on the other side of a transfer; its transfer payee is used
	// TwoDates lets the sides of a whole transfer have different dates. OtherDate is the date of the other side; zero
	// leaves it as it is.
	TwoDates   bool
	OtherDate  civil.Date
	Memo       string
	Cleared    budget.Cleared // "" is uncleared
	FlagColour string
	FlagName   string
	Parts      []Part
}

// Part is a part of a split as a user enters it.
type Part struct {
	No       budget.PartNo // the existing part, zero for a new one
	Amount   money.Milli
	Payee    budget.PayeeNo
	Category budget.CategoryNo
	Other    budget.AccountNo
	Memo     string
}

// EntryOf returns a row as an entry, to start an edit.
func EntryOf(t *budget.Transaction) Entry {
	e := Entry{
		Account: t.Account, Date: t.Date, Amount: t.Amount, Payee: t.Payee, Category: t.Category, Other: t.Transfer.Account, TwoDates: t.Transfer.TwoDates,
		Memo: t.Memo, Cleared: t.Cleared, FlagColour: t.FlagColour, FlagName: t.FlagName,
	}
	for p := range iterutil.Pointers(t.Parts) {
		e.Other, e.TwoDates = 0, false
		e.Parts = append(e.Parts, Part{p.No, p.Amount, p.Payee, p.Category, p.Transfer.Account, p.Memo})
	}
	return e
}

// Left returns the part of a split's amount that is not yet assigned to parts.
func (e *Entry) Left() money.Milli {
	left := e.Amount
	for i := range e.Parts {
		left -= e.Parts[i].Amount
	}
	return left
}

// check returns an error that names the invalid field of an entry. before is the present row. Its values are allowed
// to stay.
func (b *EditSet) check(e *Entry, before *budget.Transaction) error {
	if f := b.checkAccount("account", e.Account, before.Account); f != nil {
		return f
	}
	switch {
	case e.Date == 0:
		return apperr.New(apperr.Invalid, "it is missing").Of("date").WithHint("every transaction needs a date")
	case e.Cleared != "" && e.Cleared != budget.Uncleared && e.Cleared != budget.ClearedYes && e.Cleared != budget.Reconciled:
		return apperr.New(apperr.Invalid, "%q is not a cleared state", e.Cleared).Of("cleared").WithHint("it is uncleared, cleared or reconciled")
	}
	if f := checkAmount(e.Amount); f != nil {
		return f
	}
	if len(e.Parts) == 0 {
		same := e.Account == before.Account && e.Other == before.Transfer.Account
		if f := b.checkLine(e.Account, line{e.Category, e.Other}, line{before.Category, before.Transfer.Account}, same); f != nil {
			return f
		}
		return nil
	}
	if e.Category != 0 || e.Other != 0 {
		return apperr.New(apperr.Invalid, "a split transaction cannot have one").Of("category").WithHint("its parts have categories and transfers")
	}
	return b.checkParts(e, before)
}

// line is the category and transfer of a row or part.
type line struct {
	category budget.CategoryNo
	other    budget.AccountNo
}

func (b *EditSet) checkParts(e *Entry, before *budget.Transaction) error {
	was := map[budget.PartNo]line{}
	for i := range before.Parts {
		was[before.Parts[i].No] = line{before.Parts[i].Category, before.Parts[i].Transfer.Account}
	}
	seen := map[budget.PartNo]bool{}
	for i := range e.Parts {
		p := &e.Parts[i]
		old, known := was[p.No]
		if p.No != 0 && (!known || seen[p.No]) {
			return apperr.New(apperr.Conflict, "this part of the transaction no longer exists").AtPart(i + 1).WithHint("open the transaction again")
		}
		seen[p.No] = true
		if f := checkAmount(p.Amount); f != nil {
			return f.AtPart(i + 1)
		}
		same := e.Account == before.Account && p.Other == old.other
		if f := b.checkLine(e.Account, line{p.Category, p.Other}, old, same); f != nil {
			return f.AtPart(i + 1)
		}
	}
	if left := e.Left(); left != 0 {
		return apperr.New(apperr.Invalid, "the parts add up to %s, but the transaction is %s", b.text(e.Amount-left), b.text(e.Amount)).Of("amount").
			WithHint(leftHint(left, e.Amount), b.text(left.Abs()))
	}
	return nil
}

// leftHint explains a difference between a row and the sum of its parts.
func leftHint(left, whole money.Milli) string {
	if (left < 0) == (whole < 0) {
		return "%s is left to assign"
	}
	return "%s is too much in the parts"
}

// checkLine checks category and transfer of a row or part; same reports whether its accounts are unchanged.
func (b *EditSet) checkLine(account budget.AccountNo, is, was line, same bool) *apperr.Error {
	if is.other != 0 {
		if f := b.checkAccount("transfer", is.other, was.other); f != nil {
			return f
		}
		if is.other == account {
			return apperr.New(apperr.Invalid, "both sides of the transfer would be in %s", b.accounts[account].Name).Of("transfer").WithHint("choose another account")
		}
	}
	if is.category == 0 || (same && is.category == was.category) {
		return nil
	}
	if _, ok := b.categories[is.category]; !ok {
		return apperr.New(apperr.Invalid, "not found").Of("category")
	}
	switch {
	case b.categorised(account, is.other):
		return nil
	case !b.accounts[account].OnBudget:
		return apperr.New(apperr.Invalid, "%s is off budget: its transactions have no category", b.accounts[account].Name).Of("category")
	}
	return apperr.New(apperr.Invalid, "a transfer between two accounts on budget has no category").Of("category")
}

// categorised reports whether a row of an account, or a transfer to another account, has a category: whether money
// enters or leaves the budget.
func (b *EditSet) categorised(account, other budget.AccountNo) bool {
	return b.accounts[account].OnBudget && (other == 0 || !b.accounts[other].OnBudget)
}

func (b *EditSet) checkAccount(field string, no, before budget.AccountNo) *apperr.Error {
	a, ok := b.accounts[no]
	switch {
	case !ok:
		return apperr.New(apperr.Invalid, "not found").Of(field).WithHint("choose an account")
	case a.Closed && no != before:
		return apperr.New(apperr.Invalid, "%s is closed", a.Name).Of(field).WithHint("reopen it first, or choose another account")
	}
	return nil
}

func checkAmount(m money.Milli) *apperr.Error {
	if m.Abs() > money.Limit {
		return apperr.New(apperr.Invalid, "it is too large").Of("amount")
	}
	return nil
}
