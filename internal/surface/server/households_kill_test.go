package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/storage/store"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// killedServers is the number of serving processes.
const killedServers = 2

// load is the number of households, rows in each, and concurrent writers.
type load struct{ homes, rows, clients int }

// loadOf returns a small load, or the number of households in HOLDOVER_HOUSEHOLDS, as in [BenchmarkHouseholds].
func loadOf() load {
	if homes, err := strconv.Atoi(os.Getenv("HOLDOVER_HOUSEHOLDS")); err == nil {
		return load{homes, rowsOfEach, clientsAtOnce}
	}
	return load{6, 100, 8}
}

// TestAcknowledgedChangesSurviveKills repeatedly kills one of the processes, or one of PostgreSQL's, while programs
// write. Every acknowledged change exists, nothing exists twice, a program that did not receive a response repeats
// the call and sees at most one failure per kill, and the stored figures equal those of the rows. HOLDOVER_KILLING is
// the duration, such as 10m, and HOLDOVER_HOUSEHOLDS the number of households.
func TestAcknowledgedChangesSurviveKills(t *testing.T) {
	length := 6 * time.Second
	if said := os.Getenv("HOLDOVER_KILLING"); said != "" {
		var err error
		if length, err = time.ParseDuration(said); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		dir := t.TempDir()
		killing(t, length, store.Config{Dir: dir}, nil, "--data", dir)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := testkit.CarefulPostgres(t)
		killing(t, length, store.Config{URL: server.URL}, server.Crash, "--database", server.URL)
	})
	t.Run("PostgreSQL with a standby", func(t *testing.T) {
		pair := testkit.PostgresWithStandby(t)
		failed := false
		killing(t, length, store.Config{URL: pair.URL}, func(ctx context.Context) error {
			if failed {
				return nil
			}
			failed = true
			return pair.FailOver(ctx)
		}, "--database", pair.URL)
	})
	if testkit.OnCitus() {
		t.Run("PostgreSQL moves budgets", func(t *testing.T) {
			server := testkit.CarefulPostgres(t)
			killing(t, length, store.Config{URL: server.URL}, server.Move, "--database", server.URL)
		})
	}
}

// survivors are the processes that serve, some of them just killed.
type survivors struct {
	lock  sync.Mutex
	all   []*walk.Process
	kills int
}

// at returns the current address of the n-th process, and the number of kills so far.
func (s *survivors) at(n int) (address string, kills int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.all[n%len(s.all)].Address, s.kills
}

// killed counts one more kill.
func (s *survivors) killed() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.kills++
}

// killing kills serving processes, and causes failures of the database in between.
func killing(t *testing.T, length time.Duration, at store.Config, trouble func(context.Context) error, flags ...string) {
	l := loadOf()
	homes := settle(t, at, l.homes, l.rows)
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--api-limit", "0"}, flags...)
	var s survivors
	for range killedServers {
		s.all = append(s.all, walk.StartProcess(t, "Holdover is at ", serve...))
	}
	var writers sync.WaitGroup
	over := make(chan struct{})
	clients := make([]*writer, l.clients)
	for n := range clients {
		w := &writer{T: t, homes: homes, servers: &s, name: fmt.Sprint("client ", n), process: n, added: map[string]bool{}}
		clients[n] = w
		writers.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					if t.Failed() {
						return
					}
					w.write()
				}
			}
		})
	}
	r := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	for begun := time.Now(); time.Since(begun) < length && !t.Failed(); {
		time.Sleep(time.Duration(100+r.IntN(900)) * time.Millisecond) // kills come at any moment
		if s.killed(); trouble != nil && s.kills%2 == 0 {
			if err := trouble(t.Context()); err != nil {
				t.Error(err)
			}
			continue
		}
		n := r.IntN(len(s.all))
		s.all[n].Kill()
		again := walk.TryProcess(t, "Holdover is at ", serve...)
		for again == nil { // like a supervisor
			again = walk.TryProcess(t, "Holdover is at ", serve...)
		}
		s.lock.Lock()
		s.all[n] = again
		s.lock.Unlock()
	}
	close(over)
	writers.Wait()
	stands(t, at, homes, clients, s.kills)
}

// stands checks that every acknowledged change exists once.
func stands(t *testing.T, at store.Config, homes []household, clients []*writer, kills int) {
	a, err := app.Open(t.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	there := map[string]int{}
	for i := range homes {
		if err := a.CheckBudget(t.Context(), homes[i].id); err != nil {
			t.Error(err)
		}
		rows, _, err := rowsOf(t.Context(), a, homes[i].id)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if !row.Deleted {
				there[row.Memo]++
			}
		}
	}
	rows, doubts, most, more := 0, 0, 0, 0
	for _, w := range clients {
		doubts, most, more = doubts+w.doubts, max(most, w.most), max(more, w.more)
		if w.more > 0 {
			t.Errorf("%s was refused, or not answered, %d times more than there were kills meanwhile:\n%s", w.name, w.more, strings.Join(w.worst, "\n"))
		}
		for memo := range w.added {
			rows++
			if there[memo] != 1 {
				t.Errorf("%s is there %d times", memo, there[memo])
			}
		}
	}
	t.Logf("%d kills, %d transactions answered, %d answers lost or refused, at most %d in a row, %d more than there were kills", kills, rows, doubts, most, more)
	if rows == 0 {
		t.Error("nothing was written")
	}
}

// writer is a program that adds transactions with unique import ids.
type writer struct {
	*testing.T
	homes   []household // it writes to any of them
	servers *survivors
	name    string
	process int             // the process that it calls
	added   map[string]bool // memos of acknowledged transactions
	doubts  int             // calls with an unknown outcome, or that were refused temporarily
	most    int             // the longest run of them for one transaction
	more    int             // the largest number of failures of a transaction beyond one plus one per kill
	met     []string        // failures of the current call
	worst   []string        // met where more was most
}

// write adds one transaction, and retries while the outcome is unknown.
func (w *writer) write() {
	memo := fmt.Sprintf("%s, row %d", w.name, len(w.added))
	home := &w.homes[rand.IntN(len(w.homes))]
	body, err := json.Marshal(map[string]any{"transaction": map[string]any{
		"account_id": home.account, "date": time.Now().Format(time.DateOnly), "amount": -1000, "memo": memo, "import_id": memo, "category_id": home.category,
	}})
	if err != nil {
		w.Error(err)
		return
	}
	_, before := w.servers.at(w.process)
	w.met = nil
	for tries := 1; tries <= 200 && !w.Failed(); tries++ {
		if w.sends(home, body) {
			w.added[memo] = true
			return
		}
		w.process++ // the process that a proxy would choose next
		_, kills := w.servers.at(w.process)
		w.doubts, w.most = w.doubts+1, max(w.most, tries)
		if more := tries - 1 - (kills - before); more > w.more {
			w.more, w.worst = more, slices.Clone(w.met)
		}
		time.Sleep(20 * time.Millisecond) // as programs do before they retry
	}
	if !w.Failed() {
		w.Errorf("%s was never taken", memo)
	}
}

// asks makes a call, to another process if one does not accept connections, as a proxy does.
func (w *writer) asks(home *household, body []byte) (*http.Response, error) {
	for refused := 1; ; refused++ {
		server, _ := w.servers.at(w.process)
		request, err := http.NewRequest(http.MethodPost, server+"/v1/plans/"+home.id+"/transactions", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		request.Header.Set("Authorization", "Bearer "+home.token)
		request.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if !errors.Is(err, syscall.ECONNREFUSED) || refused == killedServers {
			return answer, err
		}
		w.process++
	}
}

// sends reports whether a call, or an earlier attempt of it, succeeded.
func (w *writer) sends(home *household, body []byte) bool {
	asked := time.Now()
	meet := func(what any) {
		w.met = append(w.met, fmt.Sprintf("process %d after %v: %v", w.process%len(w.servers.all), time.Since(asked).Round(time.Millisecond), what))
	}
	answer, err := w.asks(home, body)
	if err != nil { // both processes are down, or one ended during the call
		meet(err)
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		meet(err)
		return false
	case answer.StatusCode == http.StatusCreated, answer.StatusCode == http.StatusConflict: // the id exists from a call with a lost response
		return true
	case answer.StatusCode == http.StatusServiceUnavailable:
		var said struct{ Error struct{ Detail string } }
		if err := json.Unmarshal(text, &said); err != nil || said.Error.Detail == "" {
			w.Errorf("it is refused without a word: %s", text)
		}
		meet(said.Error.Detail)
		return false
	}
	w.Errorf("%s: %s", answer.Status, text)
	return false
}
