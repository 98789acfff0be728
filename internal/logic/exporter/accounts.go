package exporter

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// accounts writes the accounts.
func (e *export) accounts() error {
	return iterutil.EachPtr(e.Accounts, func(a *Account) error { return e.out.Record(e.account(a)) })
}

// account returns an account as the document has it. Members of the imported document that Holdover does not interpret
// are in a.Extra as JSON text; the document's own fields are taken from there.
func (e *export) account(a *Account) *ynabdoc.Account {
	payee, _ := e.ids.payee(a.TransferPayee)
	out := &ynabdoc.Account{
		ID: a.ID, Name: a.Name, Type: string(a.Type), OnBudget: a.OnBudget, Closed: a.Closed, Note: a.Note,
		Balance: a.Balance, ClearedBalance: a.Cleared, UnclearedBalance: a.Balance - a.Cleared, TransferPayeeID: payee,
	}
	linked, extra := take(members(a.Extra), "direct_import_linked")
	inError, extra := take(extra, "direct_import_in_error")
	reconciled, extra := take(extra, "last_reconciled_at")                                // kept if it was not a timestamp
	out.DirectImportLinked, out.DirectImportInError = linked == "true", inError == "true" // the JSON value true
	out.LastReconciledAt = text(reconciled)
	if a.LastReconciledAt != nil {
		out.LastReconciledAt = timestamp(*a.LastReconciledAt)
	}
	if a.Debt != nil {
		setDebt(out, a.Debt)
	}
	out.SetExtra(extra)
	return out
}

// markedAccountGroups returns the account groups with the ids of their accounts.
func (e *export) markedAccountGroups() []ynabdoc.MarkedAccountGroup {
	return iterutil.Map(e.AccountGroups, func(g budget.AccountGroup) ynabdoc.MarkedAccountGroup {
		marked := ynabdoc.MarkedAccountGroup{ID: g.ID, Name: g.Name, Accounts: []string{}}
		for i := range e.Accounts {
			if e.Accounts[i].Group == g.No {
				marked.Accounts = append(marked.Accounts, e.Accounts[i].ID)
			}
		}
		return marked
	})
}

// payees writes the payees.
func (e *export) payees() error {
	return iterutil.EachPtr(e.Payees, func(p *budget.Payee) error {
		out := &ynabdoc.Payee{ID: p.ID, Name: p.Name, TransferAccountID: e.ids.account(p.TransferAccount)}
		out.SetExtra(members(p.Extra))
		return e.out.Record(out)
	})
}

// locations writes the places of payees.
func (e *export) locations() error {
	return iterutil.EachPtr(e.Locations, func(l *budget.Location) error {
		payee, _ := e.ids.payee(l.Payee)
		out := &ynabdoc.PayeeLocation{ID: l.ID, PayeeID: payee, Latitude: l.Latitude, Longitude: l.Longitude}
		out.SetExtra(members(l.Extra))
		return e.out.Record(out)
	})
}
