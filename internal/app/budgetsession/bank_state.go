package budgetsession

import (
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// AccountBankState is what pages show of the bank connection of an account.
type AccountBankState struct {
	Connection string // its id
	Name       string // of the connection
	LastFetch  time.Time
	Rows       int // the transactions that the last fetch added or matched
	Undecided  int // possible duplicates about which the user has to decide
	// Problem is a sentence about what needs the user's attention, or "".
	Problem     string
	Balance     money.Milli // at the bank, valid if BalanceDate is set
	BalanceDate civil.Date
}

// BankState is the state of all bank connections of a budget. Its zero value is that of a budget without connections.
type BankState struct {
	Accounts map[budget.AccountNo]AccountBankState
	// Version changes with every other field, so that stored pages can be recognised as outdated.
	Version int64
	// Attention lists the ids of the connections that need the user's attention.
	Attention []string
}
