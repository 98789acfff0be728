package database

import (
	"runtime"
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
		q.admitUpTo(0)
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
		q.admitUpTo(q.room)
		synctest.Wait()
		q.leave()
		synctest.Wait()
		if want := []string{"before", "hurried", "hurried too", "first", "second"}; !slices.Equal(in, want) || q.isWaitedFor() {
			t.Errorf("there came %q, not %q", in, want)
		}
	})
}

// TestAChangeHoldsBackReaders changes something: who reads waits for it where others wait to write, but not for longer than is
// bearable.
func TestAChangeHoldsBackReaders(t *testing.T) {
	for name, test := range map[string]struct {
		waiting int // to write
		takes   time.Duration
		held    time.Duration // how long nobody begins to read
	}{
		"nobody waits to write": {0, time.Hour, 0},
		"a quick one":           {1, longestHold / 5, longestHold / 5},
		"a long one":            {1, time.Hour, longestHold},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := openSessions(nil, 1)
				before(t, o)
				changed := make(chan bool)
				for range 1 + test.waiting {
					go func() {
						before(t, o)
						time.Sleep(test.takes)
						o.leave()
						changed <- true
					}()
				}
				synctest.Wait()
				o.leave()
				synctest.Wait()
				began := time.Now()
				if err := o.reads.enter(t.Context(), false); err != nil || time.Since(began) != test.held {
					t.Errorf("who reads was held for %s, not %s: %v", time.Since(began), test.held, err)
				}
				for range 1 + test.waiting {
					<-changed
				}
			})
		})
	}
}

func before(t *testing.T, o *sqliteOpen) {
	if err := o.enter(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestAsManyReadAsOthersLetThem counts who reads while four change something, one after the other, for the last of whom nobody
// waits: it may take long.
func TestAsManyReadAsOthersLetThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		few := max(1, runtime.NumCPU()-1)
		o := openSessions(nil, 3*few)
		before(t, o)
		for range 3 {
			go before(t, o)
		}
		synctest.Wait()
		o.leave()
		synctest.Wait()
		for range o.reads.room {
			go o.reads.enter(t.Context(), false) //nolint:errcheck // it is counted
		}
		for n, wants := range []int{0, few, o.reads.room} {
			synctest.Wait()
			if o.reads.in != wants {
				t.Errorf("%d read while %d wait to write, not %d", o.reads.in, 2-n, wants)
			}
			if n < 2 {
				o.leave()
			}
		}
	})
}
