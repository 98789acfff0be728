package migration

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/pending"
	"holdover/internal/surface/ui"
)

// Inbox tracks running imports for pages that show their progress.
type Inbox struct{ jobs jobs }

// jobs are the running imports of this process, by the name that the browser chose. Other processes read their
// progress from the database.
type jobs struct {
	mu sync.Mutex
	by map[jobKey]*job
}

// jobKey is a job's name with its user, so that users cannot see or hide each other's jobs.
type jobKey struct {
	of   ui.Holder
	name string
}

// progress is the progress of an import.
type progress struct {
	Read  int64
	Total int64 // the bytes of the request, or unknownTotal
	Whole bool  // the file is complete, and the figures are being checked
}

// underWay stores the progress of an import for other processes. Its lifetime is extended while a page reads it, so
// it expires soon after the process died.
var underWay = pending.Kind{Name: "import", Life: time.Hour, Places: 8, Gone: apperr.New(apperr.NotFound, "this import is no longer running")}

// job is a running import.
type job struct {
	key   jobKey
	total int64
	read  atomic.Int64
	whole atomic.Bool
	stop  context.CancelFunc // ends the updates for other processes
	told  sync.WaitGroup
}

// maxJobName is the maximum length of a job's name in bytes.
const maxJobName = 64

// unknownTotal is the total of an import that does not read an upload.
const unknownTotal = -1

// begin creates the job named in the request. total is the number of bytes of the request, or unknownTotal. No page shows
// the progress of a job without a name.
func (j *jobs) begin(r *ui.Request, total int64) *job {
	ctx, stop := context.WithCancel(context.WithoutCancel(r.Context()))
	made := &job{key: jobKey{r.Holder(), r.URL.Query().Get("job")}, total: total, stop: stop}
	if made.key.name == "" || len(made.key.name) > maxJobName {
		return made
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.by[made.key] != nil {
		return made
	}
	if j.by == nil {
		j.by = map[jobKey]*job{}
	}
	j.by[made.key] = made
	made.told.Go(func() { made.tell(ctx, r.App.Waiting) })
	return made
}

// tellEvery is the interval of updates for other processes.
const tellEvery = time.Second

// tell updates the stored progress until the import ends.
func (m *job) tell(ctx context.Context, room *pending.Store) {
	of, name := m.key.of, m.key.name
	if err := room.KeepAs(ctx, of, underWay, name, "", m.progress(), nil); err != nil {
		return // the import continues without updates
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellEvery)
		defer cancel()
		_ = room.Drop(ctx, of, underWay, name) // otherwise it expires
	}()
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = room.Note(ctx, of, underWay, name, m.progress())
		}
	}
}

func (m *job) progress() progress { return progress{m.read.Load(), m.total, m.whole.Load()} }

func (j *jobs) end(made *job) {
	made.stop()
	j.mu.Lock()
	if j.by[made.key] == made {
		delete(j.by, made.key)
	}
	j.mu.Unlock()
	made.told.Wait()
}

// find returns the progress of the job with a name, in any process.
func (j *jobs) find(r *ui.Request, name string) (p progress, found bool) {
	j.mu.Lock()
	here := j.by[jobKey{r.Holder(), name}]
	j.mu.Unlock()
	if here != nil {
		return here.progress(), true
	}
	err := r.App.Waiting.Read(r.Context(), r.Holder(), underWay, name, &p)
	return p, err == nil
}

// watched counts the bytes read from a file.
type watched struct {
	r   io.Reader
	job *job
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.job.read.Add(int64(n))
	if err != nil {
		w.job.whole.Store(true)
	}
	return n, err
}

// progressEvery is the interval of progress events.
const progressEvery = 250 * time.Millisecond

// ImportProgress streams the progress of an import: "BYTES TOTAL STAGE", where the stage is reading or checking. The
// browser requests it before it sends the file, so the job may start a little later.
func (in *Inbox) ImportProgress(w http.ResponseWriter, r *ui.Request) error {
	events := ui.NewStream(w)
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	deadline := time.Now().Add(time.Minute) // for a job that never starts
	seen := false
	for events.Beat() == nil {
		select {
		case <-r.Context().Done():
			return nil
		case <-tick.C:
		}
		now, found := in.jobs.find(r, r.PathValue("job"))
		if !found && (seen || time.Now().After(deadline)) {
			_ = events.Send("end", "") // an error means that the browser closed the connection
			return nil
		}
		if seen = found; !found {
			continue
		}
		stage := "reading"
		if now.Whole {
			stage = "checking"
		}
		if events.Send("progress", fmt.Sprintf("%d %d %s", now.Read, now.Total, stage)) != nil {
			return nil
		}
	}
	return nil
}
