package walk

import (
	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/app/rows"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Law checks that in every month the accounts' money is all in the budget, as
// the command line tells it from the same data. Cards that are envelopes hold none.
func (w *Walker) Law() {
	w.Helper()
	var months []app.Month
	var accounts []frame.Account
	var rows []rows.Row
	w.World.Command(w, &months, "months", w.ID)
	w.World.Command(w, &accounts, "accounts", w.ID)
	w.World.Command(w, &rows, "transactions", w.ID)
	onBudget := map[string]bool{}
	for _, acc := range accounts {
		onBudget[acc.ID] = acc.OnBudget
	}
	for _, m := range months {
		for _, c := range m.Categories {
			delete(onBudget, c.Card)
		}
	}
	moved := map[cal.Month]money.Milli{}
	for _, r := range rows {
		if onBudget[r.AccountID] {
			moved[r.Date.Month()] += r.Amount
		}
	}
	var inAccounts money.Milli
	for _, m := range months {
		inAccounts += moved[m.Month]
		if inBudget := m.ToBudget + m.Held + m.Balance + m.UncategorisedLeft + m.CardDebt; inAccounts != inBudget {
			w.Fatalf("%s: the accounts hold %s, the budget has %s", m.Month, inAccounts, inBudget)
		}
	}
	if len(months) == 0 || len(rows) == 0 {
		w.Fatal("the command line shows nothing")
	}
}
