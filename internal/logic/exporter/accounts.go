package exporter

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

func (x *export) accounts() error {
	return iterutil.EachPtr(x.Accounts, func(a *Account) error { return x.out.Record(x.account(a)) })
}

func (x *export) account(a *Account) *ynabdoc.Account {
	payee, _ := x.names.payee(a.TransferPayee)
	out := &ynabdoc.Account{
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

func setDebt(out *ynabdoc.Account, d *budget.Debt) {
	if d.OriginalBalance != nil {
		out.DebtOriginalBalance = *d.OriginalBalance
		out.Give("debt_original_balance")
	}
	if len(d.InterestRates) > 0 {
		out.DebtInterestRates = make(ynabdoc.Debt, len(d.InterestRates))
		for from, rate := range d.InterestRates {
			out.DebtInterestRates[from] = money.Milli(rate)
		}
	}
	out.DebtMinimumPayments, out.DebtEscrowAmounts = d.MinimumPayments, d.EscrowAmounts
}

func (x *export) payees() error {
	return iterutil.EachPtr(x.Payees, func(p *budget.Payee) error {
		out := &ynabdoc.Payee{ID: p.ID, Name: p.Name, TransferAccountID: x.names.account(p.TransferAccount)}
		out.SetExtra(members(p.Extra))
		return x.out.Record(out)
	})
}

func (x *export) locations() error {
	return iterutil.EachPtr(x.Locations, func(l *budget.Location) error {
		payee, _ := x.names.payee(l.Payee)
		out := &ynabdoc.PayeeLocation{ID: l.ID, PayeeID: payee, Latitude: l.Latitude, Longitude: l.Longitude}
		out.SetExtra(members(l.Extra))
		return x.out.Record(out)
	})
}
