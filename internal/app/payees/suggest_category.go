package payees

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rules"
	"holdover/internal/app/users"
	"holdover/internal/logic/rowindex"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// CategoryQuery is a transaction with the fields entered so far.
type CategoryQuery struct {
	Account string // an id; "" if not yet known
	Payee   string // an id, or
	Name    string // a name, also of a payee that does not exist yet
}

// SuggestCategory returns the id of the suggested category of a transaction: the one set by a rule, otherwise the usual
// one of the payee, otherwise "". A payee with learning switched off has no usual one.
func (ps *Payees) SuggestCategory(ctx context.Context, who users.Actor, id string, of CategoryQuery) (string, error) {
	return budgetsession.Read(ctx, ps.access, who, id, func(v *store.ReadTx) (string, error) {
		row, learns, err := rowSoFar(v, &of)
		if err != nil {
			return "", err
		}
		teller, err := rules.NewEngine(v)
		if err != nil {
			return "", err
		}
		_, told, err := teller.Apply(&row)
		if err != nil {
			return "", err
		}
		if !told && learns {
			lines, err := v.Lines()
			if err != nil {
				return "", err
			}
			row.Category = lines.UsualCategory(rowindex.Like{Payee: row.Payee, Account: row.Account})
		}
		if row.Category == 0 {
			return "", nil
		}
		c, err := v.Category(row.Category)
		return c.ID, err
	})
}

// rowSoFar returns a transaction as input of rules, and whether its payee has a usual category. Its amount is unknown, so
// rules about amounts, and splits, do not apply.
func rowSoFar(v *store.ReadTx, of *CategoryQuery) (row rule.Row, learns bool, err error) {
	row.Name, row.Locked.Payee = of.Name, true
	account, err := budgetsession.OrNone(of.Account, v.AccountByID)
	if err != nil {
		return row, false, err
	}
	row.Account = account.No
	if of.Payee != "" {
		payee, err := v.PayeeByID(of.Payee)
		row.Payee, row.Name = payee.No, ""
		return row, !payee.LearningOff, err
	}
	payees, err := v.Payees()
	wanted := budget.NameKey(of.Name)
	for i := range payees {
		if budget.NameKey(payees[i].Name) == wanted && row.Payee == 0 && payees[i].TransferAccount == 0 {
			row.Payee, row.Name, learns = payees[i].No, "", !payees[i].LearningOff
		}
	}
	return row, learns, err
}
