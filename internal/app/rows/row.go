package rows

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Row is a transaction with the names of its references.
type Row struct {
	ID                    string      `json:"id"`
	SourceID              string      `json:"source_id"`
	Date                  civil.Date  `json:"date"`
	Amount                money.Milli `json:"amount"`
	Memo                  string      `json:"memo"`
	Cleared               string      `json:"cleared"`
	Approved              bool        `json:"approved"`
	FlagColour            string      `json:"flag_color"`
	FlagName              string      `json:"flag_name"`
	AccountID             string      `json:"account_id"`
	AccountName           string      `json:"account_name"`
	PayeeID               string      `json:"payee_id"`
	PayeeName             string      `json:"payee_name"`
	CategoryID            string      `json:"category_id"`
	CategoryName          string      `json:"category_name"`
	TransferAccountID     string      `json:"transfer_account_id"`
	TransferTransactionID string      `json:"transfer_transaction_id"`
	// OtherDate is the date of the other side of a transfer with two dates, otherwise zero.
	OtherDate civil.Date `json:"other_date,omitzero"`
	Parts     []Part     `json:"subtransactions"`
}

// Part is a part of a split row.
type Part struct {
	ID                string      `json:"id"`
	SourceID          string      `json:"source_id"`
	Amount            money.Milli `json:"amount"`
	Memo              string      `json:"memo"`
	PayeeID           string      `json:"payee_id"`
	PayeeName         string      `json:"payee_name"`
	CategoryID        string      `json:"category_id"`
	CategoryName      string      `json:"category_name"`
	TransferAccountID string      `json:"transfer_account_id"`
}
