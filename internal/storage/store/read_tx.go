package store

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// ReadTx is a budget at one moment: everything read from one View is consistent, whatever is written concurrently.
type ReadTx struct {
	q      *database.Session
	no     int64
	header Header
	role   auth.Role // of the user that made the request; empty if the budget was opened by number
	store  *Store
	// settle updates the derived figures after a WriteTx has changed rows; nil in a read-only ReadTx.
	settle func() error
	// draft returns the index with a WriteTx's own changes; nil in a read-only ReadTx.
	draft func() (*rowindex.Index, error)
	// changed contains the figures that a WriteTx has changed so far; nil in a read-only ReadTx.
	changed *Touched
	// written contains the kinds of records that a WriteTx has changed; nil in a read-only ReadTx.
	written map[Kind]bool
	// own contains the figures that a WriteTx has stored; nil in a read-only ReadTx.
	own figures.Set

	index *rowindex.Index // set after its first use, in a read-only ReadTx

	lastFilter Filter // the filter of lastFound
	lastFound  *rowindex.Found
}

// ReadTxFor calls fn with a ReadTx of the requested budget, if the user may read it. The owner, the user's role and the
// header are read in the same transaction.
func (s *Store) ReadTxFor(ctx context.Context, asked userstore.AccessRequest, fn func(*ReadTx) error) error {
	return s.db.Read(ctx, func(q *database.Session) error {
		header, role, err := s.headerFor(q, &asked)
		if err != nil {
			return err
		}
		return fn(&ReadTx{q: q, no: header.No, header: header, role: role, store: s})
	})
}

// ReadTx calls fn with a ReadTx of the budget with a number. The ReadTx is valid until fn returns.
func (s *Store) ReadTx(ctx context.Context, no int64, fn func(*ReadTx) error) error {
	return s.db.Read(ctx, func(q *database.Session) error {
		header, err := s.header(q, no)
		if err != nil {
			return err
		}
		return fn(&ReadTx{q: q, no: no, header: header, store: s})
	})
}

// Header returns the budget's header.
func (v *ReadTx) Header() Header { return v.header }

// Role returns the role of the user that requested the budget.
func (v *ReadTx) Role() auth.Role { return v.role }

// Info returns the budget's properties, without its records.
func (v *ReadTx) Info() budget.Info { return v.header.Info }

// NextNumber returns the lowest number that no record has had.
func (v *ReadTx) NextNumber() int64 { return v.header.nextNo }

// Knowledge returns the number of the last change.
func (v *ReadTx) Knowledge() int64 { return v.header.Knowledge }

// Totals contains an account's sums over all its rows.
type Totals struct {
	Cleared   money.Milli // cleared and reconciled rows
	Uncleared money.Milli
	Rows      int
}

// Balance returns the account's balance.
func (t Totals) Balance() money.Milli { return t.Cleared + t.Uncleared }

// Account is an account with its totals.
type Account struct {
	budget.Account
	Totals Totals
}

// Accounts returns all accounts in display order.
func (v *ReadTx) Accounts() ([]Account, error) {
	plain, err := v.AccountRecords()
	if err != nil {
		return nil, err
	}
	f, err := v.allFigures()
	if err != nil {
		return nil, err
	}
	return iterutil.Map(plain, func(a budget.Account) Account { return Account{Account: a, Totals: totalsOf(f, int64(a.No))} }), nil
}

// AccountRecords returns all accounts in display order, without their totals.
func (v *ReadTx) AccountRecords() ([]budget.Account, error) {
	return listed(v, &tables.Accounts, KindAccount)
}

func totalsOf(f figures.Set, account int64) Totals {
	return Totals{
		Cleared: money.Milli(f.Total(figures.Cleared.Of(account))), Uncleared: money.Milli(f.Total(figures.Uncleared.Of(account))),
		Rows: int(f.Total(figures.RowCount.Of(account))),
	}
}

// AccountGroups returns all account groups in display order.
func (v *ReadTx) AccountGroups() ([]budget.AccountGroup, error) {
	return listed(v, &tables.AccountGroups, KindAccountGroup)
}

// Groups returns all category groups in display order.
func (v *ReadTx) Groups() ([]budget.Group, error) { return listed(v, &tables.Groups, KindGroup) }

// Categories returns all categories in display order, group by group.
func (v *ReadTx) Categories() ([]budget.Category, error) {
	groups, err := shared(v, &tables.Groups, KindGroup)
	if err != nil {
		return nil, err
	}
	all, err := shared(v, &tables.Categories, KindCategory)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	place := make(map[budget.GroupNo]int, len(groups))
	for i := range groups {
		place[groups[i].No] = i
	}
	next := make([]int, len(groups)+2) // the position of the next category of each group
	for i := range all {
		next[place[all[i].Group]+1]++
	}
	for i := range groups {
		next[i+1] += next[i]
	}
	inOrder := make([]budget.Category, len(all))
	for i := range all {
		at := &next[place[all[i].Group]]
		inOrder[*at] = all[i]
		*at++
	}
	return inOrder, nil
}

// Outline returns the groups and categories.
func (v *ReadTx) Outline() (*envelope.Outline, error) {
	o := new(envelope.Outline)
	return o, iterutil.Try(iterutil.Store(&o.Groups, v.Groups), iterutil.Store(&o.Categories, v.Categories))
}

// Payees returns all payees, oldest first.
func (v *ReadTx) Payees() ([]budget.Payee, error) { return listed(v, &tables.Payees, KindPayee) }

// Locations returns all payee locations.
func (v *ReadTx) Locations() ([]budget.Location, error) {
	return listed(v, &tables.Locations, KindLocation)
}

// Scheduled returns all scheduled transactions.
func (v *ReadTx) Scheduled() ([]budget.Scheduled, error) {
	all, err := listed(v, &tables.Schedules, KindScheduled)
	for i := range all {
		all[i].Parts = slices.Clone(all[i].Parts) // some callers change the parts in place
	}
	return all, err
}

// Rules returns all rules in their order.
func (v *ReadTx) Rules() ([]budget.Rule, error) { return listed(v, &tables.Rules, KindRule) }

// KeptReports returns the reports that the user saved, in display order.
func (v *ReadTx) KeptReports() ([]budget.SavedReport, error) {
	return listed(v, &tables.KeptReports, KindReport)
}

// KeptViews returns the views that the user saved, in display order.
func (v *ReadTx) KeptViews() ([]budget.SavedView, error) {
	return listed(v, &tables.KeptViews, KindView)
}

// Dismissed returns the dismissed suggestions of recurring transactions, oldest first.
func (v *ReadTx) Dismissed() ([]budget.Dismissed, error) {
	return listed(v, &tables.Dismissed, KindDismissed)
}

// Tags returns the tags with a colour or a description, oldest first.
func (v *ReadTx) Tags() ([]budget.Tag, error) { return listed(v, &tables.Tags, KindTag) }

// Archives returns the archives of the budget, oldest first.
func (v *ReadTx) Archives() ([]budget.Archive, error) {
	return listed(v, &tables.Archives, KindArchive)
}

// Cells returns all cells that are not empty, by category and month.
func (v *ReadTx) Cells() ([]budget.Cell, error) { return tables.Cells.All(v.q, v.no) }

// Months returns the month records that are not empty, oldest first.
func (v *ReadTx) Months() ([]budget.Month, error) { return listed(v, &tables.Months, KindMonth) }

// Rollovers returns all rollover switches, by category and month.
func (v *ReadTx) Rollovers() ([]budget.Rollover, error) {
	return listed(v, &tables.Rollovers, KindRollovers)
}

// Account returns one account without totals.
func (v *ReadTx) Account(no budget.AccountNo) (budget.Account, error) {
	return must(v, &tables.Accounts, KindAccount, int64(no), func(a *budget.Account) bool { return a.No == no }, "account")
}

// Totals returns the totals of one account.
func (v *ReadTx) Totals(no budget.AccountNo) (Totals, error) {
	f, err := v.allFigures()
	return totalsOf(f, int64(no)), err
}

// Category returns one category.
func (v *ReadTx) Category(no budget.CategoryNo) (budget.Category, error) {
	return must(v, &tables.Categories, KindCategory, int64(no), func(c *budget.Category) bool { return c.No == no }, "category")
}

// Payee returns one payee.
func (v *ReadTx) Payee(no budget.PayeeNo) (budget.Payee, error) {
	return must(v, &tables.Payees, KindPayee, int64(no), func(p *budget.Payee) bool { return p.No == no }, "payee")
}

// Cell returns the cell of a category in a month, or an empty cell if none exists.
func (v *ReadTx) Cell(category budget.CategoryNo, m civil.Month) (budget.Cell, error) {
	found, err := tables.Cells.Get(v.q, v.no, tables.Key{No: int64(category), Sub: int64(m)})
	if err != nil || found == nil {
		return budget.Cell{Category: category, Month: m}, err
	}
	return *found, nil
}

// CellsOf returns the cells of one category, oldest first.
func (v *ReadTx) CellsOf(category budget.CategoryNo) ([]budget.Cell, error) {
	return database.List(v.q, tables.Cells.Scan, tables.Cells.Select()+" AND category = $2 ORDER BY month", v.no, int64(category))
}

// CellsIn returns the cells of one month, by category.
func (v *ReadTx) CellsIn(m civil.Month) ([]budget.Cell, error) {
	return database.List(v.q, tables.Cells.Scan, tables.Cells.Select()+" AND month = $2 ORDER BY category", v.no, int64(m))
}

// TargetCells returns the cells with a target that is snoozed or differs from their category's; they must not be
// changed. They have a separate index. SQLite would use the primary key instead if the query compared the budget with
// "=".
func (v *ReadTx) TargetCells() ([]budget.Cell, error) {
	return sharedAs(v, targetCells, v.targetCells)
}

// targetCells is the cache key of the cells with a separate target.
var targetCells = listOf{KindCell, "targets"}

func (v *ReadTx) targetCells() ([]budget.Cell, error) {
	return database.List(v.q, tables.Cells.Scan, "SELECT "+strings.Join(tables.Cells.Columns, ", ")+" FROM cell WHERE "+v.q.Besides("budget")+" AND (snoozed IS NOT NULL OR target IS NOT NULL)", v.no)
}

// Month returns the record of a month, or an empty record if none exists.
func (v *ReadTx) Month(m civil.Month) (budget.Month, error) {
	found, err := tables.Months.Get(v.q, v.no, tables.Key{No: int64(m)})
	if err != nil || found == nil {
		return budget.Month{Month: m}, err
	}
	return *found, nil
}

// RolloversOf returns the switches of one category, sorted by month.
func (v *ReadTx) RolloversOf(category budget.CategoryNo) ([]budget.Rollover, error) {
	return database.List(v.q, tables.Rollovers.Scan, tables.Rollovers.Select()+" AND category = $2 ORDER BY month", v.no, int64(category))
}

// must returns a record, or a NotFound error if it does not exist.
func must[T any](v *ReadTx, t *tables.Of[T], kind Kind, no int64, is func(*T) bool, what string) (T, error) {
	found, listed, err := out(v, t, kind, is)
	if err == nil && !listed {
		found, err = t.Get(v.q, v.no, tables.Key{No: no})
	}
	return needed(found, err, what)
}
