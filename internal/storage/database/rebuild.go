package database

import (
	"fmt"

	"holdover/internal/base/iterutil"
)

// manyRows is the number of rows from which rebuilding an index is faster than updating it.
const manyRows = 10_000

// SQLite's page cache while it writes, while it fills tables (which reads no older pages), and in each connection
// that reads: a write by another connection empties it.
const (
	writingCache = -64 << 10 // in KiB, negative as SQLite requires
	fillingCache = -16 << 10
	readingCache = -4 << 10
)

// indexingCache returns the cache_size, in KiB and negative, for building indexes of that many rows. It is the size
// of one sort run: small, so that a run fits into the processor's cache and several can be sorted concurrently, but
// large enough that the runs need only one merge.
func indexingCache(rows int) int { return -min(max(512, rows>>8), 4<<10) }

// heldRows is the largest number of rows with writes that stay in memory until the transaction ends. heldPages is the
// limit in pages of 4 KiB (some 400 bytes for each row). The indexes are built from memory, and each page is written
// once.
const (
	heldRows  = 100_000
	heldPages = 12_000
)

// sorters is the number of threads that sort an index's entries, besides the one that reads the rows and writes the
// index.
const sorters = 2

// RebuildIndexesAround runs fill, which inserts that many rows into tables; there returns the number of rows that the
// tables already have.
//
// If most rows are new, SQLite rebuilds the tables' indexes after the rows are inserted. It sorts the entries of one
// index after another, which is faster than a lookup in each index for each row (a million transactions: 13 s instead
// of 26). All of it is in the same transaction, so no other session sees the tables without indexes. PostgreSQL would
// have to lock the tables during the rebuild.
func (q *Session) RebuildIndexesAround(rows int, there func() (int, error), tables []string, fill func() error) error {
	if !q.kind.rebuilds || rows < manyRows {
		return fill()
	}
	switch has, err := there(); {
	case err != nil:
		return err
	case rows < has:
		return fill()
	}
	var indexes []index
	for _, table := range tables {
		some, err := q.indexesOf(table)
		if err != nil {
			return err
		}
		indexes = append(indexes, some...)
	}
	for _, i := range indexes {
		if err := q.Run("DROP INDEX " + i.name); err != nil {
			return err
		}
	}
	if err := q.set("cache_size", fillingCache); err != nil {
		return err
	}
	defer q.set("cache_size", writingCache) //nolint:errcheck // it changes a setting alone
	if rows <= heldRows {
		if err := q.set("cache_spill", heldPages); err != nil {
			return err
		}
		defer q.set("cache_spill", 1) //nolint:errcheck // likewise
	}
	if err := fill(); err != nil {
		return err
	}
	return q.buildIndexes(rows, indexes)
}

func (q *Session) buildIndexes(rows int, indexes []index) error {
	if err := iterutil.Try(func() error { return q.set("cache_size", indexingCache(rows)) }, func() error { return q.set("threads", sorters) }); err != nil {
		return err
	}
	defer q.set("threads", 0) //nolint:errcheck // it changes a setting alone
	for _, i := range indexes {
		if err := q.ctx.Err(); err != nil {
			return err
		}
		if err := q.Run(i.definition); err != nil {
			return err
		}
	}
	return nil
}

// set changes a setting of the connection. cache_spill is the number of written pages that stay in memory until the
// transaction ends, if it is larger than the cache.
func (q *Session) set(setting string, to int) error {
	return q.Run(fmt.Sprintf("PRAGMA %s = %d", setting, to))
}

// index is an index created by a statement of the migrations.
type index struct{ name, definition string }

func (q *Session) indexesOf(table string) ([]index, error) {
	return List(q, func(r Row) (i index, err error) {
		err = r.Scan(&i.name, &i.definition)
		return i, err
	}, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL ORDER BY name", table)
}
