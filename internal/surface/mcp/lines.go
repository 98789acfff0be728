package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// lines reads messages of another program, one per line. An invalid message gets a JSON-RPC error and is skipped,
// where the SDK would disconnect. The end of input is delivered only after all requests are answered, where the SDK
// would drop the responses.
type lines struct {
	in   *bufio.Reader
	from io.Closer
	out  *wholeWrites
	rest []byte // of the current line
}

// newLines reads from in, and writes errors about invalid messages to out.
func newLines(in io.ReadCloser, out *wholeWrites) *lines {
	return &lines{in: bufio.NewReaderSize(in, mostCall), from: in, out: out}
}

// Read returns valid messages. It returns the errors of its input.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.next()
		if len(line) == 0 && err != nil {
			l.out.answers()
			return 0, err
		}
		message, code, why := read(line)
		if code != 0 {
			if err := l.refuse(code, why); err != nil {
				return 0, err
			}
			continue
		}
		l.out.expects(message)
		if len(line) > 0 {
			l.rest = append(line, '\n')
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next returns the next line without its line break; a line that is too long is cut.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	kept := bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.in.ReadSlice('\n')
	}
	return bytes.TrimSpace(kept), err
}

// read decodes the message of a line, nil for an empty line, or explains why it is invalid. A batch, as in an early
// version of the protocol, is invalid.
func read(line []byte) (message jsonrpc.Message, code int, why string) {
	switch {
	case len(line) == 0:
		return nil, 0, ""
	case len(line) >= mostCall-1:
		return nil, jsonrpc.CodeInvalidRequest, "the message is too long"
	case !json.Valid(line):
		return nil, jsonrpc.CodeParseError, "the line is no JSON"
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, jsonrpc.CodeInvalidRequest, "the line is not one message of JSON-RPC 2.0"
	}
	return message, 0, ""
}

func (l *lines) refuse(code int, why string) error {
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
	if err == nil {
		_, err = l.out.Write(append(answer, '\n'))
	}
	return err
}

// Close closes the input without waiting for responses.
func (l *lines) Close() error {
	l.out.hangUp()
	return l.from.Close()
}

// wholeWrites serialises writes of whole messages, and tracks unanswered requests.
type wholeWrites struct {
	io.WriteCloser
	mu     sync.Mutex
	turned sync.Cond // signals a response, or that there will be none
	asked  map[jsonrpc.ID]bool
	closed bool
}

func newWholeWrites(to io.WriteCloser) *wholeWrites {
	w := &wholeWrites{WriteCloser: to, asked: map[jsonrpc.ID]bool{}}
	w.turned.L = &w.mu
	return w
}

func (w *wholeWrites) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if message, err := jsonrpc.DecodeMessage(p); err == nil {
		if answer, is := message.(*jsonrpc.Response); is {
			defer w.turned.Broadcast()
			defer delete(w.asked, answer.ID)
		}
	}
	return w.WriteCloser.Write(p)
}

// expects tracks a message that requires a response. The response to a client that listens arrives when it
// disconnects.
func (w *wholeWrites) expects(message jsonrpc.Message) {
	if asks, is := message.(*jsonrpc.Request); is && asks.IsCall() && asks.Method != "subscriptions/listen" {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.asked[asks.ID] = true
	}
}

// answers returns when all requests are answered, or the connection is closed.
func (w *wholeWrites) answers() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.asked) > 0 && !w.closed {
		w.turned.Wait()
	}
}

func (w *wholeWrites) hangUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.turned.Broadcast()
}
