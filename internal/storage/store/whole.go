package store

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// Whole returns the budget with every record in memory, for callers that need all of it. Transactions are sorted by
// date.
func (v *ReadTx) Whole() (*budget.Whole, error) {
	return v.WholeOf(func(*budget.Transaction) bool { return true })
}

// WholeOf returns the budget with only the transactions for which wanted returns true. It calls wanted for each, by
// date.
func (v *ReadTx) WholeOf(wanted func(*budget.Transaction) bool) (*budget.Whole, error) {
	w, err := v.allButRows()
	if err != nil {
		return nil, err
	}
	for t, err := range v.Transactions(Filter{}) {
		if err != nil {
			return nil, err
		}
		if wanted(&t) {
			w.Transactions = append(w.Transactions, t)
		}
	}
	return w, nil
}

// allButRows returns the budget without its transactions.
func (v *ReadTx) allButRows() (*budget.Whole, error) {
	w := &budget.Whole{Info: v.Info()}
	return w, iterutil.Try(
		iterutil.Store(&w.Groups, v.Groups), iterutil.Store(&w.Categories, v.Categories), iterutil.Store(&w.Payees, v.Payees), iterutil.Store(&w.Locations, v.Locations),
		iterutil.Store(&w.Scheduled, v.Scheduled), iterutil.Store(&w.Rules, v.Rules), iterutil.Store(&w.Tags, v.Tags), iterutil.Store(&w.Cells, v.Cells), iterutil.Store(&w.Months, v.Months),
		iterutil.Store(&w.Rollovers, v.Rollovers), iterutil.Store(&w.Accounts, v.AccountRecords), iterutil.Store(&w.AccountGroups, v.AccountGroups),
	)
}
