package each_test

import (
	"fmt"
	"iter"
	"testing"

	"holdover/internal/each"
)

// counting gives so many numbers in one place, and counts into ended when it is over.
func counting(n int, ended *int) iter.Seq[*int] {
	return func(yield func(*int) bool) {
		defer func() { *ended++ }()
		var one int
		for one = range n {
			if !yield(&one) {
				return
			}
		}
	}
}

// All come in their order, however many; whoever stops early leaves nothing that goes on.
func TestAhead(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 129, 5_000} {
		for _, stop := range []int{n, 0, 1, 300} {
			ended, want := 0, 0
			for one := range each.Ahead(counting(n, &ended)) {
				if *one != want {
					t.Fatalf("%d of %d is %d", want, n, *one)
				}
				if want++; want > stop {
					break
				}
			}
			if want != min(n, stop+1) || ended != 1 {
				t.Errorf("%d of %d until %d, ended %d times", want, n, stop, ended)
			}
		}
	}
}

// Who goes through them meets the panic of who makes them.
func TestAheadPanics(t *testing.T) {
	defer func() {
		if said := fmt.Sprint(recover()); said != "broken" {
			t.Error(said)
		}
	}()
	for range each.Ahead(func(yield func(*int) bool) {
		yield(new(int))
		panic("broken")
	}) {
		continue
	}
	t.Error("nothing was noticed")
}
