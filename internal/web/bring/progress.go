package bring

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"holdover/internal/fault"
	"holdover/internal/ui"
	"holdover/internal/waiting"
)

// Inbox is what is coming in: imports under way, for those who watch their progress.
type Inbox struct{ jobs jobs }

// jobs are the imports under way in this process, by the name that the browser gave
// them. Other processes find how far they are in the database.
type jobs struct {
	mu sync.Mutex
	by map[jobKey]*job
}

// jobKey is a job's name beside whose it is: nobody watches, or hides, another's.
type jobKey struct {
	of   ui.Holder
	name string
}

// progress is how far an import is.
type progress struct {
	Read  int64
	Total int64 // bytes of the request, -1 where the browser did not say
	Whole bool  // everything has arrived; the figures are being checked
}

// underWay is how far an import is, as other processes see it. It is looked at
// as long as somebody watches, and goes soon after a process that died.
var underWay = waiting.Kind{Name: "import", Life: time.Hour, Places: 8, Gone: fault.New(fault.NotFound, "there is no such import under way")}

// job is one import under way.
type job struct {
	key   jobKey
	total int64
	read  atomic.Int64
	whole atomic.Bool
	stop  context.CancelFunc // of telling others
	told  sync.WaitGroup
}

// maxJobName is the length of a job's name, in bytes.
const maxJobName = 64

// begin makes the job that the request names; one without a name is watched by
// nobody.
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

// tellEvery is how often other processes are told.
const tellEvery = time.Second

// tell lets other processes know until the import ends.
func (m *job) tell(ctx context.Context, room *waiting.Room) {
	of, name := m.key.of, m.key.name
	if err := room.KeepAs(ctx, of, underWay, name, "", m.progress(), nil); err != nil {
		return // it goes on untold
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellEvery)
		defer cancel()
		_ = room.Drop(ctx, of, underWay, name) // else it goes after its time
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

// find is how far the job of a name is, in whichever process.
func (j *jobs) find(r *ui.Request, name string) (p progress, found bool) {
	j.mu.Lock()
	here := j.by[jobKey{r.Holder(), name}]
	j.mu.Unlock()
	if here != nil {
		return here.progress(), true
	}
	err := r.App.Waiting.Look(r.Context(), r.Holder(), underWay, name, &p)
	return p, err == nil
}

// watched counts what is read of a file.
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

// progressEvery is how often an import's progress is told.
const progressEvery = 250 * time.Millisecond

// ImportProgress tells how far an import is: "BYTES TOTAL STAGE", where the
// stage is reading or checking. The browser asks before it sends the file, so
// the job may begin a little later.
func (in *Inbox) ImportProgress(w http.ResponseWriter, r *ui.Request) error {
	events := ui.NewStream(w)
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	deadline := time.Now().Add(time.Minute) // for a job that never begins
	seen := false
	for events.Beat() == nil {
		select {
		case <-r.Context().Done():
			return nil
		case <-tick.C:
		}
		now, found := in.jobs.find(r, r.PathValue("job"))
		if !found && (seen || time.Now().After(deadline)) {
			_ = events.Send("end", "") // the browser may have gone
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
