package frame

import (
	"time"

	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/store"
)

// Budget is a budget in a list.
type Budget struct {
	ID             string       `json:"id"`
	SourceID       string       `json:"source_id"`
	Name           string       `json:"name"`
	Currency       string       `json:"currency"`
	FirstMonth     cal.Month    `json:"first_month"` // first month with data
	LastMonth      cal.Month    `json:"last_month"`  // last month with data
	Accounts       int          `json:"accounts"`
	Transactions   int          `json:"transactions"`
	LastModifiedOn time.Time    `json:"last_modified_on"`
	CurrencyFormat money.Format `json:"currency_format"`
	DateFormat     string       `json:"date_format"`
	Knowledge      int64        `json:"server_knowledge"`
	CardEnvelopes  bool         `json:"card_envelopes"` // cards are kept as envelopes
}

// BudgetOf is a budget as its header says.
func BudgetOf(h store.Header) Budget {
	return Budget{
		ID: h.Info.ID, SourceID: h.Info.SourceID, Name: h.Info.Name, Currency: h.Info.Currency.ISOCode,
		FirstMonth: h.FirstMonth, LastMonth: h.LastMonth, Accounts: h.Accounts, Transactions: h.Transactions,
		LastModifiedOn: h.Modified, CurrencyFormat: h.Info.Currency, DateFormat: h.Info.DateFormat, Knowledge: h.Knowledge, CardEnvelopes: h.Info.CardEnvelopes,
	}
}
