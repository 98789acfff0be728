package importer

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// addLoans imports how often loans are paid, and the categories that pay them.
func (im *importing) addLoans() {
	if im.marks == nil || len(im.marks.Loans) == 0 {
		return
	}
	accounts := iterutil.PtrByKey(im.whole.Accounts, func(a *budget.Account) budget.AccountNo { return a.No })
	categories := iterutil.PtrByKey(im.whole.Categories, func(c *budget.Category) budget.CategoryNo { return c.No })
	for i := range im.marks.Loans {
		m := &im.marks.Loans[i]
		loan := accounts[im.accounts[m.Account]]
		if loan == nil || !slices.Contains(budget.LoanFrequencies(), budget.LoanFrequency(m.Frequency)) {
			im.notes.warn("loan", "The payments of a loan in the file could not be read; they were left out.", "%s, %s", m.Account, m.Frequency)
			continue
		}
		debt := loan.Debt.Clone()
		debt.Frequency = budget.LoanFrequency(m.Frequency)
		if !debt.IsEmpty() {
			loan.Debt = debt
		}
		for _, pays := range m.Categories {
			im.addPayment(loan.No, debt, pays, categories[im.categories[pays.Category].no])
		}
	}
}

// addPayment makes the target of a category follow a loan.
func (im *importing) addPayment(loan budget.AccountNo, debt *budget.Debt, pays ynabdoc.MarkedPayment, c *budget.Category) {
	if c == nil || c.Income || c.Target == nil || c.Target.Kind != budget.DebtTarget || pays.From == 0 || pays.From.FarOff() {
		im.notes.warn("loan-category", "A category that pays a loan is not in the file, or has another target; it no longer follows the loan.", "%s from %s", pays.Category, pays.From)
		return
	}
	former := *c.Target
	c.Target = debt.PaymentTarget(loan, &former, pays.From, im.whole.Info.Currency.Step())
}
