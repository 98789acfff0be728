package rules

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// otherSides finds out whether the other side of a transfer that a rule would create already exists as a separate
// transaction: creating another would count the money twice.
type otherSides struct {
	*store.ReadTx
	months map[accountMonth]map[money.Milli][]maybeSide // cached months
}

// maybeSide is a row by the day it has and the account that it is a transfer with.
type maybeSide struct {
	day   civil.Date
	other budget.AccountNo
}

type accountMonth struct {
	account budget.AccountNo
	month   civil.Month
}

func (o *otherSides) likely(r *rule.Row) (bool, error) {
	first, last := r.Date.AddDays(-matching.Days), r.Date.AddDays(matching.Days)
	for m := first.Month(); m <= last.Month(); m = m.Add(1) {
		there, err := o.in(accountMonth{r.Transfer, m})
		if err != nil {
			return false, err
		}
		for _, row := range there[-r.Amount] {
			if row.day >= first && row.day <= last && row.other != r.Account {
				return true, nil
			}
		}
	}
	return false, nil
}

// in returns an account's rows in a month, by amount.
func (o *otherSides) in(k accountMonth) (map[money.Milli][]maybeSide, error) {
	if have, known := o.months[k]; known {
		return have, nil
	}
	rows := map[money.Milli][]maybeSide{}
	for t, err := range o.Transactions(store.Filter{Account: k.account, From: k.month.First(), Until: k.month.Last()}) {
		if err != nil {
			return nil, err
		}
		rows[t.Amount] = append(rows[t.Amount], maybeSide{t.Date, t.Transfer.Account})
	}
	if o.months == nil {
		o.months = map[accountMonth]map[money.Milli][]maybeSide{}
	}
	o.months[k] = rows
	return rows, nil
}
