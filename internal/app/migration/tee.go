package migration

import "io"

// tee writes to w in a separate goroutine, so that decoding a document and compressing it use two cores. It buffers a
// few writes.
type tee struct {
	buffers chan []byte
	free    chan []byte
	done    chan error
}

const (
	teeBuffers = 8
	teeBuffer  = 256 << 10
)

func newTee(w io.Writer) *tee {
	t := &tee{buffers: make(chan []byte, teeBuffers), free: make(chan []byte, teeBuffers), done: make(chan error, 1)}
	go t.run(w)
	return t
}

func (t *tee) run(w io.Writer) {
	var failed error
	for b := range t.buffers {
		if failed == nil {
			_, failed = w.Write(b)
		}
		select {
		case t.free <- b[:0]:
		default:
		}
	}
	t.done <- failed
}

// Write takes a copy of p, which the caller reuses.
func (t *tee) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		b := t.buffer()
		n := min(len(rest), teeBuffer)
		t.buffers <- append(b, rest[:n]...)
		rest = rest[n:]
	}
	return len(p), nil
}

func (t *tee) buffer() []byte {
	select {
	case b := <-t.free:
		return b
	default:
		return make([]byte, 0, teeBuffer)
	}
}

// Close waits until everything is written and returns the first error.
func (t *tee) Close() error {
	close(t.buffers)
	return <-t.done
}
