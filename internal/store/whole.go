package store

import (
	"holdover/internal/budget"
)

// Whole is the budget with every record in memory: for what has to see all of
// it. Transactions come by date.
func (v *View) Whole() (*budget.Whole, error) {
	return v.WholeOf(func(*budget.Transaction) bool { return true })
}

// WholeOf is Whole with those transactions alone that are wanted: wanted sees each,
// by date.
func (v *View) WholeOf(wanted func(*budget.Transaction) bool) (*budget.Whole, error) {
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

// allButRows is the budget without its transactions.
func (v *View) allButRows() (*budget.Whole, error) {
	w := &budget.Whole{Info: v.Info()}
	for _, read := range []func() error{
		into(&w.Groups, v.Groups), into(&w.Categories, v.Categories), into(&w.Payees, v.Payees),
		into(&w.Locations, v.Locations), into(&w.Scheduled, v.Scheduled), into(&w.Rules, v.Rules), into(&w.Cells, v.Cells), into(&w.Months, v.Months),
		into(&w.Rollovers, v.Rollovers),
		into(&w.Accounts, v.AccountRecords),
	} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func into[T any](dest *[]T, read func() ([]T, error)) func() error {
	return func() (err error) {
		*dest, err = read()
		return err
	}
}
