package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"golang.org/x/sync/semaphore"
)

// sqliteOpen opens sessions on a file. Each statement runs as soon as it is called, and connections cache their compiled
// statements. The semaphores are first come, first served; database/sql gives a free connection to a random caller.
type sqliteOpen struct {
	d       *DB
	writer  *semaphore.Weighted // one session
	readers *semaphore.Weighted // as many sessions as there are connections
}

func openSessions(d *DB, readers int) *sqliteOpen {
	return &sqliteOpen{d, semaphore.NewWeighted(1), semaphore.NewWeighted(int64(readers))}
}

func (o *sqliteOpen) once() way { return &sqliteOnce{open: o} }

func (o *sqliteOpen) look(ctx context.Context) (way, error) {
	if err := o.d.ready(); err != nil {
		return nil, err
	}
	if err := o.readers.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	tx, err := o.d.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		o.readers.Release(1)
		return nil, err
	}
	return &sqliteWay{tx: tx, open: o}, nil
}

// change waits for the other writers of this process, and then for those of other processes by SQLite's own lock.
func (o *sqliteOpen) change(ctx, waiting context.Context) (w way, err error) {
	if err := o.d.ready(); err != nil {
		return nil, err
	}
	if err := o.writer.Acquire(waiting, 1); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			o.writer.Release(1)
		}
	}()
	for {
		conn, err := o.d.write.Conn(waiting)
		if err == nil {
			var tx *sql.Tx
			if tx, err = conn.BeginTx(context.WithoutCancel(ctx), nil); err == nil {
				return &sqliteWay{tx: tx, conn: conn, open: o}, nil
			}
			err = errors.Join(err, conn.Close())
		}
		if waiting.Err() != nil {
			return nil, errors.Join(waiting.Err(), err)
		}
		if !isBusy(err) {
			return nil, err
		}
	}
}

// sqliteWay is a transaction of SQLite.
type sqliteWay struct {
	open *sqliteOpen
	conn *sql.Conn // of a change; nil in a look
	tx   *sql.Tx
	args []driver.NamedValue // room for those of one statement
}

func (w *sqliteWay) ask(ctx context.Context, s statement) (int64, error) {
	if s.scan == nil {
		return w.write(ctx, s)
	}
	rows, err := w.tx.QueryContext(ctx, s.text, s.args...)
	return 0, s.failed(read(rows, err, s.scan))
}

// write runs a statement at the connection itself: database/sql would make room for the arguments of each row anew.
func (w *sqliteWay) write(ctx context.Context, s statement) (affected int64, err error) {
	if w.conn == nil {
		return 0, fmt.Errorf("a look that writes: %s", s.text)
	}
	if w.args, err = numbered(w.args[:0], s.args); err != nil {
		return 0, s.failed(err)
	}
	var panicked any
	err = w.conn.Raw(func(conn any) error {
		defer func() { panicked = recover() }() // database/sql would wait for the end of the transaction before it passed it on
		result, err := conn.(*compiler).ExecContext(ctx, s.text, w.args)
		if err == nil {
			affected, err = result.RowsAffected()
		}
		return err
	})
	if panicked != nil {
		panic(panicked)
	}
	return affected, s.failed(err)
}

// numbered are arguments as a connection takes them, behind those given.
func numbered(all []driver.NamedValue, args []any) ([]driver.NamedValue, error) {
	for i, arg := range args {
		value, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return all, err
		}
		all = append(all, driver.NamedValue{Ordinal: i + 1, Value: value})
	}
	return all, nil
}

func (w *sqliteWay) ahead(ctx context.Context, s statement) error {
	_, err := w.ask(ctx, s)
	return err
}

func (w *sqliteWay) settle(context.Context) error   { return nil }
func (w *sqliteWay) answered(context.Context) error { return nil }

func (w *sqliteWay) commit(context.Context) error { return w.tx.Commit() }

func (w *sqliteWay) end() {
	_ = w.tx.Rollback() // after a commit it does nothing
	if w.conn == nil {
		w.open.readers.Release(1)
		return
	}
	_ = w.conn.Close() // returns it to the pool
	w.open.writer.Release(1)
}

// sqliteOnce asks one statement without a transaction.
type sqliteOnce struct{ open *sqliteOpen } // nil after it

func (w *sqliteOnce) ask(ctx context.Context, s statement) (int64, error) {
	if w.open == nil {
		return 0, secondStatement(s)
	}
	o := w.open
	w.open = nil
	if err := o.d.ready(); err != nil {
		return 0, err
	}
	if err := o.readers.Acquire(ctx, 1); err != nil {
		return 0, s.failed(err)
	}
	defer o.readers.Release(1)
	rows, err := o.d.read.QueryContext(ctx, s.text, s.args...)
	return 0, s.failed(read(rows, err, s.scan))
}

func (w *sqliteOnce) ahead(_ context.Context, s statement) error { return secondStatement(s) }
func (w *sqliteOnce) settle(context.Context) error               { return nil }
func (w *sqliteOnce) answered(context.Context) error             { return nil }
func (w *sqliteOnce) commit(context.Context) error               { return nil }
func (w *sqliteOnce) end()                                       {}

// secondStatement refuses what might see another moment than the one before.
func secondStatement(s statement) error {
	return fmt.Errorf("a second statement without a transaction: %s", s.text)
}

// read reads an answer to its end.
func read(rows *sql.Rows, err error, scan func(Row) error) error {
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := scan(rows); err != nil {
			return errors.Join(err, rows.Close())
		}
	}
	return errors.Join(rows.Err(), rows.Close())
}
