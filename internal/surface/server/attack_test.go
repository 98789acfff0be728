package server

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

var (
	attackFor  = flag.Duration("attack", time.Second, "how long TestAttackEveryAddress goes on")
	attackSeed = flag.Uint64("attack-seed", 0, "the seed of TestAttackEveryAddress; 0 takes one by the clock")
	// attackPatience allows for a machine that is busy with the attackers.
	attackPatience = flag.Duration("attack-patience", 2*time.Minute, "how long TestAttackEveryAddress waits for an answer")
)

// The limits on the resources that an attack may use.
const (
	attackMemory = 1 << 30   // bytes of memory of the program, above its start
	attackDisk   = 512 << 20 // bytes of the data folder above its start and attackKept times the bytes sent: for samples, copies and the write-ahead log
	attackKept   = 4
	attackers    = 4
	attackFiles  = 25 // budgets that files have made, before they are deleted
)

// attack is a server with users, and all of its addresses.
type attack struct {
	t      *testing.T
	app    *app.App
	url    string
	people []*http.Client // anonymous, a viewer, the owner
	tokens []string
	routes []attackRoute
	ids    []string
	data   string // the folder of the database
	again  sync.Mutex

	calls, sent, slowest atomic.Int64 // requests, bytes, and the time that one took
	memory, disk         atomic.Int64 // bytes, the peak values
	status               sync.Map     // of responses, counted by kind of request
}

type attackRoute struct{ method, path string }

// TestAttackEveryAddress sends hostile requests to every address: every form of every page with changed fields, bombs of every
// format at the address that reads it, random forms, files and JSON to every page and call of the API, as anonymous,
// a viewer and the owner. No response may have status 500, take longer than attackPatience, use memory or disk beyond
// the limit, or leave temporary files.
func TestAttackEveryAddress(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	seed := *attackSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(database.DefaultMemory << 20)) // as serve does
	a := newAttack(t, store.Config{Dir: databasetest.Dir(t)})
	memory, disk := memoryInUse(), sizeOf(t, a.data)
	ctx, stop := context.WithTimeout(t.Context(), *attackFor)
	defer stop()
	var all sync.WaitGroup
	for i := range attackers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for ctx.Err() == nil {
				switch r.IntN(4) {
				case 0:
					a.bomb(r)
				case 1, 2:
					a.form(r)
				default:
					a.once(r)
				}
			}
		})
	}
	all.Go(func() { a.watch(ctx, disk) })
	all.Wait()
	t.Logf("seed %d: %d requests, %d MB sent, at most %d MB of memory and %d MB of disk, slowest %v", seed, a.calls.Load(), a.sent.Load()>>20,
		(a.memory.Load()-min(memory, a.memory.Load()))>>20, (a.disk.Load()-min(disk, a.disk.Load()))>>20, time.Duration(a.slowest.Load()).Round(time.Millisecond))
	var lines []string
	a.status.Range(func(status, n any) bool {
		lines = append(lines, fmt.Sprintf("%v: %d", status, n.(*atomic.Int64).Load()))
		return true
	})
	slices.Sort(lines)
	t.Log(strings.Join(lines, ", "))
	if a.memory.Load() > memory+attackMemory {
		t.Errorf("%d MB of memory were used, want at most %d", (a.memory.Load()-memory)>>20, attackMemory>>20)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("temporary files left behind: %v (error %v)", left, err)
	}
}

// watch monitors memory and disk, and deletes budgets created from files, so that lists stay at a plausible length.
func (a *attack) watch(ctx context.Context, disk int64) {
	start, lastReport := time.Now(), time.Now()
	for tick := time.NewTicker(50 * time.Millisecond); ctx.Err() == nil; <-tick.C {
		a.memory.Store(max(a.memory.Load(), memoryInUse()))
		if time.Since(lastReport) < time.Second {
			continue
		}
		lastReport = time.Now()
		now := sizeOf(a.t, a.data)
		a.disk.Store(max(a.disk.Load(), now))
		if now > disk+attackDisk+attackKept*a.sent.Load() {
			a.t.Errorf("%d MB of disk are used after %d MB were sent", now>>20, a.sent.Load()>>20)
		}
		if int(time.Since(start).Seconds())%60 == 0 {
			a.t.Logf("%v: %d requests, %d MB sent, %d MB of memory, %d MB of disk", time.Since(start).Round(time.Second), a.calls.Load(), a.sent.Load()>>20, a.memory.Load()>>20, now>>20)
		}
		all, err := a.app.Budgets(ctx, app.Machine())
		if err != nil || len(all) <= attackFiles {
			continue
		}
		for _, b := range all {
			if b.ID != a.ids[0] {
				if err := a.app.Delete(ctx, app.Machine(), b.ID); err != nil && ctx.Err() == nil && apperr.KindOf(err) != apperr.NotFound && apperr.KindOf(err) != apperr.Conflict {
					a.t.Errorf("delete a budget: %v", err)
				}
			}
		}
	}
}

// memoryInUse returns the memory that the process has obtained from the system.
func memoryInUse() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

func sizeOf(t *testing.T, dir string) (bytes int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil // deleted in between
		}
		if info, err := entry.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return bytes
}

func newAttack(t *testing.T, config store.Config) *attack {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a := &attack{t: t, data: config.Dir}
	var err error
	if a.app, err = app.Open(t.Context(), config, log); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	handler := Handler(Config{App: a.app, Log: log, Pages: web.Options{FirstCode: "ABCDEFGHIJ"}})
	go func() { ended <- Serve(ctx, "127.0.0.1:0", handler, log, func(url string) { at <- url }) }()
	a.url = <-at
	t.Cleanup(func() {
		stop()
		<-ended
		if err := a.app.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := a.app.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	importSample(t, a.app, "")
	if _, err := a.app.AddUser(t.Context(), app.Machine(), "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	a.findAddresses()
	if err := a.app.SetShare(t.Context(), app.Machine(), a.ids[0], "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	a.people = []*http.Client{a.browser("", ""), a.browser("Ben", bensPassword), a.browser("Anna", password)}
	in, err := a.app.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	secret, _, err := a.app.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "attack", Scope: auth.Full, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	a.tokens = []string{"", "holdover_pat_x", secret.Reveal()}
	return a
}

func (a *attack) browser(name, password string) *http.Client {
	a.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		a.t.Fatal(err)
	}
	c := &http.Client{Jar: jar, Timeout: 2 * *attackPatience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if name != "" {
		resp, err := c.PostForm(a.url+"/sign-in", url.Values{"name": {name}, "password": {password}})
		if err != nil || resp.StatusCode != http.StatusSeeOther {
			a.t.Fatalf("sign-in failed (error %v)", err)
		}
		resp.Body.Close()
	}
	return c
}

var (
	patterns  = regexp.MustCompile(`"(GET|POST) (/[^"]*)"`)
	parameter = regexp.MustCompile(`\{[^}]*\}`)
)

// findAddresses collects every address: pages from their routes, calls from the API's description, and ids of existing
// records.
func (a *attack) findAddresses() {
	a.t.Helper()
	for _, file := range []string{"internal/surface/web/routes.go", "internal/surface/oauth/oauth.go"} {
		source, err := os.ReadFile(filepath.Join(testkit.RepoRoot(a.t), file))
		if err != nil {
			a.t.Fatal(err)
		}
		for _, m := range patterns.FindAllStringSubmatch(string(source), -1) {
			if strings.Contains(m[2], "/events") || strings.Contains(m[2], "/progress") || strings.HasSuffix(m[2], "/sign-out") {
				continue // they wait, or end the attack
			}
			a.routes = append(a.routes, attackRoute{m[1], strings.ReplaceAll(m[2], "{$}", "")})
		}
	}
	_, body := ask(a.t, http.MethodGet, a.url+"/v1/openapi.json")
	var described struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal([]byte(body), &described); err != nil {
		a.t.Fatal(err)
	}
	for path, methods := range described.Paths {
		for method := range methods {
			a.routes = append(a.routes, attackRoute{strings.ToUpper(method), "/v1" + strings.TrimPrefix(path, "/v1")})
		}
	}
	if len(a.routes) < 100 {
		a.t.Fatalf("%d addresses found, want at least 100", len(a.routes))
	}
	all, err := a.app.Budgets(a.t.Context(), app.Machine())
	if err != nil {
		a.t.Fatal(err)
	}
	frame, err := a.app.Frame(a.t.Context(), app.Machine(), all[0].ID)
	if err != nil {
		a.t.Fatal(err)
	}
	a.ids = []string{all[0].ID, all[0].ID, all[0].ID}
	for i := range frame.Accounts {
		a.ids = append(a.ids, frame.Accounts[i].ID)
	}
}
