package app

import (
	"context"
	"reflect"
	"slices"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/ledger"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// TransactionChange is a program's change of a transaction, which is given by its id, or by the import id that the
// program created it with.
type TransactionChange struct {
	TransactionFields
	ID       string
	ImportID string
}

// UpdateTransactions changes transactions in one step, and returns their ids. Date, amount, category and parts of a
// split stay as they are. It returns Invalid and NotFound errors with the index and the field.
func (a *App) UpdateTransactions(ctx context.Context, who Actor, id string, list []TransactionChange) (done ChangeResult, ids []string, err error) {
	done, err = a.change(ctx, who, id, "edit-transactions", func(e *changeTx) error {
		refs, err := e.references()
		if err != nil {
			return err
		}
		u := &updating{references: refs, app: a}
		if err := u.find(list); err != nil {
			return err
		}
		ids = u.ids
		e.Say("Changed %s", humanize.Number(len(list), "transaction", "transactions"))
		if len(list) == 1 {
			text, err := rows.TextOf(e.ChangeTx, &u.rows[0])
			if err != nil {
				return err
			}
			e.Say("Changed %s", text)
		}
		return e.Rows(ledger.AlsoReconciled, func(b *ledger.EditSet) error {
			b.Know(u.rows)
			return apperr.EachRecord(len(list), func(i int) error { return u.change(b, u.numbers[i], &list[i]) })
		})
	})
	return done, ids, err
}

// updating is a call of UpdateTransactions in progress.
type updating struct {
	*references
	app     *App
	rows    []budget.Transaction     // each once, as they were
	numbers []budget.TxNo            // of each change
	ids     []string                 // likewise; that of the import if the change names it
	taken   map[imported]budget.TxNo // the transactions by their account and import id; nil until a row is moved
}

// imported identifies a row of a bank.
type imported struct {
	account budget.AccountNo
	id      string
}

// find reads the rows to change.
func (u *updating) find(list []TransactionChange) error {
	var ids, imports []string
	for i := range list {
		if list[i].ID != "" {
			ids = append(ids, list[i].ID)
		} else if list[i].ImportID != "" {
			imports = append(imports, list[i].ImportID)
		}
	}
	byID, err := u.TransactionsOrImports(ids)
	if err != nil {
		return err
	}
	byImport, err := u.ImportedAs(imports)
	if err != nil {
		return err
	}
	named := rowsNamed{ids: iterutil.PtrByKey(byID, func(t *budget.Transaction) string { return idKey(t.ID) }), imports: map[string][]*budget.Transaction{}}
	for t := range iterutil.Pointers(byID) {
		if t.Bank != nil && t.Bank.Match != nil && named.ids[idKey(t.Bank.MatchedID)] == nil {
			named.ids[idKey(t.Bank.MatchedID)] = t
		}
	}
	for t := range iterutil.Pointers(byImport) {
		named.imports[t.Bank.ImportID] = append(named.imports[t.Bank.ImportID], t)
	}
	seen := map[budget.TxNo]bool{}
	return apperr.EachRecord(len(list), func(i int) error {
		row, err := u.named(&list[i], &named)
		if err != nil {
			return err
		}
		id := row.ID
		if list[i].ID != "" && idKey(list[i].ID) != idKey(id) {
			id = row.Bank.MatchedID
		}
		u.numbers, u.ids = append(u.numbers, row.No), append(u.ids, id)
		if !seen[row.No] {
			seen[row.No] = true
			u.rows = append(u.rows, *row)
		}
		return nil
	})
}

// learnImports reads, once, the rows of all accounts with the import ids of the rows to change.
func (u *updating) learnImports() error {
	if u.taken != nil {
		return nil
	}
	u.taken = map[imported]budget.TxNo{}
	var ids []string
	for t := range iterutil.Pointers(u.rows) {
		if t.Bank != nil && t.Bank.ImportID != "" {
			ids = append(ids, t.Bank.ImportID)
		}
	}
	there, err := u.ImportedAs(ids)
	for t := range iterutil.Pointers(there) {
		u.taken[imported{t.Account, t.Bank.ImportID}] = t.No
	}
	return err
}

// moves refuses to move a row to an account that has a row with the same import id: the id would be ambiguous.
func (u *updating) moves(t *budget.Transaction, to *budget.Account) error {
	if t.Account == to.No || t.Bank == nil || t.Bank.ImportID == "" {
		return nil
	}
	if err := u.learnImports(); err != nil {
		return err
	}
	at := imported{to.No, t.Bank.ImportID}
	if u.taken[at] != 0 {
		return apperr.New(apperr.Invalid, "the account %s has another transaction of import_id %q", to.Name, t.Bank.ImportID).AtField("account").
			WithHint("delete one of the two, or leave this one where it is")
	}
	delete(u.taken, imported{t.Account, t.Bank.ImportID})
	u.taken[at] = t.No
	return nil
}

// rowsNamed contains rows by the ids and import ids in changes.
type rowsNamed struct {
	ids     map[string]*budget.Transaction // by the key of their ids, and of those of imports matched with them
	imports map[string][]*budget.Transaction
}

// named returns the row that a change refers to.
func (u *updating) named(c *TransactionChange, rows *rowsNamed) (*budget.Transaction, error) {
	if c.ID != "" {
		if row := rows.ids[idKey(c.ID)]; row != nil {
			return row, nil
		}
		return nil, apperr.New(apperr.NotFound, "transaction %q not found", c.ID).AtField("id")
	}
	if c.ImportID == "" {
		return nil, apperr.New(apperr.Invalid, "the transaction needs an id or an import_id").AtField("id").WithHint("give one of them")
	}
	all := rows.imports[c.ImportID]
	if c.Account != nil {
		account, err := u.account(*c.Account)
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(slices.Clone(all), func(t *budget.Transaction) bool { return t.Account != account.No })
	}
	switch len(all) {
	case 0:
		return nil, apperr.New(apperr.NotFound, "transaction with import_id %q not found", c.ImportID).AtField("import_id")
	case 1:
		return all[0], nil
	}
	return nil, apperr.New(apperr.Invalid, "%d transactions have the import_id %q", len(all), c.ImportID).AtField("import_id").
		WithHint("give the id of one")
}

func (u *updating) change(b *ledger.EditSet, no budget.TxNo, c *TransactionChange) error {
	t, err := b.Row(no)
	if err != nil {
		return err
	}
	if err := u.sameImport(&t, c); err != nil {
		return err
	}
	entry := ledger.EntryOf(&t)
	split := len(entry.Parts) > 0
	if c.Account != nil {
		account, err := u.account(*c.Account)
		if err != nil {
			return err
		}
		if err := u.moves(&t, &account); err != nil {
			return err
		}
		entry.Account = account.No
	}
	if split {
		err = u.sameParts(t.Parts, c.Parts)
	} else {
		err = u.measure(&entry, c)
	}
	if err != nil {
		return err
	}
	if err := u.pay(&entry, &c.TransactionFields); err != nil {
		return err
	}
	if split {
		entry.Other = 0 // only its parts can be transfers
	}
	if err := c.dateOther(&entry); err != nil {
		return err
	}
	if err := u.fill(&entry, &c.TransactionFields); err != nil {
		return err
	}
	if err := u.categorise(&entry, &c.TransactionFields); err != nil {
		return err
	}
	if !reflect.DeepEqual(entry, ledger.EntryOf(&t)) {
		b.DropCategories(&entry)
		if err := c.hasCategory(&entry); err != nil {
			return err
		}
		if err := b.Edit(no, entry); err != nil {
			return err
		}
	}
	if c.Approved == nil {
		return nil
	}
	return b.Mark(no, func(t *budget.Transaction) { t.Approved = *c.Approved })
}

// measure sets date and amount of a row that is not split.
func (u *updating) measure(e *ledger.Entry, c *TransactionChange) error {
	if c.Date != nil && *c.Date != e.Date {
		if err := checkDate(*c.Date, u.app.now()); err != nil {
			return err
		}
		e.Date = *c.Date
	}
	if c.Amount != nil {
		e.Amount = *c.Amount
	}
	return nil
}

// sameImport refuses another import id, since it identifies the row at the bank.
func (u *updating) sameImport(t *budget.Transaction, c *TransactionChange) error {
	if c.ID == "" || c.ImportID == "" || (t.Bank != nil && t.Bank.ImportID == c.ImportID) {
		return nil
	}
	return apperr.New(apperr.Invalid, "an import_id cannot be changed").AtField("import_id").WithHint("leave it out")
}

// sameParts refuses parts that differ from those of a split.
func (r *references) sameParts(parts []budget.Part, given []PartFields) error {
	if len(given) == 0 {
		return nil
	}
	same := len(given) == len(parts)
	for i := 0; same && i < len(given); i++ {
		p, is := &given[i], &parts[i]
		category, _, err := r.category(p.Category)
		same = err == nil && p.Amount == is.Amount && p.Memo == is.Memo && category == is.Category
	}
	if !same {
		return apperr.New(apperr.Invalid, "the parts of a split transaction cannot be changed here").AtField("subtransactions").
			WithHint("delete it and create it again, or change it on its page")
	}
	return nil
}
