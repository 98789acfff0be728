package budgetsession

import (
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// GivenName returns the trimmed name given to something ("an account"); hint is the hint if it is empty. The caller
// checks whether it is taken. It returns an Invalid error.
func GivenName(name, something, hint string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", apperr.New(apperr.Invalid, "%s needs a name", something).Of("name").WithHint("%s", hint)
	case utf8.RuneCountInString(name) > envelope.MaxName:
		return "", apperr.New(apperr.Invalid, "it is longer than %d characters", envelope.MaxName).Of("name").WithHint("shorten it")
	}
	return name, nil
}

// OrNone returns the record with an id, or the zero record for "".
func OrNone[T any](id string, find func(string) (T, error)) (record T, err error) {
	if id == "" {
		return record, nil
	}
	return find(id)
}

// NewID returns a new unique id.
func NewID() string { return uuid.NewString() }

// Names contains the small tables of a budget by number.
type Names struct {
	Accounts   map[budget.AccountNo]budget.Account
	Categories map[budget.CategoryNo]budget.Category
	Payees     map[budget.PayeeNo]budget.Payee
}

// NamesIn reads the names of a read transaction.
func NamesIn(v *store.ReadTx) (*Names, error) {
	var accounts []budget.Account
	var categories []budget.Category
	var payees []budget.Payee
	err := iterutil.Try(iterutil.Store(&accounts, v.AccountRecords), iterutil.Store(&categories, v.Categories), iterutil.Store(&payees, v.Payees))
	return &Names{
		Accounts:   iterutil.ByKey(accounts, func(a budget.Account) budget.AccountNo { return a.No }),
		Categories: iterutil.ByKey(categories, func(c budget.Category) budget.CategoryNo { return c.No }),
		Payees:     iterutil.ByKey(payees, func(p budget.Payee) budget.PayeeNo { return p.No }),
	}, err
}
