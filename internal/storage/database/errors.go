package database

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"holdover/internal/base/apperr"
)

// Busy separates problems of the environment from defects of the program: if the database is busy, full or not
// writable, it returns an error with a sentence for the user and a remedy.
func Busy(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*apperr.Error](err); ok || errors.Is(err, context.Canceled) {
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
	if file, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(err, fs.ErrPermission) {
		return apperr.New(apperr.Unavailable, "the user that runs Holdover may not access %s", file.Path).WithCause(err).WithHint("run it as the owner of the data, or change the owner of that file")
	}
	if isLost(err) {
		return lost(err)
	}
	if errors.Is(err, fs.ErrPermission) {
		return readOnly(err)
	}
	if unreadable(err) {
		return DamagedBy(err)
	}
	return err
}

// unreadable reports whether stored text is malformed for its kind.
func unreadable(err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	_, kind := errors.AsType[*json.UnmarshalTypeError](err)
	return syntax || kind
}

func ofSQLite(e *sqlite.Error, err error) error {
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return apperr.New(apperr.Unavailable, "another program is writing to the data").WithCause(err).WithHint("try again in a moment")
	case sqlite3.SQLITE_FULL:
		return full(err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return readOnly(err)
	case sqlite3.SQLITE_CONSTRAINT:
		if code := e.Code(); code == sqlite3.SQLITE_CONSTRAINT_UNIQUE || code == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY {
			return taken(err)
		}
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return DamagedBy(err)
	case sqlite3.SQLITE_IOERR:
		if e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE { // the disk has no space for the shared-memory file (-shm) beside the database
			return full(err)
		}
		return badDisk(err)
	}
	return unforeseen(e.Error(), err)
}

func ofPostgres(e *pgconn.PgError, err error) error {
	switch {
	case e.Code == "23505":
		return taken(err)
	case e.Code == "22021" || e.Code == "22P05":
		return apperr.New(apperr.Invalid, "a text contains a character that PostgreSQL cannot keep (NUL)").WithCause(err)
	case e.Code == "53100":
		return full(err)
	case isLost(err):
		return lost(err)
	case strings.HasPrefix(e.Code, "40"), strings.HasPrefix(e.Code, "53"), strings.HasPrefix(e.Code, "57"):
		return apperr.New(apperr.Unavailable, "the database server is busy").WithCause(err).WithHint("try again in a moment")
	case e.Code == "25006":
		return readOnly(err)
	case e.Code == ioError:
		return badDisk(err)
	}
	return unforeseen(e.Message, err)
}

// unforeseen returns the error of a defect of this program, without the SQL statement.
func unforeseen(says string, err error) error {
	return apperr.New(apperr.Internal, "the database refused a statement of this program: %s", says).WithCause(err).
		WithHint("please report it; holdover check says whether the data is sound")
}

// DamagedBy returns the error for stored content that cannot be right.
func DamagedBy(err error) error {
	return apperr.New(apperr.Unavailable, "the database is damaged").WithCause(err).WithCode(Damaged).
		WithHint("holdover check lists the problems, and holdover restore brings a backup back into another folder")
}

// Damaged is the error code for a database with content that cannot be right.
const Damaged apperr.Code = "damaged"

func lost(err error) error {
	return apperr.New(apperr.Unavailable, "the database server cannot be reached").WithCause(err).WithHint("try again in a moment")
}

// isBusy reports whether another process is writing.
func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// isLost reports whether a connection to the database server broke or could not be opened.
func isLost(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(e.Code, "08") || strings.HasPrefix(e.Code, "57P0") || cutOff(e)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return false // a syscall.Errno implements net.Error too, even if it is about a file
	}
	if _, ok := errors.AsType[net.Error](err); ok && !errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed)
}

// cutOff reports whether the server lost its connection to another server that stores the rows. Citus has no error
// code for it, and uses a different one if it was transferring rows.
func cutOff(e *pgconn.PgError) bool {
	return e.Code == innerError && strings.Contains(strings.ToLower(e.Message), "connection") ||
		e.Code == ioError && strings.HasPrefix(e.Message, "failed to COPY to shard")
}

// isStarting reports whether the database server is starting or recovering from a crash, and will respond soon.
func isStarting(err error) bool {
	e, ok := errors.AsType[*pgconn.PgError](err)
	return ok && e.Code == "57P03"
}

// inDoubt reports whether an error of a commit leaves open whether the commit was made.
func inDoubt(err error) bool {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()&0xff == sqlite3.SQLITE_IOERR
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == innerError {
		return true // a server that spreads rows over others reports no more if one of them failed
	}
	return isLost(err)
}

// innerError is the code of an internal error of the server, ioError that of a failed read or write.
const (
	innerError = "XX000"
	ioError    = "58030"
)

// Taken is the error code for a record if its id is already used.
const Taken apperr.Code = "taken"

func taken(err error) error {
	return apperr.New(apperr.Conflict, "a record of that id is there already").WithCause(err).WithCode(Taken)
}

// CannotWrite is the error code for a database that is read-only: its disk is full, or cannot be written to.
const CannotWrite apperr.Code = "cannot-write"

func full(err error) error {
	return apperr.New(apperr.Unavailable, "there is no space left for the data").WithCause(err).WithCode(CannotWrite).WithHint("make room and try again; nothing was changed")
}

func badDisk(err error) error {
	return apperr.New(apperr.Unavailable, "the disk with the data has a problem").WithCause(err).WithHint("see the system's log; holdover check says whether the data is sound")
}

func readOnly(err error) error {
	return apperr.New(apperr.Unavailable, "the data cannot be written").WithCause(err).WithCode(CannotWrite).WithHint("check the permissions of the data folder")
}
