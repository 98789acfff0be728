package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"holdover/internal/fault"
)

// session runs statements in one transaction. Rows are always read to their end
// before the next statement: a PostgreSQL connection does one thing at a time.
type Session struct {
	ctx      context.Context //nolint:containedctx // a session lives as long as its transaction
	conn     *sql.Conn       // of a change; nil in a look
	tx       *sql.Tx         // nil where one statement is all
	once     *sql.DB         // what that statement asks; nil after it, and in a transaction
	kind     *dialect
	prepared map[string]*sql.Stmt
}

// Look runs fn in a read transaction.
func (d *DB) Look(ctx context.Context, fn func(*Session) error) error {
	q, err := d.beginLook(ctx)
	if err != nil {
		return Busy(err)
	}
	defer q.end()
	return Busy(fn(q))
}

// Once runs fn, which reads by one statement: no transaction has to begin and end around it.
func (d *DB) Once(ctx context.Context, fn func(*Session) error) error {
	for tries := 0; ; tries++ {
		err := fn(&Session{ctx: ctx, once: d.read, kind: &d.kind})
		if err == nil {
			return nil
		}
		if err := again(ctx, err, tries); err != nil {
			return Busy(err)
		}
	}
}

// Change runs fn in a write transaction and commits it when fn has no error.
func (d *DB) Change(ctx context.Context, fn func(*Session) error) error {
	q, err := d.beginChange(ctx)
	if err != nil {
		return Busy(err)
	}
	defer q.end()
	if err := fn(q); err != nil {
		return Busy(err)
	}
	return Busy(q.commit())
}

// Aside is a change that nobody asked for, such as noting when a token was last
// used: it says nothing of what became of what was asked for.
func (d *DB) Aside(ctx context.Context, fn func(*Session) error) error {
	return d.Change(fault.Track(ctx), fn)
}

// writePatience is how long a change waits for one that is being written, such
// as an import of a million rows.
const writePatience = 2 * time.Minute

// beginChange begins a transaction that writes. Nothing cancels it but its own
// end: a client that leaves while it commits leaves no doubt whether it did.
func (d *DB) beginChange(ctx context.Context) (*Session, error) {
	waiting, cancel := context.WithTimeout(ctx, d.patience)
	defer cancel()
	conn, tx, err := d.turn(ctx, waiting)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return nil, fault.New(fault.Unavailable, "something large is being written, such as an import or a deletion").WithCause(err).
			WithHint("do it again when that is done; nothing was changed")
	}
	if err != nil {
		return nil, fmt.Errorf("beginning a transaction: %w", err)
	}
	return &Session{ctx: ctx, conn: conn, tx: tx, kind: &d.kind, prepared: map[string]*sql.Stmt{}}, nil
}

// turn waits until nobody else writes. Connections that were lost meanwhile are
// tried anew: nothing was sent yet.
func (d *DB) turn(ctx, waiting context.Context) (*sql.Conn, *sql.Tx, error) {
	for tries := 0; ; tries++ {
		conn, err := d.write.Conn(waiting)
		if err == nil {
			var tx *sql.Tx
			if tx, err = conn.BeginTx(context.WithoutCancel(ctx), nil); err == nil {
				return conn, tx, nil
			}
			err = errors.Join(err, conn.Close())
		}
		if !isBusy(err) {
			if err := again(waiting, err, tries); err != nil {
				return nil, nil, err
			}
		}
		if waiting.Err() != nil {
			return nil, nil, errors.Join(waiting.Err(), err)
		}
	}
}

// beginLook begins a transaction that reads.
func (d *DB) beginLook(ctx context.Context) (*Session, error) {
	for tries := 0; ; tries++ {
		tx, err := d.read.BeginTx(ctx, &d.kind.looking)
		if err == nil {
			return &Session{ctx: ctx, tx: tx, kind: &d.kind, prepared: map[string]*sql.Stmt{}}, nil
		}
		if err := again(ctx, err, tries); err != nil {
			return nil, fmt.Errorf("beginning a transaction: %w", err)
		}
	}
}

// mostTries is how often a transaction is begun anew: each connection that the
// server has closed is noticed by the one who takes it, and one that starts
// anew takes a moment.
const mostTries = 30

// again waits before another try, or gives the error that is no reason for one.
func again(ctx context.Context, err error, tries int) error {
	if !isLost(err) || tries >= mostTries {
		return err
	}
	select {
	case <-ctx.Done():
		return errors.Join(ctx.Err(), err)
	case <-time.After(time.Duration(min(tries*10, 200)) * time.Millisecond):
		return nil
	}
}

// commit saves what was written, and notes for those who ask what became of it.
func (q *Session) commit() error {
	before := fault.OutcomeOf(q.ctx)
	fault.SetOutcome(q.ctx, fault.NotKnown)
	err := q.tx.Commit()
	switch {
	case err == nil:
		fault.SetOutcome(q.ctx, fault.Changed)
	case inDoubt(err):
		err = fault.New(fault.Unavailable, "the connection to the database was lost while a change was being saved").WithCause(err).
			WithCode(InDoubt).WithHint("whether it was saved is not known: look before you do it again")
	default:
		fault.SetOutcome(q.ctx, before)
	}
	return err
}

// InDoubt is the code of the fault of a change that may have been saved or not.
const InDoubt fault.Code = "in-doubt"

// end takes back what was not committed, and lets go of the connection.
func (q *Session) end() {
	_ = q.tx.Rollback() // after a commit it does nothing
	if q.conn != nil {
		_ = q.conn.Close() // it goes back to the others
	}
}

// context is that of the transaction.
func (s *Session) Context() context.Context { return s.ctx }

// statement is the statement prepared, or nil where the driver does that itself.
func (s *Session) statement(query string) (*sql.Stmt, error) {
	if !s.kind.prepare {
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

func (s *Session) Exec(query string, args ...any) (affected int64, err error) {
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

// alone asks the one statement of a session without a transaction. A second one might see another moment.
func (s *Session) alone(query string, args ...any) (*sql.Rows, error) {
	if s.once == nil {
		return nil, fmt.Errorf("a second statement without a transaction: %s", query)
	}
	db := s.once
	s.once = nil
	return db.QueryContext(s.ctx, query, args...)
}

func (s *Session) query(query string, args ...any) (*sql.Rows, error) {
	if s.tx == nil {
		return s.alone(query, args...)
	}
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
func (s *Session) Each(query string, args []any, scan func(*sql.Rows) error) error {
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
func (s *Session) One(query string, args []any, dest ...any) (found bool, err error) {
	err = s.Each(query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(dest...)
	})
	return found, err
}

// list reads every row of the answer.
func List[T any](s *Session, scan func(*sql.Rows) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := s.Each(query, args, func(rows *sql.Rows) error {
		one, err := scan(rows)
		all = append(all, one)
		return err
	})
	return all, err
}

// missing is a NotFound for what has to be there, unless err says more.
func Missing(err error, what string) error {
	if err != nil {
		return err
	}
	return fault.New(fault.NotFound, "there is no such %s", what)
}
