package browsertest

import (
	"context"
	"sync"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A page without scripts changes only by navigation, so tests wait for the end of loading.

// loads tracks the documents that a tab loads.
type loads struct {
	mu        sync.Mutex
	isLoading bool
	ended     chan struct{} // closed when the next page is loaded
}

// watchLoads starts tracking the loads of a tab.
func watchLoads(tab context.Context) (*loads, error) {
	l := &loads{ended: make(chan struct{})}
	err := chromedp.Listen(tab, func(event any) {
		switch event.(type) {
		case *page.EventFrameStartedLoading:
			l.set(true)
		case *page.EventFrameStoppedLoading:
			l.set(false)
		}
	})
	return l, err
}

func (l *loads) set(isLoading bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isLoading && !isLoading {
		close(l.ended)
		l.ended = make(chan struct{})
	}
	l.isLoading = isLoading
}

// state reports whether a document is loading, and returns a channel closed when the next one has loaded.
func (l *loads) state() (isLoading bool, ended <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.isLoading, l.ended
}

func settledWithoutScripts(tab context.Context) error {
	l := dataOf(tab).loads
	for {
		// The response arrives after the event of a load that the last click or key started.
		state, err := chromedp.Run(tab, chromedp.Evaluate[string]("document.readyState"))
		if err != nil && !pageWasReplaced(err) {
			return err
		}
		isLoading, ended := l.state()
		if state == "complete" && !isLoading {
			return nil
		}
		if !isLoading {
			continue
		}
		if err := waitFor(tab, ended); err != nil {
			return err
		}
	}
}

func untilWithoutScripts[T any](tab context.Context, expression string) (T, error) {
	var none T
	l := dataOf(tab).loads
	ctx, cancel := context.WithTimeout(tab, pageTimeout)
	defer cancel()
	for {
		_, ended := l.state()
		if err := settledWithoutScripts(ctx); err != nil {
			return none, err
		}
		got, err := chromedp.Run(ctx, chromedp.Evaluate[*T]("("+expression+") || null"))
		switch {
		case err == nil && got != nil:
			return *got, nil
		case err != nil && !pageWasReplaced(err):
			return none, err
		}
		if err := waitFor(ctx, ended); err != nil {
			return none, err
		}
	}
}

func waitFor(ctx context.Context, ended <-chan struct{}) error {
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
