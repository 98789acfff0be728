package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// session runs statements in one transaction. Rows are always read to their end
// before the next statement: a PostgreSQL connection does one thing at a time.
type session struct {
	ctx      context.Context //nolint:containedctx // a session lives as long as its transaction
	tx       *sql.Tx
	prepare  bool
	prepared map[string]*sql.Stmt
	kept     *kept
}

func (s *Store) begin(ctx context.Context, db *sql.DB, options *sql.TxOptions) (*session, error) {
	tx, err := db.BeginTx(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("beginning a transaction: %w", err)
	}
	return &session{ctx: ctx, tx: tx, prepare: s.kind.prepare, prepared: map[string]*sql.Stmt{}, kept: s.kept}, nil
}

// statement is the statement prepared, or nil where the driver does that itself.
func (s *session) statement(query string) (*sql.Stmt, error) {
	if !s.prepare {
		return nil, nil
	}
	if stmt := s.prepared[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := s.tx.PrepareContext(s.ctx, query) // closed with the transaction
	if err != nil {
		return nil, fmt.Errorf("%s: %w", query, err)
	}
	s.prepared[query] = stmt
	return stmt, nil
}

func (s *session) exec(query string, args ...any) (affected int64, err error) {
	stmt, err := s.statement(query)
	if err != nil {
		return 0, err
	}
	var result sql.Result
	if stmt != nil {
		result, err = stmt.ExecContext(s.ctx, args...)
	} else {
		result, err = s.tx.ExecContext(s.ctx, query, args...)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", query, err)
	}
	return result.RowsAffected()
}

func (s *session) query(query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.statement(query)
	if err != nil {
		return nil, err
	}
	var rows *sql.Rows
	if stmt != nil {
		rows, err = stmt.QueryContext(s.ctx, args...)
	} else {
		rows, err = s.tx.QueryContext(s.ctx, query, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", query, err)
	}
	return rows, nil
}

// each calls scan for every row of the answer.
func (s *session) each(query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := s.query(query, args...)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", query, err), rows.Close())
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}

// one reads the first row of the answer into dest and says whether there is one.
func (s *session) one(query string, args []any, dest ...any) (found bool, err error) {
	err = s.each(query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(dest...)
	})
	return found, err
}

// list reads every row of the answer.
func list[T any](s *session, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := s.each(query, args, func(rows *sql.Rows) error {
		one, err := scan(rows)
		all = append(all, one)
		return err
	})
	return all, err
}
