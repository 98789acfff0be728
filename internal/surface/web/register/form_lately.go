package register

import (
	"strings"

	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// The form that begins with the amount is for a payment made just now: recent payees are one tap away, and it begins
// in the account used last in this browser.

// maxLately is the number of payees that fit above a keypad.
const maxLately = 6

// accountCookie stores the account to which a transaction was last added, which may belong to another budget.
const accountCookie = "holdover_last_account"

// offerLately offers recent payees until one is chosen.
func offerLately(r *ui.Request, rd *RowReading, p *RowPage) error {
	f := rd.Fields
	if !f.AmountFirst || f.ID != "" || f.Payee.Text != "" {
		return nil
	}
	found, _, err := r.App.SuggestPayees(r.Context(), r.Actor, rd.form.Budget.ID, f.Account, "", maxLately)
	p.Lately = suggestions(found, rd.account(f.Account)).Groups[0].Options
	return err
}

// choosePayee sets an offered payee, "ID=NAME", with its usual category, so that only saving remains.
func choosePayee(r *ui.Request, rd *RowReading, ref string) (at string, err error) {
	f := rd.Fields
	id, name, _ := strings.Cut(ref, "=")
	f.Payee = named{Text: name, Ref: ref}
	if f.Category.Text != "" || len(f.Parts) > 0 || rd.noCategory(&f.lineFields) != "" {
		return "save", nil
	}
	category, err := r.App.SuggestCategory(r.Context(), r.Actor, r.BudgetID, payees.CategoryQuery{Account: f.Account, Payee: id})
	if apperr.KindOf(err) == apperr.NotFound {
		return "payee", nil // it was deleted since: its name creates a new one
	}
	f.Category = namedBy(category, categoryLabels(rd.form)[category])
	return "save", err
}
