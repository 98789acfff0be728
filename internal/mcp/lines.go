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

// lines are what another program sends, a message on each. One that is none is answered as JSON-RPC says and passed over,
// where the SDK would hang up.
type lines struct {
	in   *bufio.Reader
	from io.Closer
	out  *wholeWrites
	rest []byte // of the line that is being handed over
}

// newLines reads from in, and answers on out what is no message.
func newLines(in io.ReadCloser, out *wholeWrites) *lines {
	return &lines{in: bufio.NewReaderSize(in, mostCall), from: in, out: out}
}

// Read hands messages over. Its error is that of what it reads.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.next()
		if len(line) == 0 && err != nil {
			return 0, err
		}
		if code, why := wrong(line); code != 0 {
			if err := l.refuse(code, why); err != nil {
				return 0, err
			}
			continue
		}
		if len(line) > 0 {
			l.rest = append(line, '\n')
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next is the next line, without what ends it; of one that is too long as much as tells that it is.
func (l *lines) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	kept := bytes.Clone(line)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.in.ReadSlice('\n')
	}
	return bytes.TrimSpace(kept), err
}

// wrong says why a line is no message; 0 where it is one, or nothing at all. Several at once, as one early
// version of the protocol had them, are none.
func wrong(line []byte) (code int, why string) {
	switch {
	case len(line) == 0:
		return 0, ""
	case len(line) >= mostCall-1:
		return jsonrpc.CodeInvalidRequest, "the message is too long"
	case !json.Valid(line):
		return jsonrpc.CodeParseError, "the line is no JSON"
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return jsonrpc.CodeInvalidRequest, "the line is not one message of JSON-RPC 2.0"
	}
	return 0, ""
}

func (l *lines) refuse(code int, why string) error {
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
	if err == nil {
		_, err = l.out.Write(append(answer, '\n'))
	}
	return err
}

// Close closes what is read.
func (l *lines) Close() error { return l.from.Close() }

// wholeWrites lets several write, each a whole message at once.
type wholeWrites struct {
	mu sync.Mutex
	io.WriteCloser
}

func (w *wholeWrites) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}
