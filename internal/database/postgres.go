package database

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"holdover/internal/fault"
)

// mostConnections is how many a process has to a server at once.
const mostConnections = 16

var postgresKind = dialect{name: "postgres", goose: goose.DialectPostgres, perInsert: 200}

func (d *DB) openPostgres(ctx context.Context, cfg Config) error {
	config, err := pgxpool.ParseConfig(cfg.URL)
	if err != nil {
		return fault.New(fault.Invalid, "the database's address cannot be read").WithCause(err).
			WithHint("write it as postgres://user:password@host:5432/database")
	}
	config.MaxConns, config.MaxConnIdleTime = mostConnections, 5*time.Minute
	// Who takes a connection that the server has closed takes another: nobody has to ask before.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	d.kind = postgresKind
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return err
	}
	d.open = postgresOpen{d.pool}
	d.write = stdlib.OpenDBFromPool(d.pool) // for migrations
	d.read = d.write
	d.health = stdlib.OpenDB(*config.ConnConfig)
	d.health.SetMaxOpenConns(1)
	for tries := 0; ; tries++ {
		err := d.write.PingContext(ctx)
		if err == nil {
			break
		}
		if !isStarting(err) {
			return err
		}
		if err := again(ctx, err, tries); err != nil {
			return err
		}
	}
	return d.kind.knownTables(ctx, d.write, "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'", "on the server")
}
