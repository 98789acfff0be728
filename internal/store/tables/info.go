package tables

import (
	"holdover/internal/budget"
	"holdover/internal/database"
)

// SaveInfo writes what a budget is, apart from its records.
func SaveInfo(q *database.Session, no int64, info *budget.Info) error {
	return q.Write(`UPDATE budget SET id = $2, source_id = $3, name = $4, currency = $5, date_format = $6, extra = $7, card_payments = $8, card_envelopes = $9, cards_left = $10, document = $11 WHERE no = $1`,
		append([]any{no}, InfoValues(info)...)...)
}

// InfoValues are the columns of it, in this order.
func InfoValues(info *budget.Info) []any {
	var payments, left any
	if len(info.CardPayments) > 0 {
		payments = string(JSON(info.CardPayments))
	}
	if info.CardsLeft != nil {
		left = string(JSON(info.CardsLeft))
	}
	return []any{info.ID, info.SourceID, info.Name, string(JSON(info.Currency)), info.DateFormat, optional(info.Extra), payments, info.CardEnvelopes, left, info.Document}
}
