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
	mu    sync.Mutex
	going bool
	ended chan struct{} // closed when the next page is loaded
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

func (l *loads) set(going bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.going && !going {
		close(l.ended)
		l.ended = make(chan struct{})
	}
	l.going = going
}

// state reports whether a document is loading, and returns a channel closed when the next one has loaded.
func (l *loads) state() (going bool, ended <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.going, l.ended
}

func settledWithoutScripts(tab context.Context) error {
	l := of(tab).loads
	for {
		// The response arrives after the event of a load that the last click or key started.
		state, err := chromedp.Run(tab, chromedp.Evaluate[string]("document.readyState"))
		if err != nil && !leftThePage(err) {
			return err
		}
		going, ended := l.state()
		if state == "complete" && !going {
			return nil
		}
		if !going {
			continue
		}
		if err := waitFor(tab, ended); err != nil {
			return err
		}
	}
}

func untilWithoutScripts[T any](tab context.Context, expression string) (T, error) {
	var none T
	l := of(tab).loads
	ctx, cancel := context.WithTimeout(tab, enough)
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
		case err != nil && !leftThePage(err):
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
