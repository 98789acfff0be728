package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// screenShape contains the options of genplan.py for a budget of twenty years with a hundred categories, each with a
// target, and five cards.
const screenShape = "--seed 12 --accounts 16 --cards 5 --groups 12 --categories 100 --payees 2000 --tx 1000000 --years 20 --targets"

// The limits of the median server time for the budget screen and for an edit on it, in milliseconds.
const (
	screenLimit     = 10
	screenEditLimit = 8
)

// screenRuns is the number of runs of each line of the benchmark.
const screenRuns = 20

// compareScreen measures the budget screen of a million transactions with targets and card envelopes, and edits on it.
func compareScreen(ctx context.Context, b *bench) error {
	logf("generating a plan of %s transactions with targets", short(registerSize))
	path, err := b.repo.Plan(strings.Fields(screenShape)...)
	if err != nil {
		return err
	}
	logf("measuring the budget screen of %s transactions", short(registerSize))
	output, err := b.pageBenchmark(ctx, "BenchmarkScreen", "./internal/surface/web/budget", "HOLDOVER_SCREEN_PLAN="+path)
	if err != nil {
		return err
	}
	fmt.Printf("\nThe budget screen, %s transactions, a hundred targets, five cards as envelopes: median and second slowest of %d runs, in ms on the server\n\n", short(registerSize), screenRuns)
	t := newLimited()
	for line := range bytes.Lines(output) {
		if name, figures, ok := benchLine("BenchmarkScreen/", string(line)); ok {
			median := figures["median-ms"]
			t.add(name, decimals(median, 1), decimals(figures["p95-ms"], 1), median, screenLimitOf(name))
			b.results.add("screen", name, registerSize, figure{Seconds: median / 1000, Runs: screenRuns})
		}
	}
	return t.print()
}

// screenLimitOf returns the limit for a line of the benchmark in milliseconds, or zero if it has none.
func screenLimitOf(name string) float64 {
	switch {
	case strings.HasPrefix(name, "page"):
		return screenLimit
	case name == "edit":
		return screenEditLimit
	}
	return 0
}
