package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// sqliteTransport is a transaction in SQLite.
type sqliteTransport struct {
	open *sqliteOpen
	conn *sql.Conn // nil in a read transaction
	tx   *sql.Tx
	args []driver.NamedValue // reused for each statement
}

func (t *sqliteTransport) ask(ctx context.Context, s statement) (int64, error) {
	if s.scan == nil {
		return t.write(ctx, s)
	}
	rows, err := t.tx.QueryContext(ctx, s.text, s.args...)
	return 0, s.failed(read(rows, err, s.scan))
}

// write runs a statement on the driver's connection. database/sql would allocate the arguments of each row again.
func (t *sqliteTransport) write(ctx context.Context, s statement) (affected int64, err error) {
	if t.conn == nil {
		return 0, fmt.Errorf("a write in a read transaction: %s", s.text)
	}
	if t.args, err = numbered(t.args[:0], s.args); err != nil {
		return 0, s.failed(err)
	}
	var panicked any
	err = t.conn.Raw(func(conn any) error {
		defer func() { panicked = recover() }() // database/sql would wait for the end of the transaction before it passes it on
		result, err := conn.(*statementCache).ExecContext(ctx, s.text, t.args)
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

// numbered appends arguments in the driver's form.
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

func (t *sqliteTransport) ahead(ctx context.Context, s statement) error {
	_, err := t.ask(ctx, s)
	return err
}

func (t *sqliteTransport) settle(context.Context) error   { return nil }
func (t *sqliteTransport) answered(context.Context) error { return nil }

func (t *sqliteTransport) commit(context.Context) error { return t.tx.Commit() }

func (t *sqliteTransport) end() {
	_ = t.tx.Rollback() // after a commit it does nothing
	if t.conn == nil {
		t.open.readers.Release(1)
		return
	}
	_ = t.conn.Close() // returns it to the pool
	t.open.writer.Release(1)
}

// sqliteOnce runs one statement without a transaction.
type sqliteOnce struct{ open *sqliteOpen } // nil after the statement

func (t *sqliteOnce) ask(ctx context.Context, s statement) (int64, error) {
	if t.open == nil {
		return 0, secondStatement(s)
	}
	o := t.open
	t.open = nil
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

func (t *sqliteOnce) ahead(_ context.Context, s statement) error { return secondStatement(s) }
func (t *sqliteOnce) settle(context.Context) error               { return nil }
func (t *sqliteOnce) answered(context.Context) error             { return nil }
func (t *sqliteOnce) commit(context.Context) error               { return nil }
func (t *sqliteOnce) end()                                       {}

// secondStatement is the error of a second statement without a transaction, which might see another state of the data.
func secondStatement(s statement) error {
	return fmt.Errorf("a second statement without a transaction: %s", s.text)
}

// read scans all rows and closes them.
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
