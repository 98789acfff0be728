package web

import (
	"io"
	"sync"
	"sync/atomic"
)

// jobs are the imports under way, by the name that the browser gave them.
type jobs struct {
	mu sync.Mutex
	by map[string]*job
}

// job is one import under way.
type job struct {
	name  string
	total int64 // bytes of the request, -1 where the browser did not say
	read  atomic.Int64
	whole atomic.Bool // everything has arrived; the figures are being checked
	done  chan struct{}
}

// mostJobs bounds what a person can leave behind.
const mostJobs = 1000

// begin makes a job; one without a name is watched by nobody.
func (j *jobs) begin(name string, total int64) *job {
	made := &job{name: name, total: total, done: make(chan struct{})}
	j.mu.Lock()
	defer j.mu.Unlock()
	if name == "" || len(j.by) >= mostJobs {
		return made
	}
	if j.by == nil {
		j.by = map[string]*job{}
	}
	j.by[name] = made
	return made
}

func (j *jobs) end(made *job) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.by[made.name] == made {
		delete(j.by, made.name)
	}
	close(made.done)
}

// find is the job of a name, nil where there is none.
func (j *jobs) find(name string) *job {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.by[name]
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
