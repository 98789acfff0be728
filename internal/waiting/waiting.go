// Package waiting keeps what waits for a person's decision: a file that was sent
// and may be taken over, the token of a source whose plans were just listed, how
// far an import is. It is in the database, so that every process sees it.
//
// Everything is sealed with what the person's browser alone knows, the key in the
// page's address or form and the session's own secret: the database, its backups
// and whoever reads them have nothing of it. Everybody has places of their own, so
// that nobody makes another's wait in vain, and all of it goes after its time.
//
// Floor 3: imports floors 0 to 2 and its neighbour database. Start with Room.
package waiting

import (
	"context"
	"crypto/aes"
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

	"holdover/internal/database"
	"holdover/internal/each"
	"holdover/internal/fault"
)

// Holder is whose something is. The session is empty where nobody signs in.
type Holder struct {
	User    int64
	Session string
}

// Kind is what waits, with its bounds.
type Kind struct {
	Name   string
	Life   time.Duration // since it was last looked at
	Places int           // of each user; the one looked at longest ago makes room
	Bytes  int64         // of a file, compressed
	Gone   *fault.Error  // what is said of one that is not there
}

// maxNote is the size of what is said about something, in bytes.
const maxNote = 1 << 20

// Room is all that waits. It is safe for concurrent use.
type Room struct {
	db  *database.DB
	now func() time.Time
}

// In is the room of a database.
func In(db *database.DB, now func() time.Time) *Room { return &Room{db, now} }

// place is one thing that waits: its digest, which the database knows, and what
// seals it, which it does not.
type place struct {
	digest string
	sealer cipher.AEAD
}

// placeOf is the place of a key for a holder.
func placeOf(of Holder, kind Kind, key string) (place, error) {
	sum := sha256.Sum256([]byte(kind.Name + "\n" + key))
	secret, err := hkdf.Key(sha256.New, []byte(key+"\n"+of.Session), sum[:], "holdover waiting", 32)
	if err != nil {
		return place{}, fmt.Errorf("what waits: %w", err)
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return place{}, fmt.Errorf("what waits: %w", err)
	}
	sealer, err := cipher.NewGCMWithRandomNonce(block)
	return place{hex.EncodeToString(sum[:]), sealer}, err
}

// piece is what a sealed piece belongs to, so that no two can be swapped; the note
// is the one before the first.
func piece(no int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(no)) }

func holderText(of Holder) string {
	sum := sha256.Sum256([]byte("holder\n" + of.Session))
	return hex.EncodeToString(sum[:])
}

// Keep keeps a file, nil for none, with a note about it, and gives the key that
// finds it again. about is what it belongs to, such as a register.
func (r *Room) Keep(ctx context.Context, of Holder, kind Kind, about string, note any, file io.Reader) (key string, err error) {
	key = rand.Text()
	return key, r.KeepAs(ctx, of, kind, key, about, note, file)
}

// KeepAs is Keep under a key that the browser chose.
func (r *Room) KeepAs(ctx context.Context, of Holder, kind Kind, key, about string, note any, file io.Reader) error {
	p, sealed, err := noted(of, kind, key, note)
	if err != nil {
		return err
	}
	now := r.now()
	if err := r.db.Aside(ctx, func(q *database.Session) error {
		if err := sweep(q, now); err != nil {
			return err
		}
		if err := q.ExecOr(fault.New(fault.Conflict, "something waits under this name already"), `INSERT INTO waiting (digest, user_no, holder, kind, about, note, bytes, used_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8) ON CONFLICT (digest) DO NOTHING`,
			p.digest, of.User, holderText(of), kind.Name, about, sealed, now.UnixNano(), now.Add(kind.Life).UnixMilli()); err != nil {
			return err
		}
		return makeRoom(q, of, kind)
	}); err != nil || file == nil {
		return err
	}
	if err := r.write(ctx, p, kind, file); err != nil {
		_ = r.drop(context.WithoutCancel(ctx), p) // what could not be kept says why
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
		return nil, fault.New(fault.Invalid, "there is too much to remember about this")
	}
	return p.sealer.Seal(nil, nil, text, piece(-1)), nil
}

// sweep removes what is over, whosever it is.
func sweep(q *database.Session, now time.Time) error {
	if err := q.Run("DELETE FROM waiting WHERE expires_at < $1", now.UnixMilli()); err != nil {
		return err
	}
	return q.Run("DELETE FROM waiting_piece WHERE NOT EXISTS (SELECT 1 FROM waiting w WHERE w.digest = waiting_piece.digest)")
}

// makeRoom removes what the user has too much of.
func makeRoom(q *database.Session, of Holder, kind Kind) error {
	removed, err := q.Exec(`DELETE FROM waiting WHERE user_no = $1 AND kind = $2 AND digest NOT IN
		(SELECT digest FROM waiting WHERE user_no = $1 AND kind = $2 ORDER BY used_at DESC LIMIT CAST($3 AS BIGINT))`, of.User, kind.Name, kind.Places)
	if err == nil && removed > 0 {
		_, err = q.Exec("DELETE FROM waiting_piece WHERE NOT EXISTS (SELECT 1 FROM waiting w WHERE w.digest = waiting_piece.digest)")
	}
	return err
}

// Find reads the note of what waits under a key, and lets it wait on from now.
// Fault: kind.Gone, also for what is somebody else's, or about something else.
func (r *Room) Find(ctx context.Context, of Holder, kind Kind, key, about string, note any) error {
	now := r.now()
	return read(ctx, r.db.Aside, of, kind, key, note, `UPDATE waiting SET used_at = $5, expires_at = $6
		WHERE digest = $1 AND user_no = $2 AND holder = $3 AND about = $4 AND expires_at >= $7 RETURNING note`,
		about, now.UnixNano(), now.Add(kind.Life).UnixMilli(), now.UnixMilli())
}

// Look is Find for who only looks: it changes nothing, and waits for nobody.
func (r *Room) Look(ctx context.Context, of Holder, kind Kind, key string, note any) error {
	return read(ctx, r.db.Look, of, kind, key, note,
		"SELECT note FROM waiting WHERE digest = $1 AND user_no = $2 AND holder = $3 AND expires_at >= $4", r.now().UnixMilli())
}

// Take is Find for what is looked at once: it waits no longer, whoever asks again.
func (r *Room) Take(ctx context.Context, of Holder, kind Kind, key, about string, note any) error {
	return read(ctx, r.db.Aside, of, kind, key, note,
		"DELETE FROM waiting WHERE digest = $1 AND user_no = $2 AND holder = $3 AND about = $4 AND expires_at >= $5 RETURNING note", about, r.now().UnixMilli())
}

// read opens the note that a statement gives, in a session of its kind. Its first three arguments are the key's digest and
// whose key it is.
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

// noted is the place of a key with a note as it is kept there.
func noted(of Holder, kind Kind, key string, note any) (p place, sealed []byte, err error) {
	if p, err = placeOf(of, kind, key); err == nil {
		sealed, err = p.seal(note)
	}
	return p, sealed, err
}

// Note keeps another note about what waits; nothing where it is gone.
func (r *Room) Note(ctx context.Context, of Holder, kind Kind, key string, note any) error {
	p, sealed, err := noted(of, kind, key, note)
	if err != nil {
		return err
	}
	return r.db.ExecAside(ctx, "UPDATE waiting SET note = $4 WHERE digest = $1 AND user_no = $2 AND holder = $3", p.digest, of.User, holderText(of), sealed)
}

// Drop forgets what waits under a key.
func (r *Room) Drop(ctx context.Context, of Holder, kind Kind, key string) error {
	p, err := placeOf(of, kind, key)
	if err != nil {
		return err
	}
	return r.drop(ctx, p)
}

func (r *Room) drop(ctx context.Context, p place) error {
	return r.db.Aside(ctx, func(q *database.Session) error {
		return each.Do([]string{"waiting", "waiting_piece"}, func(table string) error {
			return q.Run("DELETE FROM "+table+" WHERE digest = $1", p.digest)
		})
	})
}
