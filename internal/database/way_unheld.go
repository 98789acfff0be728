package database

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrMoved says that what a look by single statements is of has been changed since it
// began: it has to be taken once more.
var ErrMoved = errors.New("what is looked at has been changed meanwhile")

// unheldWay is a look at a server without a transaction: none begins and ends around what
// is mostly one statement, and no connection is held between two. What is read belongs to
// one moment all the same: once a version is watched, each answer has to be of it.
type unheldWay struct {
	pool    pool
	waiting []statement
	watched *version
}

// version is what a statement reads of a record as long as it is not changed: a number
// that only rises.
type version struct {
	query string // its one argument is the record
	of    int64
	is    int64
}

func (w *unheldWay) ahead(ctx context.Context, s statement) error {
	if w.waiting = append(w.waiting, s); len(w.waiting) < mostWaiting {
		return nil
	}
	return w.settle(ctx)
}

func (w *unheldWay) settle(ctx context.Context) error {
	if len(w.waiting) == 0 {
		return nil
	}
	all := w.waiting
	w.waiting = nil
	return w.send(ctx, all)
}

func (w *unheldWay) answered(ctx context.Context) error { return w.settle(ctx) }

func (w *unheldWay) ask(ctx context.Context, s statement) (int64, error) {
	all := append(w.waiting, s)
	w.waiting = nil
	return 0, w.send(ctx, all)
}

func (w *unheldWay) commit(context.Context) error { return nil }
func (w *unheldWay) end()                         {}

// send asks statements in one way. That a row of the last answer is of the version says it
// of those before: it only rises. Where there is no such row the version is asked for.
func (w *unheldWay) send(ctx context.Context, all []statement) error {
	e := &exchange{pool: w.pool, version: w.watched}
	watched := make([]statement, len(all))
	for i, s := range all {
		watched[i] = e.watching(s)
	}
	if err := e.send(ctx, watched); err != nil || w.watched == nil || e.certain {
		return err
	}
	if err := e.send(ctx, []statement{{w.watched.query, []any{w.watched.of}, (&versionedRow{exchange: e}).alone}}); err != nil || e.certain {
		return err
	}
	return ErrMoved // it is gone
}

// exchange is one way to the server and back.
type exchange struct {
	pool    pool
	version *version
	certain bool // the last answer was of the version
	scanned bool // rows were handed over: it cannot be made again
}

func (e *exchange) send(ctx context.Context, all []statement) error {
	for t := newTries(); ; {
		err := e.once(ctx, all)
		if err == nil || e.scanned {
			return err
		}
		if err := t.again(ctx, err); err != nil {
			return err
		}
	}
}

func (e *exchange) once(ctx context.Context, all []statement) error {
	return answersOf(e.pool.SendBatch(ctx, batchOf(all)), all, func(rows pgx.Rows, s statement) error {
		e.certain = false
		_, err := readAnswer(rows, s)
		return err
	})
}

// watching is a statement that says of each row of its answer which version it is of,
// where its text lets another column in.
func (e *exchange) watching(s statement) statement {
	if s.scan == nil {
		return s
	}
	row := &versionedRow{exchange: e}
	scan := func(r Row) error {
		e.scanned = true
		return s.scan(r)
	}
	if e.version == nil || !widens(s.text) {
		return statement{s.text, s.args, scan}
	}
	args := append(s.args[:len(s.args):len(s.args)], e.version.of)
	which := strings.ReplaceAll(e.version.query, "$1", "$"+strconv.Itoa(len(args)))
	return statement{"SELECT (" + which + "), " + strings.TrimPrefix(s.text, "SELECT "), args, func(r Row) error {
		row.Row = r
		return scan(row)
	}}
}

// widens says whether a statement's answer can have another column before the others:
// what it puts together has as many on each side, and what it counts columns by stays.
func widens(text string) bool {
	if !strings.HasPrefix(text, "SELECT ") || strings.HasPrefix(text, "SELECT DISTINCT ") || byNumber.MatchString(text) {
		return false
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case 'U':
			if depth == 0 && strings.HasPrefix(text[i:], "UNION") {
				return false
			}
		}
	}
	return true
}

var byNumber = regexp.MustCompile(`BY \d`)

// versionedRow is a row with a version before its columns.
type versionedRow struct {
	Row
	exchange *exchange
	is       *int64
	dest     []any
}

// Scan reads the row where it is of the version.
func (r *versionedRow) Scan(dest ...any) error {
	r.dest = append(append(r.dest[:0], &r.is), dest...)
	if err := r.Row.Scan(r.dest...); err != nil {
		return err
	}
	e := r.exchange
	if e.certain = r.is != nil && *r.is == e.version.is; !e.certain {
		return ErrMoved
	}
	return nil
}

// alone reads a row that has nothing but the version.
func (r *versionedRow) alone(row Row) error {
	r.Row = row
	return r.Scan()
}
