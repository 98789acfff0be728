package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"holdover/internal/base/iterutil"
)

// patience is the time limit of one run of Holdover or of the floor program.
const patience = 10 * time.Minute

// importer is a program that imports a plan.
type importer struct {
	name    string
	largest int // larger plans are skipped; 0 means none
	limit   time.Duration
	clock   clock
	start   func(plan) program
}

// compareImports imports the same plans with Holdover, the floor program and the peer.
func compareImports(ctx context.Context, b *bench) error {
	importers := []importer{b.holdover(), b.floor()}
	if peer, err := b.peerImporter(ctx); err == nil {
		importers = append(importers, peer)
	} else {
		fmt.Printf("Without the peer: %v\n", err)
	}
	t := newTable("transactions", "file MiB")
	for _, im := range importers {
		t.column(im.name+" s", im.name+" MiB")
	}
	t.column("s / floor", "MiB / floor", "peer s / ours")
	for _, size := range b.options.sizes {
		p, err := b.generatedPlan(size)
		if err != nil {
			return err
		}
		row, err := b.importRow(ctx, p, importers)
		if err != nil {
			return err
		}
		t.row(row...)
	}
	fmt.Print("\nImport of a plan document: wall time (median) and peak memory\n\n")
	fmt.Print("The peer's time is its import call alone, without the start of Node.\n\n")
	return t.print(os.Stdout)
}

// importRow measures all importers on one plan and returns the table's cells.
func (b *bench) importRow(ctx context.Context, p plan, importers []importer) ([]string, error) {
	cells := []string{short(p.transactions), decimals(p.mib, 1)}
	found := map[string]figure{}
	for i, m := range b.byTurns(ctx, p, importers) {
		im := importers[i]
		switch {
		case errors.Is(m.err, errTooSlow):
			cells = append(cells, "> "+im.limit.String(), none)
		case m.err != nil:
			return nil, fmt.Errorf("%s on %s transactions: %w", im.name, short(p.transactions), m.err)
		case m.wanted == 0:
			cells = append(cells, none, none)
		default:
			f := m.figure()
			found[im.name] = f
			b.results.add("import", im.name, p.transactions, f)
			cells = append(cells, decimals(f.Seconds, 2), decimals(f.PeakMiB, 0))
		}
	}
	ours, floor, peer := found["holdover"], found["floor"], found["peer"]
	return append(cells, ratio(ours.Seconds, floor.Seconds), ratio(ours.PeakMiB, floor.PeakMiB), ratio(peer.Seconds, ours.Seconds)), nil
}

// byTurns runs the imports of a plan alternately, several times. A machine's speed changes from minute to minute, and
// all importers must run under the same conditions.
func (b *bench) byTurns(ctx context.Context, p plan, importers []importer) []measured {
	all := make([]measured, len(importers))
	for i, im := range importers {
		if im.largest == 0 || p.transactions <= im.largest {
			all[i].wanted = b.options.runs
			logf("%s, %s transactions", im.name, short(p.transactions))
		}
	}
	for iterutil.Count(all, (*measured).over) < len(all) {
		for i, im := range importers {
			if !all[i].over() {
				all[i].run(ctx, im.limit, im.clock, im.start(p))
			}
		}
	}
	return all
}

// holdover returns the importer of Holdover. It imports into a new data folder each time.
func (b *bench) holdover() importer {
	return importer{name: "holdover", limit: patience, clock: wallTime, start: func(p plan) program {
		return func(ctx context.Context) (*exec.Cmd, func() error, error) {
			data, err := os.MkdirTemp("", "holdover-bench-")
			if err != nil {
				return nil, nil, err
			}
			cmd := exec.CommandContext(ctx, b.repo.Path("bin", "holdover"), "import", "--data", data, "--json", p.path)
			return cmd, func() error { return os.RemoveAll(data) }, nil
		}
	}}
}

// floor returns the importer of the floor program, which only decodes a plan and inserts its rows.
func (b *bench) floor() importer {
	return importer{name: "floor", limit: patience, clock: wallTime, start: func(p plan) program {
		return func(ctx context.Context) (*exec.Cmd, func() error, error) {
			return exec.CommandContext(ctx, b.repo.Path(".cache", "bin", "gofloor"), p.path), nothing, nil
		}
	}}
}

func nothing() error { return nil }
