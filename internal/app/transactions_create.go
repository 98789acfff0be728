package app

import (
	"context"
	"maps"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// NewTransaction is a transaction from a program. With an import id it counts as imported from a bank.
type NewTransaction struct {
	TransactionFields
	ImportID string // unique in its account, also among deleted rows
}

// CreatedTransactions is the result of CreateTransactions.
type CreatedTransactions struct {
	IDs        []string // of the transactions, in the order of the request; a matched one has another id than the existing row
	Duplicates []string // import ids that existed in the account and were omitted
}

// CreateTransactions adds transactions in one step. A transaction is omitted if its import id exists in its account.
// One that the user has entered before is matched with that row. It returns an Invalid error with the index and the
// field.
func (a *App) CreateTransactions(ctx context.Context, who Actor, id string, list []NewTransaction) (done ChangeResult, created CreatedTransactions, err error) {
	done, err = a.change(ctx, who, id, "add-transactions", func(e *changeTx) error {
		refs, err := e.references()
		if err != nil {
			return err
		}
		c := &creation{references: refs, app: a, rows: make([]incoming, len(list)), created: make([]budget.TxNo, len(list)), sides: map[otherSide][]budget.TxNo{}}
		if c.teller, err = rules.NewEngine(&e.ReadTx); err != nil {
			return err
		}
		refs.made = c.teller.AddPayee
		if err := apperr.EachRecord(len(list), func(i int) error { return c.place(&c.rows[i], &list[i]) }); err != nil {
			return err
		}
		if err := c.match(ctx); err != nil {
			return err
		}
		if err := c.recognise(); err != nil {
			return err
		}
		if err := e.Rows(ledger.AlsoReconciled, c.write); err != nil {
			return err
		}
		created = c.result()
		e.Say("Added %s", humanize.Number(len(created.IDs), "transaction", "transactions"))
		if len(created.IDs) == 1 {
			e.Label = c.label
		}
		return rules.EnterSchedules(e.ChangeTx, c.told...)
	})
	return done, created, err
}

// creation is a call of CreateTransactions in progress.
type creation struct {
	*references
	app     *App
	teller  *rules.Engine
	meant   map[string]budget.PayeeNo // the usual payee of a bank's text
	rows    []incoming
	created []budget.TxNo // by their index, 0 for a duplicate
	told    []rule.Row    // the new rows after the rules
	sides   map[otherSide][]budget.TxNo
	ids     map[budget.TxNo]string
	label   string
}

// incoming is a transaction of a program, with the result of its comparison with the account's rows.
type incoming struct {
	*NewTransaction
	account budget.Account
	there   bool                // the account has its import id
	matches *budget.Transaction // the row that the user entered for it
	byPayee bool                // the two have the same payee
}

// place checks the required fields of a new transaction.
func (c *creation) place(row *incoming, given *NewTransaction) (err error) {
	row.NewTransaction = given
	for _, need := range []struct {
		missing bool
		field   string
	}{{given.Account == nil || *given.Account == "", "account"}, {given.Date == nil, "date"}, {given.Amount == nil, "amount"}} {
		if need.missing {
			return apperr.New(apperr.Invalid, "the transaction has no %s", need.field).AtField(need.field)
		}
	}
	if err := checkDate(*given.Date, c.app.now()); err != nil {
		return err
	}
	row.account, err = c.account(*given.Account)
	return err
}

// match finds existing rows for the transactions, account by account.
func (c *creation) match(ctx context.Context) error {
	byAccount := map[budget.AccountNo][]int{}
	for i := range c.rows {
		if c.rows[i].ImportID != "" {
			no := c.rows[i].account.No
			byAccount[no] = append(byAccount[no], i)
		}
	}
	for _, no := range slices.Sorted(maps.Keys(byAccount)) {
		left, err := c.duplicates(no, byAccount[no])
		if err != nil {
			return err
		}
		if err := c.entered(ctx, no, left); err != nil {
			return err
		}
	}
	return nil
}

// duplicates marks the rows of an account with an import id that is taken, also by a row that was deleted or moved to
// another account, and returns the others.
func (c *creation) duplicates(account budget.AccountNo, rows []int) (left []int, err error) {
	taken, err := c.TakenImports(account, iterutil.Map(rows, func(i int) string { return c.rows[i].ImportID }))
	if err != nil {
		return nil, err
	}
	for _, i := range rows {
		row := &c.rows[i]
		if row.there = taken[row.ImportID]; !row.there {
			left = append(left, i)
		}
		taken[row.ImportID] = true
	}
	return left, nil
}

// entered finds rows entered by a user that match rows from a bank.
func (c *creation) entered(ctx context.Context, account budget.AccountNo, rows []int) error {
	plain := slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return len(c.rows[i].Parts) > 0 })
	if len(plain) == 0 {
		return nil
	}
	from, until, amounts := civil.Date(0), civil.Date(0), map[money.Milli]bool{}
	asked := make([]matching.Row, len(plain))
	for k, i := range plain {
		row := &c.rows[i]
		if from == 0 || *row.Date < from {
			from = *row.Date
		}
		until = max(until, *row.Date)
		amounts[*row.Amount] = true
		asked[k] = matching.Row{Date: *row.Date, Amount: *row.Amount, Payee: budget.NameKey(textOf(row.PayeeName)), ImportID: row.ImportID}
	}
	have, err := c.EnteredRows(account, from.AddDays(-matching.Days), until.AddDays(matching.Days), amounts)
	if err != nil || len(have) == 0 {
		return err
	}
	names := map[budget.PayeeNo]string{}
	for _, p := range c.payees {
		names[p.No] = budget.NameKey(p.Name)
	}
	existing := iterutil.Map(have, func(t budget.Transaction) matching.Row {
		return matching.Row{Date: t.Date, Amount: t.Amount, Payee: names[t.Payee]}
	})
	found, err := matching.MatchEntered(ctx, asked, existing)
	for k, result := range found {
		if result.Existing >= 0 {
			row := &c.rows[plain[k]]
			row.matches, row.byPayee = &have[result.Existing], asked[k].Payee == existing[result.Existing].Payee
		}
	}
	return err
}

// fromBank reports whether the payee's name is a bank's text: it was sent with an import id and without a payee id.
func (row *incoming) fromBank() bool { return row.ImportID != "" && textOf(row.Payee) == "" }

// recognise looks up the payees of the bank's texts, as an import of a bank's file does: a payee that a user renamed,
// here or in YNAB, is used for later rows with the same text.
func (c *creation) recognise() error {
	var texts []string
	for row := range iterutil.Pointers(c.rows) {
		if text := textOf(row.PayeeName); text != "" && row.fromBank() && !row.there && row.matches == nil {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	lines, err := c.Lines()
	if err != nil {
		return err
	}
	c.meant = lines.UsualPayees(texts)
	return nil
}

// write adds the new rows, and merges incoming rows with matching rows entered before.
func (c *creation) write(b *ledger.EditSet) error {
	err := apperr.EachRecord(len(c.rows), func(i int) error {
		row := &c.rows[i]
		if row.there {
			return nil
		}
		if err := c.broughtAlong(b, row); err != nil {
			return err
		}
		if row.matches != nil {
			return c.join(b, i)
		}
		return c.add(b, i)
	})
	if err != nil {
		return err
	}
	return c.identify(b)
}

func (c *creation) add(b *ledger.EditSet, i int) error {
	row := &c.rows[i]
	entry := ledger.Entry{Account: row.account.No, Date: *row.Date, Amount: *row.Amount}
	by, err := c.tell(&entry, row)
	if err != nil {
		return err
	}
	if err := c.fill(&entry, &row.TransactionFields); err != nil {
		return err
	}
	if err := row.dateOther(&entry); err != nil {
		return err
	}
	b.DropCategories(&entry)
	if err := row.hasCategory(&entry); err != nil {
		return err
	}
	no, err := b.Add(entry)
	if err != nil {
		return err
	}
	c.created[i] = no
	if err := c.bringAlong(b, no); err != nil {
		return err
	}
	return b.Mark(no, func(t *budget.Transaction) {
		t.Approved, t.Bank, t.ByRule = row.Approved != nil && *row.Approved, row.bank(), by
	})
}

// tell sets an entry's payee and category from the program's fields, and from rules if the program leaves them empty.
// A payee name sent with an import id is the bank's text, and a rule may replace it.
func (c *creation) tell(entry *ledger.Entry, row *incoming) (budget.ByRule, error) {
	f := &row.TransactionFields
	as := rule.Row{Account: entry.Account, Date: entry.Date, Amount: entry.Amount, Notes: textOf(f.Memo), Flag: textOf(f.FlagColour)}
	as.Locked = rule.Locked{Money: f.Category != nil || len(f.Parts) > 0, Notes: f.Memo != nil, Flag: f.FlagColour != nil}
	if as.Locked.Payee = !row.fromBank(); as.Locked.Payee {
		if err := c.pay(entry, f); err != nil {
			return budget.ByRule{}, err
		}
		as.Payee, as.Transfer = entry.Payee, entry.Other
		as.Locked.Money = as.Locked.Money || entry.Other != 0
	} else {
		as.BankText, as.Name = textOf(f.PayeeName), textOf(f.PayeeName)
		if payee := c.meant[as.BankText]; payee != 0 {
			as.Payee, as.Name = payee, ""
		}
	}
	by, _, err := c.teller.Apply(&as)
	if err != nil {
		return by, err
	}
	if as.Name != "" {
		if err := c.pay(entry, f); err != nil {
			return by, err
		}
		if as.Payee, as.Transfer = entry.Payee, entry.Other; as.Transfer != 0 { // the name is an account's
			as.Category, as.Parts, by.Money = 0, nil, 0
		}
	}
	rules.Enter(&as, entry)
	c.told = append(c.told, as)
	return by, c.categorise(entry, f)
}

// bank returns the bank's data of the row.
func (row *incoming) bank() *budget.Bank {
	if row.ImportID == "" {
		return nil
	}
	return &budget.Bank{ImportID: row.ImportID, PayeeName: textOf(row.PayeeName)}
}

func (c *creation) join(b *ledger.EditSet, i int) error {
	row := &c.rows[i]
	came := budget.Transaction{
		ID: budgetsession.NewID(), Account: row.account.No, Date: *row.Date, Amount: *row.Amount, Memo: textOf(row.Memo), Bank: row.bank(),
		Approved: row.Approved != nil && *row.Approved, FlagColour: textOf(row.FlagColour), Cleared: budget.Uncleared,
	}
	if row.Cleared != nil {
		came.Cleared = budget.Cleared(*row.Cleared)
	}
	var err error
	if came.Category, _, err = c.category(textOf(row.Category)); err != nil {
		return err
	}
	if p, known := c.payees[idKey(textOf(row.Payee))]; known && p.TransferAccount == 0 {
		came.Payee = p.No
	}
	c.created[i] = row.matches.No
	b.Know([]budget.Transaction{*row.matches})
	if err := rows.Confirm(b, row.matches.No, came); err != nil {
		return err
	}
	return b.Mark(row.matches.No, func(t *budget.Transaction) { t.Approved = came.Approved }) // the user has not confirmed the match yet
}

// identify collects the ids of the new rows, and sets the label if there is only one.
func (c *creation) identify(b *ledger.EditSet) error {
	c.ids = map[budget.TxNo]string{}
	for i, no := range c.created {
		if no == 0 {
			continue
		}
		t, err := b.Row(no)
		if err != nil {
			return err
		}
		c.ids[no] = t.ID
		if c.rows[i].matches != nil {
			c.ids[no] = t.Bank.MatchedID
		}
		if c.label == "" {
			text, err := rows.TextOf(c.ChangeTx, &t)
			if err != nil {
				return err
			}
			c.label = "Added " + text
		}
	}
	return nil
}

func (c *creation) result() CreatedTransactions {
	out := CreatedTransactions{IDs: []string{}, Duplicates: []string{}}
	for i, no := range c.created {
		if no == 0 {
			out.Duplicates = append(out.Duplicates, c.rows[i].ImportID)
		} else {
			out.IDs = append(out.IDs, c.ids[no])
		}
	}
	return out
}
