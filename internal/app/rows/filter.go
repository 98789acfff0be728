package rows

import (
	"holdover/internal/cal"
	"holdover/internal/finder"
	"holdover/internal/money"
)

// Filter chooses transactions; empty fields choose all. Accounts, categories
// and payees are given by id or by name.
type Filter struct {
	Account, Category, Payee, Search, Flag, Cleared string
	Since, Until                                    cal.Date
	Min, Max                                        *money.Milli // of the whole row, both included
	Uncategorised, Unapproved                       bool
	Counts                                          Side  // rows of which something counts there
	OnBudget                                        bool  // rows of budget accounts alone: those that count as activity
	More                                            *More // what it asks beyond that; nil for nothing
	Limit                                           int   // 0 is all
}

// Side is a side of income and expenses, as reports count them.
type Side = finder.Side

// The sides.
const (
	CountsAsSpending = finder.Spending
	CountsAsIncome   = finder.Income
)
