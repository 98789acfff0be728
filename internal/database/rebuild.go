package database

import (
	"fmt"

	"holdover/internal/each"
)

// manyRows is from where on building an index anew beats keeping it up to date.
const manyRows = 10_000

// What SQLite keeps of the file in memory while it writes, while it fills tables (nothing
// written before is searched then), and in each connection that reads: a write of another
// one takes all of that away.
const (
	writingCache = -64 << 10 // in KiB, as SQLite wants it
	fillingCache = -16 << 10
	readingCache = -4 << 10
)

// indexingCache is the same while indexes of so many rows are built. They are sorted in so much at once: little, so that it stays
// in the processor's own memory and there are several to be sorted beside each other; not so little that what is sorted has to be
// merged twice.
func indexingCache(rows int) int { return -min(max(512, rows>>8), 4<<10) }

// heldRows is up to how many rows all that is written stays in memory until the transaction ends, as far as it goes into so many
// pages of 4 KiB (some 400 bytes for each row): indexes are built of what is there, and everything is written once.
const (
	heldRows  = 100_000
	heldPages = 12_000
)

// sorters are how many sort what an index is built of, beside the one who reads the rows and writes it.
const sorters = 2

// Filling runs fill, which inserts so many rows into tables that have as many already as there says.
// Where most rows will be new ones, SQLite builds the tables' indexes anew when all
// rows are there: sorted, one after the other, where row by row it searches a place
// in each of them (a million transactions: 13 s for 26). It is part of the same
// transaction, and nobody else sees the tables without them. PostgreSQL would have to
// keep everybody out of the tables meanwhile.
func (q *Session) Filling(rows int, there func() (int, error), tables []string, fill func() error) error {
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
	if err := each.Try(func() error { return q.set("cache_size", indexingCache(rows)) }, func() error { return q.set("threads", sorters) }); err != nil {
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

// set gives a setting of the connection another value. Up to cache_spill pages, where they are more than the cache has, stay in
// memory of what is written until the transaction ends.
func (q *Session) set(setting string, to int) error {
	return q.Run(fmt.Sprintf("PRAGMA %s = %d", setting, to))
}

// index is one that a statement made, as the migrations say.
type index struct{ name, definition string }

func (q *Session) indexesOf(table string) ([]index, error) {
	return List(q, func(r Row) (i index, err error) {
		err = r.Scan(&i.name, &i.definition)
		return i, err
	}, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL ORDER BY name", table)
}
