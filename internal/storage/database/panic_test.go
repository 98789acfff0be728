package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"testing"
)

// panickingConn is a connection that panics once.
type panickingConn struct {
	fileConn
	over bool
}

func (b *panickingConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if b.over {
		return b.fileConn.PrepareContext(ctx, text)
	}
	b.over = true
	panic("broken")
}

// A panic in the middle of a change is passed on to the caller, and the next caller can write.
func TestWriterAfterAPanicSucceeds(t *testing.T) {
	t.Parallel()
	d := openDB(t, Config{Dir: t.TempDir()})
	defer d.Close()
	conn, err := d.write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(conn.Raw(func(driverConn any) error {
		own := driverConn.(*statementCache)
		own.fileConn = &panickingConn{fileConn: own.fileConn}
		return nil
	}), conn.Close()); err != nil {
		t.Fatal(err)
	}
	insert := func() error { return d.Exec(t.Context(), "INSERT INTO leftover (budget) VALUES ($1)", int64(8)) }
	func() {
		defer func() {
			if p := recover(); p != "broken" {
				t.Errorf("recovered %v, want the connection's panic", p)
			}
		}()
		_ = insert()
	}()
	if err := insert(); err != nil {
		t.Error(err)
	}
}
