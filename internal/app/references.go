package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/payees"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
)

// references finds the records that a program names, in many rows at once: the
// small lists are read once, however many rows there are.
type references struct {
	*changeTx
	accounts   map[string]budget.Account
	categories map[string]budget.CategoryNo
	payees     map[string]budget.Payee
	byName     map[string]budget.Payee // by the key of their names; read when a name is first asked for
	made       func(*budget.Payee)     // called with each payee created by name; may be nil
	beside     map[string]bool         // categories of the source that have no place here
	payments   map[string]bool         // card payment categories
}

func (e *changeTx) references() (*references, error) {
	r := &references{changeTx: e, categories: map[string]budget.CategoryNo{}, payments: map[string]bool{}}
	accounts, err := e.AccountRecords()
	if err != nil {
		return nil, err
	}
	r.accounts = iterutil.ByKey(accounts, func(a budget.Account) string { return idKey(a.ID) })
	outline, err := e.Outline()
	if err != nil {
		return nil, err
	}
	for c := range iterutil.Pointers(outline.Categories) {
		if outline.IsCardPayment(c) {
			r.payments[idKey(c.ID)] = true
		} else {
			r.categories[idKey(c.ID)] = c.No
		}
	}
	payees, err := e.Payees()
	r.payees = iterutil.ByKey(payees, func(p budget.Payee) string { return idKey(p.ID) })
	return r, err
}

// idKey returns the form in which ids are compared.
func idKey(id string) string { return strings.ToLower(id) }

func unknown(field, what, id string) error {
	return apperr.New(apperr.Invalid, "the budget has no %s %q", what, id).AtField(field)
}

func (r *references) account(id string) (budget.Account, error) {
	a, ok := r.accounts[idKey(id)]
	if !ok {
		return a, unknown("account", "account", id)
	}
	return a, nil
}

// category returns the category with an id, or zero for "". ignored reports whether it is the source's placeholder or
// card payment category, which no transaction can have.
func (r *references) category(id string) (no budget.CategoryNo, ignored bool, err error) {
	if id == "" {
		return 0, false, nil
	}
	if no, ok := r.categories[idKey(id)]; ok {
		return no, false, nil
	}
	if r.payments[idKey(id)] {
		return 0, true, nil
	}
	if r.beside == nil {
		if r.beside, err = besides(r.Info()); err != nil {
			return 0, false, err
		}
	}
	if r.beside[idKey(id)] {
		return 0, true, nil
	}
	return 0, false, unknown("category", "category", id)
}

// besides returns the categories kept from the import, by the key of their ids.
func besides(info budget.Info) (map[string]bool, error) {
	ids := iterutil.SetOf(info.CardPayments, func(c budget.CardPayment) string { return idKey(c.SourceID) })
	ids[exporter.UncategorisedID(&info)] = true
	if len(info.Extra) == 0 {
		return ids, nil
	}
	var kept struct {
		Categories []struct {
			ID string `json:"id"`
		} `json:"categories"`
	}
	if err := json.Unmarshal(info.Extra, &kept); err != nil {
		return nil, fmt.Errorf("what is kept beside %s: %w", info.Name, err)
	}
	for _, c := range kept.Categories {
		ids[idKey(c.ID)] = true
	}
	return ids, nil
}

// party returns the payee of a program's row: the one with an id, otherwise the one with a name, created if needed. A
// transfer payee makes the row a transfer to its account.
func (r *references) party(own *budget.Account, id, name string) (payee budget.PayeeNo, other budget.AccountNo, err error) {
	var found budget.Payee
	switch {
	case id != "":
		known := false
		if found, known = r.payees[idKey(id)]; !known {
			return 0, 0, unknown("payee", "payee", id)
		}
	case strings.TrimSpace(name) != "":
		if found, err = r.named(name); err != nil {
			return 0, 0, err
		}
	}
	if found.TransferAccount == 0 {
		return found.No, 0, nil
	}
	for _, no := range []budget.AccountNo{own.No, found.TransferAccount} {
		if err := r.NeedsTransferPayee(no); err != nil {
			return 0, 0, err
		}
	}
	return 0, found.TransferAccount, nil
}

func (r *references) named(name string) (budget.Payee, error) {
	name, err := budgetsession.PayeeName(name)
	if err != nil {
		return budget.Payee{}, err
	}
	if err := payees.NotReserved(name); err != nil {
		return budget.Payee{}, err
	}
	if r.byName == nil {
		r.byName = map[string]budget.Payee{}
		all, err := r.Payees()
		if err != nil {
			return budget.Payee{}, err
		}
		for _, p := range slices.Backward(all) { // of two of a name the older one
			r.byName[budget.NameKey(p.Name)] = p
		}
	}
	if found, ok := r.byName[budget.NameKey(name)]; ok {
		return found, nil
	}
	if err := budgetsession.NoTransfer(name); err != nil {
		return budget.Payee{}, err
	}
	made := budget.Payee{ID: budgetsession.NewID(), Name: name}
	if err := r.Put(&made); err != nil {
		return made, err
	}
	r.byName[budget.NameKey(name)] = made
	if r.made != nil {
		r.made(&made)
	}
	return made, nil
}
