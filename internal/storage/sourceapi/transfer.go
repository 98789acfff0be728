package sourceapi

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// File is the destination of a download; an [os.File] implements it.
type File interface {
	io.Writer
	io.Seeker
	Truncate(size int64) error
}

// transfer downloads the response of one call into a file, with as many requests as interruptions require.
type transfer struct {
	c        *Client
	what     call
	dst      File
	progress func(bytes, total int64)

	at    int64  // bytes written to the file
	total int64  // bytes of the whole response, 0 if the source does not send the length
	etag  string // of the response, if it can be resumed
	shape shape  // of the data in the file
}

func (t *transfer) run(ctx context.Context, patience func(*failure) int) error {
	return t.c.again(ctx, patience, func() (bool, error) { return t.piece(ctx) })
}

// piece requests the missing data and reports whether any arrived.
func (t *transfer) piece(ctx context.Context) (further bool, err error) {
	what := t.what
	if t.etag != "" {
		what.from, what.etag = t.at, t.etag
	}
	resp, err := t.c.open(ctx, what)
	if err != nil {
		t.etag = "" // whatever the reason, the next request is for the whole response
		return false, err
	}
	defer resp.Body.Close()
	resumed := continues(resp, t.at)
	if !resumed {
		if err := t.rewind(resp); err != nil {
			return false, err
		}
	}
	start := t.at
	body, err := t.c.data(t.what, resp.Body, start)
	if err != nil {
		return false, err
	}
	_, err = io.Copy(t, body)
	if err == nil && !t.shape.whole() {
		t.etag = ""
		err = &failure{says: t.c.lineFault(io.ErrUnexpectedEOF), again: true, cut: true}
	}
	return resumed && t.at > start, err
}

// continues reports whether a response starts at a byte.
func continues(resp *http.Response, at int64) bool {
	return resp.StatusCode == http.StatusPartialContent &&
		strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", at))
}

// rewind starts over with a whole response.
func (t *transfer) rewind(resp *http.Response) error {
	t.at, t.etag, t.total, t.shape = 0, "", 0, shape{}
	if resp.StatusCode != http.StatusOK {
		return &failure{says: t.c.lineFault(fmt.Errorf("asked for one piece and got another")), again: true}
	}
	if !resp.Uncompressed {
		t.total = max(resp.ContentLength, 0)
		if e := resp.Header.Get("ETag"); resp.Header.Get("Accept-Ranges") == "bytes" && strings.HasPrefix(e, `"`) {
			t.etag = e
		}
	}
	if _, err := t.dst.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return t.dst.Truncate(0)
}

// data returns a body that looks like JSON, or an error for a web page.
func (c *Client) data(what call, body io.Reader, at int64) (io.Reader, error) {
	in := bufio.NewReaderSize(body, 1<<16)
	if at > 0 {
		return in, nil
	}
	start, err := in.Peek(512)
	if looksLikePage(start) {
		more, err := in.Peek(1 << 14)
		if len(more) == 0 {
			return nil, err
		}
		return nil, c.page(what, more)
	}
	if len(start) == 0 && err == io.EOF {
		return nil, &failure{says: c.lineFault(io.ErrUnexpectedEOF), again: true}
	}
	return in, nil // an error within the peeked bytes occurs again when they are read
}

// Write counts the bytes and reports progress.
func (t *transfer) Write(p []byte) (int, error) {
	n, err := t.dst.Write(p)
	t.at += int64(n)
	t.shape.see(p[:n])
	if t.progress != nil {
		t.progress(t.at, t.total)
	}
	return n, err
}

// shape tracks the nesting depth of JSON to recognise a response that ends early, even with a success status. It
// ignores anything that is not JSON.
type shape struct {
	depth           int
	text, escaped   bool
	opened, foreign bool
}

func (s *shape) see(p []byte) {
	for _, b := range p {
		switch {
		case s.escaped:
			s.escaped = false
		case s.text:
			s.escaped, s.text = b == '\\', b != '"'
		case b == '"':
			s.text = true
		case b == '{' || b == '[':
			s.opened = true
			s.depth++
		case b == '}' || b == ']':
			s.depth--
		case !s.opened && b > ' ' && b < 0x80: // it does not start like JSON
			s.foreign = true
		}
	}
}

func (s *shape) whole() bool { return s.foreign || !s.opened || (s.depth <= 0 && !s.text) }
