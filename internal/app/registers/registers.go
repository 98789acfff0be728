// Package registers contains the operations on lists of transactions: a page of one account's register or of all
// accounts, the data around it, saved filters, the CSV file for spreadsheets, reconciliation of an account with its
// bank, and the inbox of rows to approve. Package app embeds Registers, so that its methods belong to the
// application. Single transactions, and how they are entered and changed, are in package rows.
//
// Start with Page, then choices.go and filters_kept.go.
package registers

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Registers contains the operations on lists of transactions.
type Registers struct{ access *budgetsession.Access }

// New returns the operations, which open budgets with access.
func New(a *budgetsession.Access) *Registers { return &Registers{a} }

// PrintedRows is the maximum number of rows in a printed register.
const PrintedRows = 2000

// Query selects a page of a register. The zero value is the newest rows of all accounts.
type Query struct {
	Filter    rows.Filter // accounts, categories and payees by id; its Limit is ignored
	Sort      Sort
	Ascending bool // oldest, smallest, first in the alphabet first
	Page      Paging
	Today     civil.Date // upcoming rows after this day are shown with the newest rows of an account; zero for none
	Until     civil.Date // the last day of upcoming rows; zero for schedules.ComingDays after Today
}

// Sort is the order of rows; its values are part of addresses.
type Sort string

// The orders. By date is the order of a register.
const (
	SortDate     Sort = ""
	SortAccount  Sort = "account"
	SortPayee    Sort = "payee"
	SortCategory Sort = "category"
	SortMemo     Sort = "notes"
	SortAmount   Sort = "amount"
	SortCleared  Sort = "cleared"
	SortFlag     Sort = "flag"
)

var sorts = map[Sort]store.Sort{
	SortDate: store.ByDate, SortAccount: store.ByAccount, SortPayee: store.ByPayee, SortCategory: store.ByCategory, SortMemo: store.ByMemo,
	SortAmount: store.ByAmount, SortCleared: store.ByCleared, SortFlag: store.ByFlag,
}

// Position is a transaction's position in a register by date.
type Position = store.Position

// Paging is the beginning of a page. The zero value is the first rows. Rows by date continue from a row, so that no
// row is skipped while others are added; rows in another order continue from a number.
type Paging struct {
	After  store.Position // by date: the rows after this one
	Before store.Position // by date: the rows before this one
	Last   bool           // the last page
	From   int            // the number of the page's first row, from 1, as given in the link
	Rows   int            // the number of rows on the first page; 0 is rows.PageSize
}

// Page is one page of a register.
type Page struct {
	pageframe.Frame
	Account *pageframe.Account // nil for rows of several accounts
	Running bool               // rows have a running balance: all rows of one account by date
	Names   map[string]rows.CategoryName
	Rows    []Row
	From    int // the number of the first row, from 1
	Total   int
	Sum     money.Milli       // of all rows, not only this page's
	Counted money.Milli       // the sum of the lines that the filter's category or side matches: parts of splits separately; otherwise Sum
	Payee   string            // the name of the filter's payee
	Called  map[string]string // the names of the filter's other values, by the values
	ToDo    pageframe.RowsToDo
	Card    *CardStanding            // nil unless the account is a card on budget
	Payment *PaymentActivity         // nil unless a card payment category's activity of a month is shown
	Coming  *schedules.AccountComing // upcoming rows of the account; nil for none
	Tags    tag.Palette              // the chosen colours of tags; nil if no row of the page has tags
	page    []budget.Transaction
}

// Row is a row with its position and the account's balance after it.
type Row struct {
	rows.Row
	At       store.Position
	Balance  money.Milli // the account's balance after this row, if the register is Running
	Receipts int         // the number of its receipts
}

// Register returns one page of the register of an account or of the whole budget.
func (rg *Registers) Register(ctx context.Context, who users.Actor, id string, q Query) (Page, error) {
	var r Page
	err := pageframe.View(ctx, rg.access, who, id, &r.Frame, func(v *store.ReadTx) error {
		names, err := rows.NamesIn(v)
		if err != nil {
			return err
		}
		filter, err := ordered(names, v, q)
		if err != nil {
			return err
		}
		if r.Names, err = names.OfCategories(v); err != nil {
			return err
		}
		r.about(q.Filter)
		r.Payee = names.Payees[filter.Payee].Name
		if r.Called, err = names.Called(v, q.Filter.More); err != nil {
			return err
		}
		if q.Filter == (rows.Filter{}) {
			if err := r.ToDo.Count(v); err != nil {
				return err
			}
		}
		newest := r.Running && q.Page == (Paging{})
		if err := r.standing(v, rg.access.Today(ctx).Month()); err != nil {
			return err
		}
		if err := r.fill(v, names, filter, q.Page); err != nil {
			return err
		}
		if newest && q.Today != 0 {
			if err := r.comes(v, names, filter, q); err != nil {
				return err
			}
		}
		return r.payment(v, names, q.Filter)
	})
	return r, err
}

// ordered returns the store's filter for all pages of a register, with its order.
func ordered(n *rows.Names, v *store.ReadTx, q Query) (store.Filter, error) {
	filter, err := n.Filter(v, q.Filter)
	if err != nil {
		return filter, err
	}
	var known bool
	if filter.Sort, known = sorts[q.Sort]; !known {
		return filter, apperr.New(apperr.Invalid, "transactions cannot be sorted by %q", q.Sort)
	}
	filter.Limit, filter.Descending = 0, !q.Ascending
	return filter, nil
}

// about finds the account that the filter selects, and whether a running balance can be shown with the rows.
func (r *Page) about(f rows.Filter) {
	for i := range r.Accounts {
		if r.Accounts[i].ID == f.Account {
			r.Account = &r.Accounts[i]
			r.Running = f == rows.Filter{Account: f.Account}
		}
	}
}

func (r *Page) fill(v *store.ReadTx, names *rows.Names, f store.Filter, p Paging) error {
	var err error
	if r.Total, r.Sum, err = v.Count(f); err != nil {
		return err
	}
	r.Counted = r.Sum
	if f.Category != 0 && !f.Any || f.Counts != "" {
		if r.Counted, err = v.SumOfLines(f); err != nil {
			return err
		}
	}
	list, err := r.read(v, f, p)
	if err != nil {
		return err
	}
	r.page = list
	r.Running = r.Running && f.Sort == store.ByDate
	receipts, err := rows.CountReceipts(v)
	if err != nil {
		return err
	}
	if r.Tags, err = paletteFor(v, list); err != nil {
		return err
	}
	shown := names.Rows(list)
	if err := rows.NewOtherSides(v).AddDates(list, shown); err != nil {
		return err
	}
	r.Rows = slices.Grow(r.Rows, len(list))
	for i := range list {
		r.Rows = append(r.Rows, Row{Row: shown[i], At: store.PositionOf(&list[i]), Receipts: receipts[list[i].No]})
	}
	return r.run(v, f, p)
}

// paletteFor returns the chosen colours of tags, or nil if no row can have tags.
func paletteFor(v *store.ReadTx, list []budget.Transaction) (tag.Palette, error) {
	for i := range list {
		if tag.Possible(list[i].Memo) || slices.ContainsFunc(list[i].Parts, func(p budget.Part) bool { return tag.Possible(p.Memo) }) {
			records, err := v.Tags()
			return tag.PaletteOf(records), err
		}
	}
	return nil, nil
}

// run sets the account's balance after each row.
func (r *Page) run(v *store.ReadTx, f store.Filter, p Paging) error {
	if !r.Running || len(r.Rows) == 0 {
		return nil
	}
	order := func(i int) *Row { return &r.Rows[i] }
	if !f.Descending {
		order = func(i int) *Row { return &r.Rows[len(r.Rows)-1-i] }
	}
	balance := r.Account.Balance // after the newest row
	if !f.Descending || p.Last || p.After != (store.Position{}) || p.Before != (store.Position{}) {
		var err error
		if balance, err = v.BalanceThrough(f.Account, order(0).At); err != nil {
			return err
		}
	}
	for i := range r.Rows {
		row := order(i)
		row.Balance = balance
		balance -= row.Amount
	}
	return nil
}

// read reads the rows and computes the number of the first.
func (r *Page) read(v *store.ReadTx, f store.Filter, p Paging) ([]budget.Transaction, error) {
	if f.Sort != store.ByDate {
		r.From = beginning(p.From, r.Total)
		if p.Last {
			r.From = beginning(r.Total, r.Total)
		}
		f.Limit, f.Offset = cmp.Or(p.Rows, rows.PageSize), r.From-1
		return rows.Read(v, f)
	}
	return r.byDate(v, f, p)
}

// beginning returns the number of a page's first row: the requested one, or the first of the last page if that is
// less.
func beginning(asked, total int) int {
	return min(max(1, asked), max(1, total-(total-1)%rows.PageSize))
}

// byDate reads a page of rows in the order of registers. A page before a row is read in reverse order and reversed.
func (r *Page) byDate(v *store.ReadTx, f store.Filter, p Paging) ([]budget.Transaction, error) {
	backwards := p.Last || p.Before != (store.Position{})
	f.Limit, f.After = cmp.Or(p.Rows, rows.PageSize), p.After
	r.From = max(1, p.From)
	switch {
	case p.Last:
		f.Limit = (r.Total-1)%rows.PageSize + 1
		r.From = max(1, r.Total-f.Limit+1)
	case backwards:
		f.After = p.Before
	case p.After == (store.Position{}):
		r.From = 1
	}
	if backwards {
		f.Descending = !f.Descending
	}
	rows, err := rows.Read(v, f)
	if backwards {
		slices.Reverse(rows)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case backwards && !p.Last:
		r.From = max(1, p.From-len(rows))
	case p.After != (store.Position{}) && p.From == 0:
		r.From, err = numberAfter(v, f)
	}
	return rows, err
}

// numberAfter returns the number of the first row after a position, for a link without it: one more than the number
// of rows before.
func numberAfter(v *store.ReadTx, f store.Filter) (int, error) {
	day, other := f, f.Conditions()
	day.From, day.Until, day.Limit, day.After = f.After.Date, f.After.Date, 0, store.Position{}
	if f.Descending {
		other.From = max(other.From, f.After.Date.AddDays(1))
	} else if until := f.After.Date.AddDays(-1); other.Until == 0 || until < other.Until {
		other.Until = until
	}
	n, _, err := v.Count(other)
	if err != nil {
		return 0, err
	}
	for t, err := range v.Transactions(day) {
		if err != nil {
			return 0, err
		}
		if t.No == f.After.No || (t.No > f.After.No) == f.Descending {
			n++
		}
	}
	return n + 1, nil
}

// comes finds the scheduled rows of the register's account; transfers to it from other accounts' schedules count for
// the lowest balance. The result is nil if nothing is scheduled.
func (r *Page) comes(v *store.ReadTx, names *rows.Names, f store.Filter, q Query) error {
	all, err := v.Scheduled()
	if err != nil || len(all) == 0 {
		return err
	}
	later, err := r.later(v, f, q.Today)
	if err != nil {
		return err
	}
	r.Coming, err = schedules.InAccount(v, names, r.Account, f.Account, all, later, q.Today, cmp.Or(q.Until, q.Today.AddDays(schedules.ComingDays)))
	return err
}

// later returns the account's rows of later days. Usually these are the first of the newest rows, which are
// displayed.
func (r *Page) later(v *store.ReadTx, f store.Filter, today civil.Date) (later []budget.Transaction, err error) {
	shown := len(r.page)
	if newest := f.Sort == store.ByDate && f.Descending; shown < r.Total && (shown == 0 || !newest || r.page[shown-1].Date > today) {
		return rows.Read(v, store.Filter{Account: f.Account, From: today.AddDays(1)})
	}
	for i := range r.page {
		if r.page[i].Date > today {
			later = append(later, r.page[i])
		}
	}
	return later, nil
}
