package store

import (
	"strings"

	"holdover/internal/budget"
	"holdover/internal/database"
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
	p, err := byID(v, &parts, id, "transaction")
	if err != nil {
		return budget.Transaction{}, err
	}
	return v.Transaction(p.tx)
}

func byID[T any](v *View, t *table[T], id, what string) (T, error) {
	for _, written := range Spellings(id) {
		found, err := database.List(v.q, t.scan, t.selectText()+" AND id = $2", v.no, written)
		if err != nil {
			var none T
			return none, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	var none T
	return none, database.Missing(nil, what)
}

// Spellings are the ways to look an id up, the given one first: programs write
// the letters of an id large or small.
func Spellings(id string) []string {
	all := []string{id}
	for _, other := range []string{strings.ToLower(id), strings.ToUpper(id)} {
		if other != id {
			all = append(all, other)
		}
	}
	return all
}
