package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// screenShape is a budget of twenty years with a target at each of a hundred categories and five cards.
const screenShape = "--seed 12 --accounts 16 --cards 5 --groups 12 --categories 100 --payees 2000 --tx 1000000 --years 20 --targets"

// The limits for the server for the budget screen and for an edit on it, in milliseconds.
const (
	screenLimit     = 10
	screenEditLimit = 8
)

// compareScreen measures the budget screen of a million rows with targets and card envelopes, and edits on it.
func compareScreen(ctx context.Context, b *bench) error {
	talk("plan of %s transactions with targets", short(registerSize))
	path, err := b.repo.Plan(strings.Fields(screenShape)...)
	if err != nil {
		return err
	}
	talk("the budget screen of %s transactions", short(registerSize))
	said, err := b.pageBenchmark(ctx, "BenchmarkScreen", "./internal/surface/web/budget", "HOLDOVER_SCREEN_PLAN="+path)
	if err != nil {
		return err
	}
	fmt.Printf("\nThe budget screen, %s transactions, a hundred targets, five cards as envelopes: the middle one of twenty and the slowest but one, in ms on the server\n\n", short(registerSize))
	t := newLimited()
	for text := range bytes.Lines(said) {
		if name, figures, ok := benchLine("BenchmarkScreen/", string(text)); ok {
			median := figures["median-ms"]
			t.add(name, decimals(median, 1), decimals(figures["p95-ms"], 1), median, screenLimitOf(name))
			b.results.add("screen", name, registerSize, figure{Seconds: median / 1000, Runs: 20})
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
