package database

import (
	"slices"
	"testing"
	"testing/synctest"
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
