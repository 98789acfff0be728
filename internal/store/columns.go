package store

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/klauspost/compress/s2"

	"holdover/internal/database"
	"holdover/internal/finder"
)

// The index of a large budget is kept in the database, packed, as it stood after a change: after a start it is read from
// there and brought up to date from the journal, in place of reading all rows. It lies beside the rows so that a backup, a
// copy and a restored file have the one that belongs to them. What is not as it was written, of another format, or does
// not come to the figures of the accounts, is not used: then all rows are read, and a new one is kept.

const (
	// keptBehind is how many rows may have been written since an index was kept, before it is kept anew: reading so many
	// takes some 50 ms.
	keptBehind = 2000
	// keepPatience is how long a server that ends waits for an index to be kept.
	keepPatience = 10 * time.Second
	// maxPiece bounds what a piece is unpacked to.
	maxPiece = 1 << 28
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// keptIndex is the index that is kept for the View's budget, nil where there is none of use.
func (v *View) keptIndex() (*indexVersion, error) {
	var version, format, knowledge, pieces int64
	found, err := v.q.One("SELECT version, format, knowledge, pieces FROM column_set WHERE budget = $1", []any{v.no}, &version, &format, &knowledge, &pieces)
	if err != nil || !found || format != finder.PackFormat || knowledge > v.header.Knowledge || pieces < 1 {
		return nil, err
	}
	records, err := v.records()
	if err != nil {
		return nil, err
	}
	index, err := v.unpackColumns(version, pieces, records)
	if errors.Is(err, errNotOurs) {
		return nil, nil
	}
	return &indexVersion{knowledge: knowledge, index: index}, err
}

// errNotOurs says that what is kept is not what was written.
var errNotOurs = errors.New("the kept columns are damaged")

// unpackColumns reads pieces, and unpacks those that were read while the next are.
func (v *View) unpackColumns(version, pieces int64, records *finder.Records) (*finder.Index, error) {
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
	err := v.q.Each("SELECT seq, data FROM column_piece WHERE budget = $1 AND version = $2 ORDER BY seq", []any{v.no, version}, func(r database.Row) error {
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
		all.runs = make([]finder.Run, pieces-1)
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

// unpackedPieces is what has been unpacked so far.
type unpackedPieces struct {
	from    *finder.Unpacking
	runs    []finder.Run
	working sync.WaitGroup
	mu      sync.Mutex
	failed  bool
}

func (u *unpackedPieces) begin(data []byte) error {
	raw, err := unseal(data)
	if err == nil {
		u.from, err = finder.Unpack(raw)
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

// seal makes a piece smaller, with a sum by which damage is noticed.
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

// agrees says whether an index has the rows that the accounts' figures say, and what they sum to.
func (v *View) agrees(x *finder.Index) (bool, error) {
	accounts, err := v.Accounts()
	if err != nil {
		return false, err
	}
	has := x.Totals()
	rows := 0
	for i := range accounts {
		is, t := has[accounts[i].No], accounts[i].Totals
		if is.Rows != t.Rows || is.Sum != t.Balance() {
			return false, nil
		}
		rows += t.Rows
	}
	return rows == x.Rows(), nil
}

// keepColumns keeps an index in the database, in the background of a server. Pieces are written one by one, so that
// nobody's edit waits long; they count when the last one is there.
func (s *Store) keepColumns(no, knowledge int64, x *finder.Index) {
	behind := s.indexes.behind(no)
	s.warming.begin(-no, func(ctx context.Context) error {
		defer s.indexes.kept(no, behind) // where it fails too: it is tried again later, not at each look
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepPatience)
		defer cancel()
		return s.writeColumns(ctx, no, knowledge, x)
	})
}

func (s *Store) writeColumns(ctx context.Context, no, knowledge int64, x *finder.Index) error {
	version, pieces := rand.Int64(), int64(0)
	err := x.Pack(func(piece []byte) error {
		data := seal(piece)
		err := s.db.Aside(ctx, func(q *database.Session) error {
			written, err := q.Exec(`INSERT INTO column_piece (budget, version, seq, data)
				SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), $4 WHERE EXISTS (SELECT 1 FROM budget WHERE no = $1)`, no, version, pieces, data)
			if err == nil && written == 0 {
				err = noBudget()
			}
			return err
		})
		pieces++
		return err
	})
	if err != nil {
		return err
	}
	return s.db.Aside(ctx, func(q *database.Session) error {
		var later, there int64
		if _, err := q.One("SELECT count(*) FROM column_set WHERE budget = $1 AND format = $3 AND knowledge > $2 AND knowledge <= (SELECT knowledge FROM budget WHERE no = $1)",
			[]any{no, knowledge, finder.PackFormat}, &later); err != nil {
			return err
		}
		if _, err := q.One("SELECT count(*) FROM column_piece WHERE budget = $1 AND version = $2", []any{no, version}, &there); err != nil {
			return err
		}
		if later > 0 || there != pieces { // another process was quicker
			_, err := q.Exec("DELETE FROM column_piece WHERE budget = $1 AND version = $2", no, version)
			return err
		}
		if err := deleteRows(q, "column_set", no); err != nil {
			return err
		}
		if _, err := q.Exec("INSERT INTO column_set (budget, version, format, knowledge, pieces) VALUES ($1, $2, $3, $4, $5)",
			no, version, finder.PackFormat, knowledge, pieces); err != nil {
			return err
		}
		_, err := q.Exec("DELETE FROM column_piece WHERE budget = $1 AND version <> $2", no, version)
		return err
	})
}
