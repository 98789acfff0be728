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

// postgresOpen opens sessions on a server. To save round trips, a statement with a result that is not needed at once
// is sent with the next one, and so is BEGIN.
//
// One connection is never used by transactions. A transaction may wait for single statements of this process, which
// build an index that it needs, so single statements must always get a connection.
type postgresOpen struct {
	pool    *pgxpool.Pool
	holding *semaphore.Weighted // as many transactions as may be open at once
}

func openServer(pool *pgxpool.Pool) postgresOpen {
	return postgresOpen{pool, semaphore.NewWeighted(int64(pool.Config().MaxConns) - 1)}
}

func (o postgresOpen) once() transport { return &postgresTransport{open: o, alone: true} }

func (o postgresOpen) look(ctx context.Context) (transport, error) {
	return o.begin(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}

func (o postgresOpen) change(_, waiting context.Context) (transport, error) {
	return o.begin(waiting, "BEGIN")
}

func (o postgresOpen) begin(ctx context.Context, text string) (transport, error) {
	t := &postgresTransport{open: o, waiting: []statement{{text: text}}, retry: newRetry()}
	if err := o.holding.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	if err := t.connect(ctx); err != nil {
		o.holding.Release(1)
		return nil, err
	}
	return t, nil
}

// postgresTransport is a transaction in PostgreSQL, or one statement if alone.
type postgresTransport struct {
	open    postgresOpen
	conn    *pgxpool.Conn
	waiting []statement // not sent yet; the first one is BEGIN
	retry   retry       // of the beginning
	running bool        // the server has begun the transaction
	begun   bool        // a statement has returned a result, so the transaction cannot restart on another connection
	alone   bool
	over    bool // committed, or the single statement was sent
}

// mostWaiting is the maximum number of statements that are sent together. Their arguments are in memory.
const mostWaiting = 100

func (t *postgresTransport) connect(ctx context.Context) error {
	for {
		conn, err := t.open.pool.Acquire(ctx)
		if err == nil {
			t.conn = conn
			return nil
		}
		if err := t.retry.again(ctx, err); err != nil {
			return err
		}
	}
}

func (t *postgresTransport) ask(ctx context.Context, s statement) (int64, error) {
	if t.alone {
		return t.askAlone(ctx, s)
	}
	tag, err := t.send(ctx, s)
	return tag.RowsAffected(), err
}

func (t *postgresTransport) askAlone(ctx context.Context, s statement) (int64, error) {
	if t.over {
		return 0, secondStatement(s)
	}
	t.over = true
	rows, err := t.open.pool.Query(ctx, s.text, s.args...)
	if err != nil {
		return 0, s.failed(err)
	}
	_, err = readAnswer(rows, s)
	return 0, err
}

func (t *postgresTransport) ahead(ctx context.Context, s statement) error {
	if t.alone {
		return secondStatement(s)
	}
	if t.waiting = append(t.waiting, s); len(t.waiting) < mostWaiting {
		return nil
	}
	return t.settle(ctx)
}

func (t *postgresTransport) settle(ctx context.Context) error {
	return t.sendFirst(ctx, len(t.waiting))
}

func (t *postgresTransport) answered(ctx context.Context) error {
	n := len(t.waiting)
	for n > 0 && t.waiting[n-1].scan == nil {
		n--
	}
	return t.sendFirst(ctx, n)
}

// sendFirst sends the first n waiting statements.
func (t *postgresTransport) sendFirst(ctx context.Context, n int) error {
	if n == 0 {
		return nil
	}
	last, rest := t.waiting[n-1], t.waiting[n:]
	t.waiting = t.waiting[:n-1]
	_, err := t.send(ctx, last)
	t.waiting = rest
	return err
}

// send sends the waiting statements and a last one, and returns the result of the last. It replaces a connection that
// was lost before the transaction began.
func (t *postgresTransport) send(ctx context.Context, last statement) (pgconn.CommandTag, error) {
	all := append(t.waiting, last)
	t.waiting = nil
	begins := !t.running // BEGIN is among them
	for {
		tag, err := t.roundTrip(ctx, all)
		if err == nil || t.begun || !begins {
			return tag, err
		}
		if err := t.retry.again(ctx, err); err != nil {
			return tag, err
		}
		_ = t.conn.Conn().Close(ctx) // it is lost
		t.conn.Release()
		t.conn, t.running = nil, false
		if err := t.connect(ctx); err != nil {
			return tag, err
		}
	}
}

// roundTrip sends statements together, reads their results and returns the last one.
func (t *postgresTransport) roundTrip(ctx context.Context, all []statement) (tag pgconn.CommandTag, err error) {
	err = answersOf(t.conn.SendBatch(ctx, batchOf(all)), all, func(rows pgx.Rows, s statement) (err error) {
		tag, err = t.read(rows, s)
		return err
	})
	return tag, err
}

// batchOf returns statements as one batch.
func batchOf(all []statement) *pgx.Batch {
	batch := &pgx.Batch{}
	for _, s := range all {
		batch.Queue(s.text, s.args...)
	}
	return batch
}

// answersOf calls read for the result of each statement of a batch, up to the first that fails.
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
		err = closed // this error repeats the first one
	}
	return err
}

// read reads a result to its end and notes how far the transaction is. The result of BEGIN proves nothing: the first statement
// may need another server of a cluster, which may be gone.
func (t *postgresTransport) read(rows pgx.Rows, s statement) (pgconn.CommandTag, error) {
	if scan := s.scan; scan != nil {
		s.scan = func(r Row) error {
			t.begun = true
			return scan(r)
		}
	}
	tag, err := readAnswer(rows, s)
	if err == nil {
		t.begun, t.running = t.running, true
	}
	return tag, err
}

// readAnswer reads a result to its end.
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

// commit sends the waiting statements with COMMIT. If only BEGIN was sent before, they are sent first, so that a connection that
// is lost then leaves no doubt about the commit.
func (t *postgresTransport) commit(ctx context.Context) error {
	if !t.begun {
		if err := t.settle(ctx); err != nil {
			return err
		}
	}
	tag, err := t.send(ctx, statement{text: "COMMIT"})
	if err == nil && tag.String() != "COMMIT" {
		err = errors.New("a statement had failed, so that nothing was saved")
	}
	t.over = err == nil
	return err
}

// endPatience is the timeout of a rollback. A connection that takes longer is closed, and the server rolls back.
const endPatience = 5 * time.Second

func (t *postgresTransport) end() {
	defer t.open.holding.Release(1)
	if t.conn == nil {
		return
	}
	if t.running && !t.over && !t.conn.Conn().IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), endPatience)
		defer cancel()
		_, _ = t.conn.Exec(ctx, "ROLLBACK") // the pool closes a connection with an open transaction
	}
	t.conn.Release()
}
