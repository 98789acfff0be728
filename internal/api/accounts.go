package api

import (
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// AccountList is the accounts in display order.
type AccountList struct {
	Accounts        []Account `json:"accounts" nullable:"false"`
	ServerKnowledge int64     `json:"server_knowledge"`
}

// OneAccount is an account alone.
type OneAccount struct {
	Account Account `json:"account"`
}

// AccountPath names an account of a plan.
type AccountPath struct {
	PlanPath
	AccountID string `path:"account_id"`
}

func (l *look) listAccounts(in *sinceIn, out *AccountList) (err error) {
	out.ServerKnowledge = l.Knowledge()
	out.Accounts, err = l.accountsSince(in.Since)
	return err
}

// accountsSince are the accounts that changed, or whose balances did.
func (l *look) accountsSince(knowledge int64) ([]Account, error) {
	c, err := l.changedSince(knowledge, store.KindAccount)
	if err != nil {
		return nil, err
	}
	also(&c, c.touched.Accounts)
	return since(&c, l.order.accounts, func(r *store.Account) int64 { return int64(r.No) }, l.account, func(a *Account) { a.Deleted = true })
}

func (l *look) oneAccount(in *AccountPath, out *OneAccount) (err error) {
	out.Account, err = l.accountWith(in.AccountID)
	return err
}

// accountWith is the account with an id.
func (l *look) accountWith(id string) (Account, error) {
	acc := each.First(l.order.accounts, func(r store.Account) bool { return sameID(r.ID, id) })
	if acc == nil {
		return Account{}, noSuch("account", id)
	}
	return l.account(acc), nil
}

func noSuch(what, id string) error {
	return fault.New(fault.NotFound, "the plan has no %s %s", what, id)
}
