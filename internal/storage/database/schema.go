package database

import (
	"context"
	"database/sql"
	"regexp"
	"strings"

	"holdover/internal/base/apperr"
)

// InspectFile checks that a file is a database of a known version with a schema that only this program's migrations
// have made. It writes nothing.
func InspectFile(ctx context.Context, path string) error {
	if err := inspect(ctx, path); err != nil {
		return Busy(err)
	}
	return Busy(sameSchema(ctx, path))
}

// sameSchema checks that a database has exactly the tables and indexes that this program's migrations make. A foreign
// trigger or view would run with the rights of the database's user.
func sameSchema(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", readOnlyAddress(path, "query_only(1)"))
	if err != nil {
		return err
	}
	defer db.Close()
	var versions []int64
	rows, err := db.QueryContext(ctx, "SELECT version_id FROM goose_db_version WHERE version_id > 0 ORDER BY id")
	if err := read(rows, err, collect(&versions, Only[int64])); err != nil {
		return err
	}
	is, err := schemaOf(ctx, db)
	if err != nil {
		return err
	}
	own, err := schemaAfter(ctx, versions)
	if err != nil {
		return err
	}
	for name, text := range is {
		if own[name] != text {
			return apperr.New(apperr.Invalid, "it has %s, which Holdover did not make so", name)
		}
	}
	return nil
}

// schemaAfter returns the schema that migrations make in that order.
func schemaAfter(ctx context.Context, versions []int64) (map[string]string, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	steps, err := Steps(true, db)
	if err != nil {
		return nil, err
	}
	for _, version := range versions {
		if _, err := steps.ApplyVersion(ctx, version, true); err != nil {
			return nil, err
		}
	}
	return schemaOf(ctx, db)
}

var spaces = regexp.MustCompile(`(--[^\n]*)?\s+`)

// schemaOf returns the statement that creates each object of a database, without comments.
func schemaOf(ctx context.Context, db *sql.DB) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
	all := map[string]string{}
	return all, read(rows, err, func(r Row) error {
		var kind, name, table, text string
		err := r.Scan(&kind, &name, &table, &text)
		all["the "+kind+" "+name] = table + " " + strings.TrimSpace(spaces.ReplaceAllString(text, " "))
		return err
	})
}
