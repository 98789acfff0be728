package sourceapi

import (
	"context"
	"net/http"
	"time"

	"holdover/internal/base/apperr"
)

// Options configures a client. Only Token is required.
type Options struct {
	Address  Address
	Token    Token
	Agent    string         // the User-Agent, such as "holdover/1.0"
	Progress func(Progress) // called as bytes arrive, many times a second; may be nil
	Waiting  func(Pause)    // called before each wait; may be nil
	// HTTP makes the requests; nil is a client for an address that the user of this machine chose.
	HTTP *http.Client
	// Once returns every error at once, where the client would otherwise wait and repeat the request.
	Once bool
	// Most is the maximum size of a response in bytes; 0 is no limit.
	Most int64
}

// Progress is the progress of a download.
type Progress struct {
	Bytes, Total int64 // of the whole plan; Total is 0 if the source does not send it
	Calls, Of    int   // of a plan assembled from its arrays; otherwise Of is 0
}

// Pause is a wait that is about to start.
type Pause struct {
	For  time.Duration
	Why  string // the start of a sentence: "YNAB asks to wait"
	Busy bool   // the source requested the wait, as opposed to a failed connection
}

// Client calls one source with one token. It is safe for concurrent use, but progress then covers all downloads
// together.
type Client struct {
	opts  Options
	http  *http.Client
	times times
}

// times are the client's time limits and numbers of attempts.
type times struct {
	answer  time.Duration // until the first byte of an answer
	silence time.Duration // between two bytes
	backoff time.Duration // before the first repetition; doubles
	attempt int           // repetitions without progress
}

var usualTimes = times{answer: 2 * time.Minute, silence: time.Minute, backoff: time.Second, attempt: 5}

// New returns a client. It makes no request to the source yet.
func New(opts Options) (*Client, error) {
	if opts.Token.IsZero() {
		return nil, apperr.New(apperr.Unauthorized, "no token for %s", opts.Address.Name()).WithHint("make one at %s", opts.Address.TokenPage())
	}
	c := &Client{opts: opts, times: usualTimes, http: opts.HTTP}
	if c.http == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.ResponseHeaderTimeout = 0 // each call has its own time limit
		c.http = &http.Client{Transport: transport, CheckRedirect: c.redirect}
	}
	return c, nil
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func (c *Client) progress(p Progress) {
	if c.opts.Progress != nil {
		c.opts.Progress(p)
	}
}

// pause reports a wait and then waits.
func (c *Client) pause(ctx context.Context, p Pause) error {
	if c.opts.Waiting != nil {
		c.opts.Waiting(p)
	}
	timer := time.NewTimer(p.For)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
