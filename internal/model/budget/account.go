package budget

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// AccountType is the source's name for a kind of account.
type AccountType string

// The account types of the source. An unknown type is kept unchanged.
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

// AccountTypes lists the types that a new account may have.
func AccountTypes() []AccountType {
	return []AccountType{
		Checking, Savings, Cash, CreditCard, LineOfCredit, OtherAsset, OtherLiability,
		Mortgage, AutoLoan, StudentLoan, PersonalLoan, MedicalDebt, OtherDebt,
	}
}

// earlierTypes appear only in documents of old plans.
var earlierTypes = []AccountType{"payPal", "merchantAccount", "investmentAccount"}

// IsCard reports whether accounts of this type have a payment category at the source.
func (t AccountType) IsCard() bool { return t == CreditCard || t == LineOfCredit }

// IsUsuallyOnBudget reports whether a new account of this type is on budget unless its user chooses otherwise.
func (t AccountType) IsUsuallyOnBudget() bool {
	return t.IsCard() || t == Checking || t == Savings || t == Cash
}

// IsKnown reports whether the type is one of the source's. No rule applies to an unknown type.
func (t AccountType) IsKnown() bool {
	return slices.Contains(AccountTypes(), t) || slices.Contains(earlierTypes, t)
}

// Account is an account with money or debt. Its balance is the sum of its transactions.
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
	// Group is the account's group; zero is none.
	Group AccountGroupNo `json:"account_group,omitempty"`
	// Extra contains fields of the document that Holdover does not interpret, and direct_import_linked and
	// direct_import_in_error.
	Extra json.RawMessage `json:"extra,omitempty"`
}

// Debt contains the terms of a loan, by the date from which they apply. Rates are of a year, in thousandths of a percent.
// Escrow is paid in addition to the minimum payment and does not change the debt.
type Debt struct {
	OriginalBalance *money.Milli               `json:"original_balance,omitempty"`
	InterestRates   map[civil.Date]int64       `json:"interest_rates,omitempty"`
	MinimumPayments map[civil.Date]money.Milli `json:"minimum_payments,omitempty"`
	EscrowAmounts   map[civil.Date]money.Milli `json:"escrow_amounts,omitempty"`
	// Frequency is how often the minimum payment and the escrow are paid. Only Holdover has it.
	Frequency LoanFrequency `json:"frequency,omitempty"`
}

// The payees of transactions that a budget creates, as the source names them.
const (
	StartingBalance          = "Starting Balance"
	ManualAdjustment         = "Manual Balance Adjustment"
	ReconciliationAdjustment = "Reconciliation Balance Adjustment"
)

// ReservedPayees lists the names that a payee cannot be given.
func ReservedPayees() []string {
	return []string{StartingBalance, ManualAdjustment, ReconciliationAdjustment}
}

// IsReservedPayee reports whether a payee's name is one of ReservedPayees.
func IsReservedPayee(name string) bool {
	return slices.ContainsFunc(ReservedPayees(), func(reserved string) bool { return NameKey(reserved) == NameKey(name) })
}

// TransferPayee is the prefix of a transfer payee's name at the source; the name of the account follows.
const TransferPayee = "Transfer : "

// TypedTransfers lists the texts that a user may type for a transfer to an account.
func TypedTransfers(account string) []string {
	return []string{TransferPayee + account, "Transfer: " + account}
}

// MeansTransfer reports whether a name reads like a transfer to an account, even to one that does not exist.
func MeansTransfer(name string) bool {
	word, _, found := strings.Cut(NameKey(name), ":")
	return found && strings.TrimSpace(word) == "transfer"
}

// Payee is the other party of a transaction, a person or a company.
type Payee struct {
	No       PayeeNo `json:"no"`
	ID       string  `json:"id"`
	SourceID string  `json:"source_id,omitempty"`
	Name     string  `json:"name"`
	// TransferAccount is the account of a transfer payee.
	TransferAccount AccountNo       `json:"transfer_account,omitempty"`
	Hidden          bool            `json:"hidden,omitempty"`       // not suggested
	Favourite       bool            `json:"favourite,omitempty"`    // suggested before others
	LearningOff     bool            `json:"learning_off,omitempty"` // its usual category is neither learned nor suggested
	Extra           json.RawMessage `json:"extra,omitempty"`
}

// Location is a place where a payee was paid, in degrees as the source writes them.
type Location struct {
	No        LocationNo      `json:"no"`
	ID        string          `json:"id"`
	SourceID  string          `json:"source_id,omitempty"`
	Payee     PayeeNo         `json:"payee"`
	Latitude  string          `json:"latitude"`
	Longitude string          `json:"longitude"`
	Extra     json.RawMessage `json:"extra,omitempty"`
}
