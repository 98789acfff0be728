package rules

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// otherSides finds out whether the other side of a transfer that a rule would create is already entered as a separate
// transaction. Creating it again would count the money twice.
type otherSides struct {
	*store.ReadTx
	months map[accountMonth]map[money.Milli][]candidate // a cache, by amount
}

// candidate is a transaction that may be the other side of a transfer.
type candidate struct {
	day   civil.Date
	other budget.AccountNo // the account on the other side of a transfer; 0 for other transactions
}

// accountMonth is the key of the cached transactions: of one account in one month.
type accountMonth struct {
	account budget.AccountNo
	month   civil.Month
}

// exists reports whether the account that a row would become a transfer with has a transaction with the opposite amount
// at most matching.Days before or after it. A transaction that is already a transfer with the row's account has its
// other side there, so that it does not count.
func (o *otherSides) exists(r *rule.Row) (bool, error) {
	first, last := r.Date.AddDays(-matching.Days), r.Date.AddDays(matching.Days)
	for m := first.Month(); m <= last.Month(); m = m.Add(1) {
		byAmount, err := o.candidatesOf(accountMonth{r.Transfer, m})
		if err != nil {
			return false, err
		}
		for _, c := range byAmount[-r.Amount] {
			if c.day >= first && c.day <= last && c.other != r.Account {
				return true, nil
			}
		}
	}
	return false, nil
}

// candidatesOf returns an account's transactions in a month, by amount.
func (o *otherSides) candidatesOf(k accountMonth) (map[money.Milli][]candidate, error) {
	if cached, known := o.months[k]; known {
		return cached, nil
	}
	byAmount := map[money.Milli][]candidate{}
	for t, err := range o.Transactions(store.Filter{Account: k.account, From: k.month.First(), Until: k.month.Last()}) {
		if err != nil {
			return nil, err
		}
		byAmount[t.Amount] = append(byAmount[t.Amount], candidate{t.Date, t.Transfer.Account})
	}
	if o.months == nil {
		o.months = map[accountMonth]map[money.Milli][]candidate{}
	}
	o.months[k] = byAmount
	return byAmount, nil
}
