package database

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestNobodyNewIsLetInWhileHeld lets those in a hurry pass a queue that is held, and the others in their order once it is not.
func TestNobodyNewIsLetInWhileHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2)
		var in []string
		come := func(name string, hurried bool) {
			go func() {
				if err := q.enter(t.Context(), hurried); err != nil {
					t.Error(err)
				}
				in = append(in, name)
			}()
			synctest.Wait()
		}
		come("before", false)
		q.hold(true)
		come("first", false)
		come("second", false)
		if !q.isWaitedFor() {
			t.Error("nobody is said to wait")
		}
		come("hurried", true)
		come("hurried too", true) // there is no room
		q.leave()
		synctest.Wait()
		q.leave() // room that nobody may take
		synctest.Wait()
		if want := []string{"before", "hurried", "hurried too"}; !slices.Equal(in, want) {
			t.Errorf("while it was held there came %q, not %q", in, want)
		}
		q.hold(false)
		synctest.Wait()
		q.leave()
		synctest.Wait()
		if want := []string{"before", "hurried", "hurried too", "first", "second"}; !slices.Equal(in, want) || q.isWaitedFor() {
			t.Errorf("there came %q, not %q", in, want)
		}
	})
}

// TestACommitHoldsBackReaders saves: who reads waits for it where others wait to write, but not for longer than is bearable.
func TestACommitHoldsBackReaders(t *testing.T) {
	for name, test := range map[string]struct {
		waited bool // whether anybody waits to write
		takes  time.Duration
		held   time.Duration // how long nobody begins to read
	}{
		"nobody waits to write": {false, time.Hour, 0},
		"a quick one":           {true, longestHold / 5, longestHold / 5},
		"a long one":            {true, time.Hour, longestHold},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				writers, crowd, saved := newQueue(0), newQueue(1), make(chan error)
				if test.waited {
					go writers.enter(ctx, false) //nolint:errcheck // it never gets in
				}
				synctest.Wait()
				go func() { saved <- holdingBack(crowd, writers, func() error { time.Sleep(test.takes); return nil }) }()
				synctest.Wait()
				began := time.Now()
				if err := crowd.enter(ctx, false); err != nil || time.Since(began) != test.held {
					t.Errorf("who reads was held for %s, not %s: %v", time.Since(began), test.held, err)
				}
				if err := <-saved; err != nil {
					t.Error(err)
				}
			})
		})
	}
}
