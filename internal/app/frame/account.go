package frame

import (
	"time"

	"holdover/internal/money"
	"holdover/internal/store"
)

// Account is an account with its balances.
type Account struct {
	ID               string      `json:"id"`
	SourceID         string      `json:"source_id"`
	Name             string      `json:"name"`
	Type             string      `json:"type"`
	OnBudget         bool        `json:"on_budget"`
	Closed           bool        `json:"closed"`
	Note             string      `json:"note"`
	Balance          money.Milli `json:"balance"`
	ClearedBalance   money.Milli `json:"cleared_balance"`
	UnclearedBalance money.Milli `json:"uncleared_balance"`
	Transactions     int         `json:"transactions"`
	LastReconciledAt *time.Time  `json:"last_reconciled_at"` // null before the first time
}

// AccountOf is an account of the store as it is shown.
func AccountOf(acc store.Account) Account {
	return Account{
		ID: acc.ID, SourceID: acc.SourceID, Name: acc.Name, Type: string(acc.Type), OnBudget: acc.OnBudget, Closed: acc.Closed,
		Note: acc.Note, Balance: acc.Totals.Balance(), ClearedBalance: acc.Totals.Cleared, UnclearedBalance: acc.Totals.Uncleared,
		Transactions: acc.Totals.Rows, LastReconciledAt: acc.LastReconciledAt,
	}
}
