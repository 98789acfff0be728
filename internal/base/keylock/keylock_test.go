package keylock

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// TestLocksAreServedInOrder makes ten goroutines wait for one key. They acquire it in the order of their calls. One
// that gives up does not delay the others, another key is free, and no lock remains.
func TestLocksAreServedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var locks Locks[string]
		unlock := locked(t, &locks, "a")
		var came []int
		left := context.WithoutCancel(t.Context())
		canceled, cancel := context.WithCancel(left)
		for n := range 10 {
			ctx := left
			if n == 4 {
				ctx = canceled
			}
			go func() {
				next, err := locks.Lock(ctx, "a")
				if n == 4 {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("the caller that gave up: error %v", err)
					}
					return
				}
				came = append(came, n)
				next()
			}()
			synctest.Wait() // it waits
		}
		locked(t, &locks, "b")()
		if len(came) > 0 {
			t.Errorf("%v acquired the other key", came)
		}
		cancel()
		synctest.Wait()
		unlock()
		synctest.Wait()
		if want := []int{0, 1, 2, 3, 5, 6, 7, 8, 9}; !slices.Equal(came, want) {
			t.Errorf("they got the key as %v, want %v", came, want)
		}
		if len(locks.locks) > 0 {
			t.Errorf("%d locks remain", len(locks.locks))
		}
	})
}

func locked(t *testing.T, locks *Locks[string], key string) (unlock func()) {
	unlock, err := locks.Lock(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return unlock
}
