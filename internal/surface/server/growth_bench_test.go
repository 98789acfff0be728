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
var growing = []errand{
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
		b.Skip("HOLDOVER_GROWTH_PLANS says of what; make bench does")
	}
	for plan := range strings.SplitSeq(plans, ",") {
		dir := b.TempDir()
		h, rows := movesIn(b, dir, plan)
		p := walk.StartProcess(b, "Holdover is at ", "serve", "--listen", "127.0.0.1:0", "--api-limit", "0", "--data", dir)
		c := newCrowd([]household{h}, []*walk.Process{p}, false)
		for i := range growing {
			e := &growing[i]
			b.Run(fmt.Sprintf("%d/%s", rows, strings.ReplaceAll(e.name, " ", "_")), func(b *testing.B) { c.grows(b, e) })
		}
		b.Run(fmt.Sprintf("%d/server", rows), func(b *testing.B) { b.ReportMetric(p.PeakMiB(), "MiB") })
	}
}

// movesIn imports a plan into a new folder with the command line, and returns its household and number of rows.
func movesIn(b *testing.B, dir, plan string) (h household, rows int) {
	cmd := exec.CommandContext(b.Context(), walk.Program(b), "import", "--data", dir, "--json", plan)
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var said struct{ Budget struct{ ID string } }
	if err := json.Unmarshal(out, &said); err != nil || said.Budget.ID == "" {
		b.Fatalf("%v: %.200s", err, out)
	}
	a, err := app.Open(b.Context(), store.Config{Dir: dir}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer a.Close()
	if err := a.CreateOwner(b.Context(), "Owner", password); err != nil {
		b.Fatal(err)
	}
	h.id = said.Budget.ID
	who, err := h.signsIn(b.Context(), a, "Owner")
	if err != nil {
		b.Fatal(err)
	}
	if err := h.looksAround(b.Context(), a, who); err != nil {
		b.Fatal(err)
	}
	list, err := a.Budgets(b.Context(), who)
	if err != nil {
		b.Fatal(err)
	}
	rows = list[0].Transactions
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		b.Fatal("this system does not tell a child's peak memory")
	}
	kept, err := os.Stat(filepath.Join(dir, "holdover.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("%d/import", rows), func(b *testing.B) {
		b.ReportMetric(float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Milliseconds()), "cpu-ms")
		b.ReportMetric(float64(usage.Maxrss)/1024, "MiB")
		b.ReportMetric(float64(kept.Size())/(1<<20), "file-MiB")
	})
	return h, rows
}

// grows measures a request: the first response, the median of the following ones, and the processor time of the
// server.
func (c *crowd) grows(b *testing.B, e *errand) {
	h, address := &c.homes[0], c.processes[0].Address
	ask := func(n int) time.Duration {
		var form url.Values
		if e.form != nil {
			form = e.form(h, int64(n))
		}
		c.browser = fmt.Sprint(n) // a cached page would not be rendered
		begun := time.Now()
		if err := c.send(h, address+e.path(h), form); err != nil {
			b.Fatal(err)
		}
		return time.Since(begun)
	}
	for b.Loop() {
		before := c.worked()
		b.ReportMetric(ask(0).Seconds()*1000, "first-ms")
		first := c.worked()
		took := make([]time.Duration, asked)
		for i := range took {
			took[i] = ask(i + 1)
		}
		slices.Sort(took)
		b.ReportMetric(took[asked/2].Seconds()*1000, "ms")
		b.ReportMetric((first-before).Seconds()*1000, "first-cpu-ms")
		b.ReportMetric((c.worked()-first).Seconds()*1000/asked, "cpu-ms")
	}
}
