package exporter

import (
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/money"
	"holdover/internal/plandoc"
)

func (x *export) accounts() error {
	return each.At(x.Accounts, func(a *Account) error { return x.out.Record(x.account(a)) })
}

func (x *export) account(a *Account) *plandoc.Account {
	payee, _ := x.names.payee(a.TransferPayee)
	out := &plandoc.Account{
		ID: a.ID, Name: a.Name, Type: string(a.Type), OnBudget: a.OnBudget, Closed: a.Closed, Note: a.Note,
		Balance: a.Balance, ClearedBalance: a.Cleared, UnclearedBalance: a.Balance - a.Cleared, TransferPayeeID: payee,
	}
	linked, extra := take(members(a.Extra), "direct_import_linked")
	inError, extra := take(extra, "direct_import_in_error")
	reconciled, extra := take(extra, "last_reconciled_at") // a value that is not a timestamp
	out.DirectImportLinked, out.DirectImportInError = linked == "true", inError == "true"
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

func setDebt(out *plandoc.Account, d *budget.Debt) {
	if d.OriginalBalance != nil {
		out.DebtOriginalBalance = *d.OriginalBalance
		out.Give("debt_original_balance")
	}
	if len(d.InterestRates) > 0 {
		out.DebtInterestRates = make(plandoc.Debt, len(d.InterestRates))
		for from, rate := range d.InterestRates {
			out.DebtInterestRates[from] = money.Milli(rate)
		}
	}
	out.DebtMinimumPayments, out.DebtEscrowAmounts = d.MinimumPayments, d.EscrowAmounts
}

func (x *export) payees() error {
	return each.At(x.Payees, func(p *budget.Payee) error {
		out := &plandoc.Payee{ID: p.ID, Name: p.Name, TransferAccountID: x.names.account(p.TransferAccount)}
		out.SetExtra(members(p.Extra))
		return x.out.Record(out)
	})
}

func (x *export) locations() error {
	return each.At(x.Locations, func(l *budget.Location) error {
		payee, _ := x.names.payee(l.Payee)
		out := &plandoc.PayeeLocation{ID: l.ID, PayeeID: payee, Latitude: l.Latitude, Longitude: l.Longitude}
		out.SetExtra(members(l.Extra))
		return x.out.Record(out)
	})
}
