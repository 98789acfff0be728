package store

import (
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// AccountByID returns the account with an id.
func (v *ReadTx) AccountByID(id string) (budget.Account, error) {
	return byID(v, &tables.Accounts, KindAccount, id, func(a *budget.Account) string { return a.ID }, "account")
}

// AccountGroupByID returns the account group with an id.
func (v *ReadTx) AccountGroupByID(id string) (budget.AccountGroup, error) {
	return byID(v, &tables.AccountGroups, KindAccountGroup, id, func(g *budget.AccountGroup) string { return g.ID }, "account group")
}

// GroupByID returns the category group with an id.
func (v *ReadTx) GroupByID(id string) (budget.Group, error) {
	return byID(v, &tables.Groups, KindGroup, id, func(g *budget.Group) string { return g.ID }, "category group")
}

// CategoryByID returns the category with an id.
func (v *ReadTx) CategoryByID(id string) (budget.Category, error) {
	return byID(v, &tables.Categories, KindCategory, id, func(c *budget.Category) string { return c.ID }, "category")
}

// PayeeByID returns the payee with an id.
func (v *ReadTx) PayeeByID(id string) (budget.Payee, error) {
	return byID(v, &tables.Payees, KindPayee, id, func(p *budget.Payee) string { return p.ID }, "payee")
}

// LocationByID returns the payee location with an id.
func (v *ReadTx) LocationByID(id string) (budget.Location, error) {
	return readByID(v, &tables.Locations, id, "payee location")
}

// ScheduledByID returns the scheduled transaction with an id.
func (v *ReadTx) ScheduledByID(id string) (budget.Scheduled, error) {
	return readByID(v, &tables.Schedules, id, "scheduled transaction")
}

// TransactionByID returns the transaction with an id, with its parts.
func (v *ReadTx) TransactionByID(id string) (budget.Transaction, error) {
	t, err := readByID(v, &tables.Transactions, id, "transaction")
	if err != nil {
		return t, err
	}
	return v.Transaction(t.No)
}

// TransactionsOrImports returns the transactions with the given ids, in no order. An id may also be that of an import
// that was matched with a transaction: the result then contains that transaction.
func (v *ReadTx) TransactionsOrImports(ids []string) ([]budget.Transaction, error) {
	rows, err := v.TransactionsByID(ids)
	missing := missingIDs(ids, rows)
	if err != nil || len(missing) == 0 {
		return rows, err
	}
	var spelled []string
	for id := range missing {
		spelled = append(spelled, spellings(id)...)
	}
	more, err := v.TransactionsByID(spelled)
	rows = append(rows, more...)
	missing = missingIDs(ids, rows)
	if err != nil || len(missing) == 0 {
		return rows, err
	}
	matched, err := tables.Matched(v.q, v.no)
	return append(rows, iterutil.Where(matched, func(t budget.Transaction) bool {
		return t.Bank != nil && t.Bank.Match != nil && missing[strings.ToLower(t.Bank.MatchedID)]
	})...), err
}

// missingIDs returns the ids, in lower case, that no row has.
func missingIDs(ids []string, rows []budget.Transaction) map[string]bool {
	missing := iterutil.SetOf(ids, strings.ToLower)
	for t := range iterutil.Pointers(rows) {
		delete(missing, strings.ToLower(t.ID))
	}
	return missing
}

// byID finds a record in the cached list of its kind, or reads it from the database if no list is cached.
func byID[T any](v *ReadTx, t *tables.Of[T], kind Kind, id string, idOf func(*T) string, what string) (T, error) {
	for _, written := range spellings(id) {
		found, listed, err := out(v, t, kind, func(r *T) bool { return idOf(r) == written })
		if err == nil && !listed {
			return readByID(v, t, id, what)
		}
		if err != nil || found != nil {
			return needed(found, err, what)
		}
	}
	return needed[T](nil, nil, what)
}

// needed returns the record, or a NotFound error if it is nil.
func needed[T any](record *T, err error, what string) (none T, _ error) {
	switch {
	case err != nil:
		return none, err
	case record == nil:
		return none, database.Missing(what)
	}
	return *record, nil
}

func readByID[T any](v *ReadTx, t *tables.Of[T], id, what string) (T, error) {
	for _, written := range spellings(id) {
		if found, err := t.WithID(v.q, v.no, written); err != nil || found != nil {
			return needed(found, err, what)
		}
	}
	return needed[T](nil, nil, what)
}

// spellings returns the spellings of an id to look up, the given one first: programs write the letters of an id in
// upper or lower case.
func spellings(id string) []string {
	all := []string{id}
	for _, other := range []string{strings.ToLower(id), strings.ToUpper(id)} {
		if other != id {
			all = append(all, other)
		}
	}
	return all
}
