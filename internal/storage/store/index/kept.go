package index

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/klauspost/compress/s2"

	"holdover/internal/logic/rowindex"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// The index of a large budget is stored in the database, packed, as of some change: after a start it is loaded and
// brought up to date from the journal instead of reading all rows. It is in the same database as the rows, so that a
// backup, a copy and a restored file have the matching one. If it is damaged, of another format, or does not sum to
// the balances of the accounts, it is ignored: all rows are read, and a new one is stored.

// maxPiece limits the unpacked size of a piece.
const maxPiece = 1 << 28

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Kept returns the stored index of a budget, up to a change number, or nil if there is no usable one. records returns
// the records that rows refer to.
func Kept(q *database.Session, no, knowledge int64, records func() (*rowindex.Records, error)) (*Version, error) {
	var version, format, of, pieces int64
	found, err := q.One("SELECT version, format, knowledge, pieces FROM column_set WHERE budget = $1", []any{no}, &version, &format, &of, &pieces)
	if err != nil || !found || format != rowindex.PackFormat || of > knowledge || pieces < 1 {
		return nil, err
	}
	named, err := records()
	if err != nil {
		return nil, err
	}
	index, err := unpackColumns(q, no, version, pieces, named)
	if errors.Is(err, errNotOurs) {
		return nil, nil
	}
	return &Version{of, index}, err
}

// errNotOurs is the error for a damaged stored index.
var errNotOurs = errors.New("the kept columns are damaged")

// unpackColumns reads the pieces, and unpacks each while the next is read.
func unpackColumns(q *database.Session, no, version, pieces int64, records *rowindex.Records) (*rowindex.Index, error) {
	if pieces > 1<<20 {
		return nil, errNotOurs
	}
	var all unpackedPieces
	work := make(chan packedPiece, 4)
	for range runtime.GOMAXPROCS(0) {
		all.working.Go(func() {
			for p := range work {
				all.take(p)
			}
		})
	}
	next := int64(0)
	err := q.Each("SELECT seq, data FROM column_piece WHERE budget = $1 AND version = $2 ORDER BY seq", []any{no, version}, func(r database.Row) error {
		p := packedPiece{}
		if err := r.Scan(&p.seq, &p.data); err != nil {
			return err
		}
		if p.seq != next || p.seq >= pieces {
			return errNotOurs
		}
		if next++; p.seq > 0 {
			work <- p
			return nil
		}
		all.runs = make([]rowindex.Run, pieces-1)
		return all.begin(p.data)
	})
	close(work)
	all.working.Wait()
	if err == nil && (next != pieces || all.failed) {
		err = errNotOurs
	}
	if err != nil {
		return nil, err
	}
	index, err := all.from.Index(records, all.runs)
	if err != nil {
		return nil, errNotOurs
	}
	return index, nil
}

type packedPiece struct {
	seq  int64
	data []byte
}

// unpackedPieces is the part unpacked so far.
type unpackedPieces struct {
	from    *rowindex.Unpacking
	runs    []rowindex.Run
	working sync.WaitGroup
	mu      sync.Mutex
	failed  bool
}

func (u *unpackedPieces) begin(data []byte) error {
	raw, err := unseal(data)
	if err == nil {
		u.from, err = rowindex.Unpack(raw)
	}
	if err != nil {
		return errNotOurs
	}
	return nil
}

func (u *unpackedPieces) take(p packedPiece) {
	raw, err := unseal(p.data)
	if err == nil {
		u.runs[p.seq-1], err = u.from.Piece(raw)
	}
	if err != nil {
		u.mu.Lock()
		u.failed = true
		u.mu.Unlock()
	}
}

// seal compresses a piece and adds a checksum that detects damage.
func seal(raw []byte) []byte {
	smaller := s2.Encode(nil, raw)
	return append(binary.LittleEndian.AppendUint32(nil, crc32.Checksum(smaller, castagnoli)), smaller...)
}

func unseal(sealed []byte) ([]byte, error) {
	if len(sealed) < 4 {
		return nil, errNotOurs
	}
	if crc32.Checksum(sealed[4:], castagnoli) != binary.LittleEndian.Uint32(sealed) {
		return nil, errNotOurs
	}
	if n, err := s2.DecodedLen(sealed[4:]); err != nil || n > maxPiece {
		return nil, errNotOurs
	}
	return s2.Decode(nil, sealed[4:])
}

// errGone is the error for a budget that no longer exists.
var errGone = errors.New("the budget is gone")

// Keep stores the index that pack packs. Pieces are written in separate transactions, so that edits do not wait long;
// they become valid with the last one.
func Keep(ctx context.Context, db *database.DB, no, knowledge int64, pack func(piece func([]byte) error) error) error {
	version, pieces := rand.Int64(), int64(0)
	err := pack(func(piece []byte) error {
		data := seal(piece)
		err := db.ChangeQuietly(ctx, func(q *database.Session) error {
			written, err := q.Exec(`INSERT INTO column_piece (budget, version, seq, data)
				SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), $4 WHERE EXISTS (SELECT 1 FROM budget WHERE no = $1)`, no, version, pieces, data)
			if err == nil && written == 0 {
				err = errGone
			}
			return err
		})
		pieces++
		return err
	})
	if err != nil {
		return err
	}
	return db.ChangeQuietly(ctx, func(q *database.Session) error {
		var later, there int64
		if _, err := q.One("SELECT count(*) FROM column_set WHERE budget = $1 AND format = $3 AND knowledge > $2 AND knowledge <= (SELECT knowledge FROM budget WHERE no = $1)",
			[]any{no, knowledge, rowindex.PackFormat}, &later); err != nil {
			return err
		}
		if _, err := q.One("SELECT count(*) FROM column_piece WHERE budget = $1 AND version = $2", []any{no, version}, &there); err != nil {
			return err
		}
		if later > 0 || there != pieces { // another process was faster
			return q.Run("DELETE FROM column_piece WHERE budget = $1 AND version = $2", no, version)
		}
		if err := tables.DeleteAll(q, "column_set", no); err != nil {
			return err
		}
		if _, err := q.Exec("INSERT INTO column_set (budget, version, format, knowledge, pieces) VALUES ($1, $2, $3, $4, $5)",
			no, version, rowindex.PackFormat, knowledge, pieces); err != nil {
			return err
		}
		return q.Run("DELETE FROM column_piece WHERE budget = $1 AND version <> $2", no, version)
	})
}
