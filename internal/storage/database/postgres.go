package database

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"holdover/internal/base/apperr"
)

var postgresKind = dialect{
	name: "postgres", goose: goose.DialectPostgres, perInsert: 200,
	tables:  "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
	indexes: "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()",
	size:    "SELECT pg_database_size(current_database())",
}

func (d *DB) openPostgres(ctx context.Context, cfg Config) error {
	config, err := pgxpool.ParseConfig(cfg.URL)
	if err != nil {
		return apperr.New(apperr.Invalid, "the address of the database is not valid").WithCause(err).
			WithHint("write it as postgres://user:password@host:5432/database")
	}
	// The pool opens as many connections as there are processors, at least four, or pool_max_conns of the address.
	// More connections slow down the server's processes by their number alone (docs/decisions/0056).
	config.MaxConns, config.MaxConnIdleTime = max(config.MaxConns, 2), 5*time.Minute
	// A caller that takes a connection closed by the server takes another one, so a ping is not needed.
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	config.ConnConfig.DialFunc = newDialer(config.ConnConfig.ConnectTimeout).dial
	d.kind = postgresKind
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	d.pool, d.open = pool, openServer(pool)
	d.write = stdlib.OpenDBFromPool(pool) // for migrations
	d.read = d.write
	d.health = stdlib.OpenDB(*config.ConnConfig)
	d.health.SetMaxOpenConns(1)
	for t := newRetry(); ; {
		err := d.write.PingContext(ctx)
		if err == nil {
			break
		}
		if !isStarting(err) {
			return err
		}
		if err := t.again(ctx, err); err != nil {
			return err
		}
	}
	return d.kind.knownTables(ctx, d.write, "on the server")
}
