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
	steps, err := s.migrations()
	if err != nil {
		return err
	}
	if _, err := steps.Up(ctx); err == nil || s.kind.dialect == goose.DialectPostgres {
		return err
	}
	_, err = steps.Up(ctx)
	return err
}

func (s *Store) migrations() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations/"+s.kind.name)
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if s.kind.dialect == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(s.kind.dialect, s.write, files, options...)
}
