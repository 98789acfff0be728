package tempfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"holdover/internal/base/apperr"
)

const (
	// relayInMemory is the part of a response buffered in memory.
	relayInMemory = 1 << 20
	// relayPiece is the number of bytes written or read at once.
	relayPiece = 64 << 10
)

// Relays decouples the production of responses from slow clients: the producer writes at full speed and releases its
// resources, such as a database transaction, while the client reads at its own pace.
type Relays struct {
	most, perKey int

	mu    sync.Mutex
	using map[string]int
	all   int
}

// NewRelays limits the number of concurrent responses that do not fit in memory, in total and per key.
func NewRelays(most, perKey int) *Relays {
	return &Relays{most: most, perKey: perKey, using: map[string]int{}}
}

// Relay runs write and copies its output to to. key identifies the client. Nothing is written to to before write has
// succeeded or has written more than fits in memory, so that an earlier error can still become an error response. It
// returns a TooMany error if too many large responses are in progress.
func (rs *Relays) Relay(key string, to io.Writer, write func(io.Writer) error) error {
	r := &relay{buffer: New(relayInMemory), enter: func() (func(), error) { return rs.enter(key) }}
	r.moved.L = &r.mu
	go r.run(write)
	err := r.copy(to)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left = true
	for !r.done { // it notices at its next write
		r.moved.Wait()
	}
	if r.leave != nil {
		r.leave()
	}
	if r.panicked != nil {
		panic(r.panicked)
	}
	return errors.Join(err, r.buffer.Close())
}

func (rs *Relays) enter(key string) (leave func(), err error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.all >= rs.most || rs.using[key] >= rs.perKey {
		return nil, apperr.New(apperr.TooMany, "too many large files are being downloaded").WithHint("wait until one is finished")
	}
	rs.all++
	rs.using[key]++
	return func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		rs.all--
		if rs.using[key]--; rs.using[key] == 0 {
			delete(rs.using, key)
		}
	}, nil
}

// relay is one response in transit.
type relay struct {
	enter func() (func(), error)

	mu       sync.Mutex
	moved    sync.Cond
	buffer   *Buffer
	leave    func() // releases the slot; nil while all data fits into memory
	left     bool   // the client has disconnected
	done     bool   // all data is written, or err is set
	err      error
	panicked any
}

func (r *relay) run(write func(io.Writer) error) {
	err := errors.New("the writer of an answer never came back")
	defer func() {
		v := recover()
		r.mu.Lock()
		defer r.mu.Unlock()
		if v != nil {
			r.panicked = fmt.Errorf("%v\n%s", v, debug.Stack())
		}
		r.done, r.err = true, err
		r.moved.Broadcast()
	}()
	out := bufio.NewWriterSize(r, relayPiece)
	if err = write(out); err == nil {
		err = out.Flush()
	}
}

// errLeft stops a producer after its client has disconnected.
var errLeft = errors.New("the one who asked has left")

// Write appends the next bytes of the response.
func (r *relay) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left {
		return 0, errLeft
	}
	if r.leave == nil && r.buffer.Size()+int64(len(p)) > relayInMemory {
		var err error
		if r.leave, err = r.enter(); err != nil {
			return 0, err
		}
	}
	n, err := r.buffer.Write(p)
	r.moved.Broadcast()
	return n, err
}

func (r *relay) copy(to io.Writer) error {
	buf := make([]byte, relayPiece)
	for at := int64(0); ; {
		n, err := r.next(buf, at)
		if n == 0 {
			return err
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return err
		}
		at += int64(n)
	}
}

// next reads from an offset and waits until there is data. It returns no bytes at the end, with the error of the
// producer.
func (r *relay) next(buf []byte, at int64) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.done && (r.leave == nil || r.buffer.Size() == at) {
		r.moved.Wait()
	}
	if (r.err != nil && at == 0) || r.buffer.Size() == at {
		return 0, r.err
	}
	n, err := r.buffer.ReadAt(buf, at)
	if n == 0 {
		return 0, fmt.Errorf("reading an answer back: %w", err)
	}
	return n, nil // reading less than requested is not an error
}
