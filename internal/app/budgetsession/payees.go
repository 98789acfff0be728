package budgetsession

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// MaxPayee is the maximum length of a payee's name in characters, if entered by a user.
const MaxPayee = 500

// PayeeName returns the trimmed name of a payee, or an Invalid error.
func PayeeName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", apperr.New(apperr.Invalid, "the name is missing").Of("payee").WithHint("enter a name")
	case utf8.RuneCountInString(name) > MaxPayee:
		return "", apperr.New(apperr.Invalid, "the name is longer than %d characters", MaxPayee).Of("payee").WithHint("shorten it")
	}
	return name, nil
}

// NoTransfer returns an Invalid error for the name of a new payee that reads like a transfer.
func NoTransfer(name string) error {
	if !budget.MeansTransfer(name) {
		return nil
	}
	return apperr.New(apperr.Invalid, "%q means a transfer, and there is no such account", name).AtField("payee").
		WithHint("choose the account from the list, or write the payee without the colon")
}

// PayeeNamed returns the payee with a name, and creates it if needed. It returns an Invalid error for a new name that
// reads like a transfer.
func (e *ChangeTx) PayeeNamed(name string) (budget.Payee, error) {
	name, err := PayeeName(name)
	if err != nil {
		return budget.Payee{}, err
	}
	found, err := e.PayeeWithName(name)
	if err != nil || found.No != 0 {
		return found, err
	}
	if err := NoTransfer(name); err != nil {
		return budget.Payee{}, err
	}
	made := budget.Payee{ID: NewID(), Name: name}
	return made, e.Put(&made)
}

// PayeeWithName returns the oldest payee with a name, or the zero payee.
func (e *ChangeTx) PayeeWithName(name string) (budget.Payee, error) {
	all, err := e.Payees()
	if err != nil {
		return budget.Payee{}, err
	}
	wanted := budget.NameKey(name)
	if i := slices.IndexFunc(all, func(p budget.Payee) bool { return budget.NameKey(p.Name) == wanted }); i >= 0 {
		return all[i], nil
	}
	return budget.Payee{}, nil
}
