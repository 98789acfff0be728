package pending

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// pieceBytes is the size of a row of a file. Each is written and read in a short transaction, so that a large file
// blocks no other request.
const pieceBytes = 1 << 20

// write compresses, encrypts and stores a file.
func (r *Store) write(ctx context.Context, p place, kind Kind, file io.Reader) error {
	out := &pieces{ctx: ctx, room: r, place: p, kind: kind}
	packed, err := zstd.NewWriter(out, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("what waits: %w", err)
	}
	if _, err := io.Copy(packed, file); err != nil {
		return errors.Join(err, packed.Close())
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return out.flush()
}

// pieces writes a file piece by piece.
type pieces struct {
	ctx   context.Context //nolint:containedctx // of one file
	room  *Store
	place place
	kind  Kind
	buf   bytes.Buffer
	no    int64
	all   int64
}

func (w *pieces) Write(b []byte) (int, error) {
	if w.all += int64(len(b)); w.all > w.kind.Bytes {
		return 0, apperr.New(apperr.Invalid, "the file is too large to wait for a decision").WithHint("import it on the command line: holdover import FILE")
	}
	w.buf.Write(b)
	for w.buf.Len() >= pieceBytes {
		if err := w.put(w.buf.Next(pieceBytes)); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

func (w *pieces) flush() error {
	if w.buf.Len() == 0 {
		return nil
	}
	return w.put(w.buf.Next(pieceBytes))
}

func (w *pieces) put(b []byte) error {
	sealed := w.place.sealer.Seal(nil, nil, b, piece(w.no))
	err := w.room.db.ChangeQuietly(w.ctx, func(q *database.Session) error {
		// If the row is gone, it was evicted by a newer one.
		if err := q.ExecOr(w.kind.Gone, "UPDATE waiting SET bytes = bytes + $2 WHERE digest = $1", w.place.digest, len(sealed)); err != nil {
			return err
		}
		return q.Write("INSERT INTO waiting_piece (digest, no, data) VALUES ($1, $2, $3)", w.place.digest, w.no, sealed)
	})
	w.no++
	return err
}

// File opens the file stored under a key. The caller has called Find to check that it exists.
func (r *Store) File(ctx context.Context, of Holder, kind Kind, key string) (io.ReadCloser, error) {
	p, err := placeOf(of, kind, key)
	if err != nil {
		return nil, err
	}
	unpacked, err := zstd.NewReader(&reader{ctx: ctx, room: r, place: p, kind: kind}, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil, fmt.Errorf("what waits: %w", err)
	}
	return unpacked.IOReadCloser(), nil
}

// reader reads the pieces of a file.
type reader struct {
	ctx   context.Context //nolint:containedctx // of one file
	room  *Store
	place place
	kind  Kind
	no    int64
	rest  []byte
	ended bool
}

func (f *reader) Read(b []byte) (int, error) {
	for len(f.rest) == 0 {
		if f.ended {
			return 0, io.EOF
		}
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func (f *reader) next() error {
	var sealed []byte
	err := f.room.db.Read(f.ctx, func(q *database.Session) error {
		found, err := q.One("SELECT data FROM waiting_piece WHERE digest = $1 AND no = $2", []any{f.place.digest, f.no}, &sealed)
		f.ended = !found
		return err
	})
	if err != nil || f.ended {
		return err
	}
	if f.rest, err = f.place.sealer.Open(nil, nil, sealed, piece(f.no)); err != nil {
		return f.kind.Gone
	}
	f.no++
	return nil
}
