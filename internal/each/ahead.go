package each

import "iter"

// How many are made ahead: so many at once, in so many lots that are used again and again.
const (
	lot  = 128
	lots = 3
)

// Ahead goes through all while a goroutine of its own makes those that come next: what
// makes each and what is done with it share two processors. Each is a copy that holds until the next
// one; what it points to has to be its own. What the making panics with, going through it panics with.
func Ahead[T any](all iter.Seq[*T]) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		a := ahead[T]{full: make(chan []T, lots), free: make(chan []T, lots), left: make(chan struct{})}
		for range lots {
			a.free <- nil
		}
		go a.make(all)
		defer a.leave()
		for some := range a.full {
			for i := range some {
				if !yield(&some[i]) {
					return
				}
			}
			a.free <- some[:0]
		}
		if a.panicked != nil {
			panic(a.panicked)
		}
	}
}

// ahead is one such going.
type ahead[T any] struct {
	full, free chan []T
	left       chan struct{} // closed when nobody wants any more
	panicked   any           // to be read when full is closed
}

// make makes them until it is told to stop.
func (a *ahead[T]) make(all iter.Seq[*T]) {
	defer close(a.full)
	defer func() { a.panicked = recover() }()
	var some []T
	for one := range all {
		if some == nil {
			if some = a.empty(); some == nil {
				return
			}
		}
		if some = append(some, *one); len(some) == lot {
			a.full <- some // there is room for all lots
			some = nil
		}
	}
	if some != nil {
		a.full <- some
	}
}

// empty is a lot to be filled; nil where nobody wants any more.
func (a *ahead[T]) empty() []T {
	select {
	case <-a.left:
		return nil
	case some := <-a.free:
		if some == nil {
			some = make([]T, 0, lot)
		}
		return some
	}
}

// leave waits until nothing is made any more.
func (a *ahead[T]) leave() {
	close(a.left)
	for range a.full {
	}
}
