package app

import (
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/store"
)

// PageRows is how many rows a page of a register has.
const PageRows = 100

// RegisterQuery chooses a page of a register, newest rows first.
type RegisterQuery struct {
	Account  string    // an account's id; empty is all accounts
	Category string    // a category's id; empty is all
	Month    cal.Month // rows of this month alone; zero is all
	Page     Paging
}

// Paging is where a page begins. The zero value is the newest rows.
type Paging struct {
	After  store.Position // the rows older than this one
	Before store.Position // the rows newer than this one
	Oldest bool           // the last page
	From   int            // the number of the page's first row, from 1, as the link to it said
}

// Register is a page of a register.
type Register struct {
	Frame
	Account  *Account      // nil where rows of several accounts are shown
	Category *CategoryName // nil where rows of several categories are shown
	Names    map[string]CategoryName
	Rows     []RegisterRow
	From     int // the number of the first row, from 1
	Total    int
	Sum      money.Milli // of all rows, not only this page's
}

// RegisterRow is a row with its place and the account's balance after it.
type RegisterRow struct {
	Row
	At      store.Position
	Balance money.Milli // zero where rows of several accounts are shown
}

// CategoryName is what a register says of a category.
type CategoryName struct {
	Group, Name string
	Income      bool
}

// Register is one page of the register of an account, of a category's month, or
// of the whole budget.
func (a *App) Register(ctx context.Context, who Actor, id string, q RegisterQuery) (Register, error) {
	var r Register
	err := a.framed(ctx, who, id, &r.Frame, func(v *store.View) error {
		names, err := loadNames(v)
		if err != nil {
			return err
		}
		filter, err := names.filter(v, RowFilter{Account: q.Account, Category: q.Category})
		if err != nil {
			return err
		}
		if q.Month != 0 {
			filter = filter.Within(q.Month)
		}
		filter.OnBudget = q.Category != ""
		if r.Names, err = categoryNames(v); err != nil {
			return err
		}
		r.about(q)
		return r.fill(v, names, filter, q.Page)
	})
	return r, err
}

// about finds the account and category that the query is about.
func (r *Register) about(q RegisterQuery) {
	for i := range r.Accounts {
		if r.Accounts[i].ID == q.Account {
			r.Account = &r.Accounts[i]
		}
	}
	if name, ok := r.Names[q.Category]; ok {
		r.Category = &name
	}
}

func categoryNames(v *store.View) (map[string]CategoryName, error) {
	rows, err := categoryRows(v)
	if err != nil {
		return nil, err
	}
	named := make(map[string]CategoryName, len(rows))
	for _, r := range rows {
		named[r.view.ID] = CategoryName{Group: r.view.Group, Name: r.view.Name, Income: r.view.Income}
	}
	return named, nil
}

func (r *Register) fill(v *store.View, names *names, f store.Filter, p Paging) error {
	var err error
	if r.Total, r.Sum, err = v.Count(f); err != nil {
		return err
	}
	rows, err := r.page(v, f, p)
	if err != nil {
		return err
	}
	var balance money.Milli
	if len(rows) > 0 && f.Account != 0 && r.Category == nil {
		if balance, err = v.BalanceThrough(f.Account, store.PositionOf(&rows[0])); err != nil {
			return err
		}
	}
	ids := idCache{v: v}
	for i := range rows {
		row, err := names.row(&rows[i], ids)
		if err != nil {
			return err
		}
		r.Rows = append(r.Rows, RegisterRow{Row: row, At: store.PositionOf(&rows[i]), Balance: balance})
		balance -= rows[i].Amount
	}
	return nil
}

// page reads the rows and works out the number of the first. Pages before a row
// are read upwards and turned round.
func (r *Register) page(v *store.View, f store.Filter, p Paging) ([]budget.Transaction, error) {
	upwards := p.Oldest || p.Before != (store.Position{})
	f.Descending, f.Limit, f.After = !upwards, PageRows, p.After
	r.From = max(1, p.From)
	switch {
	case p.Oldest:
		f.Limit = (r.Total-1)%PageRows + 1
		r.From = max(1, r.Total-f.Limit+1)
	case upwards:
		f.After = p.Before
	case p.After == (store.Position{}):
		r.From = 1
	}
	rows := make([]budget.Transaction, 0, PageRows)
	for t, err := range v.Transactions(f) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, t)
	}
	if upwards {
		slices.Reverse(rows)
	}
	if upwards && !p.Oldest {
		r.From = max(1, p.From-len(rows))
	}
	return rows, nil
}
