package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// copied returns the tables with rows that a duplicate copies, with their columns except budget.
func copied() map[string][]string {
	all := map[string][]string{
		figures.Table.Name: figures.Table.Columns,
		"original":         {"document", "seq", "chunk"}, "import_report": {"document", "at", "report", "figures"},
		"receipt_data": {"sum", "seq", "chunk"}, "archive_file": {"archive", "seq", "chunk"},
	}
	maps.Copy(all, tablesOf(func(Kind) bool { return true }))
	return all
}

// tablesOf returns the tables of the kinds of records for which wanted returns true, and the tables of other settings.
func tablesOf(wanted func(Kind) bool) map[string][]string {
	all := map[string][]string{"entered": {"scheduled", "until"}, "bank_file": {"account", "known"}}
	for kind, ops := range kinds {
		for _, t := range ops.tables {
			if wanted(kind) {
				all[t.Name] = t.Columns
			}
		}
	}
	return all
}

// Duplicate copies a budget with everything except its journal, under a new id and name.
func (s *Store) Duplicate(ctx context.Context, no int64, id string, name func([]ExistingBudget) string, meta Meta, owner userstore.UserNo) (h Header, err error) {
	err = s.db.Change(ctx, func(q *database.Session) error {
		from, err := s.header(q, no)
		if err != nil {
			return err
		}
		others, err := lockedBudgets(q, owner)
		if err != nil {
			return err
		}
		info := from.Info
		info.ID, info.Name = id, name(others)
		if h, err = s.insertBudget(q, &info, meta); err != nil {
			return err
		}
		for table, columns := range copied() {
			if err := copyRows(q, table, columns, no, h.No); err != nil {
				return err
			}
		}
		h, err = s.begun(q, h.No, from.nextNo, from.counts(), meta, owner)
		return err
	})
	return h, err
}

// history lists the kinds of records that a fresh start does not copy.
var history = []Kind{KindTransaction, KindReceipt, KindCell, KindMonth, KindRollovers, KindDismissed, KindArchive}

// FreshStart describes a budget with the settings of another one, without its history.
type FreshStart struct {
	// First contains the new budget's info and its first payees, months, rollover switches and transactions. Its accounts
	// and categories, which are copied, tell how the transactions count.
	First *budget.Whole
	// Accounts and Payees are copied only if another copied record refers to them.
	Accounts []budget.AccountNo
	Payees   []budget.PayeeNo
}

// FreshStart creates a budget with the settings of the budget with a number. plan is called with both in the same
// transaction, and with the budgets of the owner.
func (s *Store) FreshStart(ctx context.Context, no int64, meta Meta, owner userstore.UserNo, plan func(*ReadTx, []ExistingBudget) (*FreshStart, error)) (h Header, err error) {
	err = s.db.Change(ctx, func(q *database.Session) error {
		if err := q.Write("UPDATE budget SET name = name WHERE no = $1", no); err != nil { // other changes of it wait
			return err
		}
		from, err := s.header(q, no)
		if err != nil {
			return err
		}
		others, err := lockedBudgets(q, owner)
		if err != nil {
			return err
		}
		start, err := plan(&ReadTx{q: q, no: no, header: from, store: s}, others)
		if err != nil {
			return err
		}
		h, err = s.startFresh(q, &from, start, meta, owner)
		return err
	})
	return h, err
}

func (s *Store) startFresh(q *database.Session, from *Header, start *FreshStart, meta Meta, owner userstore.UserNo) (h Header, err error) {
	first := start.First
	if h, err = s.insertBudget(q, &first.Info, meta); err != nil {
		return h, err
	}
	for table, columns := range tablesOf(func(kind Kind) bool { return !slices.Contains(history, kind) }) {
		if err := copyRows(q, table, columns, from.No, h.No); err != nil {
			return h, err
		}
	}
	if err := deleteUnused(q, h.No, start); err != nil {
		return h, err
	}
	f, next, passing := figures.Set{}, from.nextNo, newPassing(len(first.Transactions), false)
	defer passing.close()
	err = iterutil.Try(
		func() error { return q.Write("UPDATE account SET reconciled_at = NULL WHERE budget = $1", h.No) },
		func() error { return tables.Payees.InsertAll(q, h.No, first.Payees) },
		func() error { return tables.Months.InsertAll(q, h.No, first.Months) },
		func() error { return tables.Rollovers.InsertAll(q, h.No, first.Rollovers) },
		func() error {
			last, err := s.insertTransactions(q, h.No, first, f, passing)
			next = max(next, last+1, highest(first.Payees)+1)
			return err
		},
		func() error { return f.Insert(q, h.No) },
	)
	if err != nil {
		return h, err
	}
	accounts, err := tables.Accounts.All(q, h.No)
	if err != nil {
		return h, err
	}
	return s.begun(q, h.No, next, countsOf(f, first.Months, first.Rollovers, len(accounts)), meta, owner)
}

// deleteUnused deletes the accounts and payees of a fresh start that no other record refers to, and the locations of
// those payees.
func deleteUnused(q *database.Session, no int64, start *FreshStart) error {
	optional := map[reference]bool{}
	for _, account := range start.Accounts {
		optional[reference{KindAccount, int64(account)}] = true
	}
	for _, payee := range start.Payees {
		optional[reference{KindPayee, int64(payee)}] = true
	}
	records := map[reference]any{}
	for kind, ops := range kinds {
		if ops.list == nil || slices.Contains(history, kind) {
			continue
		}
		if err := ops.list(q, no, func(number int64, record any) { records[reference{kind, number}] = record }); err != nil {
			return err
		}
	}
	used := map[reference]bool{}
	var use func(kind Kind, no int64)
	use = func(kind Kind, no int64) {
		r := reference{kind, no}
		if record := records[r]; record != nil && !used[r] {
			used[r] = true
			if refer := kinds[kind].refer; refer != nil {
				refer(record, use)
			}
		}
	}
	for r := range records {
		if !optional[r] && r.kind != KindLocation {
			use(r.kind, r.no)
		}
	}
	for r, record := range records {
		if location, is := record.(*budget.Location); used[r] || is && used[reference{KindPayee, int64(location.Payee)}] {
			continue
		}
		if err := q.Write("DELETE FROM "+kinds[r.kind].tables[0].Name+" WHERE budget = $1 AND no = $2", no, r.no); err != nil {
			return err
		}
	}
	return nil
}

func copyRows(q *database.Session, table string, columns []string, from, to int64) error {
	names := ", " + strings.Join(columns, ", ")
	return q.Write("INSERT INTO "+table+" (budget"+names+") SELECT CAST($2 AS BIGINT)"+names+" FROM "+table+" WHERE budget = $1", from, to)
}

// Delete deletes a budget with its journal and documents. The budget is gone at once for all users; its rows are
// removed later by the sweeper.
func (s *Store) Delete(ctx context.Context, no int64) error {
	err := s.db.Change(ctx, func(q *database.Session) error {
		h, err := s.oneHeader(q, "DELETE FROM budget WHERE no = $1 RETURNING "+headerColumns, no)
		if err != nil {
			return err
		}
		if err := q.Write("DELETE FROM budget_id WHERE id = $1", h.Info.ID); err != nil {
			return err
		}
		if err := tables.DeleteAll(q, "share", no); err != nil {
			return err
		}
		if err := q.Write("DELETE FROM bank_connection WHERE of_budget = $1", no); err != nil {
			return err
		}
		return q.Write("INSERT INTO leftover (budget) VALUES ($1)", no)
	})
	if err != nil {
		return err
	}
	s.forget(no)
	s.live.Publish(no, 0)
	return s.sweeper.Sweep(ctx)
}

// forget removes what is cached of a budget.
func (s *Store) forget(no int64) {
	s.cache.DropBudget(no)
	s.indexes.Drop(no)
	s.changes.drop(no)
}
