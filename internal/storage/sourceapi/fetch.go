package sourceapi

import (
	"context"
	"errors"
	"net/http"
)

// Fetched describes how a plan was downloaded.
type Fetched struct {
	Bytes    int64 `json:"bytes"`
	ByArrays bool  `json:"by_arrays"` // put together from its arrays, since the whole could not be had
	Changed  bool  `json:"changed"`   // the plan changed during the download: figures may disagree
}

// Fetch writes the document of a whole plan to dst. plan is an id, [LastUsed] or [Default]. After an error the
// content of dst is undefined.
func (c *Client) Fetch(ctx context.Context, plan string, dst File) (Fetched, error) {
	got, err := c.whole(ctx, "plans", plan, dst)
	f, failed := errors.AsType[*failure](err)
	if failed && f.status == http.StatusNotFound {
		l, listErr := c.list(ctx)
		if listErr != nil || l.word == "plans" {
			return Fetched{}, errors.Join(listErr, err)
		}
		got, err = c.whole(ctx, l.word, plan, dst)
		f, failed = errors.AsType[*failure](err)
	}
	if failed && f.again && !f.absent { // the whole plan is too large for the source or the connection
		return c.byArrays(ctx, plan, dst)
	}
	return got, err
}

// whole downloads a plan in one call. It gives up early on errors of the source, as opposed to those of the
// connection, because the arrays may still work.
func (c *Client) whole(ctx context.Context, word, plan string, dst File) (Fetched, error) {
	t := &transfer{
		c: c, dst: dst, what: call{path: []string{word, plan}, what: "the plan"},
		progress: func(bytes, total int64) { c.progress(Progress{Bytes: bytes, Total: total}) },
	}
	err := t.run(ctx, func(f *failure) int {
		switch {
		case f.silent && t.at == 0:
			return 0
		case f.cut, f.status >= http.StatusInternalServerError:
			return 1
		}
		return c.times.attempt
	})
	if err != nil {
		return Fetched{}, err
	}
	return Fetched{Bytes: t.at}, nil
}
