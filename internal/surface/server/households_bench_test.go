package server_test

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"holdover/internal/storage/store"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// The number of households and clients, and the duration of the measurement.
const (
	clientsAtOnce = 50
	rowsOfEach    = 2000
	settling      = 5 * time.Second
	watched       = 20 * time.Second
	meetingAtOnce = 8
)

// BenchmarkHouseholds serves a thousand households from one database with one, two and four processes with warm
// caches, to clients without pauses. It measures requests per second, latency, and the memory of all processes.
// Several processes are chosen by budget, as in packaging/nginx.conf, or at random. Clients do not decompress
// responses, since they share the machine. HOLDOVER_HOUSEHOLDS is the number of households.
func BenchmarkHouseholds(b *testing.B) {
	homes, err := strconv.Atoi(os.Getenv("HOLDOVER_HOUSEHOLDS"))
	if err != nil {
		b.Skip("HOLDOVER_HOUSEHOLDS says how many; make bench does")
	}
	if testkit.OnCitus() {
		b.Run("Citus", func(b *testing.B) { postgresHouseholds(b, homes) })
		return
	}
	b.Run("SQLite", func(b *testing.B) {
		dir := b.TempDir()
		serveHouseholds(b, settle(b, store.Config{Dir: dir}, homes, rowsOfEach), "--data", dir)
	})
	b.Run("PostgreSQL", func(b *testing.B) { postgresHouseholds(b, homes) })
}

func postgresHouseholds(b *testing.B, homes int) {
	url := testkit.CarefulPostgres(b).URL
	serveHouseholds(b, settle(b, store.Config{URL: url}, homes, rowsOfEach), "--database", url)
}

func serveHouseholds(b *testing.B, homes []household, flags ...string) {
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--api-limit", "0"}, flags...)
	for _, n := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { serveBy(b, homes, n, false, serve) })
		if n > 1 {
			b.Run(fmt.Sprint(n, " by budget"), func(b *testing.B) { serveBy(b, homes, n, true, serve) })
		}
	}
}

func serveBy(b *testing.B, homes []household, n int, byBudget bool, serve []string) {
	var processes []*walk.Process
	for range n {
		processes = append(processes, walk.StartProcess(b, "Holdover is at ", serve...))
	}
	first := newCrowd(homes, processes, byBudget)
	first.meets(b)
	first.works(clientsAtOnce, settling)
	c := newCrowd(homes, processes, byBudget)
	for b.Loop() {
		before := c.worked()
		length := c.works(clientsAtOnce, watched)
		c.report(b, length, c.worked()-before)
	}
}

// meets makes each process serve a budget page and a search for each of its households once.
func (c *crowd) meets(b *testing.B) {
	begun := time.Now()
	var group errgroup.Group
	group.SetLimit(meetingAtOnce)
	for k, p := range c.processes {
		for i := range c.homes {
			if c.byBudget && c.processOf(i) != k {
				continue
			}
			group.Go(func() error {
				h := &c.homes[i]
				if c.byBudget || k == 0 {
					if err := c.looks(h, p.Address); err != nil {
						return err
					}
				}
				return cmp.Or(c.send(h, p.Address+showBudget.path(h), nil), c.send(h, p.Address+search.path(h), nil))
			})
		}
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	b.Logf("met all in %.0f s, in which the processes worked %.1f s", time.Since(begun).Seconds(), c.worked().Seconds())
}

// looks opens the pages on which the household makes changes, and stores the state that its browser's script has.
func (c *crowd) looks(h *household, address string) error {
	h.has = map[string]string{}
	for _, e := range []*errand{&showBudget, &register} {
		page := e.path(h)
		text, err := c.plain(h, address+page)
		if err != nil {
			return err
		}
		if h.has[page], err = testkit.Stamps(text); err != nil {
			return fmt.Errorf("%s: %w", page, err)
		}
	}
	return nil
}

// plain returns an uncompressed page.
func (c *crowd) plain(h *household, page string) (string, error) {
	request, err := c.request(h, page, nil)
	if err != nil {
		return "", err
	}
	request.Header.Del("Accept-Encoding") // otherwise http.Client would decompress
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

// worked returns the processor time of all processes.
func (c *crowd) worked() (sum time.Duration) {
	for _, p := range c.processes {
		sum += p.Worked()
	}
	return sum
}

func (c *crowd) report(b *testing.B, length, worked time.Duration) {
	var all, writes []time.Duration
	for e, took := range c.took {
		all = append(all, took...)
		if e.writes {
			writes = append(writes, took...)
		}
		slices.Sort(took)
		b.Logf("%-14s %6d  p50 %.0f ms  p99 %.0f ms", e.name, len(took), percentile(took, 50), percentile(took, 99))
	}
	slices.Sort(all)
	slices.Sort(writes)
	memory := 0.0
	for _, p := range c.processes {
		memory += p.PeakMiB()
	}
	for _, said := range c.errors[:min(3, len(c.errors))] {
		b.Log(said)
	}
	b.ReportMetric(float64(len(all))/length.Seconds(), "requests/s")
	b.ReportMetric(worked.Seconds()*1000/float64(max(1, len(all))), "cpu-ms")
	b.ReportMetric(percentile(all, 50), "p50-ms")
	b.ReportMetric(percentile(all, 95), "p95-ms")
	b.ReportMetric(percentile(all, 99), "p99-ms")
	b.ReportMetric(percentile(writes, 99), "p99-write-ms")
	b.ReportMetric(memory, "MiB")
	b.ReportMetric(float64(len(c.errors)), "errors")
}

// percentile returns a percentile of sorted durations in milliseconds.
func percentile(all []time.Duration, of int) float64 {
	if len(all) == 0 {
		return 0
	}
	return all[min(len(all)-1, len(all)*of/100)].Seconds() * 1000
}
