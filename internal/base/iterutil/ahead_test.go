package iterutil_test

import (
	"fmt"
	"iter"
	"testing"

	"holdover/internal/base/iterutil"
)

// counting yields n numbers through one variable and increments ended when it stops.
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

// All values arrive in order, and a consumer that stops early leaves no goroutine running.
func TestAheadKeepsOrderAndLeaksNoGoroutine(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 129, 5_000} {
		for _, stop := range []int{n, 0, 1, 300} {
			ended, want := 0, 0
			for one := range iterutil.Ahead(counting(n, &ended)) {
				if *one != want {
					t.Fatalf("element %d of %d is %d", want, n, *one)
				}
				if want++; want > stop {
					break
				}
			}
			if want != min(n, stop+1) || ended != 1 {
				t.Errorf("%d of %d elements before the stop at %d, the producer ended %d times", want, n, stop, ended)
			}
		}
	}
}

// A panic of the producer reaches the consumer.
func TestAheadPassesPanicsOn(t *testing.T) {
	defer func() {
		if recovered := fmt.Sprint(recover()); recovered != "broken" {
			t.Errorf("the consumer recovered %q, want the producer's panic", recovered)
		}
	}()
	for range iterutil.Ahead(func(yield func(*int) bool) {
		yield(new(int))
		panic("broken")
	}) {
		continue
	}
	t.Error("no panic reached the consumer")
}
