// Package exportertest makes the source of an export from a whole budget in memory.
//
// Only tests import it. Start with [FromWhole].
package exportertest

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
)

// FromWhole returns a whole budget as a source; account balances are the sums of its rows.
func FromWhole(w *budget.Whole, sheet *envelope.Sheet) *exporter.Source {
	src := &exporter.Source{
		Info: w.Info, Payees: w.Payees, Locations: w.Locations, Groups: w.Groups, Categories: w.Categories, Cells: w.Cells,
		Months: w.Months, Rollovers: w.Rollovers, Scheduled: w.Scheduled, Rules: w.Rules, AccountGroups: w.AccountGroups, Tags: w.Tags, Sheet: sheet,
	}
	at := make(map[budget.AccountNo]int, len(w.Accounts))
	for i := range w.Accounts {
		at[w.Accounts[i].No] = i
		src.Accounts = append(src.Accounts, exporter.Account{Account: w.Accounts[i]})
	}
	rows, parts := make(map[budget.TxNo]string, len(w.Transactions)), map[budget.PartNo]string{}
	for t := range iterutil.Pointers(w.Transactions) {
		rows[t.No] = t.ID
		for j := range t.Parts {
			parts[t.Parts[j].No] = t.Parts[j].ID
		}
		a := &src.Accounts[at[t.Account]]
		a.Balance += t.Amount
		if t.Cleared != budget.Uncleared {
			a.Cleared += t.Amount
		}
	}
	src.Transactions = func(yield func(budget.Transaction, error) bool) {
		for i := range w.Transactions {
			if !yield(w.Transactions[i], nil) {
				return
			}
		}
	}
	src.OtherID = func(t budget.Transfer) (string, error) {
		id := rows[t.Tx]
		if t.Part != 0 {
			id = parts[t.Part]
		}
		if id == "" {
			return "", apperr.New(apperr.Internal, "a transfer points to a row that does not exist (%d, part %d)", t.Tx, t.Part)
		}
		return id, nil
	}
	return src
}
