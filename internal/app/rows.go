package app

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Transactions gives each transaction that the filter chooses, newest first, to
// do, with the names of what it refers to. They are streamed: a budget of a
// million rows needs no more memory than one of ten.
func (a *App) Transactions(ctx context.Context, who Actor, id string, filter RowFilter, do func(Row) error) error {
	return a.desk.View(ctx, who, id, func(v *store.View) error {
		names, err := loadNames(v)
		if err != nil {
			return err
		}
		f, err := names.filter(v, filter)
		if err != nil {
			return err
		}
		others := NewOtherSides(v)
		for t, err := range others.Each(v.Transactions(f)) {
			if err != nil {
				return err
			}
			row, err := names.row(&t, others)
			if err != nil {
				return err
			}
			if err := do(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// names are the small tables of a budget by number.
type names struct {
	budget     string
	accounts   map[budget.AccountNo]budget.Account
	categories map[budget.CategoryNo]budget.Category
	payees     map[budget.PayeeNo]budget.Payee
}

func loadNames(v *store.View) (*names, error) {
	accounts, err := v.AccountRecords()
	if err != nil {
		return nil, err
	}
	categories, err := v.Categories()
	if err != nil {
		return nil, err
	}
	payees, err := v.Payees()
	if err != nil {
		return nil, err
	}
	n := &names{
		budget:     v.Info().Name,
		accounts:   make(map[budget.AccountNo]budget.Account, len(accounts)),
		categories: make(map[budget.CategoryNo]budget.Category, len(categories)),
		payees:     make(map[budget.PayeeNo]budget.Payee, len(payees)),
	}
	for _, a := range accounts {
		n.accounts[a.No] = a
	}
	for _, c := range categories {
		n.categories[c.No] = c
	}
	for _, p := range payees {
		n.payees[p.No] = p
	}
	return n, nil
}

// filter finds what the filter names by id or by name.
func (n *names) filter(v *store.View, f RowFilter) (store.Filter, error) {
	out := store.Filter{
		From: f.Since, Until: f.Until, Text: f.Search, Flag: f.Flag, Cleared: budget.Cleared(f.Cleared),
		Min: f.Min, Max: f.Max, Uncategorised: f.Uncategorised, Unapproved: f.Unapproved, OnBudget: f.OnBudget, Descending: true, Limit: f.Limit,
	}
	if err := knownState(out.Cleared); err != nil {
		return out, err
	}
	if out.Counts = f.Counts; out.Counts != "" && out.Counts != CountsAsSpending && out.Counts != CountsAsIncome {
		return out, fault.New(fault.Invalid, "nothing counts as %q", f.Counts).WithHint("it is spending or income")
	}
	var err error
	if out.Account, err = lookUp(n, "account", f.Account, n.accounts, func(a budget.Account) (string, string) { return a.ID, a.Name }); err != nil {
		return out, err
	}
	if out.Category, err = lookUp(n, "category", f.Category, n.categories, func(c budget.Category) (string, string) { return c.ID, c.Name }); err != nil {
		return out, err
	}
	if card := n.categories[out.Category].Card; card != 0 && (out.Account == 0 || out.Account == card) {
		out.Account, out.Category, out.Spent = card, 0, true // what it is made up of: no row is in it
	}
	out.OffCards = f.OnBudget && out.Counts == "" && v.Info().CardEnvelopes && n.categories[out.Category].Income // no activity of it is on a card then
	if out.Payee, err = lookUp(n, "payee", f.Payee, n.payees, func(p budget.Payee) (string, string) { return p.ID, p.Name }); err != nil {
		return out, err
	}
	out.Among, err = n.among(v, f.More)
	return out, err
}

// lookUp is the number of the record that ref means: its id, or a name that
// only one record has. An empty ref is none.
func lookUp[N comparable, T any](n *names, what, ref string, records map[N]T, of func(T) (id, name string)) (found N, err error) {
	if ref == "" {
		return found, nil
	}
	for no, record := range records {
		if id, _ := of(record); id == ref {
			return no, nil
		}
	}
	key, hits := budget.NameKey(ref), 0
	for no, record := range records {
		if _, name := of(record); budget.NameKey(name) == key {
			found, hits = no, hits+1
		}
	}
	var none N
	switch hits {
	case 0:
		return none, fault.New(fault.NotFound, "there is no %s %q in %s", what, ref, n.budget)
	case 1:
		return found, nil
	}
	return none, fault.New(fault.Conflict, "%s has %d of the name %q (%s)", n.budget, hits, ref, what).WithHint("give the id; --json shows it")
}

func (n *names) row(t *budget.Transaction, others *OtherSides) (Row, error) {
	other, err := others.row(t.Transfer.Tx)
	row := Row{
		ID: t.ID, SourceID: t.SourceID, Date: t.Date, Amount: t.Amount, Memo: t.Memo, Cleared: string(t.Cleared), Approved: t.Approved,
		FlagColour: t.FlagColour, FlagName: t.FlagName,
		AccountID: n.accounts[t.Account].ID, AccountName: n.accounts[t.Account].Name,
		PayeeID: n.payees[t.Payee].ID, PayeeName: n.payees[t.Payee].Name,
		CategoryID: n.categories[t.Category].ID, CategoryName: n.categories[t.Category].Name,
		TransferAccountID: n.accounts[t.Transfer.Account].ID, TransferTransactionID: other.id,
		Parts: []RowPart{},
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		row.Parts = append(row.Parts, RowPart{
			ID: p.ID, SourceID: p.SourceID, Amount: p.Amount, Memo: p.Memo,
			PayeeID: n.payees[p.Payee].ID, PayeeName: n.payees[p.Payee].Name,
			CategoryID: n.categories[p.Category].ID, CategoryName: n.categories[p.Category].Name,
			TransferAccountID: n.accounts[p.Transfer.Account].ID,
		})
	}
	return row, err
}
