package budgetapi

import (
	"strings"

	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/sourceapi"
)

// names contains the names of a budget's records by their ids.
type names struct{ accounts, categories map[string]string }

// mostName is the maximum number of characters of the names of accounts and categories.
const mostName = 200

func namesOf(accounts []sourceapi.Account, groups []sourceapi.CategoryGroup) *names {
	n := &names{accounts: map[string]string{}, categories: map[string]string{}}
	for _, a := range accounts {
		n.accounts[a.ID] = bankapi.Text(a.Name, mostName)
	}
	for _, g := range groups {
		for _, c := range g.Categories {
			if name := bankapi.Text(c.Name, mostName); name != uncategorized {
				n.categories[c.ID] = bankapi.Text(g.Name, mostName) + ": " + name
			}
		}
	}
	return n
}

// uncategorized is the name of the category of transactions without a category.
const uncategorized = "Uncategorized"

// row returns a transaction as a row, or the problem of one that no account can have. A part that moves money to another account
// names it in its notes.
func (n *names) row(t *sourceapi.Transaction) (row bankfile.Row, problem string) {
	row = bankfile.Row{
		Date: t.Date, Amount: t.Amount, Payee: bankapi.Text(t.Payee, bankapi.MostText), Memo: bankapi.Text(t.Memo, bankapi.MostText),
		BankID: bankapi.Text(t.ID, mostName), Transfer: n.accounts[t.TransferAccount],
	}
	isTooLarge := t.Amount.Abs() > money.Limit
	for _, p := range t.Parts {
		if p.Deleted {
			continue
		}
		isTooLarge = isTooLarge || p.Amount.Abs() > money.Limit
		memo := bankapi.Text(p.Memo, bankapi.MostText)
		if other := n.accounts[p.TransferAccount]; other != "" {
			memo = strings.TrimSuffix(budget.TransferPayee+other+": "+memo, ": ")
		}
		row.Parts = append(row.Parts, bankfile.Part{Amount: p.Amount, Category: n.categories[p.Category], Memo: memo})
	}
	if len(row.Parts) == 0 {
		row.Category = n.categories[t.Category]
	}
	switch {
	case isTooLarge:
		return row, "its amount is too large"
	case row.Date == 0 || row.Date.FarOff():
		return row, "its date is missing or out of range"
	}
	return row, ""
}
