package api

import (
	"holdover/internal/budget"
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
	out := []Account{}
	for i := range l.order.accounts {
		if acc := &l.order.accounts[i]; c.has(int64(acc.No)) {
			out = append(out, l.account(acc))
		}
	}
	gone, err := deleted[budget.Account](&c)
	for _, acc := range gone {
		view := l.account(&store.Account{Account: acc})
		view.Deleted = true
		out = append(out, view)
	}
	return out, err
}

func (l *look) oneAccount(in *AccountPath, out *OneAccount) (err error) {
	out.Account, err = l.accountWith(in.AccountID)
	return err
}

// accountWith is the account with an id.
func (l *look) accountWith(id string) (Account, error) {
	for i := range l.order.accounts {
		if sameID(l.order.accounts[i].ID, id) {
			return l.account(&l.order.accounts[i]), nil
		}
	}
	return Account{}, noSuch("account", id)
}

func noSuch(what, id string) error {
	return fault.New(fault.NotFound, "the plan has no %s %s", what, id)
}
