package iterutil

import "iter"

// lot is the number of values in a buffer, lots the number of buffers.
const (
	lot  = 128
	lots = 3
)

// Ahead iterates over all while a second goroutine produces the next values, so that producing and consuming use two
// processors. Each value is a copy that is valid until the next one, but memory that it points to must not be shared
// with the producer. A panic of the producer is raised in the consumer.
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

// ahead is the state of one iteration.
type ahead[T any] struct {
	full, free chan []T
	left       chan struct{} // closed when the consumer stops
	panicked   any           // read only after full is closed
}

// make produces values until the consumer stops.
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
			a.full <- some // never blocks: the channel has the capacity of all buffers
			some = nil
		}
	}
	if some != nil {
		a.full <- some
	}
}

// empty returns a buffer to fill, or nil if the consumer has stopped.
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

// leave waits until the producer has stopped.
func (a *ahead[T]) leave() {
	close(a.left)
	for range a.full {
	}
}
