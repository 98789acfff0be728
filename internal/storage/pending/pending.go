// Package pending stores data between two requests of a user: an uploaded file to be confirmed, the token of a source
// while its plans are listed, the progress of an import. It uses the database, so that every process can read it.
//
// All data is encrypted with a key that only the user's browser has: the key in the page's address or form and the
// session's secret. The database and its backups reveal nothing. Each user has a limited number of entries, so that
// none can evict another's, and entries expire.
//
// Start with Store.
package pending

import (
	"context"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Holder is the owner of an entry. The session is empty without sign-in.
type Holder struct {
	User    int64
	Session string
}

// Kind is a kind of entry, with its limits.
type Kind struct {
	Name   string
	Life   time.Duration // since the last access
	Places int           // the limit per user; the entry used longest ago is evicted
	Bytes  int64         // of a file, compressed
	Gone   *apperr.Error // the error for a missing entry
}

// maxNote is the maximum size of an entry's note in bytes.
const maxNote = 1 << 20

// Store gives access to the entries. It is safe for concurrent use.
type Store struct {
	db  *database.DB
	now func() time.Time
}

// In returns the entries of a database.
func In(db *database.DB, now func() time.Time) *Store { return &Store{db, now} }

// place is the location of one entry: its digest, which is stored in the database, and its encryption key, which is
// not.
type place struct {
	digest string
	sealer cipher.AEAD
}

// placeOf returns the place of a key for a holder.
func placeOf(of Holder, kind Kind, key string) (place, error) {
	sum := sha256.Sum256([]byte(kind.Name + "\n" + key))
	secret, err := hkdf.Key(sha256.New, []byte(key+"\n"+of.Session), sum[:], "holdover waiting", 32)
	if err != nil {
		return place{}, fmt.Errorf("what waits: %w", err)
	}
	sealer, err := auth.NewSealer(secret)
	return place{hex.EncodeToString(sum[:]), sealer}, err
}

// piece is the additional data of an encrypted piece, so that pieces cannot be swapped; the note has number -1.
func piece(no int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(no)) }

func holderText(of Holder) string {
	sum := sha256.Sum256([]byte("holder\n" + of.Session))
	return hex.EncodeToString(sum[:])
}

// Add stores a file, which may be nil, with a note, and returns the key. about names the object that it belongs to,
// such as a register.
func (r *Store) Add(ctx context.Context, of Holder, kind Kind, about string, note any, file io.Reader) (key string, err error) {
	key = rand.Text()
	return key, r.KeepAs(ctx, of, kind, key, about, note, file)
}

// KeepAs is Keep under a key that the browser chose.
func (r *Store) KeepAs(ctx context.Context, of Holder, kind Kind, key, about string, note any, file io.Reader) error {
	p, sealed, err := noted(of, kind, key, note)
	if err != nil {
		return err
	}
	now := r.now()
	if err := r.db.ChangeQuietly(ctx, func(q *database.Session) error {
		if err := sweep(q, now); err != nil {
			return err
		}
		if err := q.ExecOr(apperr.New(apperr.Conflict, "something waits under this name already"), `INSERT INTO waiting (digest, user_no, holder, kind, about, note, bytes, used_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8) ON CONFLICT (digest) DO NOTHING`,
			p.digest, of.User, holderText(of), kind.Name, about, sealed, now.UnixNano(), now.Add(kind.Life).UnixMilli()); err != nil {
			return err
		}
		return makeRoom(q, of, kind)
	}); err != nil || file == nil {
		return err
	}
	if err := r.write(ctx, p, kind, file); err != nil {
		_ = r.delete(context.WithoutCancel(ctx), p) // the first error explains the failure
		return err
	}
	return nil
}

func (p place) seal(note any) ([]byte, error) {
	text, err := json.Marshal(note)
	if err != nil {
		return nil, fmt.Errorf("what waits: %w", err)
	}
	if len(text) > maxNote {
		return nil, apperr.New(apperr.Invalid, "there is too much to remember about this")
	}
	return p.sealer.Seal(nil, nil, text, piece(-1)), nil
}

// sweep deletes expired entries of all users.
func sweep(q *database.Session, now time.Time) error {
	if err := q.Run("DELETE FROM waiting WHERE expires_at < $1", now.UnixMilli()); err != nil {
		return err
	}
	return q.Run("DELETE FROM waiting_piece WHERE NOT EXISTS (SELECT 1 FROM waiting w WHERE w.digest = waiting_piece.digest)")
}

// makeRoom removes the user's least recently used entries beyond the limit.
func makeRoom(q *database.Session, of Holder, kind Kind) error {
	removed, err := q.Exec(`DELETE FROM waiting WHERE user_no = $1 AND kind = $2 AND digest NOT IN
		(SELECT digest FROM waiting WHERE user_no = $1 AND kind = $2 ORDER BY used_at DESC LIMIT CAST($3 AS BIGINT))`, of.User, kind.Name, kind.Places)
	if err == nil && removed > 0 {
		_, err = q.Exec("DELETE FROM waiting_piece WHERE NOT EXISTS (SELECT 1 FROM waiting w WHERE w.digest = waiting_piece.digest)")
	}
	return err
}

// Find reads the note of an entry and extends its lifetime. It returns kind.Gone, also for an entry of another user
// or another object.
func (r *Store) Find(ctx context.Context, of Holder, kind Kind, key, about string, note any) error {
	now := r.now()
	return read(ctx, r.db.ChangeQuietly, of, kind, key, note, `UPDATE waiting SET used_at = $5, expires_at = $6
		WHERE digest = $1 AND user_no = $2 AND holder = $3 AND about = $4 AND expires_at >= $7 RETURNING note`,
		about, now.UnixNano(), now.Add(kind.Life).UnixMilli(), now.UnixMilli())
}

// Read is Find without extending the lifetime, so that it needs no write transaction.
func (r *Store) Read(ctx context.Context, of Holder, kind Kind, key string, note any) error {
	return read(ctx, r.db.Read, of, kind, key, note,
		"SELECT note FROM waiting WHERE digest = $1 AND user_no = $2 AND holder = $3 AND expires_at >= $4", r.now().UnixMilli())
}

// Take is Find for an entry that is read once: it deletes it.
func (r *Store) Take(ctx context.Context, of Holder, kind Kind, key, about string, note any) error {
	return read(ctx, r.db.ChangeQuietly, of, kind, key, note,
		"DELETE FROM waiting WHERE digest = $1 AND user_no = $2 AND holder = $3 AND about = $4 AND expires_at >= $5 RETURNING note", about, r.now().UnixMilli())
}

// read decrypts the note returned by a statement. The first three arguments of the statement are the key's digest and
// the holder.
func read(ctx context.Context, in func(context.Context, func(*database.Session) error) error, of Holder, kind Kind, key string, note any, statement string, others ...any) error {
	p, err := placeOf(of, kind, key)
	if err != nil {
		return err
	}
	var sealed []byte
	err = in(ctx, func(q *database.Session) error {
		found, err := q.One(statement, append([]any{p.digest, of.User, holderText(of)}, others...), &sealed)
		if err == nil && !found {
			err = kind.Gone
		}
		return err
	})
	if err != nil {
		return err
	}
	return p.open(sealed, kind, note)
}

func (p place) open(sealed []byte, kind Kind, note any) error {
	text, err := p.sealer.Open(nil, nil, sealed, piece(-1))
	if err != nil {
		return kind.Gone
	}
	if err := json.Unmarshal(text, note); err != nil {
		return fmt.Errorf("what waits: %w", err)
	}
	return nil
}

// noted returns the place of a key and the encrypted note.
func noted(of Holder, kind Kind, key string, note any) (p place, sealed []byte, err error) {
	if p, err = placeOf(of, kind, key); err == nil {
		sealed, err = p.seal(note)
	}
	return p, sealed, err
}

// Note replaces the note of an entry, if it exists.
func (r *Store) Note(ctx context.Context, of Holder, kind Kind, key string, note any) error {
	p, sealed, err := noted(of, kind, key, note)
	if err != nil {
		return err
	}
	return r.db.ExecQuietly(ctx, "UPDATE waiting SET note = $4 WHERE digest = $1 AND user_no = $2 AND holder = $3", p.digest, of.User, holderText(of), sealed)
}

// Drop deletes the entry of a key.
func (r *Store) Drop(ctx context.Context, of Holder, kind Kind, key string) error {
	p, err := placeOf(of, kind, key)
	if err != nil {
		return err
	}
	return r.delete(ctx, p)
}

func (r *Store) delete(ctx context.Context, p place) error {
	return r.db.ChangeQuietly(ctx, func(q *database.Session) error {
		return iterutil.Each([]string{"waiting", "waiting_piece"}, func(table string) error {
			return q.Run("DELETE FROM "+table+" WHERE digest = $1", p.digest)
		})
	})
}
