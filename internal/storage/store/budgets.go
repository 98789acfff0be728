package store

import (
	"context"
	"strings"

	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// copied returns the tables with rows that a duplicate copies, with their columns except budget.
func copied() map[string][]string {
	all := map[string][]string{
		"entered": {"scheduled", "until"}, figures.Table.Name: figures.Table.Columns,
		"original": {"document", "seq", "chunk"}, "import_report": {"document", "at", "report", "figures"}, "bank_file": {"account", "known"},
		"receipt_data": {"sum", "seq", "chunk"},
	}
	for _, ops := range kinds {
		for _, t := range ops.tables {
			all[t.Name] = t.Columns
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
