package ynabdoc

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Document is a plan document: the plan and the members around it.
//
// LeadingKey and Wrapped describe the layout of the file, and how Encode writes it by default: {"data":{"plan":…}} is
// ("plan", true), {"budget":…} is ("budget", false), a bare object is ("", false). A document made from scratch sets
// both.
type Document struct {
	LeadingKey         string // "plan", "budget" or "" for a bare object
	Wrapped            bool   // the leading key is inside "data"
	ServerKnowledge    int64
	HasServerKnowledge bool
	Plan               Plan

	Beside []Raw // unknown members next to the leading key
	Outer  []Raw // unknown members next to "data"
	Odd    []Odd // the first MaxOdd values that were stored but not understood
}

// Raw is an unknown member: its name and its value as JSON text.
type Raw struct {
	Name  string
	Value string
}

// Odd is a value of an unexpected type in a minor field (a goal, a debt, a location). The Go field is zero; Encode
// writes the value unchanged.
type Odd struct {
	Where string // the record: transactions[3] (id abc)
	Field string
	Value string // the JSON text, shortened
}

// Plan is the whole plan. Arrays are in the order of the file.
type Plan struct {
	ID             string         `plan:"id"`
	Name           string         `plan:"name"`
	LastModifiedOn string         `plan:"last_modified_on,was=last_accessed_on,minor"` // a timestamp, as in the file; older files: last_accessed_on
	FirstMonth     civil.Month    `plan:"first_month,minor"`
	LastMonth      civil.Month    `plan:"last_month,minor"`
	DateFormat     DateFormat     `plan:"date_format,nullable,minor"`
	CurrencyFormat CurrencyFormat `plan:"currency_format,nullable,minor"` // zero when absent; see Has("currency_format")

	Accounts                 []Account                 `plan:"accounts"`
	Payees                   []Payee                   `plan:"payees"`
	PayeeLocations           []PayeeLocation           `plan:"payee_locations"`
	CategoryGroups           []CategoryGroup           `plan:"category_groups"`
	Categories               []Category                `plan:"categories"`      // figures of the month of export
	Months                   []Month                   `plan:"months"`          // in files: newest first
	Transactions             []Transaction             `plan:"transactions"`    // see EachTransaction
	Subtransactions          []Subtransaction          `plan:"subtransactions"` // see EachSubtransaction
	ScheduledTransactions    []ScheduledTransaction    `plan:"scheduled_transactions"`
	ScheduledSubtransactions []ScheduledSubtransaction `plan:"scheduled_subtransactions"`

	spilled *spilledRows // rows that are not in Transactions and Subtransactions
	shape
}

// DateFormat is the format in which the source shows dates, such as "DD/MM/YYYY".
type DateFormat struct {
	Format string `plan:"format,minor"`
	shape
}

// CurrencyFormat is the format in which the source shows amounts.
type CurrencyFormat struct {
	money.Format
	shape
}

// Debt contains a debt account's figures by the date from which they apply, in the source's units: thousandths of a
// percent or milliunits.
type Debt map[civil.Date]money.Milli

// Account is an account. Type is as in the file; see AccountType.
type Account struct {
	ID                  string      `plan:"id,required"`
	Name                string      `plan:"name"`
	Type                string      `plan:"type"`
	OnBudget            bool        `plan:"on_budget,required"`
	Closed              bool        `plan:"closed"`
	Note                string      `plan:"note,nullable,long"`
	Balance             money.Milli `plan:"balance"` // Has("balance") reports whether the file has it
	ClearedBalance      money.Milli `plan:"cleared_balance"`
	UnclearedBalance    money.Milli `plan:"uncleared_balance"`
	TransferPayeeID     string      `plan:"transfer_payee_id,nullable"`
	DirectImportLinked  bool        `plan:"direct_import_linked,minor"`
	DirectImportInError bool        `plan:"direct_import_in_error,minor"`
	LastReconciledAt    string      `plan:"last_reconciled_at,nullable,minor"` // a timestamp
	DebtOriginalBalance money.Milli `plan:"debt_original_balance,nullable,minor"`
	DebtInterestRates   Debt        `plan:"debt_interest_rates,minor"`
	DebtMinimumPayments Debt        `plan:"debt_minimum_payments,minor"`
	DebtEscrowAmounts   Debt        `plan:"debt_escrow_amounts,minor"`
	Deleted             bool        `plan:"deleted"`

	shape
}

// Payee is a payee; TransferAccountID is set on a transfer payee.
type Payee struct {
	ID                string `plan:"id,required"`
	Name              string `plan:"name"`
	TransferAccountID string `plan:"transfer_account_id,nullable"`
	Deleted           bool   `plan:"deleted"`

	shape
}

// PayeeLocation is a place where a payee was paid.
type PayeeLocation struct {
	ID        string `plan:"id,required"`
	PayeeID   string `plan:"payee_id"`
	Latitude  string `plan:"latitude,nullable,minor"`
	Longitude string `plan:"longitude,nullable,minor"`
	Deleted   bool   `plan:"deleted"`

	shape
}

// CategoryGroup is a group of categories. Has("internal") reports whether the file marks internal groups; older files
// do not.
type CategoryGroup struct {
	ID       string `plan:"id,required"`
	Name     string `plan:"name"`
	Hidden   bool   `plan:"hidden"`
	Internal bool   `plan:"internal"`
	Note     string `plan:"note,optional,long"`
	Deleted  bool   `plan:"deleted"`

	Categories []Category `plan:"categories,optional"` // only where a call of the source nests them

	shape
}

// Category is a category of the plan, or a category's figures in one month.
type Category struct {
	ID              string      `plan:"id,required"`
	GroupID         string      `plan:"category_group_id"`
	GroupName       string      `plan:"category_group_name"`
	Name            string      `plan:"name"`
	Hidden          bool        `plan:"hidden"`
	Internal        bool        `plan:"internal"`
	OriginalGroupID string      `plan:"original_category_group_id,nullable"`
	Note            string      `plan:"note,nullable,long"`
	Budgeted        money.Milli `plan:"budgeted"` // always present on live categories of months
	Activity        money.Milli `plan:"activity"` // Has("activity"), Has("balance") report whether the file has them
	Balance         money.Milli `plan:"balance"`

	GoalType             string      `plan:"goal_type,nullable,minor"` // TB, TBD, MF, NEED, DEBT or ""
	GoalNeedsWholeAmount bool        `plan:"goal_needs_whole_amount,nullable,minor"`
	GoalDay              int         `plan:"goal_day,nullable,minor"`
	GoalCadence          int         `plan:"goal_cadence,nullable,minor"`
	GoalCadenceFrequency int         `plan:"goal_cadence_frequency,nullable,minor"`
	GoalCreationMonth    civil.Date  `plan:"goal_creation_month,nullable,minor"`
	GoalTarget           money.Milli `plan:"goal_target,nullable,minor"`
	GoalTargetMonth      civil.Date  `plan:"goal_target_month,nullable,minor"` // older name of GoalTargetDate
	GoalTargetDate       civil.Date  `plan:"goal_target_date,nullable,minor"`
	GoalPercentage       int         `plan:"goal_percentage_complete,nullable,minor"`
	GoalMonthsToBudget   int         `plan:"goal_months_to_budget,nullable,minor"`
	GoalUnderFunded      money.Milli `plan:"goal_under_funded,nullable,minor"`
	GoalOverallFunded    money.Milli `plan:"goal_overall_funded,nullable,minor"`
	GoalOverallLeft      money.Milli `plan:"goal_overall_left,nullable,minor"`
	GoalSnoozedAt        string      `plan:"goal_snoozed_at,nullable,minor"` // a timestamp
	GoalRule             *GoalRule   `plan:"goal_rule,optional,minor"`       // only in documents of a Holdover

	Deleted bool `plan:"deleted"`

	shape
}

// Month is the plan's summary of a month, and its categories' figures.
type Month struct {
	Month        civil.Month `plan:"month,was=date,required"`
	Note         string      `plan:"note,nullable,long"`
	Income       money.Milli `plan:"income"`
	Budgeted     money.Milli `plan:"budgeted"`
	Activity     money.Milli `plan:"activity"`
	ToBeBudgeted money.Milli `plan:"to_be_budgeted"`              // Has("to_be_budgeted") reports whether the file has it
	AgeOfMoney   int         `plan:"age_of_money,nullable,minor"` // days; Has("age_of_money")
	Deleted      bool        `plan:"deleted"`
	Categories   []Category  `plan:"categories"`

	shape
}

// Transaction is a row of an account's register. Live ones always have ID, Date, Amount and AccountID. Cleared and
// FlagColor are as in the file; see ClearedState and Flag.
type Transaction struct {
	ID                      string           `plan:"id,required"`
	Date                    civil.Date       `plan:"date,required"`
	Amount                  money.Milli      `plan:"amount,required"`
	Memo                    string           `plan:"memo,nullable,long"`
	Cleared                 string           `plan:"cleared"`
	Approved                bool             `plan:"approved"` // Has("approved") reports whether the file has it
	FlagColor               string           `plan:"flag_color,was=flag,nullable,minor"`
	FlagName                string           `plan:"flag_name,nullable"`
	AccountID               string           `plan:"account_id,required"`
	PayeeID                 string           `plan:"payee_id,nullable"`
	CategoryID              string           `plan:"category_id,nullable"`
	TransferAccountID       string           `plan:"transfer_account_id,nullable"`
	TransferTransactionID   string           `plan:"transfer_transaction_id,nullable"`
	MatchedTransactionID    string           `plan:"matched_transaction_id,nullable"`
	ImportID                string           `plan:"import_id,nullable"`
	ImportPayeeName         string           `plan:"import_payee_name,nullable"`
	ImportPayeeNameOriginal string           `plan:"import_payee_name_original,nullable"`
	DebtTransactionType     string           `plan:"debt_transaction_type,nullable,minor"`
	Deleted                 bool             `plan:"deleted"`
	Subtransactions         []Subtransaction `plan:"subtransactions,optional"` // only where a file nests them; see EachSubtransaction

	shape
}

// Subtransaction is a part of a split transaction. Live ones always have ID, TransactionID and Amount, except that
// nested ones may omit the TransactionID; EachSubtransaction yields it.
type Subtransaction struct {
	ID                    string      `plan:"id,required"`
	TransactionID         string      `plan:"transaction_id"`
	Amount                money.Milli `plan:"amount,required"`
	Memo                  string      `plan:"memo,nullable,long"`
	PayeeID               string      `plan:"payee_id,nullable"`
	PayeeName             string      `plan:"payee_name,nullable"`
	CategoryID            string      `plan:"category_id,nullable"`
	CategoryName          string      `plan:"category_name,nullable"`
	TransferAccountID     string      `plan:"transfer_account_id,nullable"`
	TransferTransactionID string      `plan:"transfer_transaction_id,nullable"`
	Deleted               bool        `plan:"deleted"`

	shape
}

// ScheduledTransaction is a transaction that repeats. Frequency is as in the
// file; see Repeats.
type ScheduledTransaction struct {
	ID                string                    `plan:"id,required"`
	DateFirst         civil.Date                `plan:"date_first,minor"`
	DateNext          civil.Date                `plan:"date_next,was=date,minor"` // older files: date
	Frequency         string                    `plan:"frequency,minor"`
	Amount            money.Milli               `plan:"amount,required"`
	Memo              string                    `plan:"memo,nullable,long"`
	FlagColor         string                    `plan:"flag_color,was=flag,nullable,minor"`
	FlagName          string                    `plan:"flag_name,nullable"`
	AccountID         string                    `plan:"account_id,required"`
	PayeeID           string                    `plan:"payee_id,nullable"`
	CategoryID        string                    `plan:"category_id,nullable"`
	TransferAccountID string                    `plan:"transfer_account_id,nullable"`
	Deleted           bool                      `plan:"deleted"`
	Subtransactions   []ScheduledSubtransaction `plan:"subtransactions,optional"` // only where a file nests them

	shape
}

// ScheduledSubtransaction is a part of a split scheduled transaction.
type ScheduledSubtransaction struct {
	ID                     string      `plan:"id,required"`
	ScheduledTransactionID string      `plan:"scheduled_transaction_id"`
	Amount                 money.Milli `plan:"amount,required"`
	Memo                   string      `plan:"memo,nullable,long"`
	PayeeID                string      `plan:"payee_id,nullable"`
	PayeeName              string      `plan:"payee_name,nullable"`
	CategoryID             string      `plan:"category_id,nullable"`
	CategoryName           string      `plan:"category_name,nullable"`
	TransferAccountID      string      `plan:"transfer_account_id,nullable"`
	Deleted                bool        `plan:"deleted"`

	shape
}
