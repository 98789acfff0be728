package web

import (
	"crypto/rand"
	"io"
	"sync"
	"time"

	"holdover/internal/app"
	"holdover/internal/fault"
)

const (
	// fileKept is how long a file waits for the person to decide.
	fileKept = time.Hour
	// mostKept bounds what people can leave behind.
	mostKept = 8
)

// keptFiles are files that were sent and wait for a decision: whether a newer
// one is taken over, or a plan that is here already becomes another budget. None
// has to be sent again. Only who sent a file can reach it.
type keptFiles struct {
	mu sync.Mutex
	by map[string]*keptFile
}

type keptFile struct {
	*app.Upload
	owner holder
	name  string      // the file's own
	as    string      // the name that was typed for a budget
	known []app.Known // the budgets of the same plan
	at    time.Time
	timer *time.Timer
}

// keep gives the file a key that cannot be guessed.
func (k *keptFiles) keep(f *keptFile, now time.Time) (key string) {
	key = rand.Text()
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.by == nil {
		k.by = map[string]*keptFile{}
	}
	k.makeRoom()
	f.at, f.timer = now, time.AfterFunc(fileKept, func() { k.forget(key) })
	k.by[key] = f
	return key
}

func (k *keptFiles) makeRoom() {
	if len(k.by) < mostKept {
		return
	}
	oldest := ""
	for key, f := range k.by {
		if oldest == "" || f.at.Before(k.by[oldest].at) {
			oldest = key
		}
	}
	k.drop(oldest)
}

func (k *keptFiles) drop(key string) {
	if f, ok := k.by[key]; ok {
		f.timer.Stop()
		_ = f.Close() // a file in the way of nobody
		delete(k.by, key)
	}
}

// find gives the file that somebody sent. Fault: NotFound.
func (k *keptFiles) find(key string, who holder) (*keptFile, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, ok := k.by[key]
	if !ok || f.owner != who {
		return nil, notKept()
	}
	return f, nil
}

// open reads the file that somebody sent. Fault: NotFound.
func (k *keptFiles) open(key string, who holder) (*keptFile, io.ReadCloser, error) {
	f, err := k.find(key, who)
	if err != nil {
		return nil, nil, err
	}
	r, err := f.Open()
	if err != nil {
		return nil, nil, notKept()
	}
	return f, r, nil
}

func (k *keptFiles) forget(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(key)
}

func notKept() error {
	return fault.New(fault.NotFound, "the file is not kept any more").WithHint("choose it again")
}
