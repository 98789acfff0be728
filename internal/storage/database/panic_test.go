package database

import (
	"context"
	"database/sql/driver"
	"errors"
	"testing"
)

// broken is a connection that panics once.
type broken struct {
	fileConn
	over bool
}

func (b *broken) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if b.over {
		return b.fileConn.PrepareContext(ctx, text)
	}
	b.over = true
	panic("broken")
}

// A panic in the middle of a change is passed on to the caller, and the next caller can write.
func TestWriterAfterAPanicSucceeds(t *testing.T) {
	t.Parallel()
	d := opened(t, Config{Dir: t.TempDir()})
	defer d.Close()
	conn, err := d.write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(conn.Raw(func(is any) error {
		own := is.(*statementCache)
		own.fileConn = &broken{fileConn: own.fileConn}
		return nil
	}), conn.Close()); err != nil {
		t.Fatal(err)
	}
	insert := func() error { return d.Exec(t.Context(), "INSERT INTO leftover (budget) VALUES ($1)", int64(8)) }
	func() {
		defer func() {
			if p := recover(); p != "broken" {
				t.Errorf("the panic is %v", p)
			}
		}()
		_ = insert()
	}()
	if err := insert(); err != nil {
		t.Error(err)
	}
}
