package plandoc

import (
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Document is a plan document: the plan and what stands around it.
//
// LeadingKey and Wrapped tell how the file was laid out, and how Encode writes
// it unless told otherwise: {"data":{"plan":…}} is ("plan", true), {"budget":…} is
// ("budget", false), a bare object is ("", false). A document made from scratch
// sets both itself.
type Document struct {
	LeadingKey         string // "plan", "budget" or "" for a bare object
	Wrapped            bool   // the leading key stands inside "data"
	ServerKnowledge    int64
	HasServerKnowledge bool
	Plan               Plan

	Beside []Raw // unknown members beside the leading key
	Outer  []Raw // unknown members beside "data"
	Odd    []Odd // values that were kept but not understood, the first MaxOdd of them
}

// Raw is a member that Holdover does not know: its name and its value as JSON text.
type Raw struct {
	Name  string
	Value string
}

// Odd is a value in a minor field (a goal, a debt, a location) that has another
// type than expected. The Go field is zero; Encode writes the value as it was.
type Odd struct {
	Where string // the record: transactions[3] (id abc)
	Field string
	Value string // the JSON text, shortened
}

// Plan is the whole plan. Arrays keep the order of the file.
type Plan struct {
	ID             string
	Name           string
	LastModifiedOn string // a timestamp, as in the file; older files: last_accessed_on
	FirstMonth     cal.Month
	LastMonth      cal.Month
	DateFormat     DateFormat
	CurrencyFormat CurrencyFormat // zero when absent; see Has("currency_format")

	Accounts                 []Account
	Payees                   []Payee
	PayeeLocations           []PayeeLocation
	CategoryGroups           []CategoryGroup
	Categories               []Category       // figures of the month of export
	Months                   []Month          // in files: newest first
	Transactions             []Transaction    // see EachTransaction
	Subtransactions          []Subtransaction // see EachSubtransaction
	ScheduledTransactions    []ScheduledTransaction
	ScheduledSubtransactions []ScheduledSubtransaction

	shelved *shelved // rows that are not in Transactions and Subtransactions
	shape
}

// DateFormat is how the source shows dates, such as "DD/MM/YYYY".
type DateFormat struct {
	Format string
	shape
}

// CurrencyFormat is how the source shows amounts.
type CurrencyFormat struct {
	money.Format
	shape
}

// Debt is a debt account's figures by the date from which they hold, as the
// source gives them: thousandths of a percent or milliunits.
type Debt map[cal.Date]money.Milli

// Account is an account. Type is as in the file; see AccountType.
type Account struct {
	ID                  string
	Name                string
	Type                string
	OnBudget            bool
	Closed              bool
	Note                string
	Balance             money.Milli // Has("balance") tells whether the file says
	ClearedBalance      money.Milli
	UnclearedBalance    money.Milli
	TransferPayeeID     string
	DirectImportLinked  bool
	DirectImportInError bool
	LastReconciledAt    string // a timestamp
	DebtOriginalBalance money.Milli
	DebtInterestRates   Debt
	DebtMinimumPayments Debt
	DebtEscrowAmounts   Debt
	Deleted             bool

	shape
}

// Payee is a payee; TransferAccountID is set on the payee that stands for an account.
type Payee struct {
	ID                string
	Name              string
	TransferAccountID string
	Deleted           bool

	shape
}

// PayeeLocation is a place where a payee was paid.
type PayeeLocation struct {
	ID        string
	PayeeID   string
	Latitude  string
	Longitude string
	Deleted   bool

	shape
}

// CategoryGroup is a group of categories. Has("internal") tells whether the file
// marks internal groups at all; older ones do not.
type CategoryGroup struct {
	ID       string
	Name     string
	Hidden   bool
	Internal bool
	Note     string
	Deleted  bool

	Categories []Category // only where a call of the source nests them

	shape
}

// Category is a category of the plan, or a category's figures in one month.
type Category struct {
	ID              string
	GroupID         string
	GroupName       string
	Name            string
	Hidden          bool
	Internal        bool
	OriginalGroupID string
	Note            string
	Budgeted        money.Milli // always present on live categories of months
	Activity        money.Milli // Has("activity"), Has("balance") tell whether the file says
	Balance         money.Milli

	GoalType             string // TB, TBD, MF, NEED, DEBT or ""
	GoalNeedsWholeAmount bool
	GoalDay              int
	GoalCadence          int
	GoalCadenceFrequency int
	GoalCreationMonth    cal.Date
	GoalTarget           money.Milli
	GoalTargetMonth      cal.Date // older name of GoalTargetDate
	GoalTargetDate       cal.Date
	GoalPercentage       int
	GoalMonthsToBudget   int
	GoalUnderFunded      money.Milli
	GoalOverallFunded    money.Milli
	GoalOverallLeft      money.Milli
	GoalSnoozedAt        string // a timestamp

	Deleted bool

	shape
}

// Month is the plan's summary of a month, and its categories' figures.
type Month struct {
	Month        cal.Month
	Note         string
	Income       money.Milli
	Budgeted     money.Milli
	Activity     money.Milli
	ToBeBudgeted money.Milli // Has("to_be_budgeted") tells whether the file says
	AgeOfMoney   int         // days; Has("age_of_money")
	Deleted      bool
	Categories   []Category

	shape
}

// Transaction is a row of an account's register. On live ones ID, Date, Amount
// and AccountID are always there. Cleared and FlagColor are as in the file; see
// ClearedState and Flag.
type Transaction struct {
	ID                      string
	Date                    cal.Date
	Amount                  money.Milli
	Memo                    string
	Cleared                 string
	Approved                bool // Has("approved") tells whether the file says
	FlagColor               string
	FlagName                string
	AccountID               string
	PayeeID                 string
	CategoryID              string
	TransferAccountID       string
	TransferTransactionID   string
	MatchedTransactionID    string
	ImportID                string
	ImportPayeeName         string
	ImportPayeeNameOriginal string
	DebtTransactionType     string
	Deleted                 bool
	Subtransactions         []Subtransaction // only where a file nests them; see EachSubtransaction

	shape
}

// Subtransaction is a part of a split transaction. On live ones ID,
// TransactionID and Amount are always there, except that nested ones may leave
// the TransactionID out; EachSubtransaction gives it.
type Subtransaction struct {
	ID                    string
	TransactionID         string
	Amount                money.Milli
	Memo                  string
	PayeeID               string
	PayeeName             string
	CategoryID            string
	CategoryName          string
	TransferAccountID     string
	TransferTransactionID string
	Deleted               bool

	shape
}

// ScheduledTransaction is a transaction that repeats. Frequency is as in the
// file; see Repeats.
type ScheduledTransaction struct {
	ID                string
	DateFirst         cal.Date
	DateNext          cal.Date // older files: date
	Frequency         string
	Amount            money.Milli
	Memo              string
	FlagColor         string
	FlagName          string
	AccountID         string
	PayeeID           string
	CategoryID        string
	TransferAccountID string
	Deleted           bool
	Subtransactions   []ScheduledSubtransaction // only where a file nests them

	shape
}

// ScheduledSubtransaction is a part of a split scheduled transaction.
type ScheduledSubtransaction struct {
	ID                     string
	ScheduledTransactionID string
	Amount                 money.Milli
	Memo                   string
	PayeeID                string
	PayeeName              string
	CategoryID             string
	CategoryName           string
	TransferAccountID      string
	Deleted                bool

	shape
}
