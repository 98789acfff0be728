package store

import (
	"cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// reference identifies a record that other records refer to.
type reference struct {
	kind Kind
	no   int64
}

// refers notes that a written record refers to another, which must exist at the end of the change.
func (w *WriteTx) refers(kind Kind, no int64) {
	if no != 0 {
		w.needed[reference{kind, no}] = true
	}
}

// refersAll notes the records that a written record refers to.
func (w *WriteTx) refersAll(kind Kind, record any) {
	refer := kinds[kind].refer
	if refer == nil {
		return
	}
	hasLines := kind == KindTransaction || kind == KindScheduled || kind == KindRule
	refer(record, func(to Kind, no int64) {
		w.refers(to, no)
		if hasLines && to == KindCategory {
			w.lined[budget.CategoryNo(no)] = true
		}
	})
}

// CategoriesInUse returns the categories of written transactions and schedules and those that written rules set; 0 is
// none.
func (w *WriteTx) CategoriesInUse() map[budget.CategoryNo]bool { return w.lined }

// Wrote reports whether records of a kind were written.
func (w *WriteTx) Wrote(kind Kind) bool { return w.written[kind] }

// A refer function calls to for each record that a record refers to; number 0 is none.

func referOfTransaction(t *budget.Transaction, to func(Kind, int64)) {
	to(KindAccount, int64(t.Account))
	referOfLine(t.Transfer.Account, t.Payee, t.Category, to)
	referOfParts(t.Parts, to)
}

func referOfScheduled(s *budget.Scheduled, to func(Kind, int64)) {
	to(KindAccount, int64(s.Account))
	referOfLine(s.TransferAccount, s.Payee, s.Category, to)
	referOfParts(s.Parts, to)
}

func referOfParts(parts []budget.Part, to func(Kind, int64)) {
	for i := range parts {
		referOfLine(parts[i].Transfer.Account, parts[i].Payee, parts[i].Category, to)
	}
}

func referOfLine(other budget.AccountNo, payee budget.PayeeNo, category budget.CategoryNo, to func(Kind, int64)) {
	to(KindAccount, int64(other))
	to(KindPayee, int64(payee))
	to(KindCategory, int64(category))
}

func referOfAccount(a *budget.Account, to func(Kind, int64)) {
	to(KindPayee, int64(a.TransferPayee))
	to(KindAccountGroup, int64(a.Group))
}

func referOfCategory(c *budget.Category, to func(Kind, int64)) {
	to(KindGroup, int64(c.Group))
	to(KindAccount, int64(c.Card))
}

func referOfRule(r *budget.Rule, to func(Kind, int64)) {
	r.Refers(func(no budget.AccountNo) { to(KindAccount, int64(no)) }, func(no budget.PayeeNo) { to(KindPayee, int64(no)) },
		func(no budget.CategoryNo) { to(KindCategory, int64(no)) })
}

// check verifies that all references of the change are valid, and that names and payment categories are unique. It
// runs once, at the end of a change, so that the order of writes within a change does not matter.
func (w *WriteTx) check() error {
	if err := w.deleteReceiptsLeft(); err != nil {
		return err
	}
	for r := range w.needed {
		if _, wasDeleted := w.deletedNames[r]; wasDeleted {
			continue // checkGone below refuses it with its name
		}
		found, err := w.there(r)
		if err != nil {
			return err
		}
		if !found {
			return w.missing(r)
		}
	}
	for r, name := range w.deletedNames {
		if err := w.checkGone(r, name); err != nil {
			return err
		}
	}
	if w.written[KindAccountGroup] {
		if err := w.checkAccountGroups(); err != nil {
			return err
		}
	}
	if w.named {
		return w.checkTwins()
	}
	return nil
}

// missing returns the error for a reference to a record that does not exist.
func (w *WriteTx) missing(r reference) error {
	name, err := w.deletedName(r.kind, tables.Key{No: r.no})
	switch {
	case err != nil:
		return err
	case name == "":
		return apperr.New(apperr.Conflict, "a record refers to a %s that is not there (number %d)", r.kind.term(), r.no)
	}
	return apperr.New(apperr.Conflict, "the %s %s, which belongs to it, has been deleted since", r.kind.term(), name).WithHint("undo its deletion first, in History")
}

// there reports whether a record exists.
func (w *WriteTx) there(r reference) (bool, error) {
	switch r.kind {
	case KindAccount:
		return isThere(w.Account(budget.AccountNo(r.no)))
	case KindCategory:
		return isThere(w.Category(budget.CategoryNo(r.no)))
	case KindPayee:
		return isThere(w.Payee(budget.PayeeNo(r.no)))
	}
	found, err := kinds[r.kind].load(w, tables.Key{No: r.no})
	return found != nil, err
}

func isThere[T any](_ T, err error) (bool, error) {
	if apperr.KindOf(err) == apperr.NotFound {
		return false, nil
	}
	return err == nil, err
}

// referrers contains, for each kind, queries for the rows that refer to a record.
var referrers = map[Kind][]struct{ what, query string }{
	KindAccount: {
		{"transactions", "SELECT 1 FROM tx WHERE budget = $1 AND account = $2 LIMIT 1"},
		{"payees", "SELECT 1 FROM payee WHERE budget = $1 AND transfer_account = $2 LIMIT 1"},
		{"transfers", "SELECT 1 FROM tx WHERE budget = $1 AND transfer_account = $2 LIMIT 1"},
		{"card payment categories", "SELECT 1 FROM category WHERE budget = $1 AND card = $2 LIMIT 1"},
		{"split transfers", "SELECT 1 FROM part WHERE budget = $1 AND transfer_account = $2 LIMIT 1"},
	},
	KindAccountGroup: {
		{"accounts", "SELECT 1 FROM account WHERE budget = $1 AND account_group = $2 LIMIT 1"},
	},
	KindGroup: {
		{"categories", "SELECT 1 FROM category WHERE budget = $1 AND category_group = $2 LIMIT 1"},
	},
	KindCategory: {
		{"transactions", "SELECT 1 FROM tx WHERE budget = $1 AND category = $2 LIMIT 1"},
		{"split transactions", "SELECT 1 FROM part WHERE budget = $1 AND category = $2 LIMIT 1"},
		{"budgeted amounts or notes", "SELECT 1 FROM cell WHERE budget = $1 AND category = $2 LIMIT 1"},
		{"rollover switches", "SELECT 1 FROM rollover WHERE budget = $1 AND category = $2 LIMIT 1"},
	},
	KindPayee: {
		{"transactions", "SELECT 1 FROM tx WHERE budget = $1 AND payee = $2 LIMIT 1"},
		{"split transactions", "SELECT 1 FROM part WHERE budget = $1 AND payee = $2 LIMIT 1"},
		{"locations", "SELECT 1 FROM payee_location WHERE budget = $1 AND payee = $2 LIMIT 1"},
		{"accounts", "SELECT 1 FROM account WHERE budget = $1 AND transfer_payee = $2 LIMIT 1"},
	},
}

// checkGone refuses the deletion of a record that is still referred to.
func (w *WriteTx) checkGone(r reference, name string) error {
	back, err := kinds[r.kind].load(w, tables.Key{No: r.no})
	if err != nil || back != nil {
		return err
	}
	used, err := w.usedBy(r)
	if err == nil && used != "" {
		err = apperr.New(apperr.Conflict, "the %s %q still has %s", r.kind.term(), name, used).WithHint("move or delete them first")
	}
	return err
}

// usedBy returns a plural description of records that refer to a record, or "" if there are none.
func (w *WriteTx) usedBy(r reference) (used string, err error) {
	for _, referrer := range referrers[r.kind] {
		if err := w.q.EachAhead(referrer.query, []any{w.no, r.no}, func(database.Row) error {
			used = cmp.Or(used, referrer.what)
			return nil
		}); err != nil {
			return "", err
		}
	}
	if err := w.q.Settle(); err != nil || used != "" {
		return used, err
	}
	return w.namedBy(r)
}

// namedBy is usedBy for records that are stored as JSON: schedules and rules.
func (v *ReadTx) namedBy(r reference) (string, error) {
	refers := false
	see := func(kind Kind, no int64) { refers = refers || r == reference{kind, no} }
	all, err := v.Scheduled()
	for i := range all {
		referOfScheduled(&all[i], see)
	}
	if err != nil || refers {
		return "scheduled transactions", err
	}
	own, err := v.Rules()
	for i := range own {
		referOfRule(&own[i], see)
	}
	if err != nil || refers {
		return "rules", err
	}
	return "", nil
}

// UsesCategory reports whether a line, a schedule or a rule refers to a category.
func (v *ReadTx) UsesCategory(c budget.CategoryNo) (bool, error) {
	for _, err := range v.Transactions(Filter{Category: c, Limit: 1}) {
		return true, err
	}
	named, err := v.namedBy(reference{KindCategory, int64(c)})
	return named != "", err
}

// checkAccountGroups verifies that the name of each account group is unique.
func (w *WriteTx) checkAccountGroups() error {
	all, err := w.AccountGroups()
	seen := map[string]bool{}
	for i := range all {
		key := budget.NameKey(all[i].Name)
		if seen[key] {
			return apperr.New(apperr.Conflict, "an account group named %q already exists", all[i].Name).WithHint("choose another name")
		}
		seen[key] = true
	}
	return err
}

// checkTwins verifies that a group's name is unique in the budget and a category's in its group, and that each card
// has one payment category: with two, its payments would be spent twice.
func (w *WriteTx) checkTwins() error {
	type place struct {
		group budget.GroupNo
		name  string
	}
	seen := map[place]bool{}
	unique := func(kind Kind, group budget.GroupNo, name string) error {
		at := place{group, budget.NameKey(name)}
		if seen[at] {
			return apperr.New(apperr.Conflict, "a %s named %q already exists", kind, name).WithHint("choose another name")
		}
		seen[at] = true
		return nil
	}
	inBudget, err := w.Groups()
	if err != nil {
		return err
	}
	for _, g := range inBudget {
		if err := unique(KindGroup, 0, g.Name); err != nil {
			return err
		}
	}
	all, err := w.Categories()
	pays := map[budget.AccountNo]string{}
	for _, c := range all {
		if err := unique(KindCategory, c.Group, c.Name); err != nil {
			return err
		}
		if other, paid := pays[c.Card]; paid {
			return apperr.New(apperr.Conflict, "the card of %q is paid from %q already", c.Name, other).WithHint("undo what made that category first, in History")
		}
		if c.Card != 0 {
			pays[c.Card] = c.Name
		}
	}
	return err
}
