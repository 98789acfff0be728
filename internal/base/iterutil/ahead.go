package iterutil

import "iter"

const (
	bufferSize = 128 // number of values in a buffer
	buffers    = 3   // number of buffers
)

// Ahead iterates over a sequence while a second goroutine produces the next values, so that producing and consuming use
// two processors. Each value is a copy that is valid until the next one, but memory that it points to must not be shared
// with the producer. A panic of the producer is raised in the consumer.
func Ahead[T any](sequence iter.Seq[*T]) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		a := ahead[T]{full: make(chan []T, buffers), free: make(chan []T, buffers), stopped: make(chan struct{})}
		for range buffers {
			a.free <- nil
		}
		go a.produce(sequence)
		defer a.stop()
		for buffer := range a.full {
			for i := range buffer {
				if !yield(&buffer[i]) {
					return
				}
			}
			a.free <- buffer[:0]
		}
		if a.panicked != nil {
			panic(a.panicked)
		}
	}
}

// ahead is the state of one iteration.
type ahead[T any] struct {
	full, free chan []T
	stopped    chan struct{} // closed when the consumer stops
	panicked   any           // read only after full is closed
}

// produce fills buffers until the consumer stops.
func (a *ahead[T]) produce(sequence iter.Seq[*T]) {
	defer close(a.full)
	defer func() { a.panicked = recover() }()
	var buffer []T
	for value := range sequence {
		if buffer == nil {
			if buffer = a.freeBuffer(); buffer == nil {
				return
			}
		}
		if buffer = append(buffer, *value); len(buffer) == bufferSize {
			a.full <- buffer // never blocks: the channel has the capacity of all buffers
			buffer = nil
		}
	}
	if buffer != nil {
		a.full <- buffer
	}
}

// freeBuffer returns a buffer to fill, or nil if the consumer has stopped.
func (a *ahead[T]) freeBuffer() []T {
	select {
	case <-a.stopped:
		return nil
	case buffer := <-a.free:
		if buffer == nil {
			buffer = make([]T, 0, bufferSize)
		}
		return buffer
	}
}

// stop stops the producer and waits until it has ended.
func (a *ahead[T]) stop() {
	close(a.stopped)
	for range a.full {
	}
}
