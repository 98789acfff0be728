package rows

import (
	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Names contains the small tables of a budget, to look up records that a user names.
type Names struct {
	*budgetsession.Names
	budget string
}

// NamesIn reads the names of a read transaction.
func NamesIn(v *store.ReadTx) (*Names, error) {
	names, err := budgetsession.NamesIn(v)
	return &Names{names, v.Info().Name}, err
}

// Find reads the names of a read transaction, and resolves the filter with them.
func Find(v *store.ReadTx, f Filter) (*Names, store.Filter, error) {
	names, err := NamesIn(v)
	if err != nil {
		return nil, store.Filter{}, err
	}
	chooses, err := names.Filter(v, f)
	return names, chooses, err
}

// Filter looks up the records that the filter gives by id or by name.
func (n *Names) Filter(v *store.ReadTx, f Filter) (store.Filter, error) {
	out := store.Filter{
		From: f.Since, Until: f.Until, Text: f.Search, Flag: f.Flag, Cleared: budget.Cleared(f.Cleared),
		Min: f.Min, Max: f.Max, Uncategorised: f.Uncategorised, Unapproved: f.Unapproved, OnBudget: f.OnBudget, Any: f.Any, Descending: true, Limit: f.Limit,
	}
	if err := knownState(out.Cleared); err != nil {
		return out, err
	}
	if out.Counts = f.Counts; out.Counts != "" && out.Counts != CountsAsSpending && out.Counts != CountsAsIncome {
		return out, apperr.New(apperr.Invalid, "%q is not a kind of money", f.Counts).WithHint("choose spending or income")
	}
	var err error
	if out.Account, err = n.account(f.Account); err != nil {
		return out, err
	}
	if out.Category, err = n.Category(f.Category); err != nil {
		return out, err
	}
	if card := n.Categories[out.Category].Card; card != 0 && !f.Any && (out.Account == 0 || out.Account == card) {
		out.Account, out.Category, out.Spent = card, 0, true // its components: no row has the category itself
	}
	out.OffCards = f.OnBudget && out.Counts == "" && v.Info().CardEnvelopes && n.Categories[out.Category].Income // no activity of it is on a card then
	if out.Payee, err = n.payee(f.Payee); err != nil {
		return out, err
	}
	out.Multi, err = n.among(v, f.More)
	return out, err
}

// Row returns a transaction with the names of its references.
func (n *Names) Row(t *budget.Transaction, others *OtherSides) (Row, error) {
	row := n.row(t)
	var err error
	if row.TransferTransactionID, err = others.RowID(t.Transfer.Tx); err == nil {
		row.OtherDate, err = others.Date(t.Transfer)
	}
	return row, err
}

func (n *Names) row(t *budget.Transaction) Row {
	row := Row{
		ID: t.ID, SourceID: t.SourceID, Date: t.Date, Amount: t.Amount, Memo: t.Memo, Cleared: string(t.Cleared), Approved: t.Approved,
		FlagColour: t.FlagColour, FlagName: t.FlagName,
		AccountID: n.Accounts[t.Account].ID, AccountName: n.Accounts[t.Account].Name,
		PayeeID: n.Payees[t.Payee].ID, PayeeName: n.Payees[t.Payee].Name,
		CategoryID: n.Categories[t.Category].ID, CategoryName: n.Categories[t.Category].Name,
		TransferAccountID: n.Accounts[t.Transfer.Account].ID,
		Parts:             make([]Part, 0, len(t.Parts)),
	}
	for p := range iterutil.Pointers(t.Parts) {
		row.Parts = append(row.Parts, Part{
			ID: p.ID, SourceID: p.SourceID, Amount: p.Amount, Memo: p.Memo,
			PayeeID: n.Payees[p.Payee].ID, PayeeName: n.Payees[p.Payee].Name,
			CategoryID: n.Categories[p.Category].ID, CategoryName: n.Categories[p.Category].Name,
			TransferAccountID: n.Accounts[p.Transfer.Account].ID,
		})
	}
	return row
}

// Rows returns transactions with the names of their references, for a list. The rows on the other side of transfers
// are omitted: a list shows only the account, and the rows would have to be read for it.
func (n *Names) Rows(list []budget.Transaction) []Row {
	rows := make([]Row, len(list))
	for i := range list {
		rows[i] = n.row(&list[i])
	}
	return rows
}

// CategoryName is the data of a category in lists of transactions.
type CategoryName struct {
	Group, Name string
	Income      bool
	Card        string // the account that it pays, in a budget with card envelopes
}

// OfCategories returns the names of categories by their ids.
func (n *Names) OfCategories(v *store.ReadTx) (map[string]CategoryName, error) {
	all, err := v.Groups()
	if err != nil {
		return nil, err
	}
	groups := iterutil.ByKey(all, func(g budget.Group) budget.GroupNo { return g.No })
	named := make(map[string]CategoryName, len(n.Categories))
	for _, c := range n.Categories {
		named[c.ID] = CategoryName{Group: groups[c.Group].Name, Name: c.Name, Income: c.Income, Card: n.Accounts[c.Card].ID}
	}
	return named, nil
}
