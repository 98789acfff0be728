package database

import (
	"context"
	"fmt"
	"time"

	"holdover/internal/base/apperr"
)

// Session runs statements in one transaction. Rows are always read to the last before the next statement, because a
// PostgreSQL connection runs one statement at a time.
type Session struct {
	ctx       context.Context //nolint:containedctx // a session lives as long as its transaction
	transport transport
	kind      *dialect
}

// Row is a row of a result.
type Row interface {
	Scan(dest ...any) error
}

// transport runs a session's statements in the database.
type transport interface {
	// ask runs a statement and calls scan for every row of its result.
	ask(ctx context.Context, s statement) (affected int64, err error)
	// ahead runs a statement later, at the latest with the next ask or the commit, which return its error.
	ahead(ctx context.Context, s statement) error
	// settle runs all statements that were passed to ahead.
	settle(ctx context.Context) error
	// answered runs them up to the last that reads rows.
	answered(ctx context.Context) error
	commit(ctx context.Context) error
	// end rolls back if there was no commit, and releases the connection.
	end()
}

// statement is a statement with its arguments.
type statement struct {
	text string
	args []any
	scan func(Row) error // nil if no rows are requested
}

// failed adds the statement's text to an error.
func (s *statement) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.text, err)
}

// Read runs fn in a read transaction.
func (d *DB) Read(ctx context.Context, fn func(*Session) error) error {
	t, err := d.open.look(ctx)
	if err != nil {
		return Busy(fmt.Errorf("beginning a transaction: %w", err))
	}
	defer t.end()
	return Busy(fn(&Session{ctx, t, &d.kind}))
}

// Once runs fn, which reads by one statement, without a transaction.
func (d *DB) Once(ctx context.Context, fn func(*Session) error) error {
	for t := newRetry(); ; {
		err := fn(&Session{ctx, d.open.once(), &d.kind})
		if err == nil {
			return nil
		}
		if err := t.again(ctx, err); err != nil {
			return Busy(err)
		}
	}
}

// Change runs fn in a write transaction and commits it if fn returns no error. The commit is not cancelled with ctx:
// if a client disconnects during the commit, its outcome is still certain.
func (d *DB) Change(ctx context.Context, fn func(*Session) error) error {
	return d.ChangeOf(ctx, "", fn)
}

// ChangeOf is Change for a named object, such as a budget, that one transaction at a time changes. While it waits for
// other changes of this process to the same object it holds no connection to a server, because connections are few.
func (d *DB) ChangeOf(ctx context.Context, name string, fn func(*Session) error) error {
	q, end, err := d.beginChange(ctx, name)
	if err != nil {
		return Busy(err)
	}
	defer end()
	if err := fn(q); err != nil {
		return Busy(err)
	}
	err = q.commit()
	if err == nil {
		d.saved.Store(true)
	}
	return Busy(err)
}

// ChangeQuietly is a change that the request did not ask for, such as storing when a token was last used. Its outcome is not
// recorded as the outcome of the request.
func (d *DB) ChangeQuietly(ctx context.Context, fn func(*Session) error) error {
	return d.Change(apperr.Track(ctx), fn)
}

// Exec runs one statement as a change.
func (d *DB) Exec(ctx context.Context, query string, args ...any) error {
	return d.Change(ctx, func(s *Session) error { return s.Run(query, args...) })
}

// ExecQuietly runs one statement as ChangeQuietly does.
func (d *DB) ExecQuietly(ctx context.Context, query string, args ...any) error {
	return d.Exec(apperr.Track(ctx), query, args...)
}

// writePatience is the timeout of a change that waits for another writer, such as an import of a million rows.
const writePatience = 2 * time.Minute

// beginChange begins a write transaction. If name is not empty, it first acquires the lock of that name. A file needs no
// such lock: all its changes wait in one queue, in which a locked change would have to wait again.
func (d *DB) beginChange(ctx context.Context, name string) (q *Session, end func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, d.patience)
	defer cancel()
	unlock := func() {}
	if name != "" && !d.IsFile() {
		if unlock, err = d.changing.Lock(waiting, name); err != nil {
			return nil, nil, notBegun(ctx, waiting, err)
		}
	}
	t, err := d.open.change(ctx, waiting)
	if err != nil {
		unlock()
		return nil, nil, notBegun(ctx, waiting, err)
	}
	return &Session{ctx, t, &d.kind}, func() { t.end(); unlock() }, nil
}

// notBegun returns the error of a change that did not begin: a timeout while other writers were active, or err.
func notBegun(ctx, waiting context.Context, err error) error {
	if waiting.Err() != nil && ctx.Err() == nil {
		return apperr.New(apperr.Unavailable, "a large change is being written, such as an import or a deletion").WithCause(err).
			WithHint("try again when it is done; nothing was changed")
	}
	return fmt.Errorf("beginning a transaction: %w", err)
}

// commit commits the transaction and records the outcome for apperr.Track.
func (s *Session) commit() error {
	before := apperr.OutcomeOf(s.ctx)
	apperr.SetOutcome(s.ctx, apperr.NotKnown)
	err := s.transport.commit(context.WithoutCancel(s.ctx))
	switch {
	case err == nil:
		apperr.SetOutcome(s.ctx, apperr.Changed)
	case inDoubt(err):
		err = apperr.New(apperr.Unavailable, "the connection to the database was lost while a change was being saved").WithCause(err).
			WithCode(InDoubt).WithHint("it is not known whether it was saved: check before you try again")
	default:
		apperr.SetOutcome(s.ctx, before)
	}
	return err
}

// InDoubt is the error code for a change that may or may not have been saved.
const InDoubt apperr.Code = "in-doubt"

// Context returns the context of the transaction.
func (s *Session) Context() context.Context { return s.ctx }

// Exec runs a statement and returns the number of rows that it wrote.
func (s *Session) Exec(query string, args ...any) (affected int64, err error) {
	return s.transport.ask(s.ctx, statement{text: query, args: args})
}

// Run is Exec without the number of rows.
func (s *Session) Run(query string, args ...any) error {
	_, err := s.Exec(query, args...)
	return err
}

// ExecOr is Exec for a statement that must write a row; it returns missing if it writes none.
func (s *Session) ExecOr(missing error, query string, args ...any) error {
	affected, err := s.Exec(query, args...)
	if err == nil && affected == 0 {
		err = missing
	}
	return err
}

// Write runs a statement without returning its result. A server receives it with the next query or the commit, in one
// round trip, and those return its error.
func (s *Session) Write(query string, args ...any) error {
	return s.transport.ahead(s.ctx, statement{text: query, args: args})
}

// EachAhead is Each for rows that are needed only after the next query.
func (s *Session) EachAhead(query string, args []any, scan func(Row) error) error {
	return s.transport.ahead(s.ctx, statement{query, args, scan})
}

// Settle runs everything that was passed to Write and EachAhead.
func (s *Session) Settle() error { return s.transport.settle(s.ctx) }

// Answered runs those statements up to the last EachAhead. Later writes may still be pending.
func (s *Session) Answered() error { return s.transport.answered(s.ctx) }

// Each calls scan for every row of the result.
func (s *Session) Each(query string, args []any, scan func(Row) error) error {
	_, err := s.transport.ask(s.ctx, statement{query, args, scan})
	return err
}

// One scans the first row of the result into dest and reports whether there is one.
func (s *Session) One(query string, args []any, dest ...any) (found bool, err error) {
	err = s.Each(query, args, func(row Row) error {
		if found {
			return nil
		}
		found = true
		return row.Scan(dest...)
	})
	return found, err
}

// List returns every row of the result.
func List[T any](s *Session, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := s.Each(query, args, collect(&all, scan))
	return all, err
}

// First returns the first row of the result, or the error missing if the result is empty.
func First[T any](s *Session, missing error, scan func(Row) (T, error), query string, args ...any) (one T, err error) {
	all, err := List(s, scan, query, args...)
	switch {
	case err != nil:
		return one, err
	case len(all) == 0:
		return one, missing
	}
	return all[0], nil
}

// Read returns the result of read, which runs one statement without a transaction.
func Read[T any](ctx context.Context, d *DB, read func(*Session) (T, error)) (got T, err error) {
	err = d.Once(ctx, func(s *Session) error {
		got, err = read(s)
		return err
	})
	return got, err
}

// ReadList is List without a transaction.
func ReadList[T any](ctx context.Context, d *DB, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	return Read(ctx, d, func(s *Session) ([]T, error) { return List(s, scan, query, args...) })
}

// ReadFirst is First without a transaction.
func ReadFirst[T any](ctx context.Context, d *DB, missing error, scan func(Row) (T, error), query string, args ...any) (T, error) {
	return Read(ctx, d, func(s *Session) (T, error) { return First(s, missing, scan, query, args...) })
}

// ListAhead is List for a result that is read only after the next query.
func ListAhead[T any](s *Session, all *[]T, scan func(Row) (T, error), query string, args ...any) error {
	return s.EachAhead(query, args, collect(all, scan))
}

func collect[T any](all *[]T, scan func(Row) (T, error)) func(Row) error {
	return func(row Row) error {
		one, err := scan(row)
		*all = append(*all, one)
		return err
	}
}

// Only scans a row of one column.
func Only[T any](r Row) (value T, err error) {
	err = r.Scan(&value)
	return value, err
}

// Missing returns a NotFound error for an object that must exist.
func Missing(what string) error {
	return apperr.New(apperr.NotFound, "%s not found", what)
}
