//go:build unix

package server_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/storage/store"
	"holdover/internal/testing/browsertest/walk"
)

// asked is the number of repetitions after the first request after a start.
const asked = 9

// growing lists the requests for a budget of every size, in this order after a start.
var growing = []requestKind{
	showBudget,
	register,
	{"all accounts", 0, false, func(h *household) string { return "/budgets/" + h.id + "/accounts/all" }, nil},
	search,
	{"payees", 0, false, func(h *household) string { return "/budgets/" + h.id + "/payees" }, nil},
	{"report: spending", 0, false, func(h *household) string { return "/budgets/" + h.id + "/reports/spending" }, nil},
	{"verification", 0, false, func(h *household) string { return "/budgets/" + h.id + "/verification" }, nil},
	{"clean-up", 0, false, func(h *household) string { return "/budgets/" + h.id + "/clean-up" }, nil},
	{"API: months", 0, false, func(h *household) string { return "/v1/plans/" + h.id + "/months" }, nil},
	{"API: whole plan", 0, false, func(h *household) string { return "/v1/plans/" + h.id }, nil},
	{"amount set", 0, true, func(h *household) string { return "/budgets/" + h.id + "/do/budgeted" }, amountSet},
	{"row added", 0, true, func(h *household) string { return "/budgets/" + h.id + "/do/add-row" }, rowAdded},
}

// BenchmarkGrowth imports budgets with the command line and sends the requests of users and programs to a server,
// right after its start and again. It measures how the time and memory of each operation grow with the rows.
// HOLDOVER_GROWTH_PLANS contains the paths of the plans, separated by commas.
func BenchmarkGrowth(b *testing.B) {
	plans := os.Getenv("HOLDOVER_GROWTH_PLANS")
	if plans == "" {
		b.Skip("HOLDOVER_GROWTH_PLANS is not set; make bench sets it")
	}
	for plan := range strings.SplitSeq(plans, ",") {
		dir := b.TempDir()
		h, rows := importWithCommand(b, dir, plan)
		p := walk.StartProcess(b, "Holdover is at ", "serve", "--listen", "127.0.0.1:0", "--api-limit", "0", "--data", dir)
		c := newClientPool([]household{h}, []*walk.Process{p}, false)
		for i := range growing {
			e := &growing[i]
			b.Run(fmt.Sprintf("%d/%s", rows, strings.ReplaceAll(e.name, " ", "_")), func(b *testing.B) { c.measure(b, e) })
		}
		b.Run(fmt.Sprintf("%d/server", rows), func(b *testing.B) { b.ReportMetric(p.PeakMiB(), "MiB") })
	}
}

// importWithCommand imports a plan into a new folder with the command line, and returns its household and number of rows.
func importWithCommand(b *testing.B, dir, plan string) (h household, rows int) {
	cmd := exec.CommandContext(b.Context(), walk.Program(b), "import", "--data", dir, "--json", plan)
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var result struct{ Budget struct{ ID string } }
	if err := json.Unmarshal(out, &result); err != nil || result.Budget.ID == "" {
		b.Fatalf("import: %v: %.200s", err, out)
	}
	a, err := app.Open(b.Context(), store.Config{Dir: dir}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	if err := a.CreateOwner(b.Context(), "Owner", password); err != nil {
		b.Fatal(err)
	}
	h.id = result.Budget.ID
	who, err := h.signIn(b.Context(), a, "Owner")
	if err != nil {
		b.Fatal(err)
	}
	if err := h.findRecords(b.Context(), a, who); err != nil {
		b.Fatal(err)
	}
	list, err := a.Budgets(b.Context(), who)
	if err != nil {
		b.Fatal(err)
	}
	rows = list[0].Transactions
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Fatal("this system does not report a child's peak memory")
	}
	file, err := os.Stat(filepath.Join(dir, "holdover.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("%d/import", rows), func(b *testing.B) {
		b.ReportMetric(float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Milliseconds()), "cpu-ms")
		b.ReportMetric(float64(usage.Maxrss)/1024, "MiB")
		b.ReportMetric(float64(file.Size())/(1<<20), "file-MiB")
	})
	return h, rows
}

// measure measures a request: the first response, the median of the following ones, and the processor time of the
// server.
func (c *clientPool) measure(b *testing.B, e *requestKind) {
	h, address := &c.households[0], c.processes[0].Address
	send := func(n int) time.Duration {
		var form url.Values
		if e.form != nil {
			form = e.form(h, int64(n))
		}
		c.browser = fmt.Sprint(n) // a cached page would not be rendered
		start := time.Now()
		if err := c.send(h, address+e.path(h), form); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	for b.Loop() {
		before := c.processorTime()
		b.ReportMetric(send(0).Seconds()*1000, "first-ms")
		first := c.processorTime()
		took := make([]time.Duration, asked)
		for i := range took {
			took[i] = send(i + 1)
		}
		slices.Sort(took)
		b.ReportMetric(took[asked/2].Seconds()*1000, "ms")
		b.ReportMetric((first-before).Seconds()*1000, "first-cpu-ms")
		b.ReportMetric((c.processorTime()-first).Seconds()*1000/asked, "cpu-ms")
	}
}
