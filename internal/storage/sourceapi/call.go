package sourceapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
)

// call is a GET request with its name for messages.
type call struct {
	path  []string // below the base address
	query url.Values
	what  string // "the list of plans"

	from int64  // resume at this byte …
	etag string // … of this very version
}

func (c *Client) url(what call) *url.URL {
	u := c.opts.Address.url().JoinPath(escaped(what.path)...)
	u.RawQuery = what.query.Encode()
	return u
}

// escaped escapes the elements of a path, so that a plan's id cannot lead to another path.
func escaped(path []string) []string {
	out := make([]string, len(path))
	for i, p := range path {
		if out[i] = url.PathEscape(p); p == "." || p == ".." {
			out[i] = "%2E"
		}
	}
	return out
}

// open sends a call once. Reading the response's body fails if no data arrives for too long, and returns a [failure]
// if the connection is closed early.
func (c *Client) open(ctx context.Context, what call) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	watch := &watch{cancel: cancel, patience: c.times.silence}
	watch.timer = time.AfterFunc(c.times.answer, func() { cancel(errSilence) })
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url(what).String(), nil)
	if err != nil {
		watch.stop()
		return nil, fmt.Errorf("ask for %s: %w", what.what, err)
	}
	req.Header.Set("Authorization", "Bearer "+c.opts.Token.secret)
	req.Header.Set("Accept", "application/json")
	if c.opts.Agent != "" {
		req.Header.Set("User-Agent", c.opts.Agent)
	}
	if what.from > 0 {
		req.Header.Set("Range", "bytes="+strconv.FormatInt(what.from, 10)+"-")
		req.Header.Set("If-Range", what.etag)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		defer watch.stop()
		return nil, c.broken(ctx, what, err)
	}
	watch.body, watch.fail = c.bounded(what, resp.Body), func(err error) error { return c.broken(ctx, what, err) }
	watch.heard()
	resp.Body = watch
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusPartialContent {
		defer resp.Body.Close()
		return nil, c.refused(what, resp)
	}
	return resp, nil
}

var errSilence = errors.New("nothing arrived")

// watch is a body that fails to read if no data arrives for too long.
type watch struct {
	body     io.ReadCloser
	cancel   context.CancelCauseFunc
	timer    *time.Timer
	patience time.Duration
	fail     func(error) error
}

func (w *watch) heard() { w.timer.Reset(w.patience) }

func (w *watch) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// Read reads and converts an error of the connection into a failure.
func (w *watch) Read(p []byte) (int, error) {
	n, err := w.body.Read(p)
	w.heard()
	if err != nil && !errors.Is(err, io.EOF) {
		err = w.fail(err)
	}
	return n, err
}

// Close ends the call, whether or not the body was completely read.
func (w *watch) Close() error {
	w.timer.Stop()
	err := w.body.Close()
	w.cancel(nil)
	return err
}

// bounded returns a body that fails after Options.Most bytes.
func (c *Client) bounded(what call, body io.ReadCloser) io.ReadCloser {
	if c.opts.Most == 0 {
		return body
	}
	return &boundedBody{ReadCloser: body, left: c.opts.Most, err: apperr.New(apperr.Unavailable, "%s sends more than %s as %s", c.opts.Address.Name(), humanize.Bytes(c.opts.Most), what.what).
		WithCode(TooLarge).WithHint("ask for less")}
}

// TooLarge is the code of an error for a response that is larger than the limit.
const TooLarge apperr.Code = "source-too-large"

type boundedBody struct {
	io.ReadCloser
	left int64
	err  error // after left bytes
}

// Read reads up to the limit.
func (b *boundedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return 0, b.err
	}
	return n, err
}
