package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

const (
	// newerKept is how long a file waits for the person to take it over.
	newerKept = time.Hour
	// mostNewer bounds what people can leave behind.
	mostNewer = 8
)

// newerFiles are files that were looked at and may be taken over.
type newerFiles struct {
	mu sync.Mutex
	by map[string]newerKeptFile
}

type newerKeptFile struct {
	budget, path string
	at           time.Time
}

// keep writes a file to a place of its own and names it; what waited too long
// goes.
func (n *newerFiles) keep(budget string, from io.Reader, now time.Time) (key string, err error) {
	f, err := os.CreateTemp("", "holdover-newer-*")
	if err != nil {
		return "", fmt.Errorf("keep the file: %w", err)
	}
	if _, err = io.Copy(f, from); err != nil {
		return "", errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err := f.Close(); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	key = rand.Text()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.by == nil {
		n.by = map[string]newerKeptFile{}
	}
	n.makeRoom(now)
	n.by[key] = newerKeptFile{budget, f.Name(), now}
	return key, nil
}

func (n *newerFiles) makeRoom(now time.Time) {
	oldest := ""
	for key, f := range n.by {
		if now.Sub(f.at) > newerKept {
			n.drop(key)
		} else if oldest == "" || f.at.Before(n.by[oldest].at) {
			oldest = key
		}
	}
	if len(n.by) >= mostNewer {
		n.drop(oldest)
	}
}

func (n *newerFiles) drop(key string) {
	if f, ok := n.by[key]; ok {
		_ = os.Remove(f.path) // a file in the way of nobody
		delete(n.by, key)
	}
}

// open gives the file that was kept for a budget. Fault: NotFound.
func (n *newerFiles) open(key, budget string) (*os.File, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f, ok := n.by[key]
	if !ok || f.budget != budget {
		return nil, noNewer()
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, noNewer()
	}
	return file, nil
}

func (n *newerFiles) forget(key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.drop(key)
}
