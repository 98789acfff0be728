package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// Deleting a budget is one short change: from then on the budget cannot be found, and its number is in the table
// leftover. Its rows are removed in batches, each in a separate transaction, so that no edit waits until a million
// rows are removed. If the program ends in between, its next start continues.

// swept lists the tables to remove rows from in batches: the columns that order the rows within a budget, and the
// number of rows of a batch.
var swept = []struct {
	table, key string
	rows       int
}{
	{"tx", "account, date, no", 5000},
	{"part", "tx, pos", 5000},
	{"change_row", "change, seq", 5000},
	{"change", "no", 5000},
	{"cell", "category, month", 5000},
	{"original", "document, seq", 16}, // of one megabyte each
	{"receipt_data", "sum, seq", 16},
	{"column_piece", "version, seq", 8},
	{"column_set", "knowledge", 1},
}

// Sweeper removes the rows of deleted budgets, in the background of a server.
type Sweeper struct {
	db     *database.DB
	log    *slog.Logger
	tables []string        // all tables with rows of budgets
	ctx    context.Context //nolint:containedctx // it ends with the store; nil where it is done at once
	cancel context.CancelFunc
	done   sync.WaitGroup
	active sync.Mutex // held while one sweep runs
}

// NewSweeper returns a sweeper for some tables. It works in the background if cfg is that of a server (Warm),
// otherwise synchronously.
func NewSweeper(db *database.DB, tables []string, cfg database.Config) *Sweeper {
	w := &Sweeper{db: db, log: cfg.Log, tables: tables}
	if w.log == nil {
		w.log = slog.New(slog.DiscardHandler)
	}
	if cfg.Warm {
		w.ctx, w.cancel = context.WithCancel(context.Background())
	}
	return w
}

// End cancels the running sweep and waits for it. The next start continues.
func (w *Sweeper) End() {
	if w.cancel != nil {
		w.cancel()
		w.done.Wait()
	}
}

// Sweep removes the rows of deleted budgets: in the background of a server, otherwise before it returns. Rows that
// cannot be removed stay until the next start.
func (w *Sweeper) Sweep(ctx context.Context) error {
	if w.ctx == nil {
		return w.all(ctx)
	}
	w.done.Go(func() {
		w.active.Lock()
		defer w.active.Unlock()
		if err := w.all(w.ctx); err != nil && w.ctx.Err() == nil {
			w.log.Error("what deleted budgets left could not be removed", "err", err)
		}
	})
	return nil
}

func (w *Sweeper) all(ctx context.Context) error {
	left, err := database.ReadList(ctx, w.db, database.Only[int64], "SELECT budget FROM leftover ORDER BY budget")
	if err != nil {
		return err
	}
	err = iterutil.Each(left, func(no int64) error { return w.budget(ctx, no) })
	if err == nil && len(left) > 0 {
		err = w.db.GiveBack(ctx)
	}
	return err
}

func (w *Sweeper) budget(ctx context.Context, no int64) error {
	whole := slices.Sorted(slices.Values(w.tables))
	for _, one := range swept {
		whole = slices.DeleteFunc(whole, func(table string) bool { return table == one.table })
		for more := true; more; {
			err := w.db.ChangeQuietly(ctx, func(q *database.Session) error {
				removed, err := q.Exec(fmt.Sprintf("DELETE FROM %[1]s WHERE budget = $1 AND (%[2]s) <= (SELECT %[2]s FROM %[1]s WHERE budget = $1 ORDER BY %[2]s LIMIT 1 OFFSET %[3]d)",
					one.table, one.key, one.rows), no)
				if more = removed > 0; more || err != nil {
					return err
				}
				return tables.DeleteAll(q, one.table, no)
			})
			if err != nil {
				return err
			}
		}
	}
	return w.db.ChangeQuietly(ctx, func(q *database.Session) error {
		return iterutil.Each(append(whole, "leftover"), func(table string) error { return tables.DeleteAll(q, table, no) })
	})
}
