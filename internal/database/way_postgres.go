package database

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"
)

// postgresOpen opens sessions on a server. It is some way off: what need not be
// answered before the next statement goes together with it, the beginning of the
// transaction too.
//
// Of the connections one is left to those who hold it for one statement alone: whoever
// holds a transaction may wait for them in this process, for an index that they make of
// what they read.
type postgresOpen struct {
	pool    *pgxpool.Pool
	holding *semaphore.Weighted // as many transactions as may be open at once
}

func openServer(pool *pgxpool.Pool) postgresOpen {
	return postgresOpen{pool, semaphore.NewWeighted(int64(pool.Config().MaxConns) - 1)}
}

func (o postgresOpen) once() way { return &postgresWay{open: o, alone: true} }

func (o postgresOpen) look(ctx context.Context) (way, error) {
	return o.begin(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}

func (o postgresOpen) change(_, waiting context.Context) (way, error) {
	return o.begin(waiting, "BEGIN")
}

func (o postgresOpen) begin(ctx context.Context, text string) (way, error) {
	w := &postgresWay{open: o, waiting: []statement{{text: text}}, tries: newTries()}
	if err := o.holding.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if err := w.connect(ctx); err != nil {
		o.holding.Release(1)
		return nil, err
	}
	return w, nil
}

// postgresWay is a transaction of PostgreSQL, or, alone, one statement.
type postgresWay struct {
	open    postgresOpen
	conn    *pgxpool.Conn
	waiting []statement // until something is asked; the first of all begins the transaction
	tries   tries       // to begin it
	running bool        // the server has begun it
	begun   bool        // the server has answered something in it: from here on another connection cannot go on
	alone   bool
	over    bool // it is committed, or the one statement was asked
}

// mostWaiting is how many statements go one way: their arguments lie in memory.
const mostWaiting = 100

func (w *postgresWay) connect(ctx context.Context) error {
	for {
		conn, err := w.open.pool.Acquire(ctx)
		if err == nil {
			w.conn = conn
			return nil
		}
		if err := w.tries.again(ctx, err); err != nil {
			return err
		}
	}
}

func (w *postgresWay) ask(ctx context.Context, s statement) (int64, error) {
	if w.alone {
		return w.askAlone(ctx, s)
	}
	tag, err := w.send(ctx, s)
	return tag.RowsAffected(), err
}

func (w *postgresWay) askAlone(ctx context.Context, s statement) (int64, error) {
	if w.over {
		return 0, secondStatement(s)
	}
	w.over = true
	rows, err := w.open.pool.Query(ctx, s.text, s.args...)
	if err != nil {
		return 0, s.failed(err)
	}
	_, err = readAnswer(rows, s)
	return 0, err
}

func (w *postgresWay) ahead(ctx context.Context, s statement) error {
	if w.alone {
		return secondStatement(s)
	}
	if w.waiting = append(w.waiting, s); len(w.waiting) < mostWaiting {
		return nil
	}
	return w.settle(ctx)
}

func (w *postgresWay) settle(ctx context.Context) error { return w.sendFirst(ctx, len(w.waiting)) }

func (w *postgresWay) answered(ctx context.Context) error {
	n := len(w.waiting)
	for n > 0 && w.waiting[n-1].scan == nil {
		n--
	}
	return w.sendFirst(ctx, n)
}

// sendFirst sends the first of what waits.
func (w *postgresWay) sendFirst(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	last, rest := w.waiting[n-1], w.waiting[n:]
	w.waiting = w.waiting[:n-1]
	_, err := w.send(ctx, last)
	w.waiting = rest
	return err
}

// send sends what waits and a last statement, whose answer it gives. A connection
// that was lost before the transaction began is changed for another.
func (w *postgresWay) send(ctx context.Context, last statement) (pgconn.CommandTag, error) {
	all := append(w.waiting, last)
	w.waiting = nil
	begins := !w.running // its beginning is among them
	for {
		tag, err := w.exchange(ctx, all)
		if err == nil || w.begun || !begins {
			return tag, err
		}
		if err := w.tries.again(ctx, err); err != nil {
			return tag, err
		}
		_ = w.conn.Conn().Close(ctx) // it is lost
		w.conn.Release()
		w.conn, w.running = nil, false
		if err := w.connect(ctx); err != nil {
			return tag, err
		}
	}
}

// exchange sends statements together and reads their answers, the last one's is given.
func (w *postgresWay) exchange(ctx context.Context, all []statement) (tag pgconn.CommandTag, err error) {
	err = answersOf(w.conn.SendBatch(ctx, batchOf(all)), all, func(rows pgx.Rows, s statement) (err error) {
		tag, err = w.read(rows, s)
		return err
	})
	return tag, err
}

// batchOf are statements that are sent together.
func batchOf(all []statement) *pgx.Batch {
	batch := &pgx.Batch{}
	for _, s := range all {
		batch.Queue(s.text, s.args...)
	}
	return batch
}

// answersOf lets the answers of statements that were sent together be read, up to the first that fails.
func answersOf(answers pgx.BatchResults, all []statement, read func(pgx.Rows, statement) error) (err error) {
	for _, s := range all {
		var rows pgx.Rows
		if rows, err = answers.Query(); err != nil {
			err = s.failed(err)
			break
		}
		if err = read(rows, s); err != nil {
			break
		}
	}
	if closed := answers.Close(); err == nil {
		err = closed // it says again what the first one said
	}
	return err
}

// read reads an answer to its end, and notes how far the transaction is. That it has begun says nothing yet: what is asked
// in it first may be answered by another server, which is gone.
func (w *postgresWay) read(rows pgx.Rows, s statement) (pgconn.CommandTag, error) {
	if scan := s.scan; scan != nil {
		s.scan = func(r Row) error {
			w.begun = true
			return scan(r)
		}
	}
	tag, err := readAnswer(rows, s)
	if err == nil {
		w.begun, w.running = w.running, true
	}
	return tag, err
}

// readAnswer reads an answer to its end.
func readAnswer(rows pgx.Rows, s statement) (pgconn.CommandTag, error) {
	defer rows.Close()
	for rows.Next() && s.scan != nil {
		if err := s.scan(rows); err != nil {
			return pgconn.CommandTag{}, s.failed(err)
		}
	}
	rows.Close()
	return rows.CommandTag(), s.failed(rows.Err())
}

// commit sends what still waits along. Nothing waits for an answer before it but the
// beginning: a connection that is lost then leaves no doubt.
func (w *postgresWay) commit(ctx context.Context) error {
	if !w.begun {
		if err := w.settle(ctx); err != nil {
			return err
		}
	}
	tag, err := w.send(ctx, statement{text: "COMMIT"})
	if err == nil && tag.String() != "COMMIT" {
		err = errors.New("a statement had failed, so that nothing was saved")
	}
	w.over = err == nil
	return err
}

// endPatience is how long the end of a transaction may take; a connection that takes
// longer is given up, and the server ends the transaction with it.
const endPatience = 5 * time.Second

func (w *postgresWay) end() {
	defer w.open.holding.Release(1)
	if w.conn == nil {
		return
	}
	if w.running && !w.over && !w.conn.Conn().IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), endPatience)
		defer cancel()
		_, _ = w.conn.Exec(ctx, "ROLLBACK") // the pool closes a connection whose transaction goes on
	}
	w.conn.Release()
}
