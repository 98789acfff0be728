// Package databasetest provides existing databases for tests: empty ones, because running all migrations takes longer
// than most tests, and ones of an earlier version. Only tests use it.
package databasetest

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

// Dir returns a directory of the test with a new SQLite database: a copy of one that is created once for each
// process.
func Dir(t testing.TB) string {
	t.Helper()
	file := testkit.Must(empty())(t)
	dir := t.TempDir()
	testkit.NoError(t, os.WriteFile(filepath.Join(dir, database.FileName), file, 0o600))
	return dir
}

// Postgres returns the address of a PostgreSQL database of the test, with empty tables.
func Postgres(t testing.TB) string {
	t.Helper()
	return testkit.PostgresFilled(t, func(address string) error {
		d, err := database.Open(context.Background(), database.Config{URL: address})
		if err != nil {
			return err
		}
		return d.Close()
	})
}

// At returns a database with the tables of an earlier version, for tests of later migrations.
func At(t testing.TB, cfg database.Config, version int64) *database.DB {
	t.Helper()
	driver, address := "pgx", cfg.URL
	if cfg.URL == "" {
		driver, address = "sqlite", database.Address(filepath.Join(cfg.Dir, database.FileName))
	}
	d := testkit.Must(sql.Open(driver, address))(t)
	steps, err := database.Steps(cfg.URL == "", d)
	if err == nil {
		_, err = steps.UpTo(t.Context(), version)
	}
	testkit.NoError(t, errors.Join(err, d.Close()))
	return testkit.Must(database.Connect(t.Context(), cfg))(t)
}

// empty returns the file of a database with empty tables.
var empty = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "holdover-empty-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	d, err := database.Open(context.Background(), database.Config{Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := d.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, database.FileName))
})
