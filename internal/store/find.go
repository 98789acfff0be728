package store

import (
	"holdover/internal/budget"
	"holdover/internal/fault"
)

// AccountByID is the account with an id.
func (v *View) AccountByID(id string) (budget.Account, error) {
	return byID(v, &accounts, id, "account")
}

// GroupByID is the category group with an id.
func (v *View) GroupByID(id string) (budget.Group, error) {
	return byID(v, &groups, id, "category group")
}

// CategoryByID is the category with an id.
func (v *View) CategoryByID(id string) (budget.Category, error) {
	return byID(v, &categories, id, "category")
}

// PayeeByID is the payee with an id.
func (v *View) PayeeByID(id string) (budget.Payee, error) { return byID(v, &payees, id, "payee") }

// LocationByID is the payee location with an id.
func (v *View) LocationByID(id string) (budget.Location, error) {
	return byID(v, &locations, id, "payee location")
}

// ScheduledByID is the scheduled transaction with an id.
func (v *View) ScheduledByID(id string) (budget.Scheduled, error) {
	return byID(v, &schedules, id, "scheduled transaction")
}

// TransactionByID is the transaction with an id, with its parts.
func (v *View) TransactionByID(id string) (budget.Transaction, error) {
	t, err := byID(v, &transactions, id, "transaction")
	if err != nil {
		return t, err
	}
	return v.Transaction(t.No)
}

// TransactionByPartID is the transaction that has a part with an id.
func (v *View) TransactionByPartID(id string) (budget.Transaction, error) {
	found, err := list(v.q, parts.scan, parts.selectText()+" AND id = $2", v.no, id)
	if err != nil || len(found) == 0 {
		return budget.Transaction{}, missing(err, "part of a transaction")
	}
	return v.Transaction(found[0].tx)
}

func byID[T any](v *View, t *table[T], id, what string) (T, error) {
	found, err := list(v.q, t.scan, t.selectText()+" AND id = $2", v.no, id)
	if err != nil || len(found) == 0 {
		var none T
		return none, missing(err, what)
	}
	return found[0], nil
}

// missing is err, or where there is none the fault that something is not there.
func missing(err error, what string) error {
	if err != nil {
		return err
	}
	return fault.New(fault.NotFound, "there is no such %s", what)
}
