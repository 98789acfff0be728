package banks

import (
	"context"
	"errors"
	"hash/fnv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
)

// mostAtOnce is the number of connections that a process fetches at the same time, so that a slow provider does not delay the
// others. Each may use the memory for a large response.
const mostAtOnce = 4

// never is the time of the next fetch of a connection that is not fetched automatically.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// The program fetches automatically at a time of the night, which differs between connections.
const (
	nightStart   = 2 * time.Hour
	nightMinutes = 3 * 60
)

// pauses are the times after failures that may pass. After the last one the connection waits for the night.
var pauses = []time.Duration{time.Hour, 3 * time.Hour, 6 * time.Hour}

// leastPause is the pause after a provider has refused a request because of its limits.
const leastPause = 6 * time.Hour

// nextNight returns the time of the night at which a connection is fetched next, at least half a day after now.
func nextNight(id string, now time.Time) time.Time {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(id)) // it never fails
	at := nightStart + time.Duration(hash.Sum32()%nightMinutes)*time.Minute
	earliest := now.Add(12 * time.Hour)
	next := time.Date(earliest.Year(), earliest.Month(), earliest.Day(), 0, 0, 0, 0, now.Location()).Add(at)
	if next.Before(earliest) {
		next = time.Date(earliest.Year(), earliest.Month(), earliest.Day()+1, 0, 0, 0, 0, now.Location()).Add(at)
	}
	return next
}

// afterFailure returns the time of the next fetch after a failure.
func afterFailure(id string, d *document, failed error, now time.Time) time.Time {
	switch apperr.CodeOf(failed) {
	case bankapi.Reconnect:
		return never // only the user can mend it
	case bankapi.Unpaid:
		return nextNight(id, now)
	case bankapi.TooOften:
		pause := leastPause
		if e, ok := errors.AsType[*apperr.Error](failed); ok {
			pause = max(pause, min(e.Retry, 48*time.Hour))
		}
		return now.Add(pause)
	}
	if d.Failures <= len(pauses) {
		return now.Add(pauses[d.Failures-1])
	}
	return nextNight(id, now)
}

// isDue reports whether the program should fetch a connection. A time that is more than three days ahead was stored by a
// clock that was wrong.
func isDue(c *connectionstore.Connection, now time.Time) bool {
	return !now.Before(c.NextAt) || c.NextAt.Before(never) && c.NextAt.After(now.Add(72*time.Hour))
}

// FetchDue fetches the connections of all budgets that are due. Several processes may call it: one of them fetches each
// connection. It returns the number of fetched connections. A failure is stored with its connection, and does not affect
// others.
func (b *Banks) FetchDue(ctx context.Context) (fetched int, err error) {
	all, err := b.store.All(ctx)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	headers, err := b.access.Store.BudgetsOf(ctx, iterutil.Map(all, func(c connectionstore.Connection) int64 { return c.Budget }))
	if err != nil {
		return 0, err
	}
	ids := map[int64]string{}
	for i := range headers {
		ids[headers[i].No] = headers[i].Info.ID
	}
	var mu sync.Mutex
	var working errgroup.Group
	working.SetLimit(mostAtOnce)
	for i := range all {
		id, exists := ids[all[i].Budget]
		if !exists || !isDue(&all[i], b.access.Now()) {
			continue
		}
		working.Go(func() error {
			wasFetched, failed := b.fetchIfDue(ctx, id, &all[i])
			mu.Lock()
			defer mu.Unlock()
			if err = errors.Join(err, failed); wasFetched {
				fetched++
			}
			return nil
		})
	}
	_ = working.Wait() // the errors are joined
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return fetched, err
}

// fetchIfDue claims and fetches a connection. It returns the errors that are not stored with the connection.
func (b *Banks) fetchIfDue(ctx context.Context, id string, c *connectionstore.Connection) (wasFetched bool, err error) {
	if ctx.Err() != nil {
		return false, nil
	}
	d, err := b.claim(ctx, c, false)
	switch {
	case errors.Is(err, errNotDue), apperr.KindOf(err) == apperr.Conflict, apperr.KindOf(err) == apperr.NotFound: // another process fetches it, or it was deleted
		return false, nil
	case err != nil:
		return false, err
	}
	err = b.fetchAll(ctx, users.System(), id, c, d, nil)
	if _, isStored := errors.AsType[*apperr.Error](err); isStored {
		err = nil
	}
	return true, err
}
