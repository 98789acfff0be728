// Command bench measures Holdover and the programs that it is compared with, in one run on one machine, and prints
// the ratios.
//
//	make bench                                  imports of 1k, 10k, 50k and 100k transactions, then the Go benchmarks
//	make bench BENCH='-full'                    1M as well
//	make bench BENCH='-only import -sizes 1000' one comparison, one size
//
// It expects bin/holdover and .cache/bin/gofloor (make bench builds them), and writes .cache/bench/results.json.
//
// It is tooling: it runs the programs as processes and imports only package oracle. Start at comparisons, below; to
// add a comparison, write a function on [bench] and name it there.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"holdover/oracle"
)

// comparisons are the steps of a run, in this order. Each prints its table and adds its figures to the results.
var comparisons = []struct {
	name string
	run  func(context.Context, *bench) error
}{
	{"import", compareImports},
	{"editing", compareEditing},
	{"serving", compareServing},
	{"register", compareRegister},
	{"screen", compareScreen},
	{"painted", comparePainted},
	{"reports", compareReports},
	{"growth", compareGrowth},
	{"households", compareHouseholds},
	{"statements", compareStatements},
	{"go", goBenchmarks},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b, err := newBench(os.Args[1:])
	if err == nil {
		err = b.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run: its options and its results.
type bench struct {
	repo    oracle.Repo
	options options
	results results
}

func newBench(args []string) (*bench, error) {
	repo, err := oracle.FindRepo()
	if err != nil {
		return nil, err
	}
	o, err := parseOptions(args)
	if err != nil {
		return nil, err
	}
	return &bench{repo: repo, options: o, results: newResults()}, nil
}

func (b *bench) run(ctx context.Context) error {
	for _, c := range comparisons {
		if !b.options.wants(c.name) {
			continue
		}
		if err := c.run(ctx, b); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return b.results.write(b.repo)
}

// logf prints a progress message to standard error. Standard output contains only the tables.
func logf(format string, args ...any) {
	fmt.Fprintln(os.Stderr, strings.TrimRight(fmt.Sprintf(format, args...), "\n"))
}
