package pending_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/pending"
	"holdover/internal/storage/store"
)

var kind = pending.Kind{
	Name: "file", Life: time.Hour, Places: 2, Bytes: 5 << 20, Gone: apperr.New(apperr.NotFound, "it does not wait any more"),
}

var anna, ben = pending.Holder{User: 1, Session: "anna's"}, pending.Holder{User: 2, Session: "ben's"}

type stores struct {
	*pending.Store
	other *pending.Store // of another process
	db    *database.DB
	now   time.Time
	t     *testing.T
}

// onBothDatabases runs a test on each database.
func onBothDatabases(t *testing.T, do func(*stores)) {
	for name, config := range map[string]func(t *testing.T) store.Config{
		"sqlite":     func(t *testing.T) store.Config { return store.Config{Dir: databasetest.Dir(t)} },
		"postgresql": func(t *testing.T) store.Config { return store.Config{URL: databasetest.Postgres(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t)
			w := &stores{t: t, now: time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC)}
			clock := func() time.Time { w.now = w.now.Add(time.Millisecond); return w.now }
			open := func() *database.DB {
				s, err := store.Open(t.Context(), cfg)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = s.Close() })
				return s.DB()
			}
			w.db = open()
			w.Store, w.other = pending.In(w.db, clock), pending.In(open(), clock)
			do(w)
		})
	}
}

func (w *stores) keep(of pending.Holder, text string) string {
	w.t.Helper()
	key, err := w.Add(w.t.Context(), of, kind, "about", "a note on "+text, strings.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	return key
}

// read returns the file of a key as another process reads it, or "" if no file is stored.
func (w *stores) read(of pending.Holder, key string) string {
	w.t.Helper()
	var note string
	if err := w.other.Find(w.t.Context(), of, kind, key, "about", &note); apperr.KindOf(err) == apperr.NotFound {
		return ""
	} else if err != nil {
		w.t.Fatal(err)
	}
	r, err := w.other.File(w.t.Context(), of, kind, key)
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil || note != "a note on "+string(text) {
		w.t.Fatalf("file has the note %q, text %q (error %v)", note, text, err)
	}
	return string(text)
}

// Limits are per user: ten uploads evict only entries of the same user, and the entry used last stays.
func TestLimitsArePerUser(t *testing.T) {
	onBothDatabases(t, func(w *stores) {
		bens := w.keep(ben, "ben's")
		first, second := w.keep(anna, "first"), w.keep(anna, "second")
		if w.read(anna, first) != "first" || w.read(ben, first) != "" || w.read(anna, bens) != "" {
			t.Error("an entry is not readable by its own user only")
		}
		if w.read(pending.Holder{User: anna.User, Session: "another"}, first) != "" {
			t.Error("another session of the user reads the entry")
		}
		third := w.keep(anna, "third")
		if w.read(anna, second) != "" || w.read(anna, first) != "first" || w.read(anna, third) != "third" || w.read(ben, bens) != "ben's" {
			t.Error("the limit evicted an entry other than the user's least recently used")
		}
		if err := w.Find(t.Context(), anna, kind, first, "something else", new(string)); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("entry under another subject: error %v, want not found", err)
		}
		if err := w.Note(t.Context(), anna, kind, first, "another note"); err != nil {
			t.Fatal(err)
		}
		var note string
		if err := w.other.Read(t.Context(), anna, kind, first, &note); err != nil || note != "another note" {
			t.Errorf("read by the other process: note %q, want \"another note\" (error %v)", note, err)
		}
		if err := w.Drop(t.Context(), anna, kind, first); err != nil || w.read(anna, first) != "" {
			t.Errorf("dropped entry is still there (error %v)", err)
		}
		w.now = w.now.Add(kind.Life + time.Minute)
		if w.read(anna, third) != "" || w.read(ben, bens) != "" {
			t.Error("expired entries are still there")
		}
		w.keep(ben, "later")
		if n := w.rows(); n != 2 {
			t.Errorf("%d rows after the expiry, want 2", n)
		}
	})
}

func (w *stores) rows() (n int) {
	w.t.Helper()
	if err := w.db.Read(w.t.Context(), func(q *database.Session) error {
		_, err := q.One("SELECT (SELECT count(*) FROM waiting) + (SELECT count(*) FROM waiting_piece)", nil, &n)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// A file is limited in size, stored completely or not at all, and returned byte for byte.
func TestFilesAreLimitedAndStoredWhole(t *testing.T) {
	onBothDatabases(t, func(w *stores) {
		ctx := t.Context()
		noise := make([]byte, 4<<20)
		_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
		key, err := w.Add(ctx, anna, kind, "about", "", bytes.NewReader(noise))
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.other.File(ctx, anna, kind, key)
		if err != nil {
			t.Fatal(err)
		}
		if stored, err := io.ReadAll(r); err != nil || !bytes.Equal(stored, noise) {
			t.Errorf("file differs from the uploaded bytes (error %v)", err)
		}
		if _, err := w.Add(ctx, anna, kind, "about", "", io.LimitReader(rand.NewChaCha8([32]byte{1}), 50<<20)); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("upload of 50 MB: error %v, want it invalid", err)
		}
		broken := errors.New("the line is gone")
		if _, err := w.Add(ctx, anna, kind, "about", "", io.MultiReader(bytes.NewReader(noise), iotest.ErrReader(broken))); !errors.Is(err, broken) {
			t.Error(err)
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := w.Add(cancelled, anna, kind, "about", "", bytes.NewReader(noise)); err == nil {
			t.Error("upload with a cancelled context: got no error")
		}
		if n := w.rows(); n > 6 {
			t.Errorf("%d rows after incomplete uploads, want at most 6", n)
		}
	})
}

// The database and its backups reveal nothing of an entry.
func TestEntriesAreEncrypted(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	room := pending.In(s.DB(), time.Now)
	const secret = "ynab-token-0123456789abcdef"
	if _, err := room.Add(t.Context(), anna, kind, "about", map[string]string{"token": secret}, strings.NewReader(strings.Repeat("Grocer 12.50 "+secret, 9))); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("database files %v, want at least one (error %v)", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(secret)) || bytes.Contains(text, []byte("Grocer")) || bytes.Contains(text, []byte(anna.Session)) {
			t.Errorf("%s contains an entry unencrypted", file)
		}
	}
}
