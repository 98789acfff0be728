package importer

import (
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

func (im *importing) addAccounts() {
	im.whole.Accounts = make([]budget.Account, 0, len(im.plan.Accounts))
	addAll(im, kindOf[ynabdoc.Account, budget.AccountNo]{
		array: inAccounts, kind: "account", how: "closed",
		about: func(a *ynabdoc.Account) about { return about{a.ID, a.Name, a.Deleted} },
		add: func(a *ynabdoc.Account, no budget.AccountNo, id string, named bool) {
			if named {
				im.accounts[a.ID] = no
			}
			im.whole.Accounts = append(im.whole.Accounts, im.account(a, no, id))
		},
	}, im.plan.Accounts)
}

func (im *importing) account(a *ynabdoc.Account, no budget.AccountNo, id string) budget.Account {
	account := budget.Account{
		No: no, ID: id, SourceID: a.ID, Name: a.Name, Type: budget.AccountType(a.AccountType()), OnBudget: a.OnBudget,
		Closed: a.Closed || a.Deleted, Note: a.Note, Debt: debtOf(a), Sort: len(im.whole.Accounts),
	}
	extra := a.Extra()
	if a.LastReconciledAt != "" {
		if at, err := time.Parse(time.RFC3339, a.LastReconciledAt); err == nil {
			at = at.UTC()
			account.LastReconciledAt = &at
		} else {
			extra = with(extra, "last_reconciled_at", a.LastReconciledAt)
		}
	}
	extra = flag(extra, "direct_import_linked", a.DirectImportLinked)
	extra = flag(extra, "direct_import_in_error", a.DirectImportInError)
	account.Extra = object(extra)
	return account
}

// flag adds a member if it is true; a false one is omitted.
func flag(extra []ynabdoc.Raw, name string, on bool) []ynabdoc.Raw {
	if !on {
		return extra
	}
	return append(extra[:len(extra):len(extra)], ynabdoc.Raw{Name: name, Value: "true"})
}

func debtOf(a *ynabdoc.Account) *budget.Debt {
	debt := &budget.Debt{}
	if len(a.DebtMinimumPayments) > 0 {
		debt.MinimumPayments = a.DebtMinimumPayments
	}
	if len(a.DebtEscrowAmounts) > 0 {
		debt.EscrowAmounts = a.DebtEscrowAmounts
	}
	if len(a.DebtInterestRates) > 0 {
		debt.InterestRates = make(map[civil.Date]int64, len(a.DebtInterestRates))
		for date, rate := range a.DebtInterestRates {
			debt.InterestRates[date] = int64(rate)
		}
	}
	if a.Has("debt_original_balance") {
		debt.OriginalBalance = new(a.DebtOriginalBalance)
	}
	if debt.OriginalBalance == nil && len(debt.InterestRates)+len(debt.MinimumPayments)+len(debt.EscrowAmounts) == 0 {
		return nil
	}
	return debt
}

// noteBalances reports accounts with a balance in the file that is not the sum of their rows.
func (im *importing) noteBalances() {
	for a := range iterutil.Pointers(im.plan.Accounts) {
		no, ok := im.accounts[a.ID]
		if !ok || a.Deleted {
			continue
		}
		sum := im.sums[no]
		im.contradict(a, "balance", a.Balance, sum.all)
		im.contradict(a, "cleared_balance", a.ClearedBalance, sum.cleared)
		im.contradict(a, "uncleared_balance", a.UnclearedBalance, sum.all-sum.cleared)
	}
}
