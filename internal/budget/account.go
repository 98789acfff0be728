package budget

import (
	"encoding/json"
	"slices"
	"time"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// AccountType is the source's name for a kind of account.
type AccountType string

// The account types of the source. An unknown one is kept as it came.
const (
	Checking       AccountType = "checking"
	Savings        AccountType = "savings"
	Cash           AccountType = "cash"
	CreditCard     AccountType = "creditCard"
	LineOfCredit   AccountType = "lineOfCredit"
	OtherAsset     AccountType = "otherAsset"
	OtherLiability AccountType = "otherLiability"
	Mortgage       AccountType = "mortgage"
	AutoLoan       AccountType = "autoLoan"
	StudentLoan    AccountType = "studentLoan"
	PersonalLoan   AccountType = "personalLoan"
	MedicalDebt    AccountType = "medicalDebt"
	OtherDebt      AccountType = "otherDebt"
)

// AccountTypes are those that an account can be made of.
func AccountTypes() []AccountType {
	return []AccountType{
		Checking, Savings, Cash, CreditCard, LineOfCredit, OtherAsset, OtherLiability,
		Mortgage, AutoLoan, StudentLoan, PersonalLoan, MedicalDebt, OtherDebt,
	}
}

// earlierTypes are in documents of old plans alone.
var earlierTypes = []AccountType{"payPal", "merchantAccount", "investmentAccount"}

// IsCard says whether the source gives accounts of the type a payment category.
func (t AccountType) IsCard() bool { return t == CreditCard || t == LineOfCredit }

// IsKnown says whether the type is one of the source's. Nothing follows from an
// unknown one.
func (t AccountType) IsKnown() bool {
	return slices.Contains(AccountTypes(), t) || slices.Contains(earlierTypes, t)
}

// Account is a place where money or debt is. Its balance follows from its rows.
type Account struct {
	No       AccountNo   `json:"no"`
	ID       string      `json:"id"`
	SourceID string      `json:"source_id,omitempty"`
	Name     string      `json:"name"`
	Type     AccountType `json:"type"`
	OnBudget bool        `json:"on_budget"`
	Closed   bool        `json:"closed"`
	Note     string      `json:"note,omitempty"`
	// TransferPayee is the payee that means "transfer to this account".
	TransferPayee    PayeeNo    `json:"transfer_payee,omitempty"`
	LastReconciledAt *time.Time `json:"last_reconciled_at,omitempty"`
	Debt             *Debt      `json:"debt,omitempty"`
	Sort             int        `json:"sort"`
	// Extra keeps fields of the document that Holdover does not know, and
	// direct_import_linked and direct_import_in_error.
	Extra json.RawMessage `json:"extra,omitempty"`
}

// Debt is what the source keeps of a loan; rates are in thousandths of a percent.
type Debt struct {
	OriginalBalance *money.Milli             `json:"original_balance,omitempty"`
	InterestRates   map[cal.Date]int64       `json:"interest_rates,omitempty"`
	MinimumPayments map[cal.Date]money.Milli `json:"minimum_payments,omitempty"`
	EscrowAmounts   map[cal.Date]money.Milli `json:"escrow_amounts,omitempty"`
}

// The payees of transactions that a budget makes itself, as the source names them.
const (
	StartingBalance          = "Starting Balance"
	ManualAdjustment         = "Manual Balance Adjustment"
	ReconciliationAdjustment = "Reconciliation Balance Adjustment"
)

// ReservedPayees are the names that a payee cannot be given.
func ReservedPayees() []string {
	return []string{StartingBalance, ManualAdjustment, ReconciliationAdjustment}
}

// TransferPayee begins the name of a payee that stands for an account, as the source writes it; the account's name follows.
const TransferPayee = "Transfer : "

// TypedTransfers are what somebody may type for a transfer to an account.
func TypedTransfers(account string) []string {
	return []string{TransferPayee + account, "Transfer: " + account}
}

// Payee is whom money goes to or comes from.
type Payee struct {
	No       PayeeNo `json:"no"`
	ID       string  `json:"id"`
	SourceID string  `json:"source_id,omitempty"`
	Name     string  `json:"name"`
	// TransferAccount is the account this payee stands for, in transfers.
	TransferAccount AccountNo       `json:"transfer_account,omitempty"`
	Extra           json.RawMessage `json:"extra,omitempty"`
}

// Location is where a payee was once paid, in degrees as the source writes them.
type Location struct {
	No        LocationNo      `json:"no"`
	ID        string          `json:"id"`
	SourceID  string          `json:"source_id,omitempty"`
	Payee     PayeeNo         `json:"payee"`
	Latitude  string          `json:"latitude"`
	Longitude string          `json:"longitude"`
	Extra     json.RawMessage `json:"extra,omitempty"`
}
