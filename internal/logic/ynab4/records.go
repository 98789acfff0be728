package ynab4

import (
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
)

// The ids of YNAB 4's own records.
const (
	hiddenMaster    = "MasterCategory/__Hidden__"
	immediateIncome = "Category/__ImmediateIncome__"
	deferredIncome  = "Category/__DeferredIncome__"
	splitCategory   = "Category/__Split__"
	startingBalance = "Starting Balance"
)

type account struct {
	ID         string  `json:"entityId"`
	Name       string  `json:"accountName"`
	Type       string  `json:"accountType"`
	OnBudget   bool    `json:"onBudget"`
	Hidden     bool    `json:"hidden"`
	Sort       float64 `json:"sortableIndex"`
	Note       string  `json:"note"`
	Reconciled string  `json:"lastReconciledDate"`
	Deleted    bool    `json:"isTombstone"`
}

type masterCategory struct {
	ID         string            `json:"entityId"`
	Name       string            `json:"name"`
	Type       string            `json:"type"`
	Sort       float64           `json:"sortableIndex"`
	Note       string            `json:"note"`
	Deleted    bool              `json:"isTombstone"`
	Categories list[subCategory] `json:"subCategories"`
}

type subCategory struct {
	ID      string  `json:"entityId"`
	Name    string  `json:"name"`
	Master  string  `json:"masterCategoryId"`
	Sort    float64 `json:"sortableIndex"`
	Note    string  `json:"note"`
	Deleted bool    `json:"isTombstone"`
}

type payee struct {
	ID           string          `json:"entityId"`
	Name         string          `json:"name"`
	Enabled      *bool           `json:"enabled"`
	Account      string          `json:"targetAccountId"`
	FillCategory string          `json:"autoFillCategoryId"`
	FillMemo     string          `json:"autoFillMemo"`
	FillAmount   amount          `json:"autoFillAmount"`
	Places       list[place]     `json:"locations"`
	Renames      list[condition] `json:"renameConditions"`
	Deleted      bool            `json:"isTombstone"`
}

// place is a location of a payee, in degrees.
type place struct {
	ID        string       `json:"entityId"`
	Latitude  textOrNumber `json:"latitude"`
	Longitude textOrNumber `json:"longitude"`
	Deleted   bool         `json:"isTombstone"`
}

// condition renames an imported payee.
type condition struct {
	ID       string `json:"entityId"`
	Operator string `json:"operator"`
	Operand  string `json:"operand"`
	Deleted  bool   `json:"isTombstone"`
}

type monthlyBudget struct {
	Month      string     `json:"month"`
	Note       string     `json:"note"`
	Categories list[cell] `json:"monthlySubCategoryBudgets"`
	Deleted    bool       `json:"isTombstone"`
}

// cell is a category in a month.
type cell struct {
	Category     string `json:"categoryId"`
	Budgeted     amount `json:"budgeted"`
	Overspending string `json:"overspendingHandling"`
	Note         string `json:"note"`
	Deleted      bool   `json:"isTombstone"`
}

// transaction is a row of an account, or a scheduled one.
type transaction struct {
	ID            string        `json:"entityId"`
	Account       string        `json:"accountId"`
	Date          string        `json:"date"`
	Amount        amount        `json:"amount"`
	Payee         string        `json:"payeeId"`
	Category      string        `json:"categoryId"`
	Memo          string        `json:"memo"`
	Cleared       string        `json:"cleared"`
	Accepted      *bool         `json:"accepted"`
	Flag          string        `json:"flag"`
	Check         textOrNumber  `json:"checkNumber"`
	ImportedPayee string        `json:"importedPayee"`
	YNABID        textOrNumber  `json:"YNABID"`
	FITID         textOrNumber  `json:"FITID"`
	EnteredFrom   string        `json:"dateEnteredFromSchedule"`
	OtherSide     string        `json:"transferTransactionId"`
	OtherAccount  string        `json:"targetAccountId"`
	Parts         list[part]    `json:"subTransactions"`
	Matched       list[ignored] `json:"matchedTransactions"`
	Deleted       bool          `json:"isTombstone"`

	Frequency string  `json:"frequency"`
	StartDay  float64 `json:"twiceAMonthStartDay"`
}

// ignored is a record that is counted but not read.
type ignored struct{}

// part is a part of a split.
type part struct {
	ID           string `json:"entityId"`
	Amount       amount `json:"amount"`
	Category     string `json:"categoryId"`
	Memo         string `json:"memo"`
	OtherSide    string `json:"transferTransactionId"`
	OtherAccount string `json:"targetAccountId"`
	Deleted      bool   `json:"isTombstone"`
}

// metaData contains the settings of the budget.
type metaData struct {
	Currency       string `json:"currencyISOSymbol"`
	CurrencyLocale string `json:"currencyLocale"`
	DateLocale     string `json:"dateLocale"`
}

// live returns the parts that are not deleted.
func (t *transaction) live() []part {
	parts := t.Parts[:0:0]
	for i := range t.Parts {
		if !t.Parts[i].Deleted {
			parts = append(parts, t.Parts[i])
		}
	}
	return parts
}

// dateOf parses the date of a record. It returns an Invalid error if the date is missing, malformed or out of range.
func dateOf(kind, id, date string) (civil.Date, error) {
	day, _, _ := strings.Cut(date, "T")
	d, err := civil.ParseDate(day)
	switch {
	case err != nil:
		return 0, apperr.New(apperr.Invalid, "the %s %s has no valid date: %q", kind, clip(id), clip(date)).
			WithHint("Correct it in YNAB 4 and pack the folder again.")
	case d.FarOff():
		return 0, apperr.New(apperr.Invalid, "the %s %s is dated %s: %s", kind, clip(id), d, civil.KeptYears()).
			WithHint("Correct the date in YNAB 4 and pack the folder again.")
	}
	return d, nil
}

// clip shortens a text of the file for a message.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
