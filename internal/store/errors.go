package store

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"holdover/internal/fault"
)

// busy tells a person's own troubles with the database from our defects: what
// is busy, full or not writable gets a sentence and what to do.
func busy(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return ofSQLite(e, err)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return ofPostgres(e, err)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return full(err)
	}
	if errors.Is(err, fs.ErrPermission) {
		return readOnly(err)
	}
	return err
}

func ofSQLite(e *sqlite.Error, err error) error {
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fault.New(fault.Unavailable, "another program is writing to the data").WithCause(err).WithHint("try again in a moment")
	case sqlite3.SQLITE_FULL:
		return full(err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return readOnly(err)
	case sqlite3.SQLITE_CONSTRAINT:
		if code := e.Code(); code == sqlite3.SQLITE_CONSTRAINT_UNIQUE || code == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY {
			return taken(err)
		}
	}
	return err
}

func ofPostgres(e *pgconn.PgError, err error) error {
	switch {
	case e.Code == "23505":
		return taken(err)
	case e.Code == "22021" || e.Code == "22P05":
		return fault.New(fault.Invalid, "a text contains a character that PostgreSQL cannot keep (NUL)").WithCause(err)
	case e.Code == "53100":
		return full(err)
	case e.Code[:2] == "40", e.Code[:2] == "53", e.Code[:2] == "57":
		return fault.New(fault.Unavailable, "the database server is busy").WithCause(err).WithHint("try again in a moment")
	}
	return err
}

func taken(err error) error {
	return fault.New(fault.Conflict, "a record of that id is there already").WithCause(err)
}

func full(err error) error {
	return fault.New(fault.Unavailable, "there is no space left for the data").WithCause(err).WithHint("make room and try again; nothing was changed")
}

func readOnly(err error) error {
	return fault.New(fault.Unavailable, "the data cannot be written").WithCause(err).WithHint("check who may write to the folder of the data")
}
