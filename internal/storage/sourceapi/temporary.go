package sourceapi

import (
	"context"
	"errors"
	"io"

	"holdover/internal/storage/tempfile"
)

// Temporary is a downloaded document, ready to be read. It is deleted when it is closed.
type Temporary struct {
	*tempfile.File
	Size int64 // in bytes
}

// FetchTemporary is [Client.Fetch] into a temporary file. It also returns an Unavailable error if the temporary
// folder is full.
func (c *Client) FetchTemporary(ctx context.Context, plan string) (Temporary, error) {
	file, err := tempfile.NewFile()
	if err != nil {
		return Temporary{}, err
	}
	t := Temporary{File: file}
	if _, err = c.Fetch(ctx, plan, file); err == nil {
		t.Size, err = file.Seek(0, io.SeekCurrent)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return Temporary{}, errors.Join(err, file.Close())
	}
	return t, nil
}
