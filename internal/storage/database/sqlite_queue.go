package database

import (
	"context"
	"database/sql"
	"errors"

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

func (o *sqliteOpen) once() transport { return &sqliteOnce{open: o} }

func (o *sqliteOpen) look(ctx context.Context) (transport, error) {
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
	return &sqliteTransport{tx: tx, open: o}, nil
}

// change waits for the other writers of this process, and then for those of other processes by SQLite's own lock.
func (o *sqliteOpen) change(ctx, waiting context.Context) (t transport, err error) {
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
				return &sqliteTransport{tx: tx, conn: conn, open: o}, nil
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
