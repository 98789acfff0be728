package register

import (
	"strings"

	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// The form that begins with the amount is for a payment made just now: recent payees are one tap away.

// maxRecentPayees is the number of payees that fit above a keypad.
const maxRecentPayees = 6

// offerRecentPayees offers recent payees until one is chosen.
func offerRecentPayees(r *ui.Request, rd *RowReading, p *RowPage) error {
	f := rd.Fields
	if !f.AmountFirst || f.ID != "" || f.Payee.Text != "" {
		return nil
	}
	found, _, err := r.App.SuggestPayees(r.Context(), r.Actor, rd.form.Budget.ID, f.Account, "", maxRecentPayees)
	if err != nil {
		return err
	}
	p.RecentPayees = suggestions(found, rd.account(f.Account)).Groups[0].Options // the other group is transfers
	return nil
}

// choosePayee sets an offered payee, "ID=NAME", and the category that SuggestCategory returns for it, so that only
// saving remains. It returns the field or button to focus.
func choosePayee(r *ui.Request, rd *RowReading, ref string) (focusOn string, err error) {
	f := rd.Fields
	id, name, _ := strings.Cut(ref, "=")
	f.Payee = named{Text: name, Ref: ref}
	if f.Category.Text != "" || len(f.Parts) > 0 || rd.noCategory(&f.lineFields) != "" {
		return "save", nil
	}
	category, err := r.App.SuggestCategory(r.Context(), r.Actor, r.BudgetID, payees.CategoryQuery{Account: f.Account, Payee: id})
	if apperr.KindOf(err) == apperr.NotFound {
		return "payee", nil // the payee was deleted meanwhile: saving creates a new one with its name
	}
	if err != nil {
		return "", err
	}
	f.Category = namedBy(category, categoryLabels(rd.form)[category])
	return "save", nil
}
