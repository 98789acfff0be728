package store

import (
	"context"
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// migrate brings the tables up to date. Two programs that start at once do not
// disturb each other: PostgreSQL has a lock for it, and where SQLite's loser
// finds the tables made it looks again.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Sub(migrations, "migrations/"+s.kind.name)
	if err != nil {
		return err
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if s.kind.dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(s.kind.dialect, s.write, files, options...)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err == nil || s.kind.dialect == goose.DialectPostgres {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}
