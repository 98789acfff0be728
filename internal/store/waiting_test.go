package store

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/testkit"
)

func addGroup(w *Writer) error {
	id := uuid.NewString()
	return w.PutGroup(&budget.Group{ID: id, Name: id})
}

// TestCancelledWaitingLeavesNothing for one who has left before it was their turn.
func TestCancelledWaitingLeavesNothing(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		h, err := s.Import(t.Context(), Import{Whole: household(1, size{accounts: 1, categories: 1, payees: 1}), Meta: meta("begun")})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(fault.Track(t.Context()))
		_, err = s.Change(ctx, h.No, meta("left"), func(w *Writer) error {
			cancel()
			return addGroup(w)
		})
		if !errors.Is(err, context.Canceled) || fault.OutcomeOf(ctx) != fault.Unchanged {
			t.Error(err, fault.OutcomeOf(ctx))
		}
		if _, err := s.Change(t.Context(), h.No, meta("after"), addGroup); err != nil {
			t.Error(err)
		}
	})
}

// TestKilledConnectionsAreTakenAnew: every connection that waits is ended by the
// server, and nobody who looks or changes notices.
func TestKilledConnectionsAreTakenAnew(t *testing.T) {
	url := testkit.Postgres(t)
	s, h := withDocument(t, Config{URL: url})
	var all sync.WaitGroup
	for range 12 { // as many connections as may wait
		all.Go(func() { _, _ = s.Budgets(t.Context()) })
	}
	all.Wait()
	for range 2 {
		kill(t, url)
		if _, err := s.Budgets(t.Context()); err != nil {
			t.Error(err)
		}
		kill(t, url)
		if _, err := s.Change(t.Context(), h.No, meta("after"), addGroup); err != nil {
			t.Error(err)
		}
	}
	err := s.View(t.Context(), h.No, func(v *View) error {
		kill(t, url)
		_, err := v.Cells()
		return err
	})
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Unavailable || f.Cause == nil {
		t.Errorf("in the middle of a look: %v", err)
	}
}

// kill ends every other connection to a database.
func kill(t *testing.T, url string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"); err != nil {
		t.Fatal(err)
	}
}

// TestALostCommitIsLookedFor: the answer to COMMIT never arrives, on a line that
// then works again. What was saved is called saved.
func TestALostCommitIsLookedFor(t *testing.T) {
	address := testkit.Postgres(t)
	line := newLine(t, address)
	s, h := withDocument(t, Config{URL: line.url})
	ctx := fault.Track(t.Context())
	done, err := s.Change(ctx, h.No, meta("saved"), func(w *Writer) error {
		line.cutAfter("commit")
		return addGroup(w)
	})
	if err != nil || done.No == 0 || fault.OutcomeOf(ctx) != fault.Changed {
		t.Errorf("%+v %v %v", done, err, fault.OutcomeOf(ctx))
	}
	if line.waits() {
		t.Error("nothing was cut")
	}
	ctx = fault.Track(t.Context())
	_, err = s.Change(ctx, h.No, meta("not saved"), func(w *Writer) error {
		line.cutBefore("commit")
		return addGroup(w)
	})
	if fault.CodeOf(err) != database.InDoubt || fault.OutcomeOf(ctx) != fault.NotKnown {
		t.Errorf("cut before it: %v %v", err, fault.OutcomeOf(ctx))
	}
}

// TestAServerThatStartsAnewIsWaitedFor: every connection is gone, and the next ones are refused for a moment. Nobody who looks or
// changes notices.
func TestAServerThatStartsAnewIsWaitedFor(t *testing.T) {
	address := testkit.Postgres(t)
	line := newLine(t, address)
	s, h := withDocument(t, Config{URL: line.url})
	line.refusals.Store(5)
	kill(t, address)
	if _, err := s.Budgets(t.Context()); err != nil {
		t.Error(err)
	}
	line.refusals.Store(5)
	kill(t, address)
	if _, err := s.Change(t.Context(), h.No, meta("after"), addGroup); err != nil {
		t.Error(err)
	}
}

// line is a way to PostgreSQL that breaks when told to.
type line struct {
	url      string
	refusals atomic.Int64 // how many connections more are refused
	mu       sync.Mutex
	word     string
	before   bool
}

func (l *line) cutAfter(word string)  { l.set(word, false) }
func (l *line) cutBefore(word string) { l.set(word, true) }

func (l *line) set(word string, before bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.word, l.before = word, before
}

func (l *line) waits() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.word != ""
}

// cut says whether what a client sends is what the line breaks at, once.
func (l *line) cut(sent []byte) (hit, before bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.word == "" || !bytes.Contains(bytes.ToLower(sent), []byte(l.word)) {
		return false, false
	}
	l.word = ""
	return true, l.before
}

func newLine(t *testing.T, address string) *line {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	l := &line{}
	query := u.Query()
	query.Set("host", "127.0.0.1")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	query.Set("default_query_exec_mode", "cache_describe") // each statement goes as its text
	u.RawQuery = query.Encode()
	l.url = u.String()
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go l.carry(client, socket)
		}
	}()
	return l
}

func (l *line) carry(client net.Conn, socket string) {
	defer client.Close()
	if l.refusals.Add(-1) >= 0 {
		return
	}
	server, err := net.Dial("unix", socket)
	if err != nil {
		return
	}
	defer server.Close()
	answered := make(chan struct{}, 1)
	var mute sync.Mutex // held: what the server says does not get through
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := server.Read(buf)
			if err != nil {
				client.Close()
				return
			}
			select {
			case answered <- struct{}{}:
			default:
			}
			mute.Lock()
			_, _ = client.Write(buf[:n])
			mute.Unlock()
		}
	}()
	buf := make([]byte, 1<<16)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		hit, before := l.cut(buf[:n])
		if hit && before {
			return
		}
		if hit {
			mute.Lock()
			select {
			case <-answered:
			default:
			}
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
		if hit {
			<-answered // it is saved
			client.Close()
			mute.Unlock()
			return
		}
	}
}
