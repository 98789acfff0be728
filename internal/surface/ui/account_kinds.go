package ui

import (
	"holdover/internal/app/pageframe"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// KindOfAccount describes an account type in the form for a new account.
type KindOfAccount struct {
	Type    budget.AccountType
	Name    string
	Meaning string
	Owed    bool // the opening balance is a debt
}

// kindGroup is a heading over account types.
type kindGroup struct {
	Title string
	Kinds []KindOfAccount
}

// KindGroups are all account types, in display order.
var KindGroups = []kindGroup{
	{"Money to spend", []KindOfAccount{
		{budget.Checking, "Checking", "The account for income and bills.", false},
		{budget.Savings, "Savings", "Savings that are part of your budget.", false},
		{budget.Cash, "Cash", "Cash in hand.", false},
	}},
	{"Credit cards and credit lines", []KindOfAccount{
		{budget.CreditCard, "Credit card", "Purchases paid with a monthly bill.", true},
		{budget.LineOfCredit, "Line of credit", "An overdraft or credit line.", true},
	}},
	{"Tracking", []KindOfAccount{
		{budget.OtherAsset, "Asset", "A house, a car or shares that you do not spend.", false},
		{budget.OtherLiability, "Liability", "A debt of another kind.", true},
	}},
	{"Loans", []KindOfAccount{
		{budget.Mortgage, "Mortgage", "A loan on a house or flat.", true},
		{budget.AutoLoan, "Car loan", "A loan on a car.", true},
		{budget.StudentLoan, "Student loan", "A loan for an education.", true},
		{budget.PersonalLoan, "Personal loan", "A loan from a bank or from someone you know.", true},
		{budget.MedicalDebt, "Medical debt", "A hospital's or doctor's bill, paid off over time.", true},
		{budget.OtherDebt, "Debt", "Any other debt.", true},
	}},
}

var KindsByType = func() map[budget.AccountType]KindOfAccount {
	all := map[budget.AccountType]KindOfAccount{}
	for _, g := range KindGroups {
		for _, k := range g.Kinds {
			all[k.Type] = k
		}
	}
	return all
}()

// accountTypeName returns the label of an account type, and an unknown type unchanged.
func accountTypeName(kind string) string {
	if k, ok := KindsByType[budget.AccountType(kind)]; ok {
		return k.Name
	}
	return kind
}

// KindChoices returns the account types as a list of choices.
func KindChoices(now string) []OptionGroup {
	groups := make([]OptionGroup, len(KindGroups))
	for i, g := range KindGroups {
		groups[i].Label = g.Title
		for _, k := range g.Kinds {
			groups[i].Options = append(groups[i].Options, Option{Value: string(k.Type), Label: k.Name, Chosen: string(k.Type) == now})
		}
	}
	return groups
}

// AccountWith returns the account with an id, or nil if none exists.
func AccountWith(id string, accounts []pageframe.Account) *pageframe.Account {
	return iterutil.First(accounts, func(a pageframe.Account) bool { return a.ID == id })
}

// AccountName returns the name of the account with an id, or otherwise if there is no such account.
func AccountName(id string, accounts []pageframe.Account, otherwise string) string {
	if acc := AccountWith(id, accounts); acc != nil {
		return acc.Name
	}
	return otherwise
}

// AccountDetail returns an account's type and whether it is on the budget: "Checking, on budget".
func AccountDetail(acc *pageframe.Account) string {
	if acc.Closed {
		return accountTypeName(acc.Type) + ", closed"
	}
	return accountTypeName(acc.Type) + ", " + PlaceName(acc.OnBudget)
}

// PlaceName returns the label for accounts that are on the budget, or for those that are not.
func PlaceName(onBudget bool) string {
	if onBudget {
		return "on budget"
	}
	return "off budget"
}
