// Package banks contains what the commands holdover bank-sync and holdover connect do.
//
// Start with Sync.
package banks

import (
	"cmp"
	"context"
	"errors"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
)

// Account is a bank account after a fetch.
type Account struct {
	Budget     string     `json:"budget"`
	BudgetID   string     `json:"budget_id"`
	Connection string     `json:"connection"`
	Account    string     `json:"account"` // of the budget
	AccountID  string     `json:"account_id"`
	LastFetch  *time.Time `json:"last_fetch"` // the last successful one
	Rows       int        `json:"rows"`       // transactions that it added or matched
	Undecided  int        `json:"undecided"`  // possible duplicates that wait for a decision
	Problem    string     `json:"problem"`
}

// Sync fetches the connections of budgets whose first transactions were imported, and returns their bank accounts. Failures are
// in the accounts.
func Sync(ctx context.Context, a *app.App, budgets []pageframe.Budget) (all []Account, err error) {
	all = []Account{}
	for _, b := range budgets {
		connections, err := a.BankConnections(ctx, app.Machine(), b.ID)
		if err != nil {
			return all, err
		}
		for i := range connections {
			fetched, err := syncOne(ctx, a, b, &connections[i])
			if err != nil {
				return all, err
			}
			all = append(all, fetched...)
		}
	}
	return all, nil
}

// Failed returns an error if a bank account could not be fetched.
func Failed(all []Account) error {
	n := 0
	for _, one := range all {
		if one.Problem != "" {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return apperr.New(apperr.Invalid, "%d of %d bank accounts could not be fetched", n, len(all)).WithHint("the last column says why; a connection that has ended is renewed on the page Banks")
}

// syncOne fetches a connection.
func syncOne(ctx context.Context, a *app.App, b pageframe.Budget, c *banks.Connection) (all []Account, err error) {
	if len(accountsOf(b, c)) == 0 {
		return nil, nil
	}
	failed := a.FetchBank(ctx, app.Machine(), b.ID, c.ID, banks.Browser{})
	known, ok := errors.AsType[*apperr.Error](failed)
	if failed != nil && !ok {
		return nil, failed
	}
	now, err := a.BankConnection(ctx, app.Machine(), b.ID, c.ID)
	if err != nil {
		return nil, err
	}
	all = accountsOf(b, &now)
	for i := range all {
		if known != nil {
			all[i].Problem = cmp.Or(now.Problem, known.Message)
		}
		if all[i].Problem != "" {
			all[i].Rows = 0 // they were those of an earlier fetch
		}
	}
	return all, nil
}

// accountsOf returns the bank accounts of a connection whose first transactions were imported.
func accountsOf(b pageframe.Budget, c *banks.Connection) (all []Account) {
	for i := range c.Links {
		if l := &c.Links[i]; l.IsStarted && l.Account != "" {
			all = append(all, Account{
				Budget: b.Name, BudgetID: b.ID, Connection: c.Name, Account: l.AccountName, AccountID: l.Account, LastFetch: l.LastFetch, Rows: l.Rows, Undecided: l.Undecided, Problem: l.Problem,
			})
		}
	}
	return all
}
