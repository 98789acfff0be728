package exporter

import (
	"cmp"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// markedLoans returns the loans with a stored frequency or with a category that pays them.
func (e *export) markedLoans() (all []ynabdoc.MarkedLoan) {
	for a := range iterutil.Pointers(e.Accounts) {
		loan := ynabdoc.MarkedLoan{Account: a.ID}
		if a.Debt != nil {
			loan.Frequency = string(a.Debt.Frequency)
		}
		for c := range iterutil.Pointers(e.Categories) {
			if since, _, pays := c.Target.LoanSince(a.No); pays {
				id, _ := e.ids.category(c.No)
				loan.Categories = append(loan.Categories, ynabdoc.MarkedPayment{Category: id, From: cmp.Or(since, c.Target.Created.Month())})
			}
		}
		if loan.Frequency != "" || len(loan.Categories) > 0 {
			all = append(all, loan)
		}
	}
	return all
}

// setDebt writes the terms of a loan into the document's account.
func setDebt(out *ynabdoc.Account, d *budget.Debt) {
	if d.OriginalBalance != nil {
		out.DebtOriginalBalance = *d.OriginalBalance
		out.AlwaysWrite("debt_original_balance") // it may be 0
	}
	if len(d.InterestRates) > 0 {
		out.DebtInterestRates = make(ynabdoc.Debt, len(d.InterestRates))
		for from, rate := range d.InterestRates {
			out.DebtInterestRates[from] = money.Milli(rate)
		}
	}
	out.DebtMinimumPayments, out.DebtEscrowAmounts = d.MinimumPayments, d.EscrowAmounts
}
