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
type load struct{ households, rows, clients int }

// loadOf returns a small load, or the number of households in HOLDOVER_HOUSEHOLDS, as in [BenchmarkHouseholds].
func loadOf() load {
	if households, err := strconv.Atoi(os.Getenv("HOLDOVER_HOUSEHOLDS")); err == nil {
		return load{households, rowsPerHousehold, concurrentClients}
	}
	return load{6, 100, 8}
}

// TestAcknowledgedChangesSurviveKills repeatedly kills one of the processes, or one of PostgreSQL's, while programs
// write. Every acknowledged change exists, nothing exists twice, a program that did not receive a response repeats
// the call and sees at most one failure per kill, and the stored figures equal those of the rows. HOLDOVER_KILLING is
// the duration, such as 10m, and HOLDOVER_HOUSEHOLDS the number of households.
func TestAcknowledgedChangesSurviveKills(t *testing.T) {
	length := 6 * time.Second
	if value := os.Getenv("HOLDOVER_KILLING"); value != "" {
		var err error
		if length, err = time.ParseDuration(value); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		dir := t.TempDir()
		killAndWrite(t, length, store.Config{Dir: dir}, nil, "--data", dir)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := testkit.DurablePostgres(t)
		killAndWrite(t, length, store.Config{URL: server.URL}, server.Crash, "--database", server.URL)
	})
	t.Run("PostgreSQL with a standby", func(t *testing.T) {
		pair := testkit.PostgresWithStandby(t)
		failed := false
		killAndWrite(t, length, store.Config{URL: pair.URL}, func(ctx context.Context) error {
			if failed {
				return nil
			}
			failed = true
			return pair.FailOver(ctx)
		}, "--database", pair.URL)
	})
	if testkit.OnCitus() {
		t.Run("PostgreSQL moves budgets", func(t *testing.T) {
			server := testkit.DurablePostgres(t)
			killAndWrite(t, length, store.Config{URL: server.URL}, server.Move, "--database", server.URL)
		})
	}
}

// survivors are the processes that serve, some of them just killed.
type survivors struct {
	lock      sync.Mutex
	processes []*walk.Process
	kills     int
}

// address returns the current address of the n-th process, and the number of kills so far.
func (s *survivors) address(n int) (address string, kills int) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.processes[n%len(s.processes)].Address, s.kills
}

// countKill counts one more kill.
func (s *survivors) countKill() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.kills++
}

// killAndWrite kills serving processes, and causes failures of the database in between.
func killAndWrite(t *testing.T, length time.Duration, at store.Config, trouble func(context.Context) error, flags ...string) {
	l := loadOf()
	households := createHouseholds(t, at, l.households, l.rows)
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--api-limit", "0"}, flags...)
	var s survivors
	for range killedServers {
		s.processes = append(s.processes, walk.StartProcess(t, "Holdover is at ", serve...))
	}
	var writers sync.WaitGroup
	done := make(chan struct{})
	clients := make([]*writer, l.clients)
	for n := range clients {
		w := &writer{T: t, households: households, servers: &s, name: fmt.Sprint("client ", n), process: n, added: map[string]bool{}}
		clients[n] = w
		writers.Go(func() {
			for {
				select {
				case <-done:
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
	for start := time.Now(); time.Since(start) < length && !t.Failed(); {
		time.Sleep(time.Duration(100+r.IntN(900)) * time.Millisecond) // kills come at any moment
		if s.countKill(); trouble != nil && s.kills%2 == 0 {
			if err := trouble(t.Context()); err != nil {
				t.Error(err)
			}
			continue
		}
		n := r.IntN(len(s.processes))
		s.processes[n].Kill()
		restarted := walk.TryProcess(t, "Holdover is at ", serve...)
		for restarted == nil { // like a supervisor
			restarted = walk.TryProcess(t, "Holdover is at ", serve...)
		}
		s.lock.Lock()
		s.processes[n] = restarted
		s.lock.Unlock()
	}
	close(done)
	writers.Wait()
	checkAcknowledged(t, at, households, clients, s.kills)
}

// checkAcknowledged checks that every acknowledged change exists once.
func checkAcknowledged(t *testing.T, at store.Config, households []household, clients []*writer, kills int) {
	a, err := app.Open(t.Context(), at, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	stored := map[string]int{}
	for i := range households {
		if err := a.CheckBudget(t.Context(), households[i].id); err != nil {
			t.Error(err)
		}
		rows, _, err := rowsOf(t.Context(), a, households[i].id)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if !row.Deleted {
				stored[row.Memo]++
			}
		}
	}
	rows, failures, longestRun, excess := 0, 0, 0, 0
	for _, w := range clients {
		failures, longestRun, excess = failures+w.failures, max(longestRun, w.longestRun), max(excess, w.excess)
		if w.excess > 0 {
			t.Errorf("%s: %d more refused or missing responses than kills:\n%s", w.name, w.excess, strings.Join(w.worstFailures, "\n"))
		}
		for memo := range w.added {
			rows++
			if stored[memo] != 1 {
				t.Errorf("%s exists %d times, want once", memo, stored[memo])
			}
		}
	}
	t.Logf("%d kills, %d transactions answered, %d answers lost or refused, at most %d in a row, %d more than there were kills", kills, rows, failures, longestRun, excess)
	if rows == 0 {
		t.Error("no transaction was written")
	}
}

// writer is a program that adds transactions with unique import ids.
type writer struct {
	*testing.T
	households    []household // it writes to any of them
	servers       *survivors
	name          string
	process       int             // the process that it calls
	added         map[string]bool // memos of acknowledged transactions
	failures      int             // calls with an unknown outcome, or that were refused temporarily
	longestRun    int             // the longest run of them for one transaction
	excess        int             // the largest number of failures of a transaction beyond one plus one per kill
	causes        []string        // failures of the current call
	worstFailures []string        // causes where excess was largest
}

// write adds one transaction, and retries while the outcome is unknown.
func (w *writer) write() {
	memo := fmt.Sprintf("%s, row %d", w.name, len(w.added))
	home := &w.households[rand.IntN(len(w.households))]
	body, err := json.Marshal(map[string]any{"transaction": map[string]any{
		"account_id": home.account, "date": time.Now().Format(time.DateOnly), "amount": -1000, "memo": memo, "import_id": memo, "category_id": home.category,
	}})
	if err != nil {
		w.Error(err)
		return
	}
	_, before := w.servers.address(w.process)
	w.causes = nil
	for tries := 1; tries <= 200 && !w.Failed(); tries++ {
		if w.succeeds(home, body) {
			w.added[memo] = true
			return
		}
		w.process++ // the process that a proxy would choose next
		_, kills := w.servers.address(w.process)
		w.failures, w.longestRun = w.failures+1, max(w.longestRun, tries)
		if excess := tries - 1 - (kills - before); excess > w.excess {
			w.excess, w.worstFailures = excess, slices.Clone(w.causes)
		}
		time.Sleep(20 * time.Millisecond) // as programs do before they retry
	}
	if !w.Failed() {
		w.Errorf("%s was never accepted", memo)
	}
}

// call makes a call, to another process if one does not accept connections, as a proxy does.
func (w *writer) call(home *household, body []byte) (*http.Response, error) {
	for refused := 1; ; refused++ {
		server, _ := w.servers.address(w.process)
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

// succeeds reports whether a call, or an earlier attempt of it, succeeded.
func (w *writer) succeeds(home *household, body []byte) bool {
	start := time.Now()
	recordFailure := func(what any) {
		w.causes = append(w.causes, fmt.Sprintf("process %d after %v: %v", w.process%len(w.servers.processes), time.Since(start).Round(time.Millisecond), what))
	}
	answer, err := w.call(home, body)
	if err != nil { // both processes are down, or one ended during the call
		recordFailure(err)
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	switch {
	case err != nil:
		recordFailure(err)
		return false
	case answer.StatusCode == http.StatusCreated, answer.StatusCode == http.StatusConflict: // the id exists from a call with a lost response
		return true
	case answer.StatusCode == http.StatusServiceUnavailable:
		var response struct{ Error struct{ Detail string } }
		if err := json.Unmarshal(text, &response); err != nil || response.Error.Detail == "" {
			w.Errorf("refused without a detail: %s", text)
		}
		recordFailure(response.Error.Detail)
		return false
	}
	w.Errorf("write: %s: %s", answer.Status, text)
	return false
}
