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

// Deleting a budget is one short transaction: it hides the budget and inserts its number into the table leftover. The
// Sweeper then removes the budget's rows in batches, each in a separate transaction, so that no edit waits until a
// million rows are removed. If it is interrupted, the next server start or deletion continues.

// batched lists the tables whose rows are removed in batches, in this order. Rows of other tables are few.
var batched = []struct {
	table   string
	key     string // the columns that order the rows of a budget
	perStep int    // a batch removes one row more
}{
	{"tx", "account, date, no", 5000},
	{"part", "tx, pos", 5000},
	{"change_row", "change, seq", 5000}, // records written by a change, for undo
	{"change", "no", 5000},              // the journal
	{"cell", "category, month", 5000},
	{"original", "document, seq", 16},    // a row has up to one megabyte
	{"receipt_data", "sum, seq", 16},     // a row has up to one megabyte
	{"archive_file", "archive, seq", 16}, // a row has up to one megabyte
	{"column_piece", "version, seq", 8},  // a piece of the stored row index
	{"column_set", "knowledge", 1},
}

// Sweeper removes the rows of deleted budgets. In a server it works in the background.
type Sweeper struct {
	db      *database.DB
	log     *slog.Logger
	tables  []string        // the tables of records; the journal and the stored index are only in batched
	ctx     context.Context //nolint:containedctx // canceled by End; nil if Sweep does not work in the background
	cancel  context.CancelFunc
	running sync.WaitGroup
	mu      sync.Mutex // held during a sweep, so that only one runs
}

// NewSweeper returns a sweeper that removes rows from some tables and from those in batched. It works in the background
// if cfg is that of a server (Warm).
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

// End cancels the running sweep and waits until it has ended.
func (w *Sweeper) End() {
	if w.cancel != nil {
		w.cancel()
		w.running.Wait()
	}
}

// Sweep removes the rows of all deleted budgets. In a server it returns at once and logs an error of the removal;
// otherwise it returns after the removal, with its error. The next call removes rows that are left.
func (w *Sweeper) Sweep(ctx context.Context) error {
	if w.ctx == nil {
		return w.removeAll(ctx)
	}
	w.running.Go(func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if err := w.removeAll(w.ctx); err != nil && w.ctx.Err() == nil {
			w.log.Error("rows of deleted budgets could not be removed", "err", err)
		}
	})
	return nil
}

func (w *Sweeper) removeAll(ctx context.Context) error {
	budgets, err := database.ReadList(ctx, w.db, database.Only[int64], "SELECT budget FROM leftover ORDER BY budget")
	if err != nil {
		return err
	}
	err = iterutil.Each(budgets, func(no int64) error { return w.removeBudget(ctx, no) })
	if err == nil && len(budgets) > 0 {
		err = w.db.GiveBack(ctx)
	}
	return err
}

// removeBudget removes a budget's rows: first from the batched tables, then from the remaining ones and from leftover.
func (w *Sweeper) removeBudget(ctx context.Context, no int64) error {
	remaining := slices.Sorted(slices.Values(w.tables))
	for _, batch := range batched {
		remaining = slices.DeleteFunc(remaining, func(table string) bool { return table == batch.table })
		// A batch ends with the row at OFFSET perStep, in the order of the key. If there is no such row, the condition is
		// NULL and removes nothing; then the last rows are few enough to be removed together.
		removeBatch := fmt.Sprintf("DELETE FROM %[1]s WHERE budget = $1 AND (%[2]s) <= (SELECT %[2]s FROM %[1]s WHERE budget = $1 ORDER BY %[2]s LIMIT 1 OFFSET %[3]d)",
			batch.table, batch.key, batch.perStep)
		for more := true; more; {
			err := w.db.ChangeQuietly(ctx, func(q *database.Session) error {
				removed, err := q.Exec(removeBatch, no)
				if more = removed > 0; more || err != nil {
					return err
				}
				return tables.DeleteAll(q, batch.table, no)
			})
			if err != nil {
				return err
			}
		}
	}
	return w.db.ChangeQuietly(ctx, func(q *database.Session) error {
		return iterutil.Each(append(remaining, "leftover"), func(table string) error { return tables.DeleteAll(q, table, no) })
	})
}
