package jobs

import (
	"context"
	"sync"
)

// Worker runs tasks for budgets in the background, one at a time. A nil Worker does nothing.
type Worker struct {
	ctx     context.Context //nolint:containedctx // it ends with the store
	cancel  context.CancelFunc
	started sync.WaitGroup
	running sync.Mutex // held by the task that runs

	mu    sync.Mutex
	tasks map[int64]bool // started and not finished, by budget
	ended bool
}

// NewWorker returns a worker, or nil if on is false.
func NewWorker(on bool) *Worker {
	if !on {
		return nil
	}
	w := &Worker{tasks: map[int64]bool{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Start runs do after all earlier tasks, unless the budget already has a task. An error of do is dropped: code that
// needs the result gets the error when it tries itself.
func (w *Worker) Start(no int64, do func(context.Context) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || w.tasks[no] {
		return
	}
	w.tasks[no] = true
	w.started.Go(func() {
		w.running.Lock()
		defer w.running.Unlock()
		if w.ctx.Err() == nil {
			_ = do(w.ctx)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.tasks, no)
	})
}

// End cancels the tasks and waits for them.
func (w *Worker) End() {
	if w == nil {
		return
	}
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	w.cancel()
	w.started.Wait()
}
