package walk

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// CheckConserved checks the conservation law in every month, with data read independently of the server. Card envelopes
// hold no money.
func (w *Walker) CheckConserved() {
	w.Helper()
	months, accounts, rows := w.Env.Months(w, w.ID), w.Env.Accounts(w, w.ID), w.Env.Rows(w, w.ID)
	onBudget := map[string]bool{}
	for _, acc := range accounts {
		onBudget[acc.ID] = acc.OnBudget
	}
	for _, m := range months {
		for _, c := range m.Categories {
			delete(onBudget, c.Card)
		}
	}
	moved := map[civil.Month]money.Milli{}
	for _, r := range rows {
		if onBudget[r.AccountID] {
			moved[r.Date.Month()] += r.Amount
		}
	}
	var inAccounts money.Milli
	for _, m := range months {
		inAccounts += moved[m.Month]
		if inBudget := m.ToBudget + m.Held + m.Balance + m.UncategorisedLeft + m.CardDebt; inAccounts+m.OnTheWay != inBudget {
			w.Fatalf("%s: the accounts hold %s, %s is on its way, the budget has %s", m.Month, inAccounts, m.OnTheWay, inBudget)
		}
	}
	if len(months) == 0 || len(rows) == 0 {
		w.Fatal("beside the server there is nothing")
	}
}
