package sourceapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
)

// small makes a call with a response that fits in memory and decodes its "data".
func (c *Client) small(ctx context.Context, what call, data any) error {
	var buf memory
	t := &transfer{c: c, what: what, dst: &buf}
	if err := t.run(ctx, c.usual); err != nil {
		return err
	}
	var envelope struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(buf.b, &envelope); err != nil {
		return c.strange(what.what).WithCause(err)
	}
	if len(envelope.Data) == 0 {
		return c.strange(what.what).WithCause(errors.New("no data in it"))
	}
	if err := json.Unmarshal(envelope.Data, data); err != nil {
		return c.strange(what.what).WithCause(err)
	}
	return nil
}

// memory is a File in memory that is only ever rewound to its start.
type memory struct{ b []byte }

func (m *memory) Write(p []byte) (int, error) {
	if len(m.b)+len(p) > largestSmall {
		return 0, errors.New("an answer that should be short is longer than 256 MB")
	}
	m.b = append(m.b, p...)
	return len(p), nil
}

func (m *memory) Seek(int64, int) (int64, error) { return 0, nil }

func (m *memory) Truncate(size int64) error {
	if size > int64(len(m.b)) {
		return io.ErrUnexpectedEOF
	}
	m.b = m.b[:size]
	return nil
}

const largestSmall = 256 << 20
