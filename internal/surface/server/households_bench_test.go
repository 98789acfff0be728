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
	concurrentClients = 50
	rowsPerHousehold  = 2000
	warmUpTime        = 5 * time.Second
	measuredTime      = 20 * time.Second
	concurrentWarmUps = 8
)

// BenchmarkHouseholds serves a thousand households from one database with one, two and four processes with warm
// caches, to clients without pauses. It measures requests per second, latency, and the memory of all processes.
// Several processes are chosen by budget, as in packaging/nginx.conf, or at random. Clients do not decompress
// responses, since they share the machine. HOLDOVER_HOUSEHOLDS is the number of households.
func BenchmarkHouseholds(b *testing.B) {
	households, err := strconv.Atoi(os.Getenv("HOLDOVER_HOUSEHOLDS"))
	if err != nil {
		b.Skip("HOLDOVER_HOUSEHOLDS is not set; make bench sets it")
	}
	if testkit.OnCitus() {
		b.Run("Citus", func(b *testing.B) { postgresHouseholds(b, households) })
		return
	}
	b.Run("SQLite", func(b *testing.B) {
		dir := b.TempDir()
		serveHouseholds(b, createHouseholds(b, store.Config{Dir: dir}, households, rowsPerHousehold), "--data", dir)
	})
	b.Run("PostgreSQL", func(b *testing.B) { postgresHouseholds(b, households) })
}

func postgresHouseholds(b *testing.B, households int) {
	url := testkit.DurablePostgres(b).URL
	serveHouseholds(b, createHouseholds(b, store.Config{URL: url}, households, rowsPerHousehold), "--database", url)
}

func serveHouseholds(b *testing.B, households []household, flags ...string) {
	serve := append([]string{"serve", "--listen", "127.0.0.1:0", "--api-limit", "0"}, flags...)
	for _, n := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { serveBy(b, households, n, false, serve) })
		if n > 1 {
			b.Run(fmt.Sprint(n, " by budget"), func(b *testing.B) { serveBy(b, households, n, true, serve) })
		}
	}
}

func serveBy(b *testing.B, households []household, n int, byBudget bool, serve []string) {
	var processes []*walk.Process
	for range n {
		processes = append(processes, walk.StartProcess(b, "Holdover is at ", serve...))
	}
	first := newClientPool(households, processes, byBudget)
	first.warmUp(b)
	first.run(concurrentClients, warmUpTime)
	c := newClientPool(households, processes, byBudget)
	for b.Loop() {
		before := c.processorTime()
		length := c.run(concurrentClients, measuredTime)
		c.report(b, length, c.processorTime()-before)
	}
}

// warmUp makes each process serve a budget page and a search for each of its households once.
func (c *clientPool) warmUp(b *testing.B) {
	start := time.Now()
	var group errgroup.Group
	group.SetLimit(concurrentWarmUps)
	for k, p := range c.processes {
		for i := range c.households {
			if c.byBudget && c.processOf(i) != k {
				continue
			}
			group.Go(func() error {
				h := &c.households[i]
				if c.byBudget || k == 0 {
					if err := c.openPages(h, p.Address); err != nil {
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
	b.Logf("warm-up took %.0f s, of them %.1f s processor time", time.Since(start).Seconds(), c.processorTime().Seconds())
}

// openPages opens the pages on which the household makes changes, and stores the state that its browser's script has.
func (c *clientPool) openPages(h *household, address string) error {
	h.stamps = map[string]string{}
	for _, e := range []*requestKind{&showBudget, &register} {
		page := e.path(h)
		text, err := c.plain(h, address+page)
		if err != nil {
			return err
		}
		if h.stamps[page], err = testkit.Stamps(text); err != nil {
			return fmt.Errorf("%s: %w", page, err)
		}
	}
	return nil
}

// plain returns an uncompressed page.
func (c *clientPool) plain(h *household, page string) (string, error) {
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

// processorTime returns the processor time of all processes.
func (c *clientPool) processorTime() (sum time.Duration) {
	for _, p := range c.processes {
		sum += p.ProcessorTime()
	}
	return sum
}

func (c *clientPool) report(b *testing.B, length, worked time.Duration) {
	var all, writes []time.Duration
	for e, took := range c.durations {
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
	for _, message := range c.errors[:min(3, len(c.errors))] {
		b.Log(message)
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
